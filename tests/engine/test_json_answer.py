from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pandora.budget import Budget
from pandora.engine.json_answer import keep_schema
from pandora.engine.run import Ended, resume, start
from pandora.errors import DocumentError
from pandora.outcome import Status
from tests.engine.runs import TASK, Bench, Line, checked, coded, planned, understood

FRUIT = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "price": {"type": "integer"}},
    "required": ["name", "price"],
    "additionalProperties": False,
}
SAYS = "found = 'plum for 2'\nprint(found)"


def answered(**fill: str) -> Line:
    return {"phase": "answer", "level": "system", "fill": fill}


def run(bench: Bench, schema: Any, program: str, *more: Line) -> Ended:
    path = bench.root.parent / "schema.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    bench.script((understood(), planned("python: print it"), coded(program), coded(program), checked(), *more))
    host = bench.host()
    host.schema = keep_schema(path, host.store)
    return start(TASK, host, Budget())


def test_json_that_a_program_prints_is_the_answer(bench: Bench) -> None:
    ended = run(bench, FRUIT, """found = '{"name": "plum",\\n "price": 2}'\nprint(found)""")
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome
    assert ended.outcome.output == '{"name": "plum", "price": 2}'
    assert "answer" not in [phase for phase, _ in bench.model.asked]


def test_a_single_value_needs_no_model(bench: Bench) -> None:
    assert run(bench, {"type": "integer"}, "found = 42\nprint(found)").outcome.output == "42"
    assert "answer" not in [phase for phase, _ in bench.model.asked]


def test_the_model_fills_a_form_and_resume_asks_nothing(bench: Bench) -> None:
    ended = run(bench, FRUIT, SAYS, answered(name="Plum", price="2"))
    assert (ended.outcome.status, ended.outcome.output) == (Status.ACCEPTED, '{"name": "Plum", "price": 2}')
    before = bench.states()
    assert bench.resume().outcome.output == ended.outcome.output
    assert bench.model.asked == []
    assert bench.states() == before


def test_a_value_that_the_result_does_not_say_is_tried_again_and_then_escalated(bench: Bench) -> None:
    ended = run(bench, FRUIT, SAYS, answered(name="plum", price="3"), answered(name="plum", price="2"))
    assert ended.outcome.output == '{"name": "plum", "price": 2}'


@pytest.mark.parametrize(
    ("said", "price"),
    [
        ("12,50 €", 12.5),
        ("1.234,56 €", 1234.56),
        ("1'200 Franken", 1200),
        ("am 2026-11-30", 11),
        ("3-5 Tage", 5),
        ("−4 Grad", -4),
        ("10,20,30", 20),
        ("1,250.5", 1250.5),
    ],
)
def test_a_number_may_be_written_as_in_any_language(bench: Bench, said: str, price: float) -> None:
    schema = {**FRUIT, "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
    ended = run(
        bench, schema, f"found = {f'plum: {said}'!r}\nprint(found)", answered(name="plum", price=str(price))
    )
    assert ended.outcome.status is Status.ACCEPTED
    assert json.loads(ended.outcome.output) == {"name": "plum", "price": price}


@pytest.mark.parametrize(("said", "price"), [("12,50 €", "1250"), ("4 Grad", "-4"), ("2026-11-30", "1130")])
def test_a_number_in_no_reading_is_not_said(bench: Bench, said: str, price: str) -> None:
    fills = [answered(name="plum", price=price)] * 2
    assert run(bench, FRUIT, f"print({f'plum: {said}'!r})", *fills).outcome.status is not Status.ACCEPTED


def test_no_value_is_invented(bench: Bench) -> None:
    ended = run(bench, FRUIT, SAYS, answered(name="plum", price="3"), answered(name="fig", price="2"))
    assert ended.outcome.status is Status.ESCALATED
    assert ended.outcome.reason == 'the result does not fit the schema: it does not say "fig"'
    assert "plum for 2" in ended.outcome.output


def test_an_edited_answer_is_kept(bench: Bench) -> None:
    run(bench, FRUIT, SAYS, answered(name="plum", price="2"))
    bench.edit(lambda text: text.replace('{"name": "plum", "price": 2}', '{"name": "fig", "price": 9}'))
    assert bench.resume().outcome.output == '{"name": "fig", "price": 9}'
    assert resume(bench.run, bench.host()).outcome.output == '{"name": "fig", "price": 9}'


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{\n "properties": {\n  "a": {"$ref": "#"}}}', r"schema.json:3: a form cannot express '\$ref'"),
        ('{\n "a": [}', r"schema.json:2: not JSON"),
        ("[]", r"schema.json:1: a JSON schema is an object"),
    ],
)
def test_a_schema_that_cannot_be_used_is_told_with_its_line(
    bench: Bench, tmp_path: Path, text: str, error: str
) -> None:
    path = tmp_path / "schema.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=error):
        keep_schema(path, bench.host().store)


def test_a_schema_that_is_no_file_or_no_text_is_told_in_plain_words(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "picture.json").write_bytes(b"\xff\xfe")
    for name, why in (
        ("no.json", "cannot be read (No such file or directory)"),
        ("", "cannot be read (it is a folder and no file)"),
        ("picture.json", "is no text in UTF-8"),
    ):
        with pytest.raises(DocumentError) as error:
            keep_schema(tmp_path / name, bench.host().store)
        assert str(error.value) == f"{tmp_path / name}:1: {why}; name a JSON schema"
