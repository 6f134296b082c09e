"""A query over a task's tables: what a model must know to write it, and the program that runs it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.sql.query_program import program_of_query, query_parts
from pandora.programs.sql.query_shape import is_query
from pandora.task import Task
from tests.programs.inside.test_spreadsheet_values import Cell, workbook


def work(folder: Path, request: str, kind: str = "answer", made: tuple[str, ...] = ()) -> Work:
    """The work on a task about all files of a folder."""
    files = tuple(sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()))
    return Work(Task(request, request=request, files=files, kind_of_task=kind, outputs=made), folder)


def dues(folder: Path) -> Path:
    """A workspace with a table of dues."""
    (folder / "dues.csv").write_text("name;group;paid\nAda;adult;72\nBo;student;\n", encoding="utf-8")
    return folder


def test_a_model_is_told_the_tables_their_values_and_the_task(tmp_path: Path) -> None:
    tables, task = query_parts(work(dues(tmp_path), "How many students are there?"))
    assert tables == (
        "CREATE TABLE dues (\n  name TEXT, -- 'Ada', 'Bo'\n  group TEXT, -- 'adult', 'student'\n"
        "  paid NUMERIC, -- 72 to 72 or NULL\n)"
    )
    assert task == "Task: How many students are there?"


def test_days_of_a_database_are_days(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("CREATE TABLE rentals (boat TEXT, day TEXT, back TEXT)")
        connection.execute("INSERT INTO rentals VALUES ('kayak', '2025-08-13', '2025-08-13 18:20')")
    (rentals, _) = query_parts(work(tmp_path, "How many rentals were there in August?"))
    assert "  day DATE, -- '2025-08-13' to '2025-08-13'\n  back DATETIME, --" in rentals


def test_what_it_finds_is_printed(tmp_path: Path) -> None:
    task = work(dues(tmp_path), "How many students are there?")
    program = program_of_query(task, "SELECT COUNT(*) FROM dues WHERE Group = 'x' OR group = 'student';")
    assert program.startswith('rows = table("dues.csv")\n# How many students are there?\n')
    assert program.endswith(" = 'student'\n''', dues=rows)\nfor row in found:\n    print(*row.values())\n")
    assert is_query(program)
    assert program_of_query(task, program) == program


def test_what_it_finds_is_saved_and_a_second_query_printed(tmp_path: Path) -> None:
    task = work(dues(tmp_path), "Make owing.csv with name, and tell me how many", "file", ("owing.csv",))
    assert "lines of owing.csv" in query_parts(task)[1]
    lines = program_of_query(task, "SELECT name FROM dues;\nSELECT COUNT(*) FROM dues").splitlines()
    assert lines.index("save(found, 'owing.csv')") < lines.index("    print(*row.values())")


def test_amounts_are_saved_as_the_task_writes_them(tmp_path: Path) -> None:
    request = "Mach open.csv, Beträge wie 1234,50"
    program = program_of_query(work(dues(tmp_path), request, "file", ("open.csv",)), "SELECT paid FROM dues")
    assert "save(found, 'open.csv', like='1234,50')" in program


def test_each_query_in_fences_counts(tmp_path: Path) -> None:
    task = work(dues(tmp_path), "How many are there?")
    text = "SELECT COUNT(*) FROM dues\n```\nand\n```sql\n-- all\nSELECT 1"
    assert program_of_query(task, text).count("query('''") == 2


def test_amounts_in_words_are_numbers_for_an_answer(tmp_path: Path) -> None:
    rows = [
        {"country": "Austria", "people": "8,665,550 (est.)"},
        {"country": "Malta", "people": "413,965 (est.)"},
    ]
    (tmp_path / "c.json").write_text(json.dumps(rows), encoding="utf-8")
    task = work(tmp_path, "Which has the most people?")
    assert "people NUMERIC, -- 413965 to 8665550" in query_parts(task)[0]
    program = program_of_query(task, "SELECT country FROM c ORDER BY people DESC LIMIT 1")
    assert "number(row[key])" in program
    assert "people TEXT" in query_parts(work(tmp_path, "Copy it", "file", ("d.csv",)))[0]


def test_tables_of_a_database_are_all_there(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "till.db")) as database, database:
        database.execute("CREATE TABLE bikes (id INTEGER, name TEXT)")
        database.execute("INSERT INTO bikes VALUES (1, 'Red'), (2, 'Blue')")
        database.execute("CREATE TABLE rentals (bike INTEGER, hours REAL)")
        database.execute("INSERT INTO rentals VALUES (1, 2.5), (1, 4.0)")
    task = work(tmp_path, "Which bike was out for the most hours?")
    tables = query_parts(task)[0]
    assert "CREATE TABLE bikes (" in tables
    assert "CREATE TABLE rentals (" in tables
    program = program_of_query(task, "SELECT name FROM bikes JOIN rentals ON rentals.bike = bikes.id")
    assert "''', bikes=bikes, rentals=rentals)" in program
    assert 'load("till.db")' in program


def test_sheets_are_tables_whatever_their_names_are(tmp_path: Path) -> None:
    sheets: dict[str, list[list[Cell]]] = {
        "Week 2": [["name", "food"], ["Ada", "vegan"], ["Bo", "all"]],
        "Staff": [["who", "day"], ["Di", "Monday"]],
    }
    (tmp_path / "camp.xlsx").write_bytes(workbook(**sheets))
    task = work(tmp_path, "How many are vegan?")
    assert "CREATE TABLE Week_2 (" in query_parts(task)[0]
    program = program_of_query(task, "SELECT COUNT(*) FROM Week_2 WHERE food = 'vegan'")
    assert "Week_2 = data['Week 2']" in program


def test_texts_with_the_same_fields_are_a_table_named_as_their_folder(tmp_path: Path) -> None:
    (tmp_path / "tickets").mkdir()
    for number in range(5):
        text = f"Number: T-{number}\nStatus: open\n\nThe lamp is out.\n"
        (tmp_path / "tickets" / f"{number}.txt").write_text(text, encoding="utf-8")
    tables, _ = query_parts(work(tmp_path, "How many tickets are open?"))
    assert tables.startswith("CREATE TABLE tickets (")


def test_other_files_and_changes_have_no_query(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Dear Ada,\nthe shop is closed.\n", encoding="utf-8")
    assert query_parts(work(tmp_path, "When is the shop closed?")) == []
    (tmp_path / "notes.txt").unlink()
    assert query_parts(work(dues(tmp_path), "Set what Bo paid to 36", "change")) == []


def test_another_text_stays(tmp_path: Path) -> None:
    assert program_of_query(work(dues(tmp_path), "How many?"), "print(2)\n") == "print(2)\n"


def test_a_saved_table_has_the_columns_that_the_request_names(tmp_path: Path) -> None:
    request = "Put what each group has paid into sums.csv, columns group and total pls"
    task = work(dues(tmp_path), request, "file", ("sums.csv",))
    sql = 'SELECT "group", SUM(paid) AS total_paid FROM dues GROUP BY "group"'
    saved = "save([dict(zip(['group', 'total'], row.values())) for row in found], 'sums.csv')"
    assert saved in program_of_query(task, sql)
    assert "save(found, 'sums.csv')" in program_of_query(task, sql.replace("total_paid", "total"))
    assert "save(found, 'sums.csv')" in program_of_query(task, "SELECT * FROM dues")


def test_a_table_of_groups_has_them_all_unless_the_request_names_a_number(tmp_path: Path) -> None:
    query = "SELECT name, sum(paid) FROM dues GROUP BY name ORDER BY 2 DESC LIMIT"
    whole = "the sum of each name into out.csv, the largest first"
    made = ("out.csv",)
    dues(tmp_path)
    assert "LIMIT" not in program_of_query(work(tmp_path, whole, "file", made), f"{query} 1")
    assert "LIMIT" not in program_of_query(work(tmp_path, whole, "file", made), f"{query} 3")
    asked = ("the three largest sums", "the 3 largest sums", "a top-three list", "the best into top3.csv")
    for request in (f"{words} into out.csv" for words in asked):
        assert "LIMIT 3" in program_of_query(work(tmp_path, request, "file", made), f"{query} 3")
    second = program_of_query(
        work(tmp_path, "the second largest sum into out.csv", "file", made), f"{query} 1 OFFSET 1"
    )
    assert "LIMIT 1" in second
    assert "LIMIT 1" in program_of_query(work(tmp_path, "whose sum is the largest?"), f"{query} 1")
    rows = "SELECT name FROM dues ORDER BY paid DESC LIMIT 1"
    assert "LIMIT 1" in program_of_query(work(tmp_path, whole, "file", made), rows)


def test_a_table_of_the_task_may_be_called_files(tmp_path: Path) -> None:
    (tmp_path / "files.csv").write_text("name;pages\nAda;3\nBo;7\n", encoding="utf-8")
    program = program_of_query(
        work(tmp_path, "Which has the most?"), "SELECT name FROM files ORDER BY pages DESC"
    )
    assert 'rows = table("files.csv")\n' in program
    assert "files=rows" in program


def test_names_that_sql_cannot_read_are_shown_plain_and_known_again(tmp_path: Path) -> None:
    header = "Piso,Cuota 2.º trimestre (€),a b,a-b,2024\n"
    (tmp_path / "cuotas.csv").write_text(f"{header}1A,287.4,1,2,3\n1B,312.75,1,2,4\n", encoding="utf-8")
    asked = "Which flat pays the most according to cuotas.csv?"
    task = Task(asked, request=asked, files=("cuotas.csv",), kind_of_task="answer")
    told = query_parts(Work(task, tmp_path))[0]
    assert "  Cuota_2_º_trimestre NUMERIC" in told
    assert "  a b NUMERIC" in told  # two columns would have the name
    assert "  2024 NUMERIC" in told
    program = program_of_query(Work(task, tmp_path), "SELECT SUM(Cuota_2_º_trimestre) FROM cuotas")
    assert 'SUM("Cuota 2.º trimestre (€)")' in program
