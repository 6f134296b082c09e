"""Columns of numbers as any country writes them, with one currency or unit, and the spelling that they have."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any, NamedTuple

from pandora.programs.inside.decimal_noise import without_noise
from pandora.programs.inside.numerals import CURRENCY as _CURRENCY
from pandora.programs.inside.numerals import SCALES, Written

_LONGEST = 400
_SPACES = " \u00a0\u202f\u2009"
_UNIT = r"[^\W\d_]|[%‰°″′²³µ/.'\"]|[$¢-¥฿₠-⃀]"
_CELL = re.compile(
    rf"(?P<sign>[-−–+]\s?)?(?P<before>{_CURRENCY}\s?|[A-Z]{{3}}\s)?(?P<inner>[-−–])?"
    rf"(?P<digits>\d(?:[\d.,'’{_SPACES}]*\d)?)(?P<last>[-−–](?!\w))?"
    rf"(?P<after>\s?(?:{_CURRENCY}|[%‰°″′µ]|[^\W\d_])(?:{_UNIT}|\s){{0,15}}[23]?)?"
)
_BRACKETED = re.compile(rf"({_CURRENCY}\s?)?\(([^()]+)\)(\s?{_CURRENCY})?")
"""An amount below zero, as accounts write it: (1,200.00)."""
_BARE = re.compile(r"(?P<whole>0|[1-9]\d{0,299})(?:(?P<mark>[.,])(?P<fraction>\d{1,300}))?", re.ASCII)
_GROUPED = re.compile(
    rf"(?P<whole>[1-9]\d{{0,2}}(?P<group>[.,'’{_SPACES}])\d{{3}}(?:(?P=group)\d{{3}})*)"
    r"(?:(?P<mark>[.,])(?P<fraction>\d+))?",
    re.ASCII,
)
_NO_UNITS = {"am", "pm", "st", "nd", "rd", "th", *SCALES}
"""Halves of a day, ordinals, and words that change the number."""
_CODE = re.compile(r"[A-Z]{3}")
_NO_CENTS = re.compile(rf"(?<=\d)[.,](?:--?|[–—])(?=\s?(?:{_CURRENCY}|[A-Z]{{3}})?\Z)")
"""What stands for no cents: 12.- and 1.234,-- €."""
_CURRENCY_CODE = re.compile(
    r"EUR|USD|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|CAD|AUD|NZD|JPY|CNY|INR|BRL|MXN|ARS|ZAR"
)
_THOUSAND = 3
_CENTS = 2


@dataclass(frozen=True)
class NumberSpelling:
    """How a column writes its numbers: decimal mark, what divides thousands, and a currency or unit.

    `decimals` is how many digits each has after the mark, None where they differ; `null` is written for none.
    """

    mark: str
    group: str
    before: str
    after: str
    decimals: int | None = field(compare=False)
    null: str = field(default="", compare=False)

    @property
    def unit(self) -> str:
        """The currency or unit alone, "" where there is none."""
        return (self.before or self.after).strip()

    def of(self, value: object) -> object:
        """A number as this column writes it, and any other value unchanged."""
        if not isinstance(value, (int, float)) or isinstance(value, bool) or value != value:
            return value
        text = f"{Decimal(without_noise(repr(float(value)))) if isinstance(value, float) else value:f}"
        if "nf" in text:
            return value
        whole, _, fraction = text.removeprefix("-").partition(".")
        fraction = fraction.rstrip("0")
        fraction = fraction.ljust(_CENTS if fraction and _is_money(self.unit) else self.decimals or 0, "0")
        if self.group and len(whole) > _THOUSAND:
            whole = f"{int(whole):,}".replace(",", self.group)
        digits = f"{whole}{self.mark}{fraction}" if fraction else whole
        return f"{'-' if text[0] == '-' else ''}{self.before}{digits}{self.after}"


class SpelledFloat(Written):
    """A number that is equal to its own text too, and has the methods of that text: "1.234,56" or "12,50 €"."""

    __slots__ = ("spelling",)
    spelling: NumberSpelling | None

    def __new__(cls, value: Any, text: str = "", spelling: NumberSpelling | None = None) -> SpelledFloat:
        """The number `value`, which stands in the file as `text`."""
        number = float.__new__(cls, value)
        number.written = text
        number.spelling = spelling
        return number

    def __eq__(self, other: object) -> bool:
        return _is_text(self, other) if isinstance(other, str) else float.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__

    def __contains__(self, part: str) -> bool:
        return part in self.written

    def __getattr__(self, name: str) -> Any:
        return _text_method(self, name)


class SpelledInt(int):
    """A whole number that is equal to its own text too, and has the methods of that text: "1.234" or "5 kg"."""

    written: str
    spelling: NumberSpelling | None

    def __new__(cls, value: Any, text: str = "", spelling: NumberSpelling | None = None) -> SpelledInt:
        """The number `value`, which stands in the file as `text`."""
        number = super().__new__(cls, value)
        number.written = text
        number.spelling = spelling
        return number

    def __eq__(self, other: object) -> bool:
        return _is_text(self, other) if isinstance(other, str) else int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __contains__(self, part: str) -> bool:
        return part in self.written

    def __getattr__(self, name: str) -> Any:
        return _text_method(self, name)


def _is_text(number: SpelledFloat | SpelledInt, text: str) -> bool:
    """True where a number stands in the file as this text, spaces aside: "64 GB" as 64GB."""
    return text == number.written or "".join(text.split()) == "".join(number.written.split())


def _text_method(number: Any, name: str) -> Any:
    """A method of text, for programs that take a cell for text: `.replace(",", ".")` gives what it would."""
    if name.startswith("_") or not hasattr(str, name):
        raise AttributeError(
            f"{type(number).__name__!r} object has no attribute {name!r}", name=name, obj=number
        )
    return getattr(str(number.written), name)


class _Cell(NamedTuple):
    """A number's text in parts. `open` tells that its one mark may divide thousands as well as decimals."""

    minus: bool
    plus: bool
    before: str
    after: str
    whole: str
    group: str
    mark: str
    fraction: str
    open: bool
    bracketed: bool = False
    trailing: bool = False


def _cell(text: str) -> _Cell | None:
    if simple := _BARE.fullmatch(text):
        return _bare_cell(simple)
    text = _NO_CENTS.sub("", text)
    if "(" in text and (inside := _BRACKETED.fullmatch(text)):
        cell = _cell("".join(inside.groups("")))
        return None if cell is None or cell.minus or cell.plus else cell._replace(minus=True, bracketed=True)
    match = _CELL.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    digits = _BARE.fullmatch(match["digits"])
    group = ""
    if digits is None:
        digits = _GROUPED.fullmatch(match["digits"])
        if digits is None or digits["mark"] == digits["group"]:
            return None
        group = digits["group"]
        group = "'" if group == "’" else group
    signs = [sign.strip() for sign in (match["sign"], match["inner"], match["last"]) if sign]
    after = match["after"] or ""
    if len(signs) > 1 or (match["before"] and after) or not _is_unit(after):
        return None
    mark, fraction = digits["mark"] or "", digits["fraction"] or ""
    either = not group and _is_open(digits["whole"], mark, fraction)
    plus = signs == ["+"]
    return _Cell(
        bool(signs) and not plus,
        plus,
        match["before"] or "",
        after,
        digits["whole"],
        group,
        mark,
        fraction,
        either,
        trailing=match["last"] is not None,
    )


@functools.lru_cache(64)
def _is_unit(after: str) -> bool:
    """True where a text after a number may be its unit: no half of a day, no ordinal, no scale, no sentence."""
    unit = after.strip()
    letters = re.sub(r"[\W\d_]", "", unit)
    if unit == after and len(unit) == 1 and letters and letters not in "µ":
        return False  # 12a is a house
    if unit.casefold().replace(".", "") in _NO_UNITS or len(unit.split()) > 2:
        return False
    return not (len(unit) == 1 and letters in ("K", "M", "B", "G", "T"))


def _bare_cell(match: re.Match[str]) -> _Cell:
    whole, mark, fraction = match.groups("")
    return _Cell(False, False, "", "", whole, "", mark, fraction, _is_open(whole, mark, fraction))


def _is_open(whole: str, mark: str, fraction: str) -> bool:
    """True where a mark may stand before thousands: 1,234."""
    return bool(mark) and len(fraction) == _THOUSAND and whole != "0" and len(whole) <= _THOUSAND


@dataclass(frozen=True)
class _Reading:
    """What the marks of a column mean."""

    mark: str
    group: str


def numbers(given: Sequence[str], comma_divides: bool, decimal_mark: str = "") -> dict[str, Any] | None:
    """The number of each text of a column; None where one is none, or the column does not settle what it is.

    Thousands and decimals are told apart by the column as a whole; a unit must be the same in all of it.
    `comma_divides` tells that the table's cells are divided by commas, where "1,5" may be a list of two.
    `decimal_mark` is that of the file, where it is known: it tells what a column does not settle.
    """
    texts = list(dict.fromkeys(given))
    first = _cell(texts[0])
    if first is None:
        return None
    cells = {texts[0]: first}
    unit, same = (first.before.strip(), first.after.strip()), (first.before, first.after)
    for text in islice(texts, 1, None):
        cell = _cell(text)
        if cell is None:
            return None
        if cell[2:4] != same and (cell.before.strip(), cell.after.strip()) != unit:
            return None
        cells[text] = cell
    parts = list(cells.values())
    reading = _reading(parts, "".join(unit), comma_divides, decimal_mark)
    if reading is None:
        return None
    lengths = {0 if _is_group(cell, reading) else len(cell.fraction) for cell in parts}
    spelling = NumberSpelling(
        reading.mark, reading.group, first.before, first.after, lengths.pop() if len(lengths) == 1 else None
    )
    return {text: _value(text, cell, reading, spelling) for text, cell in cells.items()}


def _is_group(cell: _Cell, reading: _Reading) -> bool:
    return bool(cell.mark) and cell.mark == reading.group


def _value(text: str, cell: _Cell, reading: _Reading, spelling: NumberSpelling) -> SpelledFloat | SpelledInt:
    whole = cell.whole if cell.whole.isdigit() else re.sub(r"\D", "", cell.whole)
    fraction = cell.fraction
    if _is_group(cell, reading):
        whole, fraction = whole + fraction, ""
    sign = "-" if cell.minus else ""
    if not fraction:
        return SpelledInt(f"{sign}{whole}", text, spelling)
    return SpelledFloat(f"{sign}{whole}.{fraction}", text, spelling)


def _reading(cells: list[_Cell], unit: str, comma_divides: bool, decimal_mark: str) -> _Reading | None:
    """What the marks of these cells mean, where that is sure."""
    groups = {cell.group for cell in cells} - {""}
    if len({" " if group in _SPACES else group for group in groups}) > 1:
        return None
    group = next(iter(groups), "")
    sure = {cell.mark for cell in cells if cell.mark and not cell.open}
    maybe = {cell.mark for cell in cells if cell.open}
    if not _are_amounts(cells, unit):
        return None
    if sure:
        mark = sure.pop()
        others = maybe - {mark}
        if (
            sure
            or group == mark
            or (group and others and others != {group})
            or (mark in maybe and _is_money(unit))
        ):
            return None  # money has no thousandths
        listed = (
            comma_divides
            and mark == ","
            and decimal_mark != mark
            and not unit
            and not any(cell.group and cell.mark for cell in cells)
        )
        if listed and any(cell.mark and len(cell.fraction) != _CENTS for cell in cells):
            return None
        return _Reading(mark, group or next(iter(others), ""))
    if decimal_mark and not group and len(maybe) == 1:
        return _Reading(decimal_mark, "" if maybe == {decimal_mark} else maybe.pop())
    return _reading_of_thousands(cells, unit, group, maybe)


def _is_money(unit: str) -> bool:
    return bool(re.search(_CURRENCY, unit) or _CODE.fullmatch(unit))


def _are_amounts(cells: list[_Cell], unit: str) -> bool:
    """False for what is no amount: +49 30 1234, the mark 2- at school, Room 12 of a column with rooms alone."""
    fraction = any(cell.fraction for cell in cells)
    if any(cell.trailing for cell in cells) and not unit and all(len(cell.whole) == 1 for cell in cells):
        return fraction
    if any(cell.bracketed for cell in cells) and (
        not (fraction or unit) or all(cell.bracketed for cell in cells)
    ):
        return False
    if any(cell.plus for cell in cells) and not (unit or fraction or any(cell.minus for cell in cells)):
        return False
    if cells[0].before and _CODE.fullmatch(cells[0].before.strip()):
        return fraction or _CURRENCY_CODE.fullmatch(cells[0].before.strip()) is not None
    words = re.search(r"[^\W\d_]", unit) and not _CODE.fullmatch(unit)
    return not words or len({(cell.whole, cell.fraction) for cell in cells}) > 1


def _reading_of_thousands(cells: list[_Cell], unit: str, group: str, maybe: set[str]) -> _Reading | None:
    """The reading where no cell has a mark that can only stand before decimals."""
    if group and group in _SPACES:  # 612 345 678 may be a telephone, beside 45 it is none
        small = any(not cell.group and len(cell.whole) <= _THOUSAND for cell in cells)
        return _Reading(".", group) if (unit or group != " " or small) and not maybe else None
    if group == "'":
        return _Reading(".", group) if not maybe else None
    if group:  # 1,234,567 is a number, 192.168.100.200 an address, which has as many parts as all others
        other = "." if group == "," else ","
        uneven = len({cell.whole.count(group) + bool(cell.mark) for cell in cells}) > 1
        return _Reading(other, group) if maybe <= {group} and (group == "," or unit or uneven) else None
    if not maybe:
        return _Reading(".", "")
    if len(maybe) > 1:
        return None
    mark = next(iter(maybe))
    bare = [cell.whole for cell in cells if not cell.mark]
    small = any(whole != "0" for whole in bare) and all(len(whole) <= _THOUSAND for whole in bare)
    if _is_money(unit) or (mark == "," and small):
        return _Reading("." if mark == "," else ",", mark)
    return _Reading(".", "") if mark == "." and not unit else None


def sure_mark(texts: Sequence[str]) -> str:
    """The decimal mark of the first number that tells it, such as 12,50 or 1.234,5; "" where none does."""
    for text in texts:
        cell = _cell(text) if text else None
        if cell is not None and cell.mark and not cell.open:
            return cell.mark
    return ""


def is_open(texts: Sequence[str]) -> bool:
    """True where numbers have marks, each of which may divide thousands as well as decimals: 1.234."""
    cells = [cell for text in texts if text and (cell := _cell(text)) is not None]
    return any(cell.open for cell in cells) and all(cell.open or not cell.mark for cell in cells)


def readings(text: str) -> Iterator[str]:
    """The numbers that an ambiguous text may be: 1.234 and 1234 of "1,234"; nothing for any other text."""
    cell = _cell(text)
    if cell is not None and cell.open:
        sign = "-" if cell.minus else ""
        yield f"{sign}{cell.whole}.{cell.fraction}"
        yield f"{sign}{cell.whole}{cell.fraction}"


def is_number(text: str) -> bool:
    """True where a text alone looks like a number with or without a unit."""
    return _cell(text) is not None
