"""A column of texts as numbers, dates, or true and false, settled by the column as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NoReturn

from pandora.programs.inside import date_columns, number_columns
from pandora.programs.inside.numerals import Written

_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,299})", re.ASCII)
_DECIMAL = re.compile(
    r"-?(?:0|[1-9]\d{0,299})?\.\d{1,300}(?:[eE][+-]?\d{1,2})?|-?[1-9]\d{0,15}[eE][+-]\d{1,2}", re.ASCII
)
_NULLS = {
    *(
        "-",
        "–",
        "—",
        "--",
        "---",
        "?",
        "...",
        "…",
        "n/a",
        "#n/a",
        "na",
        "n.a.",
        "n. a.",
        "nan",
        "null",
        "none",
        "nil",
    ),
    *(
        "k.a.",
        "k. a.",
        "n/d",
        "n.d.",
        "n. d.",
        "s/d",
        "s.d.",
        "n/v",
        "n.v.",
        "n.c.",
        "nc",
        "\\n",
        "nul",
        "<na>",
    ),
}
"""What tables write in place of a number or a date that they do not have, in small letters."""
_MOST_NULLS = 0.9
"""The largest fraction of nulls in a column that is typed by the rest of it."""
_FEWEST_NUMBERS, _MOST_WORDS, _LARGEST_SHARE = 8, 3, 0.25
"""A column has words among its numbers where it has at least so many numbers, at most so many different words,
and at most this fraction of its cells are words."""
_NEARLY = 0.5
_SHOWN, _LOOKED_AT = 3, 2000


class Flag(str):
    """The text true or false of a table, which is also true or false: `if row["paid"]` and `== "true"` work."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.lower() == "true"

    def alike(self, value: bool) -> str:
        """Another truth with the capital letters of this one."""
        text = str(value).lower()
        return text.upper() if self.isupper() else text.title() if self.istitle() else text

    def __eq__(self, other: object) -> bool:
        return bool(self) is other if isinstance(other, bool) else str.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class NoNumber(str):
    """A word among the numbers of a column, as `ERR` among temperatures: a text, which nothing is added to.

    It is neither less nor greater than any number, so no limit takes its row. To add it or to make a number of
    it is an error, for a sum with it would be none.
    """

    __slots__ = ()

    def __lt__(self, other: object) -> bool:
        return isinstance(other, str) and str.__lt__(self, other)

    def __gt__(self, other: object) -> bool:
        return isinstance(other, str) and str.__gt__(self, other)

    def __le__(self, other: object) -> bool:
        return isinstance(other, str) and str.__le__(self, other)

    def __ge__(self, other: object) -> bool:
        return isinstance(other, str) and str.__ge__(self, other)

    def __radd__(self, other: object) -> NoReturn:
        raise TypeError(f"{str(self)!r} is no number; leave out the rows where the value is {str(self)!r}")


@dataclass(frozen=True)
class Notation:
    """How a file writes, where it is known: the decimal mark, and "dmy" or "mdy" for the order in dates."""

    mark: str = ""
    order: str = ""


_UNKNOWN = Notation()


def columns(table: Sequence[Sequence[str]], comma_divides: bool = False) -> list[list[Any]]:
    """The columns of a table as `column` has each; what one does not settle alone, the others of the file do.

    1.234 is a thousand beside a column with 12,50, and 03/04/2025 is in April beside one with 17/04/2025 or
    with a decimal comma, which no country has that writes the month first.
    """
    typed = [column(values, comma_divides) for values in table]
    notation = _notation(table, typed)
    if notation == _UNKNOWN:
        return typed
    return [
        column(values, comma_divides, notation) if _is_open(values, cells) else cells
        for values, cells in zip(table, typed, strict=True)
    ]


def _notation(table: Sequence[Sequence[str]], typed: Sequence[Sequence[Any]]) -> Notation:
    """How the columns write that settle it, where they agree."""
    marks, orders = set(), set()
    for values, cells in zip(table, typed, strict=True):
        first = next((cell for cell in cells if cell is not None and cell != ""), None)
        if isinstance(first, date_columns.Day):
            orders.add(first.spelling.order if first.spelling else "")
        elif isinstance(first, float) or hasattr(first, "spelling"):
            marks.add(number_columns.sure_mark(values))
    mark = marks.pop() if len(marks := marks - {""}) == 1 else ""
    orders &= {"dmy", "mdy"}
    if not orders and mark == ",":
        return Notation(mark, "dmy")
    return Notation(mark, orders.pop() if len(orders) == 1 else "")


def _is_open(values: Sequence[str], cells: Sequence[Any]) -> bool:
    """True where a column is text that begins like a number or a date, or may be numbers in two ways."""
    first = next((cell for cell in cells if cell is not None and cell != ""), None)
    if isinstance(first, (date_columns.Day, Flag)) or first is None:
        return False
    if isinstance(first, str):
        return any(map(str.isdigit, first))
    return number_columns.is_open(values)


def column(values: Sequence[str], comma_divides: bool = False, notation: Notation = _UNKNOWN) -> list[Any]:
    """The values of a column of texts, where all that are given are numbers, dates, or true and false.

    Blanks become None there, and so does what stands for none (-, n/a). A few words among numbers stay words
    (`NoNumber`). Every other column stays as it is.
    Such a number or date is written again as it was (`written`). 007, 1.2.3 and what the column does not
    settle stay text. `comma_divides` tells that the table's cells are divided by commas, and `notation` how the
    file writes, for what the column does not settle.
    """
    given = [value for value in values if value]
    if not given:
        return list(values)
    if all(map(_WHOLE.fullmatch, given)):
        return [int(value) if value else None for value in values]
    plain = all(_DECIMAL.fullmatch(value) or _WHOLE.fullmatch(value) for value in given)
    if plain and not (notation.mark == "," and number_columns.is_open(given)):
        return [_plain(value) if value else None for value in values]
    return _typed(values, given, comma_divides, notation) or list(values)


def _plain(text: str) -> int | float:
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if repr(float(text)) == text else Written(text)


def _typed(
    values: Sequence[str], given: list[str], comma_divides: bool, notation: Notation
) -> list[Any] | None:
    different = dict.fromkeys(given)
    if all(value.lower() in ("true", "false") for value in different):
        return [Flag(value) if value else None for value in values]
    nulls = {value for value in different if value.lower() in _NULLS}
    known = [value for value in different if value.lower() not in _NULLS]
    if not known or (nulls and sum(value in nulls for value in given) > _MOST_NULLS * len(given)):
        return None
    types: tuple[Callable[[], Mapping[str, Any] | None], ...] = (
        lambda: date_columns.days(known, notation.order),
        lambda: number_columns.numbers(known, comma_divides, notation.mark),
    )
    for typed in types:
        if (typed_values := typed()) is not None:
            _keep_null(typed_values, nulls if _are_most(nulls, given, values) else set())
            return [typed_values.get(value) for value in values]
    return _numbers_and_words(values, given, known, nulls, comma_divides, notation.mark)


def _numbers_and_words(
    values: Sequence[str],
    given: Sequence[str],
    known: Sequence[str],
    nulls: set[str],
    comma_divides: bool,
    decimal_mark: str,
) -> list[Any] | None:
    """The values of a column of numbers that has a few words among them, as `ERR`; None for another one."""
    words = {value for value in known if not any(map(str.isdigit, value))}
    numbers = [value for value in known if value not in words]
    in_words = sum(value in words for value in given)
    if not 0 < len(words) <= _MOST_WORDS or len(given) - in_words < _FEWEST_NUMBERS:
        return None
    if in_words > _LARGEST_SHARE * len(given) or any(re.match(r"0\d", value) for value in numbers):
        return None
    typed_values = number_columns.numbers(numbers, comma_divides, decimal_mark)
    if typed_values is None:
        return None
    _keep_null(typed_values, nulls if _are_most(nulls, given, values) else set())
    return [NoNumber(value) if value in words else typed_values.get(value) for value in values]


def _are_most(nulls: set[str], given: Sequence[str], values: Sequence[str]) -> bool:
    """True where a column has something for none more often than nothing at all."""
    return sum(value in nulls for value in given) > len(values) - len(given)


def _keep_null(typed_values: Mapping[str, Any], nulls: set[str]) -> None:
    """Let a column write for none what it has for none, where that is one text."""
    if len(nulls) != 1:
        return
    (null,) = nulls
    kept: dict[Any, Any] = {}
    for value in typed_values.values():
        spelling = value.spelling or date_columns.PLAIN
        value.spelling = kept.setdefault(spelling, replace(spelling, null=null))


def unit_of(values: Sequence[Any]) -> str:
    """The currency or unit that all numbers of a column were written with; "" where they have none."""
    units = {getattr(getattr(value, "spelling", None), "unit", "") for value in values}
    return units.pop() if len(units) == 1 else ""


def doubt(values: Sequence[str]) -> str:
    """Why a column of texts that looks like numbers or dates is neither; "" where it does not look so."""
    known = [value for value in dict.fromkeys(values[:_LOOKED_AT]) if value and value.lower() not in _NULLS]
    if not known:
        return ""
    if date_columns.is_unsettled(known):
        return "day or month first is open"
    if any(re.match(r"0\d", value) for value in known):
        return ""
    strange = list(islice((value for value in known if not number_columns.is_number(value)), _SHOWN + 1))
    if strange and len(strange) <= min(_SHOWN, _NEARLY * len(known)) and len(known) > _SHOWN:
        return f"numbers, but for {', '.join(map(repr, strange))}"
    open_texts = [value for value in known if any(number_columns.readings(value))]
    if not strange and open_texts and not any("," in value and "." in value for value in known):
        return f"{open_texts[0]!r} may be {' or '.join(number_columns.readings(open_texts[0]))}"
    return ""
