"""How a program gets its files: the call that gives them and no others."""

from __future__ import annotations

from pathlib import Path

from pandora.programs.opening.loaded_variables import call_of_names


def test_many_files_of_all_kinds_are_told_from_the_settings_beside_them(tmp_path: Path) -> None:
    names = tuple(f"scan{number}.{'pdf' if number % 2 else 'jpg'}" for number in range(30))
    for name in names:
        (tmp_path / name).write_text("x", encoding="utf-8")
    for folder in ("state", "system"):
        (tmp_path / folder).mkdir()
    assert call_of_names(names, tmp_path) == "files('scan*')"
    others = (*names[1:], "zebra.txt")
    (tmp_path / "zebra.txt").write_text("x", encoding="utf-8")
    (tmp_path / "scan0.jpg").unlink()
    assert call_of_names(others, tmp_path) == "files('*')"
    (tmp_path / "pandora.toml").write_text("", encoding="utf-8")
    assert call_of_names(others, tmp_path) == "[path for path in files('*') if path != 'pandora.toml']"
