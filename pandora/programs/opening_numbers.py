"""Columns of numbers in words ("83,871 sq km"), made numbers before a program begins where nothing is lost."""

from __future__ import annotations

import re
from typing import Any

from pandora.programs import prelude

NUMERAL = re.compile(r"[$€£]?\s?\d{1,3}(?:,\d{3})+|[$€£]\s?\d|\d+(?:\.\d+)?\s?(?:%|[a-z]{1,3}\d?\b)")
_NO_AMOUNT = re.compile(r"\d\s?(?:am|pm|st|nd|rd|th)\b", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(r"[$€£%]")
MOST = 6


def number_line(name: str, rows: list[dict[str, Any]]) -> str | None:
    """The line that makes numbers of the columns of `name` that hold amounts, all in one unit; `rows` likewise.

    Where units differ, or a text is no amount, the column stays as it is: its words matter.
    """
    keys = [key for key in rows[0] if _amounts([row.get(key) for row in rows])][:MOST] if rows else []
    if not keys:
        return None
    for row in rows:
        row.update({key: prelude.number(row[key]) for key in keys})
    held = ", ".join(repr(key) for key in keys)
    now = ", ".join(f"{key!r}: {_example([row[key] for row in rows])}" for key in keys)
    some = f"({held},)" if len(keys) == 1 else f"({held})"
    return (
        f"for row in {name}: row.update({{key: number(row[key]) for key in {some}}})  # now numbers, like {now}"
    )


def _example(values: list[int | float]) -> int | float:
    """One of the numbers, with a fraction where any has one: a program that cuts it off is wrong."""
    return next((each for each in values if each != int(each)), values[0])


def _amounts(values: list[Any]) -> bool:
    units: set[str] = set()
    for value in values:
        if not isinstance(value, str) or not NUMERAL.match(value.strip()) or _NO_AMOUNT.search(value):
            return False
        try:
            prelude.number(value)
        except ValueError:
            return False
        signs, words = "".join(_SIGN.findall(value)), _WORD.findall(value)
        units.add(signs + (words[0].casefold() if words else ""))
    return len(units) == 1
