"""Numbers as people write them: the first one in a text, and the columns of a table that hold nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

_WHOLE = re.compile(r"-?(?:0|[1-9]\d{0,299})", re.ASCII)
_DECIMAL = re.compile(r"-?(?:0|[1-9]\d{0,299})\.\d{1,300}(?:[eE][+-]?\d{1,2})?", re.ASCII)

# 8,665,550 or 8665550 or 8'665'550, or with the thin and no-break spaces of print; then 1.234.567; then plain.
_DIGITS = (
    r"\d{1,3}(?:[,'\u00a0\u202f\u2009]\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+(?:\.\d+)?|\.\d+"
)
_MONEY = r"\s*[$€£¥]?\s*"
_NUMBER = re.compile(
    rf"(?<!\w)(?P<minus>^\s*[-−–]\s*|[-−])?[$€£¥]?\s?(?P<digits>{_DIGITS})(?P<power>[eE][+-]?\d{{1,2}}(?!\w))?"
)
_ANYWHERE = re.compile(rf"(?P<minus>)(?P<digits>{_DIGITS})(?P<power>)")
# Only where it is all there is: "1 234" and "3,5" in a sentence are two numbers.
_GROUPED = r"\d{1,3}(?: \d{3})+|\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d+"
_ALONE = re.compile(rf"(?P<minus>[-−–]?){_MONEY}(?P<digits>{_GROUPED})\s*[%$€£¥]?")
_SCALE = re.compile(r"\s*(thousand|million|billion|trillion)\b", re.IGNORECASE)
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}

# 1.234,56 or 1 234,56 or 1234,56; the part before the comma may stand alone.
_SPACES = " \u00a0\u202f\u2009"
_EUROPEAN = re.compile(
    rf"[-−]?(?:0|[1-9]\d{{0,2}}(?P<dots>(?:\.\d{{3}})+)|[1-9]\d{{0,2}}(?P<spaces>(?:[{_SPACES}]\d{{3}})+)"
    r"|[1-9]\d{0,299})(?:,(?P<fraction>\d{1,300}))?",
    re.ASCII,
)
_TO_PLAIN = str.maketrans({",": ".", "−": "-", ".": None, **dict.fromkeys(_SPACES)})


class Written(float):
    """A number that keeps its text where Python would write it differently: 12.50 is saved as 12.50."""

    written: str

    def __new__(cls, text: str) -> Written:
        """The number that `text` is."""
        number = super().__new__(cls, text)
        number.written = text
        return number


def number(value: object) -> int | float:
    """The first number in a text such as "8,665,550 (July 2015 est.)", "$1.5 billion" or "-3 %".

    The first that stands on its own, otherwise the first digits: 19 in "COVID-19", 2 in "km2".
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    text = value if isinstance(value, str) else ""
    match = _ALONE.fullmatch(text.strip())
    if match:
        digits = match["digits"].replace(" ", "").replace(".", "").replace(",", ".")
        return _numeral(match["minus"], digits, 0)
    match = _NUMBER.search(text) or _ANYWHERE.search(text)
    if match is None:
        raise ValueError(f"no number in {value!r}")
    digits = re.sub(r"[,'\u00a0\u202f\u2009]", "", match["digits"])
    if digits.count(".") > 1:
        digits = digits.replace(".", "")
    scale = _SCALE.match(text, match.end())
    return _numeral(match["minus"], digits + (match["power"] or ""), _SCALES[scale[1].lower()] if scale else 0)


def _numeral(minus: str | None, digits: str, power: int) -> int | float:
    """An int where the text has no point, or where `power` makes it whole."""
    _, figures, exponent = Decimal(digits).as_tuple()
    assert isinstance(exponent, int)  # else it were a NaN, which has no digits
    exact = Decimal((1 if minus else 0, figures, exponent + power))
    if exact != exact.to_integral_value() or not (power or digits.isdigit()):
        return float(exact)
    return int(exact)


def column(values: Sequence[str], comma_divides: bool = False) -> list[Any]:
    """A column of texts as numbers where every one that is not blank is one; else the texts as they are.

    007 and 1,000 stay text. 1.234,56 and 1 234,56 are numbers where one value of the column can be nothing
    else: it has a decimal comma. `comma_divides` tells that the table's cells are divided by commas, where
    "1,5" may as well be a list of two.
    """
    given = [value for value in values if value]
    if not given:
        return list(values)
    if all(map(_WHOLE.fullmatch, given)):
        return _convert_all(values, int)
    if all(_DECIMAL.fullmatch(value) or _WHOLE.fullmatch(value) for value in given):
        return _convert_all(values, _plain)
    return _convert_all(values, _european) if _is_european(given, comma_divides) else list(values)


def _convert_all(values: Sequence[str], convert: Callable[[str], int | float]) -> list[int | float | None]:
    return [convert(value) if value else None for value in values]


def _plain(text: str) -> int | float:
    if "." not in text:
        return int(text)
    return float(text) if repr(float(text)) == text else Written(text)


def _european(text: str) -> int | float:
    return _plain(text.translate(_TO_PLAIN))


def _is_european(given: list[str], comma_divides: bool) -> bool:
    sure = False
    for text in given:
        match = _EUROPEAN.fullmatch(text)
        if match is None:
            return False
        fraction, grouped = match["fraction"], match["dots"] or match["spaces"]
        # 1,234 alone may be an English thousand.
        sure = sure or bool(fraction and (grouped or (len(fraction) != 3 and not comma_divides)))
    return sure
