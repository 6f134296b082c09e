from __future__ import annotations

from pathlib import Path

import pytest

from pandora.workspace.path_wording import in_workspace_words, paths_outside


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace with two folders, beside a file that lies outside of it."""
    for folder in ("work/data/more", "work/my notes"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "far.csv").write_text("a\n", encoding="utf-8")
    (tmp_path / "way").symlink_to("work")
    return tmp_path / "work"


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("Sum ROOT/data/a.csv, please", "Sum data/a.csv, please"),
        ("Sum 'ROOT/my notes/a b.csv'", "Sum 'my notes/a b.csv'"),
        ("Write it to ROOT/out/new.csv.", "Write it to out/new.csv."),
        ("All of ROOT/data/", "All of data/"),
        ("Sum ../work/data/a.csv", "Sum data/a.csv"),
        ("Sum data/more/../a.csv", "Sum data/a.csv"),
        ("Sum ../a.csv and ../far.csv", "Sum ../a.csv and ../far.csv"),
        ("Sum ROOTS/a.csv and x/ROOT/a.csv", "Sum ROOTS/a.csv and x/ROOT/a.csv"),
        ("See https://example.org/../data/a.csv", "See https://example.org/../data/a.csv"),
        ("And so on... /or not", "And so on... /or not"),
        (f"Sum {'./' * 60}a.csv", f"Sum {'./' * 60}a.csv"),
    ],
)
def test_paths_in_the_workspace_are_written_as_it_calls_them(root: Path, written: str, seen: str) -> None:
    assert in_workspace_words(written.replace("ROOT", str(root)), root) == seen.replace("ROOT", str(root))


def test_a_folder_that_the_command_is_given_in_counts_first(root: Path) -> None:
    assert in_workspace_words("Sum ../data/a.csv", root, [root / "data"]) == "Sum data/a.csv"
    assert in_workspace_words("Sum ../b.csv", root, [root / "data" / "more"]) == "Sum data/b.csv"


def test_a_workspace_behind_a_link_has_both_its_names(root: Path) -> None:
    link = root.parent / "way"
    text = f"Compare {link}/a.csv with {root}/b.csv"
    assert in_workspace_words(text, link) == "Compare a.csv with b.csv"


def test_files_outside_are_named(root: Path) -> None:
    text = f"Compare ../far.csv, {root.parent}/far.csv. and /api/users.json with {root}/data/a.csv"
    assert paths_outside(text, root) == ["../far.csv", f"{root.parent}/far.csv"]
