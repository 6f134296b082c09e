"""A column of values in a few words: its kind, and its range or its values."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CLIP = 60
_ALL = 8
_EXAMPLES = 3
_DATE = re.compile(r"\d{4}([-/])\d{2}\1\d{2}(?:[T ]\d{2}:\d{2}.*)?")
_DRESSED = re.compile(
    r"[-−]?\s?[$€£¥]\s?\d.*|[-−]?\d{1,3}(?:[,\u00a0\u202f]\d{3})+\b.*|[-−]?\d[\d.,]*\s?%.*", re.DOTALL
)


def clip(value: object) -> str:
    """A value on one line, short and without control characters."""
    text = " ".join(str(value).split())
    clean = "".join(letter if letter.isprintable() else "�" for letter in text[: 2 * _CLIP])
    return clean if len(clean) <= _CLIP else clean[: _CLIP - 1] + "…"


def profile(values: Sequence[object]) -> str:
    """The values' kind and range; what is None or blank counts as missing."""
    given = [value for value in values if value is not None and value != ""]
    missing = len(values) - len(given)
    told = _given(given) if given else "always empty"
    return f"{told}; {missing} missing" if missing and given else told


def _given(values: list[object]) -> str:
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        true = sum(value is True for value in values)
        return f"true or false: {true} true, {len(values) - true} false"
    if kinds <= {int, float}:
        numbers = [value for value in values if isinstance(value, (int, float))]
        kind = "int" if kinds == {int} else "float"
        low, high = clip(min(numbers)), clip(max(numbers))
        return f"{kind} {low}" if low == high else f"{kind} {low}..{high}"
    if kinds == {str}:
        return _texts([str(value) for value in values])
    names = sorted({"number" if kind in (int, float) else _NAMES.get(kind, kind.__name__) for kind in kinds})
    return f"{' or '.join(names)}, e.g. {', '.join(_quoted(value) for value in values[:_EXAMPLES])}"


_NAMES: dict[type, str] = {str: "text", bool: "true/false", list: "list", dict: "object"}


def _texts(values: list[str]) -> str:
    different = list(dict.fromkeys(values))
    if all(_DATE.fullmatch(value) for value in values):
        low, high = clip(min(values)), clip(max(values))
        return f"date {low}" if low == high else f"date {low}..{high}"
    kind = "text with numbers in it, for number(x)" if all(map(_DRESSED.fullmatch, values)) else "text"
    if len(different) <= _ALL:
        return f"{kind}: {', '.join(map(_quoted, different))}"
    examples = ", ".join(map(_quoted, different[:_EXAMPLES]))
    return f"{kind}, {len(different)} different, e.g. {examples}"


def _quoted(value: object) -> str:
    """Text in quotes where it could be taken for two values, or for a number."""
    text = clip(value)
    plain = re.fullmatch(r"[^\W\d][^,;\"]*", text) is not None or not isinstance(value, str)
    return text if plain else f'"{text}"'
