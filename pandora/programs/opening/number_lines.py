"""Lines of a program that make numbers of the columns that hold amounts as text, such as `$1,200`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pandora.programs.inside.numerals import number
from pandora.programs.language.locale_words import SHORT, month_numbers
from pandora.programs.language.unit_words import units

Row = dict[str, Any]


def number_lines(values: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Return the lines that turn columns of amounts into numbers, and the variables' values after them."""
    lines, after = [], dict(values)
    for name, rows in values.items():
        tabular = isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)
        if tabular and (numbered := number_line(name, rows)):
            line, after[name] = numbered
            lines.append(line)
    return lines, after


_NUMERAL = re.compile(r"[$€£]?\s?\d{1,3}(?:,\d{3})+|[$€£]\s?\d|\d+(?:\.\d+)?\s?(?:%|[a-z]{1,3}\d?\b)")
_NO_AMOUNT = re.compile(r"\s*0\d|.*\d\s?(?:am|pm|st|nd|rd|th)\b", re.I | re.S)
_ASIDE = re.compile(r"(?<=\w)\s*[(\[][^()\[\]]*[)\]]")
_FIGURES = re.compile(r"(?<!\w)\d[\d.,'’\u00a0\u202f\u2009]*")
_LETTERS = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(r"[$€£%]")
_MOST_NUMBERS = 6


def number_line(name: str, rows: Sequence[Row]) -> tuple[str, list[Row]] | None:
    """The line that makes numbers of the columns of `name` that hold amounts, and the rows as it leaves them.

    Where units differ, or a text is no amount, the column stays as it is: its words matter. `rows` stay as they
    are, for others read them, too.
    """
    keys = [key for key in rows[0] if _are_amounts([row.get(key) for row in rows])] if rows else []
    keys = keys[:_MOST_NUMBERS]
    if not keys:
        return None
    converted = [{**row, **{key: number(row[key]) for key in keys}} for row in rows]
    names = ", ".join(repr(key) for key in keys)
    examples = ", ".join(f"{key!r}: {_numeral_example([row[key] for row in converted])}" for key in keys)
    group = f"({names},)" if len(keys) == 1 else f"({names})"
    update = f"row.update({{key: number(row[key]) for key in {group}}})"
    return f"for row in {name}: {update}  # now numbers, like {examples}", converted


def _is_numeral(text: str) -> bool:
    """True for a number with its unit; of `1h 30min` and `4 of 5` the first number says too little.

    One in brackets behind it is an aside: `8,665,550 (2015 est.)`.
    """
    found = _NUMERAL.match(text) and not _NO_AMOUNT.match(text)
    return bool(found) and len(_FIGURES.findall(_ASIDE.sub("", text))) == 1


def _numeral_example(values: list[int | float]) -> int | float:
    """One of the numbers, with a fraction where any has one: a program that cuts it off is wrong."""
    return next((amount for amount in values if amount != int(amount)), values[0])


def _are_amounts(values: list[Any]) -> bool:
    said: set[str] = set()
    for value in values:
        if not isinstance(value, str) or not _is_numeral(value.strip()):
            return False
        try:
            number(value)
        except ValueError:
            return False
        signs, words = "".join(_SIGN.findall(value)), _LETTERS.findall(value)
        said.add(signs + " ".join(words).casefold())  # `100 m freestyle` is a name
    return len(said) == 1 and not said & month_numbers(SHORT).keys() and not _are_names(values, said)


def _are_names(values: list[str], words: set[str]) -> bool:
    """True for numbers with one letter right behind them that is no unit, such as the classes 5a and 6a."""
    letter = next(iter(words))
    return (
        len(letter) == 1
        and letter.isalpha()
        and letter not in units()
        and not any(" " in one for one in values)
    )
