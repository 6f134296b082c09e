"""Numbers as people write them: the first one in a text."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

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
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}


class Written(float):
    """A number that keeps its text where Python would write it differently: 12.50 is saved as 12.50."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, value: Any, text: str = "") -> Written:
        """The number `value`, which stands in the file as `text`, or as `value` itself."""
        number = super().__new__(cls, value)
        number.written = text or str(value)
        return number


def number(value: object) -> int | float:
    """The first number in a text such as "8,665,550 (July 2015 est.)", "$1.5 billion" or "-3 %".

    The first that stands on its own, otherwise the first digits: 19 in "COVID-19", 2 in "km2". A number is
    given back, without a unit or a spelling of its own.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return (
            (float(value) if isinstance(value, float) else int(value)) if hasattr(value, "spelling") else value
        )
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
    return _numeral(match["minus"], digits + (match["power"] or ""), SCALES[scale[1].lower()] if scale else 0)


def _numeral(minus: str | None, digits: str, power: int) -> int | float:
    """An int where the text has no point, or where `power` makes it whole."""
    _, figures, exponent = Decimal(digits).as_tuple()
    assert isinstance(exponent, int)  # else it were a NaN, which has no digits
    exact = Decimal((1 if minus else 0, figures, exponent + power))
    if exact != exact.to_integral_value() or not (power or digits.isdigit()):
        return float(exact)
    return int(exact)
