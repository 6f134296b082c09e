from __future__ import annotations

import re
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


def test_the_line_of_each_file_that_has_what_the_request_quotes_is_found(tmp_path: Path) -> None:
    names = tuple(f"letters/{name}.txt" for name in ("bank", "gas", "gym", "tax"))
    (tmp_path / "letters").mkdir()
    for name in names:
        words = "A cake\n" if name.endswith("tax.txt") else "The Bank\nDate: 4 March 2023\n"
        (tmp_path / name).write_text(words, encoding="utf-8")
    task = Task('Put the date after "Date:" before the name', files=names, kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    lookup = "line = next((line for line in content.splitlines() if 'Date:' in line), '')"
    assert f"    {lookup}  # like 'Date: 4 March 2023'\n    # date_in(line) is '2023-03-04'\n" in code
    assert "    # line is '' for 'letters/tax.txt'\n" in code


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


def test_a_file_that_the_request_calls_apart_stays(tmp_path: Path) -> None:
    names = ("bill_2020_oil.txt", "bill_2021_oil.txt", "bill_2021_gas.txt", "2022.txt", "readme.txt")
    for name in names:
        (tmp_path / name).write_text("Bill\n", encoding="utf-8")
    task = Task("sort the bills into folders 2020, 2021 and 2022. leave the readme there", files=names)
    task = replace(task, kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    stays = "    if path in ['readme.txt']:\n        continue  # the request calls it by its name\n"
    folder = "    folder = next(part for part in parts if part.casefold() in ['2020', '2021', '2022'])\n"
    assert code.endswith(f'{stays}{folder}    move(path, f"{{folder}}/')
    alone = replace(task, text="sort the bills into folders 2020, 2021 and 2022", files=names[:4])
    code = data_opening(Work(alone, tmp_path))["code"]
    assert "continue" not in code
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


@pytest.mark.parametrize(
    ("names", "read"),
    [
        (("lisbon_2019", "lisbon_2022", "oslo_2021", "oslo_2024"), True),
        (("a_1", "b_2", "c_3", "d_4"), False),
        (("lisbon", "oslo", "rome", "bern"), False),
    ],
)
def test_the_parts_of_names_are_read_where_one_of_them_groups_the_files(
    names: tuple[str, ...], read: bool, tmp_path: Path
) -> None:
    paths = tuple(f"{name}.txt" for name in names)
    for path in paths:
        (tmp_path / path).write_text("x\n", encoding="utf-8")
    task = Task("make a folder for each city", files=paths, kind_of_task="change", moves=True)
    code = data_opening(Work(task, tmp_path))["code"]
    stem = "os.path.splitext(name)[0]"
    line = f"    parts = re.findall(r'[^\\W_]+', {stem})  # like ['lisbon', '2019'], and ['oslo', '2024']"
    assert (line in code) is read
    assert ("parts = " in code) is read


@pytest.mark.parametrize(
    ("request_", "begun"),
    [
        ("could you put the payslips from 2022 into a folder old?", "{'payslip', '2022'}"),
        ("could you put the payslips from 2022 and 2023 into a folder old?", ""),
        ("put all of 2022 into a folder old", ""),
    ],
)
def test_files_are_meant_that_have_several_words_of_the_request(
    request_: str, begun: str, tmp_path: Path
) -> None:
    names = ("holidays_2022.txt", *(f"payslip_{month}.txt" for month in ("2022-10", "2022-11", "2023-01")))
    for name in names:
        (tmp_path / name).write_text("x\n", encoding="utf-8")
    code = data_opening(Work(Task(request_, files=names, kind_of_task="change", moves=True), tmp_path))["code"]
    condition = f'    if {begun} <= {{part.casefold() for part in parts}}:\n        move(path, "'
    assert code.endswith(condition) == bool(begun), code


def test_words_in_one_place_of_names_are_folders_and_others_tell_what_is_meant(tmp_path: Path) -> None:
    names = ("bill_2024-01-15_oil.txt", "bill_2025-02-08_glue.txt", "offer_2025-04-10_desk.txt", "clients.csv")
    for name in names:
        (tmp_path / name).write_text("Text\n", encoding="utf-8")
    request = "sort each bill into 2024 and 2025, the rest stays"
    task = Task(request, "operation", "python", files=names, kind_of_task="change", moves=True)
    code = data_opening(Work(task, tmp_path))["code"]
    assert "    folder = next((part for part in parts if part.casefold() in ['2024', '2025']), '')\n" in code
    assert code.endswith(
        "if folder and {'bill'} <= {part.casefold() for part in parts}:\n        move(path, f\"{folder}/"
    )


def test_what_stands_in_texts_alone_is_told_with_its_number(tmp_path: Path) -> None:
    for name, text in {
        "a.txt": "The insurance is due.",
        "b.txt": "A cake",
        "c.txt": "Tea",
        "d.csv": "x\n1\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    task = Task(
        "move those with insurance",
        files=("a.txt", "b.txt", "c.txt", "d.csv"),
        kind_of_task="change",
        moves=True,
    )
    code = data_opening(Work(task, tmp_path))["code"]
    assert "content = text(path) if path.endswith(('.txt',)) else ''  # like 'The insurance is due.'" in code
    assert "# what the request says of their texts: 'insurance' in 1 of 3; ask content.lower()" in code


def test_a_folder_beside_that_of_all_files_is_told_from_one_inside_of_it() -> None:
    slips = ["a/slips/1.txt", "a/slips/2.txt"]
    begun = loop_over_files("Move what is paid to done", slips, "files('a/slips/*')", {})
    assert "; a folder beside a/slips is 'a/NAME/', one inside it 'a/slips/NAME/'\n" in begun
    for paths in (["1.txt", "2.txt"], ["a/1.txt", "b/2.txt"]):
        assert "a folder beside" not in loop_over_files("Move it to done", paths, "files('*')", {})


def test_the_label_by_which_texts_are_told_apart_is_read() -> None:
    states = ("paid", "unpaid", "paid", "quote only")
    texts = {
        f"job-{number}.txt": f"Job {number}\nAmount: {number}.50\nStatus: {state}\nNote: paid in cash?\n"
        for number, state in enumerate(states)
    }
    begun = loop_over_files("Move each job-*.txt whose status is paid to done", [*texts], "files('*')", texts)
    assert begun.splitlines()[-2] == (
        "    status = next((line.partition(':')[2].strip() for line in content.splitlines() "
        "if line.startswith('Status:')), '')  # 'paid' in 2, 'unpaid' in 1, 'quote only' in 1"
    )
    mixed = {path: text.replace("Status: paid", "Status: Paid", 1) for path, text in list(texts.items())[:1]}
    folded = loop_over_files("Move what is paid to done", [*texts], "files('*')", {**texts, **mixed})
    assert ".strip().casefold() for line in" in folded
    assert "'paid' in 2, 'unpaid' in 1" in folded
    other = loop_over_files("Move what was done in May to done", [*texts], "files('*')", texts)
    assert "status" not in other
    alike = dict.fromkeys(texts, "Status: paid\n")
    assert "status =" not in loop_over_files("Move what is paid", [*alike], "files('*')", alike)


def test_a_program_that_copies_begins_with_copies() -> None:
    paths = ["in/bill_2023.txt", "in/bill_2024.txt", "in/list.csv"]
    begun = loop_over_files("copies of the bills into usb", paths, "files('in/*')", {}, copies=True)
    assert '# copy(path, "a_folder/") keeps the file\'s name' in begun
    assert "move(" not in begun
    two = ["a.txt", "b.txt"]
    assert loop_over_files("Copy a.txt and b.txt", two, "files('*')", {}, copies=True).endswith(
        "copy('a.txt', \""
    )


def test_files_that_are_to_be_numbered_are_gone_over_in_the_order_of_their_own_numbers() -> None:
    paths = ["IMG_1011.jpg", "IMG_398.jpg"]
    begun = loop_over_files("call them trip-1.jpg, trip-2.jpg and so on", paths, "files('*.jpg')", {})
    assert "for number, path in enumerate(paths, 1):  # the first of them becomes 'trip-1.jpg'\n" in begun
    assert begun.endswith('    move(path, f"trip-{number}.jpg")\n')
    wide = loop_over_files(
        "call them in/trip01.jpg, in/trip02.jpg …", ["in/a.jpg", "in/b.jpg"], "files('*')", {}
    )
    assert wide.endswith('    move(path, f"in/trip{number:02d}.jpg")\n')
    pages = loop_over_files("call them page-1.m1, page-2.m1 …", ["a.m1", "b.m1"], "files('*')", {})
    assert pages.endswith('    move(path, f"page-{number}.m1")\n')
    sorting = next(line for line in begun.splitlines() if line.startswith("paths.sort("))
    scope = {"paths": list(paths), "re": re}
    exec(sorting, scope)
    assert scope["paths"] == ["IMG_398.jpg", "IMG_1011.jpg"]


def test_files_that_are_each_given_a_number_are_not_numbered_in_their_order() -> None:
    paths = ["ada.txt", "bo.txt", "cleo.txt", "dan.txt"]
    request = "ada.txt becomes part-2.txt, bo.txt part-1.txt, cleo.txt part-4.txt and dan.txt part-3.txt"
    assert "enumerate" not in loop_over_files(request, paths, "files('*')", {})


def test_the_date_in_names_is_read_where_the_request_has_a_year_of_some() -> None:
    paths = ["in/2024-11-28_desk.txt", "in/2025-01-14_fuel.txt", "in/2025-05-20_rail.txt"]
    begun = loop_over_files("by quarter into Q1 to Q4, those of 2024 into 2024", paths, "files('in/*')", {})
    assert "        year, month, day = found.groups()  # like '2024', '11', '28'\n" in begun


def test_the_first_kind_is_named_in_small_letters() -> None:
    paths = ["Hook.STL", "clip.stl", "hook.gcode"]
    begun = loop_over_files("the .stl files into models, the .gcode files into prints", paths, "files('*')", {})
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
    assert ("one inside it 'pics/NAME/'" in code) == bool(folder)
