"""A JSON schema as a form: the fields that a model fills, and the JSON that their values make."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pandora.document.form import MOST_ITEMS, Field, Form, Group, Slot, Value

WRAPPED = "answer"
"""The name under which a schema that is no object is asked for."""
NONE = "none"
"""What a form says for a property that is not required and has no value."""
_KEYWORDS = {
    *("type", "enum", "const", "properties", "required", "additionalProperties", "items", "pattern"),
    *("minItems", "maxItems", "uniqueItems", "minLength", "maxLength"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("title", "description", "default", "examples", "format", "$schema", "$id", "$comment"),
}
"""The keywords that a form can express, and those that say nothing that must hold."""
_SCALARS = ("string", "integer", "number", "boolean")
_LIST = 20
"""The most items of a list whose schema has no `maxItems`."""


class SchemaError(ValueError):
    """A schema says what a form cannot express: at which `key`, and what a person does about it."""

    def __init__(self, key: str, message: str, remedy: str = "say it with simpler properties") -> None:
        super().__init__(message)
        self.key, self.remedy = key, remedy


@dataclass(frozen=True)
class Leaf:
    """A property that is one field of the form: its path of names, its schema, and its label."""

    path: tuple[str, ...]
    schema: Mapping[str, Any]
    label: str
    required: bool

    @property
    def key(self) -> str:
        """The field's key in the form's values."""
        return self.label.lower()


@dataclass(frozen=True)
class JsonForm:
    """A schema with the leaves of its object; `wrapped` where it is no object itself."""

    schema: Mapping[str, Any]
    leaves: tuple[Leaf, ...]
    wrapped: bool

    @property
    def form(self) -> Form:
        """The form that asks for every leaf."""
        return Form(tuple(Field(leaf.label, _slot(leaf)) for leaf in self.leaves))

    def answer(self, values: Mapping[str, Value]) -> Any:
        """The JSON value of a filled form; raises ValueError with the reason where it does not fit."""
        whole: dict[str, Any] = {}
        for leaf in self.leaves:
            given = values.get(leaf.key, "")
            if isinstance(given, str) and not leaf.required and given.strip().lower() in ("", NONE):
                continue
            place = whole
            for name in leaf.path[:-1]:
                place = place.setdefault(name, {})
            place[leaf.path[-1]] = _converted(leaf, given)
        return self.fitted(whole[WRAPPED] if self.wrapped else whole)

    def fitted(self, value: Any) -> Any:
        """`value` where it fits the schema; raises ValueError, with the reason, where it does not."""
        if problem := next(_problems(value, self.schema, "the answer"), None):
            raise ValueError(problem)
        return value

    def read(self, text: str) -> Any:
        """The JSON value that `text` is without a model: as JSON, as the one property, or as a list of lines.

        Raises ValueError where it is none of these, or does not fit the schema.
        """
        value = None
        with suppress(ValueError, RecursionError):
            value = json.loads(text, parse_constant=_no_constant)
            return self.fitted(value)
        if isinstance(value, (dict, list)):
            raise ValueError("the result is JSON that does not fit the schema")
        if len(self.leaves) == 1:
            (leaf,) = self.leaves
            lines = [re.sub(r"^\s*(?:[-*]|\d+[.)])\s+", "", line).strip() for line in text.strip().split("\n")]
            items: list[dict[str, str]] = [{"item": line} for line in lines if line]
            if _type(leaf.schema) != "array":
                return self.answer({leaf.key: text.strip()})
            if len(items) > 1:
                return self.answer({leaf.key: items})
        raise ValueError("the result is no JSON that fits the schema")


def json_form(schema: Any) -> JsonForm:
    """Read a JSON schema; raises SchemaError for what a form cannot express."""
    if not isinstance(schema, Mapping):
        raise SchemaError("", "a JSON schema is an object")
    wrapped = _type(schema) != "object"
    properties = {WRAPPED: schema} if wrapped else {}
    whole = {"type": "object", "properties": properties, "required": [WRAPPED]} if wrapped else schema
    leaves: list[Leaf] = []
    for path, inner, required in _leaves(whole, (), True):
        label = _label(path, {leaf.key for leaf in leaves})
        leaves.append(Leaf(path, inner, label, required))
    if not leaves:
        raise SchemaError("properties", "the schema asks for no property")
    return JsonForm(schema, tuple(leaves), wrapped)


def _leaves(
    schema: Mapping[str, Any], path: tuple[str, ...], required: bool
) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any], bool]]:
    """The properties of an object that are no objects, at any depth, with their paths."""
    _check_keywords(schema)
    if not isinstance(schema.get("additionalProperties", True), bool):
        raise SchemaError("additionalProperties", "properties without a name are more than a form can ask for")
    needed = schema.get("required", [])
    for name, inner in dict(schema.get("properties", {})).items():
        if not isinstance(inner, Mapping):
            raise SchemaError(name, f"the schema of {name!r} is no object")
        place, needs = (*path, name), required and name in needed
        kind = _type(inner, name)
        if kind == "object":
            yield from _leaves(inner, place, needs)
            continue
        _check_keywords(inner)
        if kind == "array":
            items = inner.get("items")
            if items is None:
                remedy = 'add `"items": {"type": "string"}`, or another type'
                raise SchemaError(name, "the schema does not say what its list holds", remedy)
            if not isinstance(items, Mapping) or _type(items, name) not in _SCALARS:
                message = f"{name!r} is a list of lists or objects, which is more than a form can ask for"
                raise SchemaError(name, message)
            _check_keywords(items)
        yield place, inner, needs


def _check_keywords(schema: Mapping[str, Any]) -> None:
    for key in schema:
        if key not in _KEYWORDS:
            raise SchemaError(key, f"a form cannot express {key!r}")
    with suppress(re.error):
        re.compile(str(schema.get("pattern", "")))
        return
    raise SchemaError("pattern", "the pattern is no regular expression")


def _type(schema: Mapping[str, Any], name: str = "type") -> str:
    """The type of a schema, also where only its other keys tell it."""
    kind = schema.get("type")
    if isinstance(kind, list) and "null" in kind:
        raise SchemaError(name, "a form cannot say null; leave the property out of `required` instead")
    if kind is None:
        choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if choices is not None:
            return "string" if all(isinstance(one, str) for one in choices) else "number"
        return "object" if "properties" in schema else "array" if "items" in schema else "string"
    if not isinstance(kind, str) or kind not in (*_SCALARS, "object", "array"):
        raise SchemaError(name, f"a form cannot express the type {json.dumps(kind)}")
    return kind


def _label(path: tuple[str, ...], taken: set[str]) -> str:
    """The label of a property: the words of its path, in letters that a label may have."""
    words = re.sub(r"[^A-Za-z0-9 '/-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", " ".join(path))).strip()
    label = " ".join(words.split()).lower().capitalize()
    if not re.match(r"[A-Z]", label):
        label = f"Value {label}".strip()
    number, base = 2, label
    while label.lower() in taken:
        label, number = f"{base} {number}", number + 1
    return label


def _choices(schema: Mapping[str, Any]) -> list[Any] | None:
    """The values that a scalar may have, None where there are too many to list."""
    if "enum" in schema:
        return list(schema["enum"])
    if "const" in schema:
        return [schema["const"]]
    return [True, False] if _type(schema) == "boolean" else None


def _shown(value: Any) -> str:
    """A choice as a form shows it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else " ".join(str(value).split())


def _slot(leaf: Leaf) -> Slot | Group:
    if _type(leaf.schema) == "array":
        low, high = int(leaf.schema.get("minItems", 0)), int(leaf.schema.get("maxItems", _LIST))
        high = max(1, min(high, MOST_ITEMS))
        slot = _scalar_slot(leaf.schema["items"], "item", "", optional=not low)
        return Group(max(1, min(low, high)), high, (slot,))
    hint = str(leaf.schema.get("description", ""))[:80].replace("{", "(").replace("}", ")")
    return _scalar_slot(leaf.schema, leaf.key, hint, optional=not leaf.required)


def _scalar_slot(schema: Mapping[str, Any], name: str, hint: str, optional: bool) -> Slot:
    choices = _choices(schema)
    if choices is not None:
        return Slot("choice", name, (*map(_shown, choices), *([NONE] if optional else [])))
    if not hint and (kind := _type(schema)) != "string":
        hint = {"integer": "a whole number", "number": "a number"}[kind]
    if optional:
        hint = f"{hint}, or {NONE}" if hint else f"or {NONE}"
    return Slot("line", name, hint=" ".join(hint.split()))


def _converted(leaf: Leaf, given: Value) -> Any:
    if _type(leaf.schema) != "array":
        return _scalar(leaf.schema, given if isinstance(given, str) else "", leaf.label)
    texts = [str(next(iter(item.values()), "")) for item in given] if isinstance(given, list) else []
    if not leaf.schema.get("minItems") and [text.strip().lower() for text in texts] == [NONE]:
        return []
    return [_scalar(leaf.schema["items"], text, leaf.label) for text in texts]


def _scalar(schema: Mapping[str, Any], text: str, label: str) -> Any:
    """The value of a type that a text says; raises ValueError where it says none."""
    text, kind = text.strip(), _type(schema)
    choices = _choices(schema)
    if choices is not None:
        for choice in choices:
            if text.lower() in (_shown(choice).lower(), str(choice).lower()):
                return choice
        raise ValueError(f"{label} is {text[:60]!r}, which is none of its values")
    if kind == "string":
        return text
    if not re.fullmatch(r"[-+]?(\d+(,\d{3})*|\d*)(\.\d+)?([eE][-+]?\d+)?", text) or not re.search(r"\d", text):
        raise ValueError(f"{label} is {text[:60]!r}, and not a number")
    number = float(text.replace(",", ""))
    whole = not re.search(r"[.eE]", text)
    if kind == "integer" and not number.is_integer():
        raise ValueError(f"{label} is {text[:60]!r}, and not a whole number")
    return int(text.replace(",", "")) if whole else int(number) if kind == "integer" else number


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _problems(value: Any, schema: Mapping[str, Any], where: str) -> Iterator[str]:
    """What keeps a value from fitting a schema, of those that `json_form` takes."""
    kind = _type(schema)
    fits = {
        "object": isinstance(value, dict),
        "array": isinstance(value, list),
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "integer": _is_number(value) and float(value).is_integer(),
        "number": _is_number(value),
    }
    if not fits[kind]:
        yield f"{where} is no {kind}"
        return
    choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if choices is not None and not any(value == one and type(value) is type(one) for one in choices):
        yield f"{where} is none of {json.dumps(choices, ensure_ascii=False)[:120]}"
    if kind == "object":
        inner = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where} has no {name!r}"
        for name, part in value.items():
            if name in inner:
                yield from _problems(part, inner[name], f"{name!r}")
            elif schema.get("additionalProperties", True) is False:
                yield f"{where} has {name!r}, which the schema does not name"
    elif kind == "array":
        yield from _out_of_bounds(len(value), schema, "minItems", "maxItems", f"the number of items of {where}")
        if schema.get("uniqueItems") and len({json.dumps(one, sort_keys=True) for one in value}) < len(value):
            yield f"{where} has an item twice"
        for part in value:
            yield from _problems(part, schema["items"], f"an item of {where}")
    elif kind == "string":
        yield from _out_of_bounds(len(value), schema, "minLength", "maxLength", f"the length of {where}")
        if "pattern" in schema and not re.search(str(schema["pattern"]), value):
            yield f"{where} does not match the pattern {schema['pattern']}"
    elif kind != "boolean":
        yield from _out_of_bounds(value, schema, "minimum", "maximum", where)
        low, high = schema.get("exclusiveMinimum", -math.inf), schema.get("exclusiveMaximum", math.inf)
        if not low < value < high:
            yield f"{where} is {value}, which is not between {low} and {high}"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _out_of_bounds(size: float, schema: Mapping[str, Any], low: str, high: str, where: str) -> Iterator[str]:
    if size < schema.get(low, -math.inf) or size > schema.get(high, math.inf):
        bounds = " and ".join(f"{key} {schema[key]}" for key in (low, high) if key in schema)
        yield f"{where} is {size}, against {bounds}"
