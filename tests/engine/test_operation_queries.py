"""A vote in which queries over a task's tables and programs take turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandora.engine.micro_loop import micro_loop
from pandora.operations.registry import OPERATIONS
from pandora.outcome import Outcome, Status
from pandora.policy import Policy, Rule
from pandora.task import Task
from tests.engine.runs import CHEAPEST, Bench, Line, coded

REQUEST = "Which fruit in data/fruit.csv is the cheapest?"
TASK = Task(
    REQUEST,
    "operation",
    "python",
    "abc234",
    "system-abc234",
    "1",
    request=REQUEST,
    files=("data/fruit.csv",),
    named=True,
    kind_of_task="answer",
)
ALLOWED = Policy(yes=True).with_rules([Rule("write", "*", "allow", "pandora.toml:2")])
QUERY = coded("SELECT name FROM fruit ORDER BY price LIMIT 1;")
WRONG = coded("SELECT name FROM fruit ORDER BY size LIMIT 1;")


@pytest.fixture
def bench(bench: Bench) -> Bench:
    """A workspace whose pattern for programs asks for queries, too."""
    path = bench.root / "system" / "operations" / "python.md"
    text = path.read_text(encoding="utf-8").replace("agree: 2\n", "agree: 2\nhelp: data\n")
    section = "\n## QUERY\n\nWrite the SQLite query.\n\n### Form\nCode: {code sql}\n"
    path.write_text(text + section, encoding="utf-8")
    return bench


def operate(bench: Bench, *lines: Line, task: Task = TASK) -> Outcome:
    """One operation's loop, with the programs in their sandbox."""
    bench.script(lines)
    host = bench.host(policy=ALLOWED)
    host.operations = OPERATIONS
    return micro_loop(task, host)


def fences(bench: Bench) -> list[str]:
    """In which language each try was asked for."""
    return [form["code"].slot.options[0] for form in bench.model.forms]  # type: ignore[union-attr]


def test_a_query_and_a_program_that_give_the_same_are_believed(bench: Bench) -> None:
    outcome = operate(bench, QUERY, coded(CHEAPEST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert fences(bench) == ["sql", "python"]
    query, program = (prompt.user for prompt in bench.model.prompts)
    assert "CREATE TABLE fruit (" in query
    assert "Write the SQLite query." in query
    assert "CREATE TABLE" not in program


def test_the_program_is_taken_which_says_what_its_values_are(bench: Bench) -> None:
    outcome = operate(bench, QUERY, coded("print('The cheapest is', 'plum'.lower())"))
    assert outcome.output == "The cheapest is plum"


def test_a_query_that_fails_tells_the_next_query_and_no_program(bench: Bench) -> None:
    outcome = operate(bench, WRONG, coded(CHEAPEST), QUERY)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert fences(bench) == ["sql", "python", "sql"]
    _, program, query = (prompt.user for prompt in bench.model.prompts)
    assert "no such column: size" in query
    assert "no such column" not in program


def test_a_model_that_writes_no_query_is_not_asked_for_one_again(bench: Bench) -> None:
    outcome = operate(bench, coded("raise ValueError"), coded(CHEAPEST), coded(CHEAPEST))
    assert outcome.status is Status.ACCEPTED
    assert fences(bench) == ["sql", "python", "python"]


def test_a_task_without_a_table_has_programs_alone(bench: Bench) -> None:
    task = Task("print the cheapest", "operation", "python", "abc234", "system-abc234", "1")
    operate(bench, coded(CHEAPEST), coded(CHEAPEST), task=task)
    assert fences(bench) == ["python", "python"]


def test_resumed_it_asks_nothing_again(bench: Bench) -> None:
    operate(bench, WRONG, coded(CHEAPEST), QUERY)
    before = {path.name: path.read_bytes() for path in (bench.root / "state").glob("*.md")}
    assert operate(bench).output == "plum"
    assert {path.name: path.read_bytes() for path in (bench.root / "state").glob("*.md")} == before
    assert not bench.model.prompts


OTHER_QUERY = coded("SELECT name FROM fruit WHERE price > 0 ORDER BY price LIMIT 1;")
FAILS = coded("raise ValueError('no')")


def test_two_queries_that_give_the_same_are_not_believed_without_a_program(bench: Bench) -> None:
    outcome = operate(bench, QUERY, FAILS, OTHER_QUERY, *(FAILS for _ in range(4)))
    assert outcome.status is Status.ESCALATED
    assert fences(bench) == ["sql", "python", "sql", *("python" for _ in range(4))]
    assert "2 queries of one kind gave the same, and nothing else did" in outcome.reason
    assert outcome.output == "plum"


def test_a_program_that_gives_what_two_queries_gave_is_what_was_missing(bench: Bench) -> None:
    outcome = operate(bench, QUERY, FAILS, OTHER_QUERY, coded(CHEAPEST))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")


def test_two_queries_over_files_are_believed_without_a_program(bench: Bench) -> None:
    (bench.root / "poems").mkdir()
    for name, text in (("a.txt", "The moon\n"), ("b.txt", "Rain\n"), ("c.txt", "A moon, a moon\n")):
        (bench.root / "poems" / name).write_text(text, encoding="utf-8")
    files = tuple(f"poems/{name}.txt" for name in "abc")
    asked = "Which poems have the word moon?"
    task = replace(TASK, text=asked, request=asked, files=files)
    query = coded("SELECT name FROM files WHERE text LIKE '%moon%'")
    other = coded("SELECT name FROM lines WHERE line LIKE '%moon%'")
    outcome = operate(bench, query, FAILS, other, task=task)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "a.txt\nc.txt")
    assert fences(bench) == ["sql", "python", "sql"]
    tables = bench.model.prompts[0].user
    assert "CREATE TABLE files ( -- a row for each file below poems" in tables


KEPT = coded("WITH kept AS (SELECT * FROM fruit WHERE price > 0) SELECT name FROM kept ORDER BY price LIMIT 1;")
DEAREST = coded("WITH kept AS (SELECT * FROM fruit) SELECT name FROM kept ORDER BY price DESC LIMIT 1;")


@pytest.fixture
def stepwise(bench: Bench) -> Bench:
    """A workspace whose pattern asks for queries that first select their rows, too."""
    path = bench.root / "system" / "operations" / "python.md"
    section = "\n## STEPWISE QUERY\n\nSelect its rows first.\n\n### Form\nCode: {code sql}\n"
    path.write_text(path.read_text(encoding="utf-8") + section, encoding="utf-8")
    return bench


def test_a_query_and_one_that_selects_its_rows_first_are_believed_without_a_program(stepwise: Bench) -> None:
    outcome = operate(stepwise, QUERY, KEPT)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    first, second = stepwise.model.prompts
    assert "Write the SQLite query." in first.user
    assert "Select its rows first." in second.user
    assert "CREATE TABLE fruit (" in second.user


def test_where_these_differ_a_program_decides(stepwise: Bench) -> None:
    outcome = operate(stepwise, QUERY, DEAREST, coded(CHEAPEST), QUERY, KEPT)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert fences(stepwise)[:3] == ["sql", "sql", "python"]


def test_two_that_select_their_rows_first_are_not_believed_alone(stepwise: Bench) -> None:
    outcome = operate(stepwise, WRONG, KEPT, FAILS, WRONG, KEPT, *(FAILS for _ in range(4)))
    assert outcome.status is Status.ESCALATED


def test_once_a_query_failed_each_part_of_the_question_is_asked_for(stepwise: Bench) -> None:
    asked = "Which fruits in data/fruit.csv are there? And how much do they cost altogether?"
    task = replace(TASK, text=asked, request=asked)
    operate(stepwise, WRONG, QUERY, *(FAILS for _ in range(6)), task=task)
    first, second = stepwise.model.prompts[:2]
    assert "Write a query for each part" not in first.user
    assert "Write a query for each part, in this order:\n-- Which fruits" in second.user
    assert stepwise.model.openings[1]["code"].startswith("-- Which fruits")
    assert stepwise.model.openings[1]["code"].endswith("\nWITH kept AS (\n  SELECT * FROM")


def test_the_kind_of_query_that_has_not_worked_is_asked_for_again(stepwise: Bench) -> None:
    wrong = coded("WITH kept AS (SELECT * FROM fruit) SELECT name FROM kept ORDER BY size LIMIT 1;")
    outcome = operate(stepwise, QUERY, wrong, FAILS, KEPT)
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert "no such column: size" in stepwise.model.prompts[3].user
    assert "Select its rows first." in stepwise.model.prompts[3].user


def test_of_files_that_the_task_does_not_name_a_program_must_agree_too(stepwise: Bench) -> None:
    outcome = operate(stepwise, QUERY, coded(CHEAPEST), task=replace(TASK, named=False))
    assert (outcome.status, outcome.output) == (Status.ACCEPTED, "plum")
    assert fences(stepwise) == ["sql", "python"]
