"""Numbers as people write them: the first one in a text."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

CURRENCY = r"[$¢-¥฿₠-⃀]"
_SPACES = "\u00a0\u202f\u2009"
# 1.234,56 and its kin have one reading wherever they stand; then 8,665,550 or 8665550 or 8'665'550, or with the
# thin and no-break spaces of print; then 1.234.567; then plain.
_DIGITS = (
    rf"\d{{1,3}}(?:\.\d{{3}})+,\d+(?![.,]?\d)|\d{{1,3}}(?:['’{_SPACES}]\d{{3}})+,\d+(?![.,]?\d)"
    rf"|\d{{1,3}}(?:[,'’{_SPACES}]\d{{3}})+(?:\.\d+)?(?!\d)|\d{{1,3}}(?:\.\d{{3}}){{2,}}(?!\d)|\d+(?:\.\d+)?|\.\d+"
)
# A comma before one or two figures, or behind a zero, may also divide two numbers: "3,5" in a sentence.
_FRACTION = r"(?:\d{1,3}(?: \d{3})+,\d{1,2}|\d+,\d{1,2}|0,\d+)(?![.,]?\d)"
_MONEY = rf"(?:{CURRENCY}|[A-Z]{{3}}(?!\w))"
_BESIDE_MONEY = (
    rf"{_FRACTION}(?=\s?{_MONEY})|(?:(?<={CURRENCY})|(?<={CURRENCY}\s)|(?<=\b[A-Z]{{3}}\s)){_FRACTION}"
)


def _first(digits: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?P<minus>^\s*[-−–]\s*|[-−])?{CURRENCY}?\s?(?P<digits>{digits})"
        r"(?P<power>[eE][+-]?\d{1,2}(?!\w))?"
    )


_NUMBER = _first(f"{_BESIDE_MONEY}|{_DIGITS}")
_ANYWHERE = re.compile(rf"(?P<minus>)(?P<digits>{_DIGITS})(?P<power>)")
_ONLY = re.compile(
    rf"(?P<before>\D*)(?<!\w)(?P<digits>{_FRACTION}|\d[\d.,'’{_SPACES}]*)(?P<after>(?:\D|(?<=[^\W\d_])[23](?!\w))*)"
)
"""A text with one number, and maybe the words and the unit around it: `Net: 3,5 km2`."""
_ONLY_NUMBER = _first(f"{_FRACTION}|{_DIGITS}")
# Only where it is all there is: "1 234" in a sentence is two numbers.
_SPACED = re.compile(
    rf"(?P<minus>[-−–]?)\s*{CURRENCY}?\s*(?P<digits>\d{{1,3}}(?: \d{{3}})+)\s*(?:%|{CURRENCY})?"
)
_AMOUNT = rf"(?:{_MONEY}\s?)?\d(?:[\d.,'’ {_SPACES}]*\d)?"
_BELOW_ZERO = re.compile(
    rf"\s*(?:{_AMOUNT}[-−–]\s?{_MONEY}?|(?:{_MONEY}\s?)?\({_AMOUNT}(?:\s?{_MONEY})?\)(?:\s?{_MONEY})?)\s*"
)
"""An amount that accounts write for one less than nothing: 1,200.00- or (1,200.00)."""
_IS_AMOUNT = re.compile(rf"{CURRENCY}|[A-Z]{{3}}|\d[.,]\d|-\s*$|[−–]\s*$")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d{3}")
_OF_MONEY = re.compile(rf"{CURRENCY}\s?$")
_MONEY_BEHIND = re.compile(rf"\s?{_MONEY}(?!\s?[/\w])")
SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_POWERS = {
    3: "thousand thousands tausend tsd mille mil mila duizend tysiące tysięcy tys",
    6: "million millions millionen mio millones millón milione milioni milhão milhões miljoen mln"
    " milion miliony milionów",
    9: "billion billions milliarde milliarden milliard milliards mrd miliardo miliardi miljard mld"
    " miliard miliardy miliardów",
    12: "trillion trillions billionen billones billón biliones bilioni biljoen",
}
"""The words for powers of ten in eight languages; a billion is that of English."""
_POWER_OF = {**{word: power for power, words in _POWERS.items() for word in words.split()}, "mil millones": 9}
_SCALE = re.compile(
    rf"\s*(?P<word>{'|'.join(sorted(_POWER_OF, key=len, reverse=True))})\b|(?-i:(?P<letter>k)(?!\w))",
    re.IGNORECASE,
)
_SCALE_OF_MONEY = {"K": 3, "M": 6}
_LETTER = re.compile(rf"\s?([KM])(?:\s?{CURRENCY}|(?!\w))")


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
    """The first number in a text such as "8,665,550 (July 2015 est.)", "$1.5 billion", "1,2 Mio." or "-3 %".

    The first that stands on its own, otherwise the first digits: 19 in "COVID-19", 2 in "km2". A decimal comma
    counts where the text has no other number, or a currency stands beside it: "Net: 1.234,56 EUR". An amount
    in brackets or with a minus behind it is below zero. A number is given back, without a unit or a spelling of
    its own.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return (
            (float(value) if isinstance(value, float) else int(value)) if hasattr(value, "spelling") else value
        )
    text = value if isinstance(value, str) else ""
    if spaced := _SPACED.fullmatch(text.strip()):
        return _numeral(spaced["minus"], spaced["digits"].replace(" ", ""), 0)
    only = _ONLY.fullmatch(text)
    match = (_ONLY_NUMBER if only else _NUMBER).search(text) or _ANYWHERE.search(text)
    if match is None:
        raise ValueError(f"no number in {value!r}")
    power = _power_behind(text, match)
    minus = match["minus"]
    if not minus and _BELOW_ZERO.fullmatch(text) and _IS_AMOUNT.search(text):
        minus = "-"
    money = _OF_MONEY.search(text, 0, match.start("digits")) or _MONEY_BEHIND.match(text, match.end())
    digits = _plain(match["digits"], bool(money) and not power)
    return _numeral(minus, digits + (match["power"] or ""), power)


def _power_behind(text: str, match: re.Match[str]) -> int:
    """The power of ten that stands behind a number, such as `Mio.`, or the letter of an amount: $2M."""
    if scale := _SCALE.match(text, match.end()):
        return _POWER_OF[scale["word"].lower()] if scale["word"] else 3
    letter = _LETTER.match(text, match.end())
    before = _OF_MONEY.search(text, 0, match.start("digits"))
    return _SCALE_OF_MONEY[letter[1]] if letter and (before or letter[0][-1] not in _SCALE_OF_MONEY) else 0


def _plain(digits: str, money: bool) -> str:
    """The digits with a point for decimals alone; 1.234 of money is a thousand, for lack of thousandths."""
    digits = re.sub(rf"['’ {_SPACES}]", "", digits)
    if ("," in digits and not re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits)) or digits.startswith("0,"):
        return digits.replace(".", "").replace(",", ".")
    if digits.count(".") > 1 or (money and _THOUSANDS.fullmatch(digits)):
        digits = digits.replace(".", "")
    return digits.replace(",", "")


def _numeral(minus: str | None, digits: str, power: int) -> int | float:
    """An int where the text has no point, or where `power` makes it whole."""
    _, figures, exponent = Decimal(digits).as_tuple()
    assert isinstance(exponent, int)  # else it were a NaN, which has no digits
    exact = Decimal((1 if minus else 0, figures, exponent + power))
    if exact != exact.to_integral_value() or not (power or digits.isdigit()):
        return float(exact)
    return int(exact)
