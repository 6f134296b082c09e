"""The shapes that leaves and children return: what they may be, and whether a value has one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

NAMES = ("text", "integer", "number", "boolean", "any")
_OF_TYPES = {str: "text", int: "integer", float: "number", bool: "boolean", object: "any"}
_OF_WORDS = {"str": "text", "string": "text", "int": "integer", "float": "number", "bool": "boolean"}


class ShapeError(ValueError):
    """What was given as a shape is none."""


def shape_of(given: object, depth: int = 8) -> Any:
    """Return the shape as JSON: a name, a list of one shape, or a dict of shapes; raises ShapeError.

    Python's own types are taken for it too: `int`, `[str]`, `{"name": str}`.
    """
    if depth == 0:
        raise ShapeError("a shape may be nested 8 deep")
    if isinstance(given, type) and given in _OF_TYPES:
        return _OF_TYPES[given]
    if type(given) is str and _OF_WORDS.get(given, given) in NAMES:
        return _OF_WORDS.get(given, given)
    if type(given) is list and len(given) == 1:
        return [shape_of(given[0], depth - 1)]
    if type(given) is dict and given and all(type(key) is str for key in given):
        return {key: shape_of(inner, depth - 1) for key, inner in given.items()}
    names = ", ".join(NAMES)
    raise ShapeError(f"a shape is one of {names}, a list of one shape, or a dict of shapes by key")


def misfit(value: object, shape: Any, place: str = "the value") -> str:
    """Say why `value` has not this shape, or return "" where it has."""
    if shape == "any":
        return ""
    if isinstance(shape, list):
        if not isinstance(value, list | tuple):
            return f"{place} is no list"
        return next(filter(None, (misfit(v, shape[0], f"{place}[{n}]") for n, v in enumerate(value))), "")
    if isinstance(shape, dict):
        if not isinstance(value, Mapping):
            return f"{place} is no dict"
        lacking = [key for key in shape if key not in value]
        if lacking:
            return f"{place} lacks {', '.join(lacking)}"
        parts = (misfit(value[key], inner, f"{place}[{key!r}]") for key, inner in shape.items())
        return next(filter(None, parts), "")
    if isinstance(value, int | float) and not isinstance(value, bool):
        whole = isinstance(value, int) or (math.isfinite(value) and value == int(value))
        fits = shape == "number" or (shape == "integer" and whole)
    else:
        fits = isinstance(value, {"text": str, "boolean": bool}.get(shape, ()))
    return "" if fits else f"{place} is no {shape}"
