"""The files of a folder as tables: what a model is told of them, and what queries over them find."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.sql.file_tables import each_file_once, file_tables
from pandora.programs.sql.query_program import program_of_query, query_parts
from pandora.task import Task
from tests.programs.test_planted_mutants import run_here

MOONS = "SELECT T2.name FROM lines AS T1 JOIN files AS T2 ON T1.path = T2.path WHERE T1.line LIKE '%moon%'"


def work(folder: Path, request: str, texts: dict[str, str]) -> Work:
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return Work(Task(request, request=request, files=tuple(sorted(texts)), kind_of_task="answer"), folder)


def found(asked: Work, query: str, folder: Path) -> str:
    """What the program of a query prints."""
    files = {path: (asked.workspace / path).read_bytes() for path in asked.task.files}
    for path in files:
        (folder / "run" / path).parent.mkdir(parents=True, exist_ok=True)
    return run_here(program_of_query(asked, query), files, folder / "run").text.strip()


ALBUM = {
    "album/a.jpg": "\n",
    "album/b.txt": "beach\n",
    "album/trip/c.jpg": "xx\n",
    "album/trip/d.gpx": "<gpx></gpx>",
}


def test_files_of_all_kinds_are_counted_in_one_query(tmp_path: Path) -> None:
    asked = work(tmp_path / "w", "How many files of each ending are in album?", ALBUM)
    told = query_parts(asked)[0]
    about = " -- a row for each file below album, in its subfolders too"
    assert told.startswith(f"CREATE TABLE files ({about}\n  path TEXT, -- 'album/a.jpg', ")
    assert "ending TEXT, -- '.jpg', '.txt', '.gpx'" in told
    counted = found(asked, "SELECT ending, COUNT(*) FROM files GROUP BY ending ORDER BY ending", tmp_path)
    assert counted == ".gpx 1\n.jpg 2\n.txt 1"
    largest = found(asked, "```sql\nSELECT path FROM files ORDER BY size DESC LIMIT 1;\n```", tmp_path)
    assert largest == "album/trip/d.gpx"


POEMS = {
    "poems/a.txt": "The moon\nis out\n",
    "poems/b.md": "No moon,\nno MOON\n",
    "poems/c.txt": "Rain\n",
}


def test_a_file_is_found_once_however_many_lines_of_it_are_meant(tmp_path: Path) -> None:
    asked = work(tmp_path / "w", "Which poems have the word moon?", POEMS)
    assert found(asked, MOONS, tmp_path) == "a.txt\nb.md"
    assert found(asked, MOONS.replace("T2.name", "T1.line"), tmp_path).count("\n") == 2
    assert found(asked, MOONS.replace("T2.name", "COUNT(*)"), tmp_path) == "3"
    assert each_file_once("no query at all") == "no query at all"


def test_texts_are_not_told_apart_by_endings_that_nobody_named(tmp_path: Path) -> None:
    assert "ending" not in query_parts(work(tmp_path, "Which poems have the word moon?", POEMS))[0]
    named = work(tmp_path, "Which .md files of the poems have the word moon?", POEMS)
    assert "ending TEXT, -- '.txt', '.md'" in query_parts(named)[0]


def test_a_line_has_the_ending_of_its_file(tmp_path: Path) -> None:
    asked = work(tmp_path / "w", "How many lines of the md files have a moon?", POEMS)
    sql = "SELECT COUNT(*) FROM lines WHERE ending = '.md' AND line LIKE \"%moon%\""
    assert found(asked, sql, tmp_path) == "2"


def test_texts_right_in_the_workspace_are_asked_about_too(tmp_path: Path) -> None:
    texts = {Path(path).name: text for path, text in POEMS.items()}
    asked = work(tmp_path / "w", "Which poems have the word moon?", texts)
    assert "file_rows, line_rows = file_tables()\n" in program_of_query(asked, "SELECT name FROM files")
    assert found(asked, MOONS, tmp_path) == "a.txt\nb.md"


def test_a_text_that_is_named_and_tables_are_no_files_to_ask_about(tmp_path: Path) -> None:
    assert not query_parts(work(tmp_path, "How often has a.txt the word moon?", POEMS))
    assert not query_parts(work(tmp_path, "Which has a moon?", {"poems/a.txt": "x", "poems/b.txt": "y"}))
    strange = work(tmp_path, "Which poems have the word moon?", POEMS)
    assert not query_parts(replace(strange, untrusted=True))
    tables = work(tmp_path, "How much is it?", {f"sales/{month}.csv": "x,y\n1,2\n" for month in "abc"})
    assert not file_tables(tables.task.files, tmp_path, tables.request)


SHEETS = {"may.csv": "name,fee\nAda,3\n", "june.csv": "name,fee\n", "july.csv": "", "note.txt": "Bring water\n"}


def test_sheets_are_asked_about_as_files_and_for_what_they_hold(tmp_path: Path) -> None:
    asked = work(tmp_path / "w", "Which of the files here are empty?", SHEETS)
    told = query_parts(asked)[0]
    assert "CREATE TABLE may (" in told
    assert "CREATE TABLE files ( -- a row for each file\n" in told
    files = program_of_query(asked, "SELECT name FROM files WHERE size = 0")
    assert files.startswith("file_rows, line_rows = file_tables()\n")
    assert "may = " not in files
    assert found(asked, "SELECT name FROM files WHERE size = 0", tmp_path) == "july.csv"
    held = program_of_query(asked, "SELECT SUM(fee) FROM may")
    assert "file_tables" not in held
    named = work(tmp_path / "n", "How much is it in may.csv?", SHEETS)
    assert "CREATE TABLE files" not in "".join(query_parts(named))


def test_what_is_the_engines_own_is_no_file_of_the_workspace(tmp_path: Path) -> None:
    texts = {Path(path).name: text for path, text in POEMS.items()}
    asked = work(tmp_path / "w", "Which poems have the word moon?", texts)
    own = {"state/system-abc.md": b"moon", "system/pattern.md": b"moon", "pandora.toml": b"# moon"}
    for path in own:
        (tmp_path / "run" / path).parent.mkdir(parents=True, exist_ok=True)
    files = {**own, **{path: text.encode() for path, text in texts.items()}}
    assert run_here(program_of_query(asked, MOONS), files, tmp_path / "run").text.strip() == "a.txt\nb.md"
