from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.help import Try, Work
from pandora.programs.rules.moved_files import moved_files, moves_in
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.operation_context import Result

PICTURES = ("IMG_20240713_1.jpg", "IMG_20240802_2.jpg", "IMG_20250101_3.jpg")
REQUEST = "Put every picture in photos into a folder for its month, named like 2024-07. notes.txt stays."


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def moved(root: Path, moves: dict[str, str], *, copied: bool = False) -> tuple[Change, ...]:
    changes = []
    for old, new in moves.items():
        content = (root / old).read_bytes()
        changes += [] if copied else [Change(old, digest(content), None)]
        changes.append(Change(new, "", content))
    return tuple(changes)


def work_in(root: Path, request: str, names: tuple[str, ...], folder: str = "photos") -> Work:
    (root / folder).mkdir()
    for name in names:
        (root / folder / name).write_text(f"the text of {name}\n", encoding="utf-8")
    files = tuple(f"{folder}/{name}" for name in names)
    return Work(Task(request, files=files, kind_of_task="change", named=True), root)


def said(work: Work, changes: tuple[Change, ...]) -> list[str]:
    verdicts = moved_files(work, Try({}, Result(True, "done", changes=changes)))
    assert all(verdict.question for verdict in verdicts if verdict.state == "violated")
    return [verdict.reason for verdict in verdicts if verdict.state == "violated"]


def test_files_that_are_all_moved_as_the_request_says_are_not_odd(tmp_path: Path) -> None:
    work = work_in(tmp_path, REQUEST, (*PICTURES, "notes.txt"))
    moves = {f"photos/{name}": f"photos/{name[4:8]}-{name[8:10]}/{name}" for name in PICTURES}
    changes = moved(tmp_path, moves)
    assert moves_in(changes) == moves
    assert said(work, changes) == []


@pytest.mark.parametrize(
    ("names", "to", "copied", "told"),
    [
        (PICTURES, "photos/{0}-{1}/{2}", True, "are copies"),
        (PICTURES[:2], "photos/{0}-{1}/{2}", False, "photos/IMG_20250101_3.jpg stays as it was"),
        (PICTURES, "photos/{0}/{2}", False, "the task gives 2024-07 as a name, and 2024, 2025 is not like it"),
        ((*PICTURES, "notes.txt"), "photos/2024-07/{2}", False, "notes.txt becomes photos/2024-07/notes.txt"),
    ],
)
def test_what_is_odd_about_moved_files_is_told(
    names: tuple[str, ...], to: str, copied: bool, told: str, tmp_path: Path
) -> None:
    work = work_in(tmp_path, REQUEST, (*PICTURES, "notes.txt"))
    moves = {f"photos/{name}": to.format(name[4:8], name[8:10], name) for name in names}
    reasons = said(work, moved(tmp_path, moves, copied=copied))
    assert any(told in reason for reason in reasons), reasons


def test_files_that_a_word_of_the_request_tells_apart_may_stay(tmp_path: Path) -> None:
    work = work_in(
        tmp_path, "Move the invoices with the word unpaid into open/.", ("i_1.txt", "i_2.txt", "i_3.txt"), "all"
    )
    for name in ("i_1.txt", "i_2.txt"):
        (tmp_path / "all" / name).write_text(f"{name}: UNPAID", encoding="utf-8")
    assert said(work, moved(tmp_path, {f"all/{name}": f"open/{name}" for name in ("i_1.txt", "i_2.txt")})) == []


def test_a_name_in_another_form_than_the_example_and_a_file_out_of_its_folder_are_told(tmp_path: Path) -> None:
    request = "Give the files in scans names like 2025-02-14_A-7.txt."
    work = work_in(tmp_path, request, ("a (1).txt", "a (2).txt", "a (3).txt"), "scans")
    names = ("2025-02-14_A-7.txt", "2025-02-15_A-11.txt", "1st of May 2025_A-9.txt")
    moves = {f"scans/a ({number}).txt": f"scans/{name}" for number, name in enumerate(names, 1)}
    assert said(work, moved(tmp_path, moves)) == [
        "the task gives 2025-02-14_A-7.txt as a name, and 1st of May 2025_A-9.txt is not like it"
    ]
    out = {
        path: target.removeprefix("scans/").replace("1st of May 2025", "2025-05-01")
        for path, target in moves.items()
    }
    assert said(work, moved(tmp_path, out)) == [
        "2025-02-14_A-7.txt is no longer in scans; give the files new names in their folder"
    ]


def test_a_part_of_an_example_with_blanks_is_no_example_of_its_own(tmp_path: Path) -> None:
    days = {"3 Jan 2025": "2025-01-03", "14 Nov 2024": "2024-11-14"}
    request = 'Rename all of them, like "2025-01-03 statement.txt" for "statement 3 Jan 2025.txt".'
    work = work_in(tmp_path, request, tuple(f"statement {day}.txt" for day in days), "bank")
    moves = {f"bank/statement {old}.txt": f"bank/{new} statement.txt" for old, new in days.items()}
    assert said(work, moved(tmp_path, moves)) == []


def test_files_that_got_one_name_are_lost(tmp_path: Path) -> None:
    work = work_in(tmp_path, REQUEST, (*PICTURES, "IMG_20240714_4.jpg"))
    moves = {f"photos/{name}": f"photos/{name[4:8]}-{name[8:10]}" for name in PICTURES}
    gone = Change("photos/IMG_20240714_4.jpg", digest(b"another text"), None)
    reasons = said(work, (*moved(tmp_path, moves), gone))
    assert reasons[0].startswith("the content of photos/IMG_20240714_4.jpg is in no file any more")


def test_one_file_that_is_copied_is_none_of_this(tmp_path: Path) -> None:
    work = work_in(tmp_path, "Make a copy of photos/a_1.txt as photos/b_1.txt.", ("a_1.txt", "a_2.txt"))
    assert said(work, moved(tmp_path, {"photos/a_1.txt": "photos/b_1.txt"}, copied=True)) == []


def test_an_old_name_within_a_new_one_has_any_form(tmp_path: Path) -> None:
    request = "Put the date in front, so that bank.txt becomes 2023-03-04_bank.txt."
    work = work_in(tmp_path, request, ("bank.txt", "tax_office.txt", "gym 2.txt"), "letters")
    moves = {
        f"letters/{name}": f"letters/2023-03-0{place}_{name}"
        for place, name in enumerate(("bank.txt", "tax_office.txt", "gym 2.txt"), 4)
    }
    assert said(work, moved(tmp_path, moves)) == []
    for name in ("bank.txt", "gym 2.txt"):
        (tmp_path / "letters" / name).write_text(f"Date: {'4' if name == 'bank.txt' else '6'} March 2023")
    assert said(work, moved(tmp_path, moves)) == [
        "letters/tax_office.txt lacks a part of what the task's example of a name is made of; leave its name"
    ]
    (tmp_path / "letters/tax_office.txt").write_text("Date: 7 Feb 2022")
    moves["letters/tax_office.txt"] = "letters/7 Feb 2022_tax_office.txt"
    assert said(work, moved(tmp_path, moves)) == [
        "the task gives 2023-03-04_bank.txt as a name, and 7 Feb 2022_tax_office.txt is not like it"
    ]


def test_files_of_a_series_that_the_request_names_one_by_one_are_not_odd(tmp_path: Path) -> None:
    work = work_in(tmp_path, "Move i_1.txt and i_2.txt into paid.", ("i_1.txt", "i_2.txt", "i_3.txt"), "all")
    assert (
        said(work, moved(tmp_path, {f"all/i_{number}.txt": f"paid/i_{number}.txt" for number in (1, 2)})) == []
    )


SCANS = ("2022-11-03_a.txt", "tax-2022.txt", "IMG_20230704_b.txt", "cake.txt")
BY_YEAR = "Move every file in scans into scans/2022 or scans/2023 by its year, the others into scans/unclear."


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ({}, ""),
        ({"IMG_20230704_b.txt": "2022"}, "IMG_20230704_b.txt has 2023 in its name and is now scans/2022/IMG"),
        ({"tax-2022.txt": ""}, "tax-2022.txt has 2022 in its name and is now scans/tax-2022.txt; it is to be"),
        ({"cake.txt": ""}, "the task names scans/unclear, and nothing is there; scans/cake.txt is where"),
        ({"cake.txt": "2023"}, "the task names scans/unclear, and nothing is there"),
    ],
)
def test_each_file_is_in_the_folder_that_its_name_tells(
    others: dict[str, str], told: str, tmp_path: Path
) -> None:
    work = work_in(tmp_path, BY_YEAR, SCANS, "scans")
    folders = dict(zip(SCANS, ("2022", "2022", "2023", "unclear"), strict=True)) | others
    moves = {f"scans/{name}": f"scans/{folder}/{name}" for name, folder in folders.items() if folder}
    reasons = said(work, moved(tmp_path, moves))
    assert [reason for reason in reasons if told in reason] if told else reasons == []


def test_a_file_without_such_a_part_stays_where_no_folder_is_named_for_it(tmp_path: Path) -> None:
    work = work_in(
        tmp_path, "In work: work/7a, work/7b and so on, the rest stays.", ("7a_a", "7b_b", "b"), "work"
    )
    moves = {"work/7a_a": "work/7a/7a_a", "work/7b_b": "work/7b/7b_b"}
    assert said(work, moved(tmp_path, moves)) == []
    assert said(work, moved(tmp_path, {**moves, "work/b": "work/rest/b"})) == [
        "b has no such part in its name and is now work/rest/b; leave it where it is"
    ]


def test_files_beside_a_range_that_the_request_names_may_stay(tmp_path: Path) -> None:
    names = ("chapter5.txt", "chapter6.txt", "chapter7.txt", "chapter10.txt")
    work = work_in(tmp_path, "rename chapter5.txt to chapter7.txt, so that they have two digits", names)
    changes = moved(tmp_path, {f"photos/{name}": f"photos/{name.replace('r', 'r0', 1)}" for name in names[:3]})
    ranged = Work(Task(work.request, files=work.task.files[:3], kind_of_task="change", named=True), tmp_path)
    assert said(ranged, changes) == []


def test_a_file_that_has_what_the_names_of_others_get_may_stay(tmp_path: Path) -> None:
    names = tuple(f"chapter{number}.txt" for number in range(1, 13))
    work = work_in(tmp_path, "Give all chapters two digits, so chapter01.txt and so on.", names, "novel")
    moves = {f"novel/chapter{number}.txt": f"novel/chapter0{number}.txt" for number in range(1, 10)}
    assert said(work, moved(tmp_path, moves)) == []
    left_out = {path: moves[path] for path in list(moves)[:5]}
    assert "novel/chapter6.txt" in said(work, moved(tmp_path, left_out))[0]


def test_a_file_of_the_series_that_nobody_may_read_may_stay(tmp_path: Path) -> None:
    work = work_in(tmp_path, REQUEST, (*PICTURES, "notes.txt"))
    moves = {f"photos/{name}": f"photos/{name[4:8]}-{name[8:10]}/{name}" for name in PICTURES[:2]}
    changes = moved(tmp_path, moves)
    assert said(work, changes) != []
    assert said(replace(work, hides=lambda path: path == f"photos/{PICTURES[2]}"), changes) == []


def test_a_label_tells_which_files_are_moved(tmp_path: Path) -> None:
    states = {"job-1.txt": "paid", "job-2.txt": "unpaid", "job-3.txt": "Paid", "job-4.txt": "quote only"}
    work = work_in(tmp_path, "Move each job whose status is paid to done", tuple(states), "jobs")
    for name, state in states.items():
        text = f"Status: {state}\nNote: paid the last one in cash\n"
        (tmp_path / "jobs" / name).write_text(text, encoding="utf-8")
    paid = {f"jobs/{name}": f"jobs/done/{name}" for name in ("job-1.txt", "job-3.txt")}
    assert said(work, moved(tmp_path, paid)) == []
    odd = {f"jobs/{name}": f"jobs/done/{name}" for name in ("job-1.txt", "job-2.txt")}
    assert said(work, moved(tmp_path, odd))


def test_who_is_to_move_files_and_moves_none_has_not_done_it(tmp_path: Path) -> None:
    task = Task("call them trip-1.jpg, trip-2.jpg", files=("a.jpg", "b.jpg"), kind_of_task="change", moves=True)
    (found,) = moved_files(Work(task, tmp_path), Try({}, Result(True, "File 1: a.jpg")))
    assert (found.state, bool(found.question)) == ("violated", True)
    still = replace(task, moves=False)
    assert moved_files(Work(still, tmp_path), Try({}, Result(True, "File 1: a.jpg"))) == []
