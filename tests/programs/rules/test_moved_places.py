"""The new names and places of files are looked at for what no task would ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.rules.moved_places import odd_places, shown_paths
from pandora.task import Task


@pytest.mark.parametrize(
    ("moves", "odd"),
    [
        ({"tax 24.txt": "new/tax_24_txt/tax 24.txt", "diary.txt": "new/diary_txt/diary.txt"}, True),
        ({"tax 24.txt": "tax 24/tax 24.txt", "diary.txt": "diary/diary.txt"}, True),
        ({"tax 24.txt": "tax_24.txt", "diary.txt": "old/diary.txt"}, False),
        ({"diary.txt": "diary/diary.txt", "tax 24.txt": "papers/tax 24.txt"}, False),
    ],
)
def test_a_folder_for_each_file_is_odd_where_it_has_the_files_own_name(
    moves: Mapping[str, str], odd: bool, tmp_path: Path
) -> None:
    work = Work(Task("replace the spaces in the names of the files", files=tuple(moves)), tmp_path)
    told = [verdict for verdict in odd_places(work, moves) if "keep its ending" in verdict.reason]
    assert bool(told) == odd
    assert all(verdict.question for verdict in told)


def test_a_message_names_the_first_paths() -> None:
    assert shown_paths(["a", "b"]) == "a, b"
    assert shown_paths("abcde") == "a, b, c and 2 more"


def test_files_that_lose_their_endings_are_odd(tmp_path: Path) -> None:
    moves = {"novel.bak": "novel", "notes/ideas.bak": "notes/ideas"}
    work = Work(Task("delete all the .bak files", files=tuple(moves)), tmp_path)
    (verdict,) = [verdict for verdict in odd_places(work, moves) if "ending" in verdict.reason]
    assert verdict.question == "Does the task ask to take the ending .bak off the names of the files?"
    kept = {"novel.bak": "novel.txt", "notes/ideas.bak": "notes/ideas"}
    assert not [verdict for verdict in odd_places(work, kept) if "ending" in verdict.reason]


def test_a_folder_in_one_of_the_same_name_is_odd(tmp_path: Path) -> None:
    work = Work(
        Task("Move the paid ones to done, the others stay in slips", "operation", "python", "abc234"), tmp_path
    )
    moves = {"slips/a.txt": "slips/done/a.txt", "slips/b.txt": "slips/slips/b.txt"}
    (found,) = [verdict for verdict in odd_places(work, moves) if verdict.state == "violated"]
    assert found.reason == "slips/slips/b.txt is in a folder slips inside of slips; leave it where it was"
    assert not [one for one in odd_places(work, {"slips/a.txt": "done/a.txt"}) if one.state == "violated"]


def test_files_that_are_to_be_numbered_have_the_names_that_the_request_gives(tmp_path: Path) -> None:
    pictures = ("IMG_0398.jpg", "IMG_0405.jpg", "IMG_1011.jpg")
    work = Work(Task("call them trip-1.jpg, trip-2.jpg and so on", files=pictures), tmp_path)
    moves = {path: f"trip-{path[4:8]}.jpg" for path in pictures}
    (found,) = [verdict for verdict in odd_places(work, moves) if verdict.state == "violated"]
    assert found.reason.startswith("the task names trip-1.jpg, and no file is called so")
    right = {path: f"trip-{number}.jpg" for number, path in enumerate(pictures, 1)}
    assert not [verdict for verdict in odd_places(work, right) if verdict.state == "violated"]


@pytest.mark.parametrize(
    ("request_text", "folder", "odd"),
    [
        ("by quarter into bills/Q1, bills/Q2, bills/Q3 and bills/Q4", "Q05", True),
        ("by quarter into bills/Q1, bills/Q2, bills/Q3 and bills/Q4", "Q5", True),
        ("by quarter into bills/Q1, bills/Q2, bills/Q3 and bills/Q4", "Q2", False),
        ("into bills/2022, bills/2023 and so on", "2025", False),
        ("into bills/2022, bills/2023 and so on", "rest", False),
        ("into bills/paid, the rest stays in bills/new.txt", "open", False),
        ("into bills/old, bills/kept and bills/2022 as it is", "there", False),
    ],
)
def test_a_new_folder_is_one_of_those_that_the_request_names(
    request_text: str, folder: str, odd: bool, tmp_path: Path
) -> None:
    (tmp_path / "bills" / "there").mkdir(parents=True)
    work = Work(Task(request_text, files=("bills/a.txt",)), tmp_path)
    moves = {"bills/a.txt": f"bills/{folder}/a.txt"}
    told = [verdict for verdict in odd_places(work, moves) if "in none of them" in verdict.reason]
    assert bool(told) is odd


def test_the_digit_of_an_ending_makes_no_example_of_a_name(tmp_path: Path) -> None:
    moves = {"alpha.mp3": "01 alpha.mp3", "beta.mp3": "02 beta.mp3"}
    asked = "Number the tracks: 01 intro.mp3 and so on, in alphabetical order"
    work = Work(Task(asked, files=tuple(moves)), tmp_path)
    assert [verdict for verdict in odd_places(work, moves) if verdict.state == "violated"] == []


@pytest.mark.parametrize(("folder", "odd"), [("old", False), ("other", True), ("2022", False)])
def test_years_may_tell_what_goes_into_one_folder(folder: str, odd: bool, tmp_path: Path) -> None:
    moves = {"a_2022.jpg": f"{folder}/a_2022.jpg", "b_2023.jpg": f"{folder}/b_2023.jpg"}
    if folder == "2022":
        moves["b_2023.jpg"] = "2023/b_2023.jpg"
    work = Work(Task("Those of 2022 and 2023 can go into the folder old", files=tuple(moves)), tmp_path)
    assert any(verdict.state == "violated" for verdict in odd_places(work, moves)) is odd


@pytest.mark.parametrize(
    ("request_", "target", "odd"),
    [
        ("sort the walks into easy and hard", "a_folder/readme.txt", True),
        ("sort the walks into easy and hard", "easy/readme.txt", False),
        ("put readme.txt into a_folder", "a_folder/readme.txt", False),
    ],
)
def test_no_file_goes_into_the_folder_of_the_first_comment(
    request_: str, target: str, odd: bool, tmp_path: Path
) -> None:
    work = Work(Task(request_, request=request_, files=("readme.txt",)), tmp_path)
    told = [
        verdict for verdict in odd_places(work, {"readme.txt": target}) if "only an example" in verdict.reason
    ]
    assert bool(told) == odd
