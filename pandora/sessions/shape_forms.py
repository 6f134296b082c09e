"""The form that a leaf fills for a value of some shape, and the value that is read from the filled form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pandora.document.form import Field, Form, Group, Slot, Value

ANSWER = "Answer"
"""The label of the one field of a leaf whose value has one part."""
YES, NO = "yes", "no"
LINE = 60
"""The most tokens of a text that a leaf writes."""
MOST = 20
"""The most items of a list that a leaf writes."""
_NUMBER = re.compile(r"[-+]?\d[\d,_ ]*(?:\.\d+)?(?:[eE][-+]?\d+)?")


class LeafShapeError(ValueError):
    """A shape that no single form can give, or a reply that has not the shape."""


def form_for(shape: Any, choices: Sequence[str]) -> Form:
    """The form for a value of `shape`, or for one of `choices`; raises LeafShapeError for a deeper shape."""
    if choices:
        return Form((Field(ANSWER, Slot("choice", ANSWER.lower(), tuple(choices))),))
    if isinstance(shape, Mapping):
        labels = {_label(key, place): inner for place, (key, inner) in enumerate(shape.items(), 1)}
        if len({label.lower() for label in labels}) < len(shape):
            raise LeafShapeError("two keys of the shape differ only in case or signs; rename one")
        return Form(tuple(_field(label, inner) for label, inner in labels.items()))
    return Form((_field(ANSWER, shape),))


def value_in(form: Form, shape: Any, choices: Sequence[str], values: Mapping[str, Value]) -> Any:
    """The value that a filled form gives; raises LeafShapeError where it has not the shape."""
    if choices:
        return str(values[form.fields[0].key])
    if isinstance(shape, Mapping):
        pairs = zip(form.fields, shape.items(), strict=True)
        return {key: _value(inner, values[entry.key]) for entry, (key, inner) in pairs}
    return _value(shape, values[form.fields[0].key])


def _label(key: str, place: int) -> str:
    words = " ".join(re.findall(r"[^\W\d_]+|\d+", key)).capitalize()
    return words if words[:1].isalpha() else f"Part {place}"


def _field(label: str, shape: Any) -> Field:
    if isinstance(shape, list):
        inner = shape[0]
        if isinstance(inner, list | Mapping):
            raise LeafShapeError("a leaf gives texts, numbers, a list or a dict of those; use rlm for more")
        return Field(label, Group(0, MOST, (Slot("line", "line", limit=LINE),)))
    if isinstance(shape, Mapping):
        raise LeafShapeError("a leaf gives texts, numbers, a list or a dict of those; use rlm for more")
    if shape == "boolean":
        return Field(label, Slot("choice", label.lower(), (YES, NO)))
    return Field(label, Slot("line", label.lower(), limit=16 if shape in ("integer", "number") else LINE))


def _value(shape: Any, given: Value) -> Any:
    if isinstance(shape, list):
        items = given if isinstance(given, list) else []
        return [_value(shape[0], item.get("line", "")) for item in items]
    text = str(given).strip()
    if shape == "boolean":
        return text == YES
    if shape in ("integer", "number"):
        return _number(text, shape == "integer")
    return text


def _number(text: str, whole: bool) -> int | float:
    match = _NUMBER.search(text)
    if match is None:
        raise LeafShapeError(f"{text[:60]!r} has no number")
    number = float(re.sub(r"[,_ ]", "", match[0]))
    if whole and number != int(number):
        raise LeafShapeError(f"{match[0]} is no whole number")
    return int(number) if number == int(number) and ("." not in match[0] or whole) else number
