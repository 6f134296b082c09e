"""A program that is one SQL query: how it begins, and how it is completed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.sql.query_program import finished_query, is_query, query_opening
from pandora.task import Task


def work(folder: Path, request: str, kind: str = "answer", made: tuple[str, ...] = ()) -> Work:
    """The work on a task about all files of a folder."""
    files = tuple(sorted(path.name for path in folder.iterdir()))
    return Work(Task(request, request=request, files=files, kind_of_task=kind, outputs=made), folder)


def dues(folder: Path) -> Path:
    """A workspace with a table of dues."""
    (folder / "dues.csv").write_text("name;group;paid\nAda;adult;72\nBo;student;\n", encoding="utf-8")
    return folder


def test_the_opening_tells_tables_and_values(tmp_path: Path) -> None:
    code = query_opening(work(dues(tmp_path), "How many students are there?"))["code"]
    assert code == (
        "rows = table(\"dues.csv\")\n# CREATE TABLE dues (\n#   name TEXT, -- 'Ada', 'Bo'\n"
        "#   group TEXT, -- 'adult', 'student'\n#   paid NUMERIC, -- 72 to 72 or NULL\n# )\n"
        "# How many students are there?\n# An SQLite query:\nfound = query('''\nSELECT"
    )


def test_what_it_finds_is_printed(tmp_path: Path) -> None:
    task = work(dues(tmp_path), "How many students are there?")
    written = query_opening(task)["code"] + " COUNT(*) FROM dues WHERE Group = 'x''\n;''')\nprint('Two', found)"
    written = written.replace("Group = 'x''\n", "group = 'student'\n")
    program = finished_query(task, written)
    assert program.endswith(
        "found = query('''\nSELECT\n  COUNT(*)\nFROM dues\nWHERE\n  \"group\" = 'student'\n''', dues=rows)\n"
        "for row in found:\n    print(*row.values())\n"
    )
    assert is_query(program)
    assert finished_query(task, program) == program


def test_what_it_finds_is_saved_and_a_second_query_printed(tmp_path: Path) -> None:
    task = work(dues(tmp_path), "Make owing.csv with name, and tell me how many", "file", ("owing.csv",))
    written = query_opening(task)["code"] + " name FROM dues;\nSELECT COUNT(*) FROM dues\n''', dues=rows)"
    lines = finished_query(task, written).splitlines()
    assert lines.index("save(found, 'owing.csv')") < lines.index("    print(*row.values())")


def test_each_query_that_follows_counts(tmp_path: Path) -> None:
    task = work(dues(tmp_path), "How many are there?")
    written = query_opening(task)["code"] + " COUNT(*) FROM dues\n''')\nmore = query('''\nSELECT 1\n''')"
    assert finished_query(task, written).count("query('''") == 2


def test_tables_of_a_database_are_all_there(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "till.db")) as database, database:
        database.execute("CREATE TABLE bikes (id INTEGER, name TEXT)")
        database.execute("INSERT INTO bikes VALUES (1, 'Red'), (2, 'Blue')")
        database.execute("CREATE TABLE rentals (bike INTEGER, hours REAL)")
        database.execute("INSERT INTO rentals VALUES (1, 2.5), (1, 4.0)")
    task = work(tmp_path, "Which bike was out for the most hours?")
    code = query_opening(task)["code"]
    assert "# CREATE TABLE bikes (" in code
    assert "# CREATE TABLE rentals (" in code
    written = code + " name FROM bikes JOIN rentals ON rentals.bike = bikes.id\n''')"
    assert "''', bikes=bikes, rentals=rentals)" in finished_query(task, written)


def test_other_files_and_changes_begin_no_query(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Dear Ada,\nthe shop is closed.\n", encoding="utf-8")
    assert query_opening(work(tmp_path, "When is the shop closed?")) == {}
    (tmp_path / "notes.txt").unlink()
    assert query_opening(work(dues(tmp_path), "Set what Bo paid to 36", "change")) == {}


def test_another_program_stays(tmp_path: Path) -> None:
    assert finished_query(work(dues(tmp_path), "How many?"), "print(2)\n") == "print(2)\n"
