from __future__ import annotations

import ast
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pandora.programs import input_files
from pandora.programs.help import Work
from pandora.programs.opening.gap_places import names_empty_keys
from pandora.programs.opening.loaded_variables import example, loaded_files
from pandora.programs.opening.program_opening import data_opening
from pandora.task import Task
from tests.programs.test_planted_mutants import run_here

LAPTOPS = "name,price,gpu\nMSI Thin 15,649,nvidia RTX 4050\nAcer Swift,549,intel Arc\n"


def lines_of(files: tuple[str, ...], workspace: Path) -> list[str]:
    return [variable.line for variable in loaded_files(files, workspace)]


def test_one_table_is_rows_with_an_example_row(tmp_path: Path) -> None:
    (tmp_path / "laptops.csv").write_text(LAPTOPS, encoding="utf-8")
    (line,) = lines_of(("laptops.csv",), tmp_path)
    assert line.startswith(
        "rows = table(\"laptops.csv\")  # list of 2 like {'name': 'MSI Thin 15', 'price': 649"
    )


def test_without_leads_a_program_begins_with_its_files_alone(tmp_path: Path) -> None:
    (tmp_path / "laptops.csv").write_text(LAPTOPS, encoding="utf-8")
    task = Task("Which nvidia laptop costs least?", files=("laptops.csv",), kind_of_task="answer")
    work = Work(task, tmp_path, left_out=frozenset({"leads"}))
    assert data_opening(work) == {"code": lines_of(("laptops.csv",), tmp_path)[0] + "\n"}
    assert "# Which nvidia laptop" in data_opening(Work(task, tmp_path))["code"]
    assert data_opening(Work(Task("What is 2 + 3?"), tmp_path, left_out=frozenset({"leads"}))) == {}


def test_files_of_several_kinds_have_names_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "servers.csv").write_text("server,owner\natlas,milo\n", encoding="utf-8")
    (tmp_path / "people.json").write_text('{"milo": {"manager": "tariq"}}', encoding="utf-8")
    lines = lines_of(("servers.csv", "people.json"), tmp_path)
    assert [line.split(" = ")[0] for line in lines] == ["servers", "people"]
    assert "load(" in lines[1]


@pytest.mark.parametrize(
    ("ending", "loaded"), [("json", "load(path) for path"), ("txt", "path: text(path) for path")]
)
def test_many_files_of_a_kind_are_loaded_together(tmp_path: Path, ending: str, loaded: str) -> None:
    (tmp_path / "data").mkdir()
    for number in range(5):
        (tmp_path / "data" / f"{number}.{ending}").write_text('{"area": 5}', encoding="utf-8")
    names = tuple(f"data/{number}.{ending}" for number in range(5))
    (line,) = lines_of(names, tmp_path)
    assert line.startswith("documents = ")
    assert loaded in line


def test_a_log_is_rows_too(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("2025-09-14 01:00:36 INFO kept\n" * 4, encoding="utf-8")
    (line,) = lines_of(("a.log",), tmp_path)
    assert line.startswith('rows = log("a.log")  # list of 4 like {')


def test_names_that_python_or_the_ready_made_functions_have_are_avoided(tmp_path: Path) -> None:
    for name in ("2024.csv", "table.csv"):
        (tmp_path / name).write_text("a,b\n1,2\n", encoding="utf-8")
    lines = lines_of(("2024.csv", "table.csv"), tmp_path)
    ast.parse("\n".join(lines))
    assert [line.split(" = ")[0] for line in lines] == ["data_2024", "data_table"]


def test_an_example_is_short_whatever_the_value() -> None:
    assert len(example([{f"key{n}": "x" * 100 for n in range(50)}])) < 300
    assert example("a\nb") == "text of 2 lines"
    assert example(3.5) == "float"


def begun(root: Path, request: str, kind: str = "answer", **task: Any) -> list[str]:
    """The lines that a program for `request` begins with."""
    work = Work(Task(request, kind_of_task=kind, **task), root)
    return data_opening(work)["code"].splitlines()


def test_just_the_columns_that_are_wanted_are_taken(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,name,year\n1,a,2001\n")
    known = {"files": ("a.csv",), "columns": ("id", "name", "year"), "outputs": ("out/b.csv",)}
    lines = begun(tmp_path, "Make out/b.csv with the columns year, id and name.", "file", **known)
    assert lines[-1].startswith("made = [{key: row[key] for key in ('year', 'id', 'name')} for row in rows]")
    assert begun(tmp_path, "Make out/b.csv from a.csv.", "file", **known)[-1].startswith("made = []  # a dict")


def test_the_rows_that_are_wanted_are_open_where_a_year_may_limit_them(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,name,checked\n1,a,2023-01-02\n2,b,\n3,c,2024-05-06\n")
    known = {"files": ("a.csv",), "columns": ("id", "name", "checked"), "outputs": ("b.csv",)}
    asked = "Write b.csv with id, name and checked of all that were checked before 2024, or never."
    assert begun(tmp_path, asked, "file", **known)[-1].endswith("} for row in rows if")
    whole = "Write b.csv with id, name and checked of all of them."
    assert "  # the columns that are wanted" in begun(tmp_path, whole, "file", **known)[-1]


def test_a_key_of_the_file_that_no_row_has_is_no_column(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"books": [{"title": "a", "kind": "x", "loans": [1]}]}')
    known = {"files": ("a.json",), "columns": ("books", "title", "kind", "loans"), "outputs": ("b.csv",)}
    lines = begun(tmp_path, "Write b.csv with kind, books, loans.", "file", **known)
    assert not any("'books'" in line and line.startswith("made = [{") for line in lines)


def test_of_a_sample_only_its_size_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "day\n2024-01-31\n2024-02-01\n2024-02-02\n"
    (tmp_path / "whole.csv").write_text(rows)
    (whole,) = loaded_files(("whole.csv",), tmp_path)
    assert len(whole.value) == 3
    monkeypatch.setattr(input_files, "ROWS", 2)
    (tmp_path / "long.csv").write_text(rows)
    (variable,) = loaded_files(("long.csv",), tmp_path)
    assert variable.value is None
    assert "list of 3 like" in variable.line


def test_every_try_begins_alike(tmp_path: Path) -> None:
    for country, people in (("Austria", "8,665,550 (est.)"), ("Belgium", "11,323,973 (est.)")):
        path = tmp_path / f"{country}.json"
        path.write_text(json.dumps([{"country": country, "people": people}] * 2), encoding="utf-8")
        os.utime(path, (1, 1))  # long ago, so that what was read of it is kept
    files = ("Austria.json", "Belgium.json")
    work = Work(Task("How many people live in Austria?", files=files, kind_of_task="answer"), tmp_path)
    first, second = data_opening(work), data_opening(work)
    assert first == second
    assert "8,665,550 (est.)" in first["code"]


@pytest.mark.parametrize(
    ("request_", "condition"),
    [
        ("In a.csv set the price of HP Victus to 699", "row['name'] == 'HP Victus'"),
        ("Setze in a.csv bei hp victus den Preis auf 699", "row['name'] == 'HP Victus'"),
        ("In a.csv set sold of the HP to yes", "row['name'] == 'HP'"),
        ("In a.csv add Dell XPS for 899", ""),
        ("In a.csv give HP Victus the name Acer Swift", ""),
        ("In a.csv make every price 5 higher", ""),
    ],
)
def test_a_change_of_one_row_begins_at_the_row(tmp_path: Path, request_: str, condition: str) -> None:
    rows = "name,price,sold\nAcer Swift,549,no\nHP Victus,729,no\nHP,99,yes\n"
    (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
    task = Task(request_, "operation", "python", files=("a.csv",), kind_of_task="change")
    code = data_opening(Work(task, tmp_path))["code"]
    assert code.endswith(f"for row in rows:\n    if {condition}:") == bool(condition)
    assert ("for row in rows:" in code) == bool(condition)


def test_the_one_list_in_an_object_begins_as_rows(tmp_path: Path) -> None:
    members = [
        {"name": "Ada", "voice": "alto"},
        {"name": "Bo", "voice": "bass"},
        {"name": "Cy", "voice": "alto"},
    ]
    (tmp_path / "choir.json").write_text(json.dumps({"choir": "x", "members": members}))
    task = Task("Which altos are in choir.json?", files=("choir.json",), kind_of_task="answer")
    lines = data_opening(Work(task, tmp_path))["code"].splitlines()
    assert lines[0] == "data = load(\"choir.json\")  # dict of 2 with 'choir', 'members'"
    assert lines[1].startswith("rows = data['members']  # list of 3 like {'name': 'Ada'")
    assert lines[-1] == "kept = [row for row in rows if row['voice'] == 'alto']  # 2 of 3 rows"


def test_the_tables_of_a_database_get_a_variable_each_and_are_joined(tmp_path: Path) -> None:
    stock = {
        "items": [{"id": 1, "name": "Flour"}, {"id": 2, "name": "Rice"}],
        "moves": [{"item_id": 1, "change": 3}, {"item_id": 2, "change": 4}, {"item_id": 1, "change": -1}],
    }
    (tmp_path / "stock.json").write_text(json.dumps(stock))
    task = Task("How much is there of each?", files=("stock.json",), kind_of_task="answer")
    code = data_opening(Work(task, tmp_path))["code"]
    assert code.splitlines()[0] == "data = load(\"stock.json\")  # dict of 2 with 'items', 'moves'"
    found: dict[str, Any] = {"load": lambda path: stock}
    exec(code, found)
    assert found["items"] == stock["items"]
    assert [row["name"] for row in found["moves"]] == ["Flour", "Rice", "Flour"]


def test_a_table_whose_name_means_something_stays_in_its_object(tmp_path: Path) -> None:
    value = {"list": [{"a": 1}, {"a": 2}], "other": [{"a": 3}]}
    (tmp_path / "a.json").write_text(json.dumps(value))
    (variable,) = loaded_files(("a.json",), tmp_path)
    assert variable.value == value


def test_a_change_of_a_list_in_an_object_saves_the_whole_object(tmp_path: Path) -> None:
    screens = {"house": 4, "screens": [{"place": "lobby", "off": "18:00"}, {"place": "hall", "off": "19:00"}]}
    (tmp_path / "kiosk.json").write_text(json.dumps(screens), encoding="utf-8")
    request = "Let the screen in the lobby switch off at 20:30 (kiosk.json)."
    whole = "data = load(\"kiosk.json\")  # dict of 2 with 'house', 'screens'"
    change = begun(tmp_path, request, "change", files=("kiosk.json",))
    assert change[0] == f"{whole}; at the end: save(data, 'kiosk.json')"
    assert begun(tmp_path, request, "answer", files=("kiosk.json",))[0] == whole


def test_keys_without_a_value_are_to_be_filled_in_and_the_file_saved(tmp_path: Path) -> None:
    (tmp_path / "claim.json").write_text('{"name": "Selma", "rate": 0.3, "km": null, "amount": ""}')
    (tmp_path / "trips.csv").write_text("day,km\n1,38\n2,52\n")
    request = "Fill in the km and the amount in claim.json from trips.csv."
    change = begun(tmp_path, request, "change", files=("claim.json", "trips.csv"))
    assert change[0].endswith(
        "give claim['km'] and claim['amount'] a value; at the end: save(claim, 'claim.json')"
    )
    assert "at the end" not in begun(tmp_path, request, "answer", files=("claim.json", "trips.csv"))[0]
    assert names_empty_keys(request, "claim.json", tmp_path)
    assert not names_empty_keys("What is the rate in claim.json?", "claim.json", tmp_path)
    assert not names_empty_keys(request, "trips.csv", tmp_path)


def test_a_folder_of_texts_and_tables_is_asked_about_for_its_files(tmp_path: Path) -> None:
    paths = ("r/a.csv", "r/b.json", "r/notes.md", "r/old/a.csv")
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x,y\n1,2\n", encoding="utf-8")
    asked = Work(Task("How many csv files are in r?", kind_of_task="answer", files=paths), tmp_path)
    assert "rows = listing('r')  # list of 4 like" in data_opening(asked)["code"]
    tables = replace(
        asked, task=replace(asked.task, files=("r/a.csv", "r/b.csv", "r/old/a.csv", "r/old/b.csv"))
    )
    assert "listing" not in data_opening(tables)["code"]


def test_a_folder_with_recordings_is_asked_about_for_its_files(tmp_path: Path) -> None:
    sounds = {"songs/a.wav": 9, "songs/live/b.wav": 30, "songs/.secret.wav": 5, "old.wav": 90}
    for path, size in sounds.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"\0" * size)
    (tmp_path / "songs" / "readme.txt").write_text("Our songs\n", encoding="utf-8")
    asked = Task("Which is the biggest file in songs?", kind_of_task="answer", files=("songs/readme.txt",))
    code = data_opening(Work(asked, tmp_path))["code"]
    assert (
        "rows = listing('songs')  # list of 3 like {'path': 'songs/readme.txt', 'name': 'readme.txt', " in code
    )
    assert "wav" not in code, "what was not read for the task is not shown"
    (tmp_path / "songs" / "a.wav").write_text("made of text", encoding="utf-8")
    gathered = replace(asked, files=("songs/a.wav", "songs/live/b.wav", "songs/readme.txt"))
    code = data_opening(Work(gathered, tmp_path))["code"]
    assert "rows = listing('songs')  # list of 3 like {'path': 'songs/a.wav'" in code
    (tmp_path / "songs" / "list.csv").write_text("song,plays\na,3\nb,4\n", encoding="utf-8")
    tables = replace(asked, text="How many plays have all songs?", files=("songs/list.csv", "songs/readme.txt"))
    assert "listing" not in data_opening(Work(tables, tmp_path))["code"]
    about = Work(replace(asked, text="What does songs/readme.txt say?"), tmp_path)
    assert "listing" not in data_opening(about)["code"]


def test_how_a_plain_text_is_saved_is_said_where_nothing_is_begun(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("stall,cash\ncakes,3\nbooks,4\n", encoding="utf-8")
    task = Task(
        "put the sum of a.csv into total.txt", kind_of_task="file", files=("a.csv",), outputs=("total.txt",)
    )
    said = "# total.txt is plain text: save(value, 'total.txt') with one value, or a list of its lines"
    assert data_opening(Work(task, tmp_path), begun=False)["code"].splitlines()[0] == said
    assert said not in data_opening(Work(task, tmp_path))["code"]
    assert (
        "plain text" not in data_opening(Work(replace(task, outputs=("a.md",)), tmp_path), begun=False)["code"]
    )


def test_files_that_no_variable_holds_are_gone_through(tmp_path: Path) -> None:
    for path in ("a.bak", "old/b.bak", "c.bak"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x", encoding="utf-8")
    lines = begun(tmp_path, "delete all the .bak files", "change", files=("a.bak", "old/b.bak", "c.bak"))
    assert lines[1] == "paths = ['a.bak', 'c.bak', 'old/b.bak']  # 3 files, like 'a.bak'"
    assert lines[2:] == [
        "# os.remove(path) deletes a file, move(path, new_path) moves or renames it",
        "# delete all the .bak files",
        "for path in paths:",
    ]
    assert data_opening(Work(Task("delete a.bak", files=("a.bak",), kind_of_task="change"), tmp_path)) == {}


def test_files_of_the_same_name_have_a_variable_each(tmp_path: Path) -> None:
    for folder in ("may", "june"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sales.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    variables = loaded_files(("may/sales.csv", "june/sales.csv"), tmp_path)
    assert [variable.name for variable in variables] == ["sales", "sales_2"]


def test_texts_of_several_folders_are_rows(tmp_path: Path) -> None:
    paths = ("notes/a.txt", "notes/old/b.md", "notes/old/c.txt")
    for number, path in enumerate(paths, 1):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("raffle\n" * number, encoding="utf-8")
    request = "Which file in notes is the biggest, and in how many lines does raffle stand?"
    work = Work(Task(request, kind_of_task="answer", files=paths), tmp_path)
    code = data_opening(work)["code"]
    assert "rows = listing('notes')  # list of 3 like" in code
    program = (
        f"{code}print(max(rows, key=lambda row: row['size'])['path'], sum(len(row['lines']) for row in rows))"
    )
    files = {path: (tmp_path / path).read_bytes() for path in paths}
    assert run_here(program, files, tmp_path).text.strip() == "notes/old/c.txt 6"
    change = Work(Task(request, kind_of_task="change", files=paths), tmp_path)
    assert "listing" not in data_opening(change)["code"]


STALLS = """# Flea market

Each metre is 6 euros.

| stall | name | metres | paid |
|:------|------|-------:|------|
| 1 | Bertrand | 3 | yes |
| 2 | Carla \\| Co | 2 | no |
| 3 | Dimitri |  | No |

Stall 2 is near the socket.
"""


def test_the_table_of_a_markdown_text_is_rows(tmp_path: Path) -> None:
    (tmp_path / "stalls.md").write_text(STALLS, encoding="utf-8")
    work = Work(Task("Who has not paid yet? stalls.md", kind_of_task="answer", files=("stalls.md",)), tmp_path)
    code = data_opening(work)["code"]
    assert 'rows = table("stalls.md")  # list of 3 like' in code
    assert "the text around it: '# Flea market Each metre is 6 euros. Stall 2 is near the socket.'" in code
    program = (
        f"{code}\nprint([row['name'] for row in rows if row['paid'].lower() == 'no'], rows[0]['metres'] + 1)"
    )
    files = {"stalls.md": STALLS.encode()}
    assert run_here(program, files, tmp_path).text.strip().endswith("['Carla | Co', 'Dimitri'] 4")


LONGER = STALLS + "More is said of it here.\n" * 12


@pytest.mark.parametrize("text", [LONGER, STALLS + STALLS, "| a |\n\n| --- |\n"])
def test_a_text_with_two_tables_or_much_else_is_a_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "stalls.md").write_text(text, encoding="utf-8")
    (variable,) = loaded_files(("stalls.md",), tmp_path)
    assert variable.call == 'text("stalls.md")'


def test_a_list_of_boxes_is_ticked_with_a_function_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "paid.csv").write_text("name,paid\nBen,15\nKit,5\n", encoding="utf-8")
    (tmp_path / "list.md").write_text("# Trip\n- [ ] Ben\n- [ ] Kit\n", encoding="utf-8")
    asked = Task("Tick off in list.md who paid 15", kind_of_task="change", files=("list.md", "paid.csv"))
    code = data_opening(Work(asked, tmp_path))["code"]
    assert (
        "  # 2 entries like '- [ ] Ben'; tick('list.md', ['Ben', ...]) ticks off those that are meant" in code
    )
    answer = Work(replace(asked, kind_of_task="answer"), tmp_path)
    assert "tick(" not in data_opening(answer)["code"]
