from __future__ import annotations

from pathlib import Path

from pandora.workspace.file_walk import files_in


def test_the_files_right_in_a_folder_that_may_be_read(tmp_path: Path) -> None:
    (tmp_path / "in" / "below").mkdir(parents=True)
    for name in ("b.txt", "a.txt", "key.pem", ".hidden", "below/c.txt"):
        (tmp_path / "in" / name).write_text("x", encoding="utf-8")
    (tmp_path / "in" / "link.txt").symlink_to(tmp_path / "in" / "a.txt")
    assert files_in("in", tmp_path, lambda path: path.endswith(".pem")) == ["in/a.txt", "in/b.txt"]
    assert files_in("gone", tmp_path, lambda _: False) == []


def test_paths_of_the_workspaces_own_folder_have_no_folder_before_them(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x", encoding="utf-8")
    assert files_in("", tmp_path, lambda _: False) == files_in(".", tmp_path, lambda _: False) == ["a.txt"]
