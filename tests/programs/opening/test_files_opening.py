from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.programs.help import Work
from pandora.programs.opening.files_opening import loop_over_files
from pandora.programs.opening.program_opening import data_opening
from pandora.task import Task


def test_files_to_be_moved_are_shown_by_name_and_no_others_are_taken_with_them(tmp_path: Path) -> None:
    names = tuple(f"bill_{year}_oil.txt" for year in range(2020, 2024))
    for name in (*names, "read_me.txt"):
        (tmp_path / name).write_text("Bill\n", encoding="utf-8")
    request = "sort the bills by year: 2020 and 2021"
    task = Task(request, "operation", "python", files=names, kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    assert "\npaths = files('bill_*.txt')  # 4 files, like 'bill_2020_oil.txt'\n" in code
    assert "# what the request says of their names: '2020' in 1, '2021' in 1\n" in code
    assert f"# {request}\nfor path in paths:\n    parts = re.findall(" in code, (
        "names tell; texts are not looked at"
    )
    assert code.endswith("os.path.basename(path))  # like ['bill', '2020', 'oil', 'txt']\n")
    assert '# move(path, "a_folder/")' in code
    by_name = data_opening(Work(replace(task, request="give them better names", text="x"), tmp_path))["code"]
    assert by_name.endswith("folder, name = os.path.split(path)  # like '', 'bill_2020_oil.txt'\n")
    answer = data_opening(Work(replace(task, kind_of_task="answer"), tmp_path))["code"]
    assert "move(" not in answer


def test_many_files_that_no_pattern_gives_are_listed_unless_they_are_too_many(tmp_path: Path) -> None:
    names = tuple(f"{folder}/{number}.txt" for folder in ("a", "b") for number in range(3))
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x\n", encoding="utf-8")
    task = Task("put them together", files=names, kind_of_task="change")
    assert "paths = ['a/0.txt', 'a/1.txt'" in data_opening(Work(task, tmp_path))["code"]
    many = replace(task, files=names * 4)
    assert "paths = " not in data_opening(Work(many, tmp_path)).get("code", "")


def test_files_that_are_called_by_their_kinds_are_moved_by_their_endings(tmp_path: Path) -> None:
    names = ("a.csv", "b.csv", "c.txt", "d.txt")
    for name in names:
        (tmp_path / name).write_text("day,km\n1,2\n", encoding="utf-8")
    task = Task("put all txt files into notes and the csv files into data", files=names, kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    assert code.endswith("for path in paths:\n    if path.endswith('.txt'):\n        move(path, \"")
    tables = replace(task, text="round the km of the csv files", request="", files=names[:2] * 2)
    assert "move(path" not in data_opening(Work(tables, tmp_path))["code"]


def test_files_that_each_have_one_word_of_the_request_in_their_name_are_parted_by_it(tmp_path: Path) -> None:
    names = tuple(f"bill_{year}_{what}.txt" for year in (2020, 2021) for what in ("oil", "gas"))
    for name in names:
        (tmp_path / name).write_text("Bill\n", encoding="utf-8")
    task = Task("sort the bills into a folder for each year, 2020 and 2021", files=names, kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    folder = "    folder = next(part for part in parts if part.casefold() in ['2020', '2021'])\n"
    assert code.endswith(f'{folder}    move(path, f"{{folder}}/')


def _opening(names: tuple[str, ...], tmp_path: Path) -> str:
    names = (*names, *(f"{name}.jpg" for name in names[:1]))
    for name in names:
        (tmp_path / name).write_bytes(b"\xff\xd8")
    task = Task("put each picture into a folder for its month", files=names, kind_of_task="change")
    return data_opening(Work(task, tmp_path))["code"]


@pytest.mark.parametrize(
    ("names", "form", "numbers"),
    [
        (
            ("IMG_20240713_1.jpg", "IMG_20240729_2.jpg", "IMG_20250101_3.jpg"),
            r"(\d{4})(\d\d)(\d\d)",
            "year, month, day",
        ),
        (
            ("scan 2024-07-13.jpg", "scan 2024-08-29.jpg", "2024-01-01.jpg"),
            r"(\d{4})-(\d\d)-(\d\d)",
            "year, month, day",
        ),
        (
            ("13.07.2024 hut.jpg", "02.08.2024 sea.jpg", "01.08.2024.jpg"),
            r"(\d\d)\.(\d\d)\.(\d{4})",
            "day, month, year",
        ),
        (
            ("13-07-2024 hut.jpg", "02-08-2024 sea.jpg", "01-08-2024.jpg"),
            r"(\d\d)-(\d\d)-(\d{4})",
            "day, month, year",
        ),
    ],
)
def test_the_date_in_the_names_of_files_is_read(
    names: tuple[str, ...], form: str, numbers: str, tmp_path: Path
) -> None:
    code = _opening(names, tmp_path)
    assert f"    found = re.search(r'{form}', name)\n    if found:\n        {numbers} = found.groups()" in code
    with_notes = _opening((*names, "notes.jpg"), tmp_path)
    assert f"name)  # None for 'notes.jpg'\n    if found:\n        {numbers} = found.groups()" in with_notes


def test_a_part_of_the_dates_is_made_as_the_request_writes_it(tmp_path: Path) -> None:
    names = tuple(f"IMG_2024071{number}.jpg" for number in range(4))
    for name in names:
        (tmp_path / name).write_bytes(b"\xff\xd8")
    task = Task("put each picture into a folder like 2024-07", files=names, kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    assert code.endswith("        part = f'{year}-{month}'  # like '2024-07', as the task writes it\n")


@pytest.mark.parametrize(
    "names",
    [
        ("IMG_20249913_1.jpg", "IMG_20240729_2.jpg", "IMG_20250101_3.jpg"),
        ("03-07-2024.jpg", "02-08-2024.jpg", "01-08-2024.jpg"),
        ("2024-07-13.jpg", "2024-07-14.jpg", "hut.jpg", "sea.jpg", "wood.jpg"),
    ],
)
def test_no_date_is_read_where_it_may_be_none(names: tuple[str, ...], tmp_path: Path) -> None:
    assert "found = " not in _opening(names, tmp_path)


@pytest.mark.parametrize(
    ("request_", "begin"),
    [
        ("put the csv files into runs", "paths = files('*.csv')  # 2 files, like 'a.csv'\n"),
        ("move a.csv and b.csv into runs", "move('a.csv', \""),
    ],
)
def test_tables_that_are_to_be_moved_are_not_loaded(request_: str, begin: str, tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("day,km\n1,2\n", encoding="utf-8")
    task = Task(request_, files=("a.csv", "b.csv"), kind_of_task="change", moves=True)
    code = data_opening(Work(task, tmp_path))["code"]
    assert begin in code
    assert "table(" not in code
    assert "table(" in data_opening(Work(replace(task, moves=False), tmp_path))["code"]


def test_a_program_that_copies_begins_with_copies() -> None:
    paths = ["in/bill_2023.txt", "in/bill_2024.txt", "in/list.csv"]
    begun = loop_over_files("copies of the bills into usb", paths, "files('in/*')", copies=True)
    assert '# copy(path, "a_folder/") keeps the file\'s name' in begun
    assert "move(" not in begun
    two = ["a.txt", "b.txt"]
    assert loop_over_files("Copy a.txt and b.txt", two, "files('*')", copies=True).endswith("copy('a.txt', \"")


def test_the_date_in_names_is_read_where_the_request_has_a_year_of_some() -> None:
    paths = ["in/2024-11-28_desk.txt", "in/2025-01-14_fuel.txt", "in/2025-05-20_rail.txt"]
    begun = loop_over_files("by quarter into Q1 to Q4, those of 2024 into 2024", paths, "files('in/*')")
    assert "        year, month, day = found.groups()  # like '2024', '11', '28'\n" in begun


def test_the_first_kind_is_named_in_small_letters() -> None:
    paths = ["Hook.STL", "clip.stl", "hook.gcode"]
    begun = loop_over_files("the .stl files into models, the .gcode files into prints", paths, "files('*')")
    assert begun.endswith("    if path.endswith('.stl'):\n        move(path, \"")


@pytest.mark.parametrize(("folder", "begun"), [("", 'move(path, f"{folder}/'), ("pics/", 'move(path, f"')])
def test_files_in_a_folder_may_be_parted_beside_it_or_inside(tmp_path: Path, folder: str, begun: str) -> None:
    names = tuple(f"{folder}{name}.jpg" for name in ("rome_1", "rome_2", "oslo_3", "oslo_4"))
    (tmp_path / folder).mkdir(exist_ok=True)
    for name in names:
        (tmp_path / name).touch()
    task = Task("Sort them into rome and oslo", files=names, kind_of_task="change", moves=True)
    code = data_opening(Work(task, tmp_path))["code"]
    assert code.splitlines()[-1].strip() == begun
