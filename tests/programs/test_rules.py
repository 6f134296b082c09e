from __future__ import annotations

from pathlib import Path

import pytest

from pandora.programs.rules import hard_coded, incomplete, judged, nothing_found, unknown_names
from pandora.task import Task
from pandora.workspace.change import Change
from pandora.workspace.room import Result

OK = Result(True, "plum")
CODE = {"code": "print(name)"}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    return tmp_path


def test_what_failed_already_is_left_alone(workspace: Path) -> None:
    failed = Result(False, "no", 1)
    assert judged(failed, CODE, Task("x", outputs=("out/a",)), workspace) is failed


def test_a_file_that_was_asked_for_must_be_made(workspace: Path) -> None:
    task = Task("Write the list to out/list.txt", outputs=("out/list.txt",), kind_of_task="file")
    judgement = judged(OK, CODE, task, workspace)
    assert not judgement.ok
    assert judgement.text == "out/list.txt was not made; the program must write it"
    made = Result(True, "", changes=(Change("out/list.txt", "", b"plum"),))
    assert judged(made, CODE, task, workspace).ok
    empty = Result(True, "x", changes=(Change("out/list.txt", "", b""),))
    assert not judged(empty, CODE, task, workspace).ok


def test_files_that_an_answer_left_behind_are_not_kept(workspace: Path) -> None:
    task = Task("How many?", kind_of_task="answer")
    left = Result(True, "2", changes=(Change("x.txt", "", b"1"),))
    judgement = judged(left, CODE, task, workspace)
    assert judgement.ok
    assert judgement.changes == ()
    assert "not kept" in judgement.note
    silent = Result(True, " ", changes=(Change("x.txt", "", b"1"),))
    assert not judged(silent, CODE, task, workspace).ok


def test_a_program_that_says_only_its_own_words_is_no_work(workspace: Path) -> None:
    judgement = judged(OK, {"code": "print('plum')"}, Task("Which is the cheapest?"), workspace)
    assert not judgement.ok
    assert judgement.code == 1
    assert "only prints its own words" in judgement.text


def test_files_that_nobody_named_are_not_changed(workspace: Path) -> None:
    change = Change("fruit.csv", "ab" * 32, b"1")
    changed = Result(True, "done", changes=(change,))
    assert not judged(changed, CODE, Task("Tidy up", kind_of_task="change"), workspace).ok
    assert judged(changed, CODE, Task("Tidy fruit.csv up", kind_of_task="change"), workspace).ok
    assert judged(changed, CODE, Task("Mend the tests", kind_of_task="code"), workspace).ok
    assert judged(changed, CODE, Task("Tidy up", request="Tidy fruit.csv up"), workspace).ok


@pytest.mark.parametrize(
    ("code", "hard"),
    [
        ("print('plum')", True),
        ("x = table('a.csv')\nprint('plum', 2)", True),
        ("print(f'plum')", True),
        ("print(x)", False),
        ("print(f'{x}')", False),
        ("print('a')\nprint(x)", False),
        ("if x:\n    print('yes')\nelse:\n    print('no')", False),
        ("for each in x:\n    print('one')", False),
        ("x = 1", False),
        ("def (", False),
        ("print(" + "(" * 500, False),
    ],
)
def test_hard_coded(code: str, hard: bool) -> None:
    assert hard_coded(code) is hard


@pytest.mark.parametrize("text", ["", "None", "not found", "No such", "[]", "0", "N/A", "null", "No match"])
def test_nothing_found(text: str) -> None:
    assert nothing_found(text)


@pytest.mark.parametrize("text", ["plum", "1", "nothing but plums", "00:10"])
def test_something_found(text: str) -> None:
    assert not nothing_found(text)


def test_names_of_the_request_that_stand_nowhere(workspace: Path) -> None:
    def unknown(text: str, files: tuple[str, ...] = ("fruit.csv",)) -> list[str]:
        return unknown_names(Task(text, files=files), workspace)

    assert unknown("What does the Medlar cost?") == ["Medlar"]
    assert unknown('What is Medlar\'s price, and "sour plum"?') == ["Medlar", "sour plum"]
    assert unknown("What does the Plum cost?") == []
    assert unknown("Medlar?") == []  # a sentence begins with a capital
    assert unknown("What came in on Monday in March?") == []
    assert unknown("What does the Medlar cost?", ()) == []
    assert unknown("What does the Medlar cost?", ("gone.csv",)) == ["Medlar"]


def test_an_answer_to_which_must_hold_a_name_from_the_data(tmp_path: Path) -> None:
    (tmp_path / "belgium.json").write_text('{"country": "Belgium", "population": "11,323,973 (est.)"}', "utf-8")
    task = Task("x", files=("belgium.json",), kind_of_task="answer")
    which, find = "Which country is the largest?", "Find the largest country"
    assert "name" in incomplete(which, "11,323,973 (July est.)", task, tmp_path)
    assert incomplete(which, "Belgium", task, tmp_path) == ""
    assert incomplete(which, "none", task, tmp_path) == ""
    assert incomplete("Which month was it, and on which date?", "12", task, tmp_path) == ""
    assert "number" in incomplete(find, "Belgium", task, tmp_path)
    assert incomplete(find, "Belgium 11323973", task, tmp_path) == ""
    assert incomplete("How many are there?", "3", task, tmp_path) == ""


def test_words_without_a_number_of_the_text_are_no_answer(workspace: Path) -> None:
    task = Task("How many lines are there?", files=("fruit.csv",), context=("fruit.csv: text, 30 lines",))
    said = "There are 14998 lines."
    assert "14998" in judged(Result(True, said), {"text": said}, task, workspace).text
    assert judged(Result(True, "30 lines."), {"text": "30 lines."}, task, workspace).ok


def test_how_much_is_answered_with_a_number(tmp_path: Path) -> None:
    task = Task("x", files=("notes.md",), kind_of_task="answer")
    assert "number" in incomplete("How much was the ferry?", "two people and a car", task, tmp_path)
    assert incomplete("How much was the ferry?", "86.40", task, tmp_path) == ""
    assert incomplete("How many are there?", "none", task, tmp_path) == ""
    assert incomplete("Who is it, and how much was it?", "Ada", task, tmp_path) == ""


def test_where_nothing_matches_the_first_is_not_asked_about(workspace: Path) -> None:
    task = Task("Which fruits are red?", files=("fruit.csv",), kind_of_task="answer")
    code = "kept = [row for row in rows if row['x']]\nprint(kept[0]['name'] if kept else 'No match')"
    assert "all fruits" in judged(Result(True, "plum"), {"code": code}, task, workspace).text
    assert judged(Result(True, "No match"), {"code": code}, task, workspace).ok


def test_the_file_that_was_given_is_no_answer_to_which_file(tmp_path: Path) -> None:
    task = Task("x", files=("logs/a.log",), kind_of_task="answer")
    asked = "In logs/a.log, which line is the first of level ERROR, and which file could not be written?"
    assert "given" in incomplete(asked, "line 4 of logs/a.log.", task, tmp_path)
    assert incomplete(asked, "line 4, film.tar", task, tmp_path) == ""
    assert incomplete("Which file is longer, a.txt or b.txt?", "a.txt", task, tmp_path) == ""


def test_a_file_that_no_row_came_into_is_told_as_that(workspace: Path) -> None:
    task = Task("Copy the cheap ones to out/a.csv", outputs=("out/a.csv",), kind_of_task="file")
    empty = Result(True, "", changes=(Change("out/a.csv", "", b""),))
    assert judged(empty, CODE, task, workspace).text.startswith("out/a.csv is empty; no row was kept")


def test_a_file_of_an_earlier_attempt_that_is_written_again_is_made(workspace: Path) -> None:
    (workspace / "out").mkdir()
    (workspace / "out" / "a.txt").write_text("plum")
    task = Task("Write the list to out/a.txt", outputs=("out/a.txt",), kind_of_task="file")
    assert judged(OK, {"code": "save(rows, 'out/a.txt')\nprint(1)"}, task, workspace).ok
    assert not judged(OK, {"code": "# into out/a.txt\nprint(rows)"}, task, workspace).ok


def test_a_command_uses_what_the_request_quotes(workspace: Path) -> None:
    task = Task("Write out/a.md: the heading '# Fruit', then lines like '- plum'", kind_of_task="file")
    told = judged(OK, {"command": "sort fruit.csv > out/a.md"}, task, workspace)
    assert told.text == "the command does not use '# Fruit', which the task names"
    assert judged(OK, {"command": "echo '# Fruit' > out/a.md"}, task, workspace).ok
