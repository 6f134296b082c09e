from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.request.names_by_example import names_by_example
from pandora.programs.request.places_by_example import places_by_example, places_by_label

NOTES = {
    "inbox/2026-04-02_Kessler_4471.txt": "NOTE 4471\nSupplier: Kessler\n",
    "inbox/2026-05-03_Fjord_L-88.txt": "NOTE L-88\nSupplier: Fjord Glas\n",
    "inbox/prices.csv": "a,b\n1,2\n",
    "todo.txt": "- gloves\n",
}


def placed(root: Path, request: str) -> dict[str, str]:
    for path, text in NOTES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    found = places_by_example(request, list(NOTES), root)
    assert names_by_example(request, list(NOTES), root) == found
    return {old.partition("/")[2]: new for old, new in found.items()}


@pytest.mark.parametrize(
    ("folder", "other"),
    [
        ("suppliers/Kessler", "suppliers/Fjord Glas"),
        ("2026/04", "2026/05"),
        ("by month/2026-04", "by month/2026-05"),
        ("notes/2026-04-02", "notes/2026-05-03"),
        ("Kessler/4471", "Fjord Glas/L-88"),
    ],
)
def test_each_file_goes_where_the_example_of_one_says(folder: str, other: str, tmp_path: Path) -> None:
    name, second = "2026-04-02_Kessler_4471.txt", "2026-05-03_Fjord_L-88.txt"
    found = placed(tmp_path, f"Sort the notes of inbox/, for example '{folder}/{name}'. Keep the names.")
    assert found == {name: f"{folder}/{name}", second: f"{other}/{second}"}


def test_a_new_path_of_one_file_alone_is_no_example(tmp_path: Path) -> None:
    assert placed(tmp_path, "Move the note to archive/2026-04-02_Kessler_4471.txt") == {}
    assert placed(tmp_path, "Move inbox/2026-04-02_Kessler_4471.txt to Kessler/") == {}
    assert placed(tmp_path, "Put a note into Kessler/other.txt") == {}


def test_a_path_needs_no_quotes(tmp_path: Path) -> None:
    assert len(placed(tmp_path, "Sort them, e.g. by/Kessler/2026-04-02_Kessler_4471.txt, please")) == 2


def test_texts_go_into_the_named_folders_by_what_stands_behind_a_label(tmp_path: Path) -> None:
    for name, level in (("abbey", "easy"), ("crag", "Hard"), ("loop", "easy")):
        (tmp_path / f"{name}.txt").write_text(
            f"The {name}\nLength: 6 km\nDifficulty: {level}\n", encoding="utf-8"
        )
    files = ["abbey.txt", "crag.txt", "loop.txt"]
    request = "Sort the walks into three folders easy, moderate and hard"
    assert places_by_label(request, files, tmp_path) == {
        "abbey.txt": "easy/abbey.txt",
        "crag.txt": "hard/crag.txt",
        "loop.txt": "easy/loop.txt",
    }
    assert places_by_label("Sort the walks into easy and moderate", files, tmp_path) == {}
    assert places_by_label(f"{request} below walks/", files, tmp_path) == {}
    (tmp_path / "loop.txt").write_text("A loop without a label\n", encoding="utf-8")
    assert places_by_label(request, files, tmp_path) == {}
