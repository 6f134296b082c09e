from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pandora.outcome import Status
from pandora.programs.data_columns import _MOST_COLUMNS, columns_of, columns_of_files
from pandora.programs.help import Work
from pandora.programs.help_kinds import PlainHelp
from pandora.programs.measured_column import measure_evidence, words_alike
from pandora.programs.parsed_program import combines, counts, keys_used, read_program
from pandora.task import Task
from tests.engine.runs import Bench

TABLE = """\
---
pattern: table
level: tool
when: a question about a table
menu: [python]
phases: {understand: model, plan: model, do: steps, check: code}
blind: [understand]
steps: ["python: {task}"]
---
# table

## UNDERSTAND

Name the measure.

### Form
Task: {given}
Context: {given}
Measure: {line}

## PLAN

Name the column.

### Form
Column: {columns}
Steps: {given}
"""


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("a.csv", "name,price\nplum,2\n", ["name", "price"]),
        ("a.tsv", "name\tprice\nplum\t2\n", ["name", "price"]),
        ("a.json", json.dumps([{"name": "plum", "size": {"cm": 3}}]), ["name", "size", "cm"]),
        ("a.json", json.dumps({"rows": [{"name": "plum"}, {"price": 2}]}), ["name", "price"]),
        ("a.json", "{", []),
        ("a.json", "3", []),
        ("a.json", "[" * 5000 + "]" * 5000, []),
        ("a.txt", "name,price\n", []),
        ("a.csv", "", []),
    ],
)
def test_the_columns_of_a_file(tmp_path: Path, name: str, text: str, columns: list[str]) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert columns_of(tmp_path / name) == columns


def test_the_columns_of_files_are_told_once_and_not_too_many(tmp_path: Path) -> None:
    for number in range(_MOST_COLUMNS):
        (tmp_path / f"{number}.csv").write_text(f"id,a{number},b{number}\n1,2,3\n", encoding="utf-8")
    found = columns_of_files(tuple(f"{number}.csv" for number in range(_MOST_COLUMNS)), tmp_path)
    assert found[:3] == ("id", "a0", "b0")
    assert len(found) == _MOST_COLUMNS
    assert columns_of_files(("gone.csv",), tmp_path) == ()


@pytest.mark.parametrize(
    ("measure", "column"),
    [("price", "price_eur"), ("weights", "weight"), ("Birth day", "birthday"), ("temperature", "temp")],
)
def test_words_that_begin_alike(measure: str, column: str) -> None:
    assert words_alike(measure, column)


@pytest.mark.parametrize(("measure", "column"), [("price", "name"), ("age", "born"), ("cost", "id"), ("", "x")])
def test_words_that_do_not(measure: str, column: str) -> None:
    assert not words_alike(measure, column)


@pytest.mark.parametrize(
    ("program", "does"),
    [
        ("print(row['a'] * row['b'])", True),
        ("print(rows[0]['a'] - number(rows[1]['b']))", True),
        ("print(row['a'] * 2)", False),
        ("print(row['a'])", False),
        ("def (", False),
    ],
)
def test_a_program_that_works_a_measure_out(program: str, does: bool) -> None:
    assert combines(read_program(program)) is does


@pytest.fixture
def bench(bench: Bench) -> Bench:
    (bench.workspace.system / "tools" / "table" / "pattern.md").write_text(TABLE, encoding="utf-8")
    return bench


@pytest.mark.parametrize(
    ("measure", "column", "chance", "programs", "told"),
    [
        ("price", "price", 0.40, [], "ok: a column is named like 'price'"),
        ("cost", "price", 0.99, [], "ok: 'cost' is matched with the column 'price' (0.99)"),
        (
            "cost",
            "price",
            0.60,
            [],
            "FAIL: it is not clear which column holds 'cost'; the columns are name, price",
        ),
        (
            "cost",
            "price",
            0.94,
            ["print(totals(rows, 'name', 'price')[0])"],
            "ok: 'cost' is matched with the column 'price' (0.94), the one column of amounts, "
            "which was added up",
        ),
        (
            "cost",
            "price",
            0.94,
            [],
            "FAIL: it is not clear which column holds 'cost'; the columns are name, price",
        ),
        (
            "cost",
            "none of these",
            0.99,
            ["print(totals(rows, 'name', 'price')[0])"],
            "FAIL: it is not clear which column holds 'cost'; the columns are name, price",
        ),
        (
            "cost",
            "name",
            0.99,
            [],
            "FAIL: it is not clear which column holds 'cost'; the columns are name, price",
        ),
        (
            "cost",
            "none of these",
            0.99,
            [],
            "FAIL: it is not clear which column holds 'cost'; the columns are name, price",
        ),
        (
            "cost",
            "none of these",
            0.99,
            ["x = r['a'] * r['b']"],
            "ok: 'cost' is worked out from several columns",
        ),
    ],
)
def test_the_evidence(
    tmp_path: Path, measure: str, column: str, chance: float, programs: list[str], told: str
) -> None:
    task = Task("which?", "tool", "table", columns=("name", "price"))
    work = Work(task, tmp_path, fields={"measure": measure, "column": column}, probabilities={"column": chance})
    assert [str(fact) for fact in measure_evidence(work, [*map(read_program, programs)])] == [told]
    shown = PlainHelp().describe(work, "plan").text
    assert shown == f"Task: which?\nMeasure: {measure}\nColumns: name, price"


def test_a_column_that_is_a_unit_of_the_measure_holds_it(tmp_path: Path) -> None:
    task = Task("which?", "tool", "table", columns=("sensor", "celsius"))
    fields = {"measure": "temperature", "column": "celsius"}
    work = Work(task, tmp_path, fields=fields, probabilities={"column": 0.4})
    assert measure_evidence(work, [read_program("max(row['celsius'] for row in rows)")])[0].ok
    assert not measure_evidence(work, [read_program("print(rows[0]['sensor'])")])[0].ok


def test_a_part_of_a_date_needs_no_column_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "days.csv").write_text("on,rain\n2024-03-01,2\n2025-03-01,4\n", encoding="utf-8")
    task = Task("which?", "tool", "table", files=("days.csv",), columns=("on", "rain"))
    year = Work(task, tmp_path, fields={"measure": "year", "column": "rain"}, probabilities={"column": 0.4})
    assert measure_evidence(year, [read_program("year = row['on'][:4]")])[0].ok
    assert not measure_evidence(year, [read_program("year = row['rain']")])[0].ok
    rating = replace(year, fields={"measure": "rating", "column": "rain"})
    assert not measure_evidence(rating, [read_program("year = row['on'][:4]")])[0].ok


def test_without_a_measure_or_columns_there_is_nothing_to_tell(tmp_path: Path) -> None:
    task = Task("which?", "tool", "table", columns=("name",))
    assert measure_evidence(Work(task, tmp_path), []) == []
    matched = {"measure": "price", "column": "name"}
    assert measure_evidence(Work(Task("which?", "tool", "table"), tmp_path, fields=matched), []) == []


def test_the_measure_is_named_without_a_look_at_the_file_and_then_matched(bench: Bench) -> None:
    from tests.engine.runs import CHEAPEST, checked, coded, planned, understood

    ended = bench.start(
        understood(),
        planned("table: print the cheapest fruit"),
        {"phase": "understand", "level": "tool", "fill": {"measure": "price"}},
        {"phase": "plan", "level": "tool", "fill": {"column": "price"}, "chances": {"column": 0.9}},
        *(coded(CHEAPEST), coded(CHEAPEST)),
        checked(),
    )
    assert ended.outcome.output == "plum"
    named, matched = bench.model.prompts[2].text, bench.model.prompts[3].text
    assert "data/fruit.csv: a table" not in named
    assert "Columns: name, price" in matched
    assert "Column: price (0.90)" in bench.document("tool-table-1").body(2)
    assert "a column is named like 'price'" in bench.document("tool-table-1").body(4)
    before = bench.states()
    (bench.root / "data" / "fruit.csv").write_text("other,columns\n1,2\n", encoding="utf-8")
    bench.resume()
    assert bench.model.asked == []
    assert bench.states() == before


def test_a_measure_without_a_column_is_a_question_to_a_person_at_once(bench: Bench) -> None:
    from tests.engine.runs import CHEAPEST, coded, planned, understood

    ended = bench.start(
        understood(),
        planned("table: print the tastiest fruit"),
        {"phase": "understand", "level": "tool", "fill": {"measure": "taste"}},
        {"phase": "plan", "level": "tool", "fill": {"column": "price"}, "chances": {"column": 0.4}},
        *(coded(CHEAPEST), coded(CHEAPEST)),
    )
    assert ended.outcome.status is Status.ESCALATED
    assert str(ended.outcome.question) == "Which column holds 'taste'?"
    assert bench.document().meta["attempt"] == 1
    assert "Question: Which column holds 'taste'?" in bench.document("tool-table-1").body(5)


def test_a_count_needs_no_column_but_an_average_does() -> None:
    assert counts(read_program("kept = [1]\nprint(len(kept), 'days')"))
    assert not counts(read_program("print(sum(values) / len(values))"))
    assert not counts(read_program("if len(rows) > 3:\n    print(rows[0])"))
    assert not counts(read_program("print("))


def test_the_keys_that_a_program_looks_up() -> None:
    program = read_program("print(row['price'], row.get('name'), rows[0], row.get(key), 'owner')")
    assert keys_used(program) == {"price", "name"}
    assert keys_used(read_program("print(")) == frozenset()


@pytest.mark.parametrize(
    ("source", "ok"), [("print(people[row['owner']]['manager'])", True), ("print(row['owner'])", False)]
)
def test_a_measure_may_be_looked_up_through_several_files(tmp_path: Path, source: str, ok: bool) -> None:
    (tmp_path / "people.json").write_text('{"dana": {"manager": "ines"}}', encoding="utf-8")
    (tmp_path / "servers.csv").write_text("server,owner\natlas,dana\n", encoding="utf-8")
    files = ("people.json", "servers.csv")
    task = Task("Who leads it?", level="tool", files=files, columns=columns_of_files(files, tmp_path))
    work = Work(task, tmp_path, fields={"measure": "boss", "column": "manager"}, probabilities={"column": 0.4})
    assert [fact.ok for fact in measure_evidence(work, [read_program(source)])] == [ok]


def test_a_request_that_is_not_english_is_not_held_to_an_english_guess(tmp_path: Path) -> None:
    (tmp_path / "kasse.csv").write_text("Datum,Rubrik,Betrag\n2023-01-04,Essen,12.5\n")

    def evidence(text: str, column: str) -> bool:
        columns = ("Datum", "Rubrik", "Betrag")
        task = Task(text, "tool", "table", "abc234", "x", "1", files=("kasse.csv",), columns=columns)
        fields = {"measure": "Amount", "column": column}
        work = Work(task, tmp_path, fields=fields, probabilities={"column": 0.55})
        (found,) = measure_evidence(work, [read_program('print(sum(r["Betrag"] for r in table("kasse.csv")))')])
        return found.ok

    assert evidence("Wie viel haben wir insgesamt fürs Essen ausgegeben?", "Rubrik")
    assert not evidence("Wie viel haben wir insgesamt fürs Essen ausgegeben?", "none of these")
    assert not evidence("How much did we spend on food in all?", "Rubrik")


@pytest.mark.parametrize(
    ("name", "text", "way", "ok"),
    [
        ("costs.csv", "item,amount,status\nTent,480.0,paid\n", "max", True),
        ("things.csv", "item,amount,status\nTent,480.0,paid\n", "sum", True),
        ("things.csv", "id,amount,status\n1,480.0,paid\n2,20,open\n", "sum", True),
        ("things.csv", "item,amount,status\nTent,480.0,paid\n", "max", False),
        ("things.csv", "item,amount,guests\nTent,480.0,20\n", "sum", False),
    ],
)
def test_the_one_column_of_numbers_of_a_file_is_what_the_file_is_about(
    tmp_path: Path, name: str, text: str, way: str, ok: bool
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    columns = tuple(text.split("\n")[0].split(","))
    task = Task("Add up what is paid", "tool", "table", files=(name,), columns=columns)
    fields = {"measure": "cost", "column": "amount"}
    work = Work(task, tmp_path, fields=fields, probabilities={"column": 0.83})
    (fact,) = measure_evidence(work, [read_program(f"print({way}(row['amount'] for row in table({name!r})))")])
    assert fact.ok is ok
