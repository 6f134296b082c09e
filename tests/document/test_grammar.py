from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.document.body import parse, render
from pandora.document.form import Form, Group, parse_form
from pandora.document.grammar import from_object, to_gbnf, to_schema

PLAN = parse_form(
    "Approach: {line}\nConfidence: {high | medium | low}\nSteps: {1..3 of}\n  {menu}: {line}\n"
    "Done when: {line}\n"
).bind(menu=("python", "read"))
CODE = parse_form("Why: {text}\nCode: {code python}\nSure: {yes | no}\n")
OPTIONAL = parse_form("Found: {0..2 of}\n  [{a | b}] {line}\nNext: {line}\n")
FORMS = (PLAN, CODE, OPTIONAL)


def as_regex(grammar: str) -> str:
    """The grammar as a regular expression: our rules never refer to themselves."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines())

    def expand(rule: str) -> str:
        out, at = "", 0
        token = re.compile(r'"((?:[^"\\]|\\.)*)"|(\[(?:[^\]\\]|\\.)*\])|([()|?*+])|([a-z]+)|\s+')
        while at < len(rule):
            match = token.match(rule, at)
            assert match, rule[at:]
            literal, characters, operator, name = match.groups()
            if literal is not None:
                out += f"(?:{re.escape(literal.encode().decode('unicode_escape'))})"
            elif name:
                out += f"(?:{expand(rules[name])})"
            else:
                out += characters or (operator or "").replace("(", "(?:")
            at = match.end()
        return out

    return expand(rules["root"])


def line() -> st.SearchStrategy[str]:
    return st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Zs"]), min_size=1)


def values_of(form: Form) -> st.SearchStrategy[dict[str, Any]]:
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for each in form.asked:
        if isinstance(each.slot, Group):
            item = {
                slot.name: st.sampled_from(slot.options) if slot.options else line() for slot in each.slot.slots
            }
            fields[each.key] = st.lists(
                st.fixed_dictionaries(item), min_size=each.slot.low, max_size=each.slot.high
            )
        elif each.slot.options and each.slot.kind != "code":
            fields[each.key] = st.sampled_from(each.slot.options)
        elif each.slot.kind == "line":
            fields[each.key] = line()
        else:
            lines = st.lists(line().filter(lambda text: "`" not in text), min_size=1, max_size=4)
            fields[each.key] = lines.map("\n".join)
    return st.fixed_dictionaries(fields)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_the_grammar_generates_fits_the_form(form: Form, data: st.DataObject) -> None:
    reply = data.draw(st.from_regex(as_regex(to_gbnf(form)), fullmatch=True))
    assert parse(form, reply).problems == []


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_is_rendered_fits_the_grammar(form: Form, data: st.DataObject) -> None:
    values = data.draw(values_of(form))
    body = render(form, values).removesuffix("\n")
    assert re.fullmatch(as_regex(to_gbnf(form)), body), body


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_object_of_values_gives_them_back(form: Form, data: st.DataObject) -> None:
    values = data.draw(values_of(form))
    parsed = from_object(form, {key.replace(" ", "_"): value for key, value in values.items()})
    assert parsed.problems == []
    assert parsed.values == values


def test_an_opening_stands_in_the_code_rule() -> None:
    form = parse_form("Code: {code python}")
    pattern = as_regex(to_gbnf(form, {"code": "import csv\n"}))
    assert re.fullmatch(pattern, "Code:\n```python\nimport csv\nprint(1)\n```")
    assert not re.fullmatch(pattern, "Code:\n```python\nprint(1)\n```")


def test_a_blank_line_is_no_line() -> None:
    assert not re.fullmatch(as_regex(to_gbnf(parse_form("Why: {line}"))), "Why:  \u00a0")


def test_an_option_that_does_everything_brings_its_line_and_ends_the_list() -> None:
    form = PLAN.with_whole("steps", {"read": "all of it"})
    pattern = as_regex(to_gbnf(form))
    body = "Approach: a\nConfidence: high\nSteps:\n{}\nDone when: b"
    assert re.fullmatch(pattern, body.format("1. read: all of it"))
    assert re.fullmatch(pattern, body.format("1. python: a\n2. read: all of it"))
    assert not re.fullmatch(pattern, body.format("1. read: a part"))
    assert not re.fullmatch(pattern, body.format("1. read: all of it\n2. python: a"))


def test_quotes_and_backslashes_in_options_are_escaped() -> None:
    form = parse_form('Pick: {a"b | c\\d}')
    assert re.fullmatch(as_regex(to_gbnf(form)), 'Pick: a"b')
    assert r'"c\\d"' in to_gbnf(form)


def test_the_schema_names_every_asked_field_and_nothing_else() -> None:
    schema = to_schema(parse_form("Task: {given}\nDone when: {line: how to see it}\nSure: {yes | no}"))
    assert schema["required"] == ["done_when", "sure"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["done_when"]["description"] == "how to see it"
    assert schema["properties"]["sure"] == {"type": "string", "enum": ["yes", "no"]}


def test_the_schema_of_a_group_bounds_its_items() -> None:
    steps = to_schema(PLAN)["properties"]["steps"]
    assert (steps["minItems"], steps["maxItems"]) == (1, 3)
    assert steps["items"]["properties"]["menu"] == {"type": "string", "enum": ["python", "read"]}


WHOLE = {"approach": "a", "confidence": "High", "steps": ["read: a file"], "done when": "b"}


def test_an_item_may_be_written_as_in_the_form() -> None:
    parsed = from_object(PLAN, WHOLE)
    assert parsed.problems == []
    assert parsed.values["steps"] == [{"menu": "read", "line": "a file"}]
    assert parsed.values["confidence"] == "high"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"approach": ""}, "'approach' is empty"),
        ({"approach": None}, "'approach' needs text, found null"),
        ({"approach": True}, "'approach' needs text, found true or false"),
        ({"confidence": "sure"}, "'confidence' is 'sure', none of high, medium, low"),
        ({"steps": "read: a"}, "'steps' needs a list, found text"),
        ({"steps": []}, "'steps' needs 1 to 3 items, found 0"),
        ({"steps": ["fly: a"]}, "steps.1: 'fly' is none of python, read"),
        ({"steps": [{"menu": "read"}]}, "'steps.1.line' is missing"),
        ({"steps": [{"menu": "read", "line": "a", "why": "b"}]}, "steps.1 has no part 'why'"),
        ({"steps": [7]}, "steps.1 needs an object or text, found a number"),
        ({"rationale": "x"}, "'rationale' is no field of this form"),
    ],
)
def test_each_problem_names_its_field(change: dict[str, Any], told: str) -> None:
    problems = [message for _, message in from_object(PLAN, WHOLE | change).problems]
    assert any(told in message for message in problems), problems


def test_a_missing_field_is_named() -> None:
    rest = {key: value for key, value in WHOLE.items() if key != "done when"}
    assert from_object(PLAN, rest).problems == [(1, "'done when' is missing")]
