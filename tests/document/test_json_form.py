from __future__ import annotations

import json
from typing import Any

import pytest

from pandora.document.body import parse, render, show
from pandora.document.grammar import to_gbnf
from pandora.document.json_form import SchemaError, json_form

LAPTOP = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "unit_price": {"type": "number", "minimum": 0},
        "graphics": {"enum": ["nvidia", "amd"]},
        "in stock": {"type": "boolean"},
        "ports": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
        "seller": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        "note": {"type": "string"},
    },
    "required": ["name", "unit_price", "seller"],
}
FILLED = """\
Name: MSI Thin 15
Unit price: 1,649.50
Graphics: nvidia
In stock: yes
Ports:
1. HDMI
2. USB
Seller city: Graz
Note: none
"""
ANSWER = {
    "name": "MSI Thin 15",
    "unit_price": 1649.5,
    "graphics": "nvidia",
    "in stock": True,
    "ports": ["HDMI", "USB"],
    "seller": {"city": "Graz"},
}


def test_a_filled_form_is_json_that_fits() -> None:
    asked = json_form(LAPTOP)
    parsed = parse(asked.form, FILLED)
    assert parsed.problems == []
    assert asked.answer(parsed.values) == ANSWER
    assert parse(asked.form, render(asked.form, parsed.values)).values == parsed.values
    assert "Unit price: " in show(asked.form)
    assert to_gbnf(asked.form)


@pytest.mark.parametrize(
    ("schema", "text", "answer"),
    [
        (LAPTOP, json.dumps(ANSWER), ANSWER),
        ({"type": "integer"}, "42\n", 42),
        ({"type": "number"}, "4.0", 4.0),
        ({"type": "boolean"}, "Yes", True),
        ({"type": "array", "items": {"type": "integer"}}, "- 1\n- 2", [1, 2]),
        ({"type": "array", "items": {"type": "string"}}, "1. fig\n2. plum", ["fig", "plum"]),
        ({"properties": {"answer": {"type": "string"}}}, "MSI, $649", {"answer": "MSI, $649"}),
        ({"enum": ["low", "high"]}, "High", "high"),
    ],
)
def test_code_reads_what_needs_no_model(schema: Any, text: str, answer: Any) -> None:
    value = json_form(schema).read(text)
    assert value == answer
    assert type(value) is type(answer)


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (LAPTOP, "MSI Thin 15, 649"),
        (LAPTOP, json.dumps({**ANSWER, "unit_price": -1})),
        (LAPTOP, json.dumps({**ANSWER, "graphics": "intel"})),
        ({"type": "integer"}, "about 42"),
        ({"type": "integer"}, "4.5"),
        ({"type": "integer"}, "true"),
        ({"type": "string", "pattern": "^[A-Z]+$"}, "abc"),
        ({"type": "string", "maxLength": 2}, "abc"),
        ({"type": "integer", "exclusiveMaximum": 5}, "5"),
        ({"type": "array", "items": {"type": "string"}, "uniqueItems": True}, "a\na"),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, '{"a": "x", "b": 1}'),
    ],
)
def test_what_does_not_fit_is_refused(schema: Any, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        json_form(schema).read(text)


@pytest.mark.parametrize(
    ("schema", "key"),
    [
        ({"$ref": "#/x"}, "$ref"),
        ({"properties": {"a": {"oneOf": []}}}, "oneOf"),
        ({"properties": {"rows": {"type": "array", "items": {"type": "object"}}}}, "rows"),
        ({"properties": {"a": {"type": ["string", "integer"]}}}, "a"),
        ({"type": "object"}, "properties"),
        ({"type": "array"}, "answer"),
        ({"properties": {"ports": {"type": "array"}}}, "ports"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "additionalProperties"),
        ([], ""),
    ],
)
def test_what_a_form_cannot_express_is_said_with_its_key(schema: Any, key: str) -> None:
    with pytest.raises(SchemaError) as caught:
        json_form(schema)
    assert caught.value.key == key


def test_names_that_would_be_one_label_stay_apart() -> None:
    asked = json_form({"properties": {"a_b": {"type": "string"}, "a-b": {}, "a b": {}, "3": {}}})
    labels = [leaf.label for leaf in asked.leaves]
    assert len({label.lower() for label in labels}) == 4
    text = "".join(f"{label}: {number}\n" for number, label in enumerate(labels))
    assert asked.answer(parse(asked.form, text).values) == {"a_b": "0", "a-b": "1", "a b": "2", "3": "3"}
