from __future__ import annotations

import time
from pathlib import Path

import pytest

from pandora.programs.request.renaming_examples import (
    numbered_names,
    objection_to_renaming,
    renaming_examples,
    reordered_name,
)
from pandora.programs.request.request_text import PATH
from pandora.workspace.change import Change

FILES = ("letters/bank.txt", "letters/gym.txt")
REQUEST = "Put the date in front, so that bank.txt becomes 2023-03-04_bank.txt and so on."


def test_an_example_is_a_new_name_that_has_the_old_one_in_it() -> None:
    assert renaming_examples(REQUEST, FILES) == {"letters/bank.txt": "2023-03-04_bank.txt"}
    assert renaming_examples("Sort letters/gym.txt into all.txt", FILES) == {}
    assert renaming_examples("Make sorted_gym.txt", FILES) == {}  # the old name is not said


def test_an_example_may_have_blanks_where_the_files_do(tmp_path: Path) -> None:
    files = ["minutes 05.03.2024.txt", "minutes 09.01.2024.txt"]
    for name in files:
        (tmp_path / name).write_text("-")
    asked = "date first please, like 2024-03-05 minutes.txt instead of minutes 05.03.2024.txt"
    assert renaming_examples(asked, files, tmp_path) == {files[0]: "2024-03-05 minutes.txt"}


def test_what_was_renamed_otherwise_is_told() -> None:
    removed = Change("letters/bank.txt", "1", None)
    wrong, right = Change("bank_txt", "", b"x"), Change("letters/2023-03-04_bank.txt", "", b"x")
    told = "bank.txt is to become 2023-03-04_bank.txt, and bank_txt was made"
    assert objection_to_renaming(REQUEST, FILES, [removed, wrong]) == told
    assert objection_to_renaming(REQUEST, FILES, [removed, right]) == ""
    assert objection_to_renaming(REQUEST, FILES, []).endswith("and no file was made")


def test_a_name_with_an_empty_part_is_told() -> None:
    removed, made = Change("a/plum_cake.txt", "1", None), Change("a/_plum_cake.txt", "", b"x")
    told = "plum_cake.txt became _plum_cake.txt: a part of the new name is empty; leave such a file as it is"
    assert objection_to_renaming("Put the date in front", FILES, [removed, made]) == told
    moved = Change("b/plum_cake.txt", "", b"x")
    dated = Change("a/2023_plum_cake.txt", "", b"x")
    assert objection_to_renaming("Put the date in front", FILES, [removed, moved]) == ""
    assert objection_to_renaming("Put the date in front", FILES, [removed, dated]) == ""


def test_a_new_name_that_is_made_of_what_one_file_says_is_an_example(tmp_path: Path) -> None:
    for number, text in enumerate(("No. INV-7\nDate: 14 February 2025", "No. INV-70\nDate: 3 March 2025"), 1):
        (tmp_path / f"scan ({number}).txt").write_text(text, encoding="utf-8")
    files = ["scan (1).txt", "scan (2).txt"]
    request = "Name them after date and number, like 2025-02-14_INV-7.txt for the first."
    assert renaming_examples(request, files, tmp_path) == {"scan (1).txt": "2025-02-14_INV-7.txt"}
    assert renaming_examples("Write it to 2025-02-14_INV-8.txt.", files, tmp_path) == {}
    assert renaming_examples(request, files) == {}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("minutes 05.03.2024.txt", "2024-03-05 minutes.txt", True),
        ("a/minutes 05.03.2024.txt", "2024-03-06 minutes.txt", False),
        ("minutes 05.03.2024.txt", "2024-03-05 minutes.md", False),
        ("may.csv", "may_totals.csv", False),
        ("may.csv", "yam.csv", False),
    ],
)
def test_a_name_with_the_parts_of_another_one_is_its_new_one(old: str, new: str, expected: bool) -> None:
    assert reordered_name(old, new) is expected


def test_names_with_numbers_one_after_the_other_are_those_of_all_files_beside_them() -> None:
    pictures = ["IMG_0398.jpg", "IMG_0405.jpg", "IMG_1011.jpg"]
    asked = "call the pictures trip-1.jpg, trip-2.jpg and so on"
    assert numbered_names(asked, [*pictures, "list.txt"]) == ["trip-1.jpg", "trip-2.jpg"]
    for other in (
        "compare trip-1.jpg with trip-3.jpg",
        "put trip-1.jpg first",
        "call them trip-1.png, trip-2.png",
        "call them old/trip-1.jpg, old/trip-2.jpg",
        "call them trip-41.jpg and trip-42.jpg",
        f"call them trip-1.jpg and trip-{'1' * 5000}.jpg",
    ):
        assert numbered_names(other, pictures) == [], other
    assert numbered_names(asked, [*pictures, "trip-2.jpg"]) == [], "one is called so already"
    assert numbered_names(asked, pictures[:1]) == []
    tracks = ["2024/track1.mp3", "2024/track2.mp3", "2024/talk.mp3"]
    assert numbered_names("move 2024/track1.mp3 and 2024/track2.mp3 into old", tracks) == []


@pytest.mark.parametrize(
    ("request_", "examples"),
    [
        ("bank.txt becomes old_bank.txt", {"bank.txt": "old_bank.txt"}),
        ("Merge gas.csv and tax.csv into gas_tax.csv", {}),
        ("From t.csv make list.csv", {}),
        ("Keep a copy of tax.csv as tax.csv.bak", {"tax.csv": "tax.csv.bak"}),
    ],
)
def test_a_new_name_has_the_old_one_as_a_word_and_no_other_file(
    request_: str, examples: dict[str, str]
) -> None:
    assert renaming_examples(request_, ["bank.txt", "gas.csv", "tax.csv", "t.csv"]) == examples


def test_a_very_long_word_is_read_at_once() -> None:
    for word in ("a" * 20_000, "-" * 20_000, "a." * 10_000):
        begin = time.perf_counter()
        assert numbered_names(word, ["a.txt", "b.txt"]) == []
        PATH.sub(" ", word)
        assert time.perf_counter() - begin < 1


def test_a_name_that_a_file_has_is_no_example() -> None:
    files = ("bank.txt", "old_bank.txt")
    request = "Take the address out of old_bank.txt and put it into bank.txt"
    assert renaming_examples(request, files) == {}
    assert objection_to_renaming(request, files, [Change("bank.txt", "x", b"y")]) == ""


def test_files_with_capital_endings_are_numbered_too() -> None:
    files = ("DSC_7.JPG", "DSC_9.JPG", "notes.txt")
    assert numbered_names("Call them trip-1.jpg, trip-2.jpg", files) == ["trip-1.jpg", "trip-2.jpg"]
