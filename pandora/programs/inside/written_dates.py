"""The dates in a text, in figures or with the name of a month, in eight languages."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from pandora.programs.inside.month_table import TYPED_MONTHS

_CENTURY, _LATEST = 2000, 69
_ISO = re.compile(r"(?<![\w.,/-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=T\d\d?:|(?![\w-]))")
_NUMERIC = re.compile(r"(?<![\w.,/-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\w/-])")
_FILE_NAME = re.compile(r"\.[^\W\d_]\w{1,4}$")
_COMPACT = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:[01]\d[0-5]\d[0-5]\d|2[0-3][0-5]\d[0-5]\d)?(?!\d)"
)
"""A date in the name of a file that a camera or a telephone made, with its time or without."""
_UNDERSCORED = re.compile(r"(?<!\d)(\d{4})_(\d\d)_(\d\d)(?!\d)")
_IN_NAME = re.compile(r"(?<!\d)(?<!\d[-.])\d{4}-\d\d-\d\d(?![^\W_]|[-.]\d)")
_SMALL = r"(?:[^\W\d_]{2,3}\s+)?"
"""A small word within a date: `the 3rd of April`, `2 de mayo de 2024`."""
_DAY = r"(?P<day>\d{1,2})(?:\.|º|ª|°|st|nd|rd|th|er|re)?"
_BEFORE_DATE = re.compile(r"\s*(?:[^\W\d_]{2,12}[.,]?\s+)?")
HINT = re.compile(r"(?<!\w)([^\W\d_]{1,7})([-./])([^\W\d_]{1,7})\2([^\W\d_]{1,7})(?!\w)")
"""A form of dates such as `dd/mm/yyyy` or `day/month/year`, or three words with the same mark between them."""
_PARTS = {
    "day": "day tag jour día dia giorno dag dzień",
    "month": "month monat mois mes mês mese maand miesiąc",
    "year": "year jahr année año ano anno jaar rok",
}
"""The words for the parts of a date, in eight languages."""
_PART_OF = {word: part for part, words in _PARTS.items() for word in words.split()}


@dataclass(frozen=True)
class TextDate:
    """A date in a text from `start` to `end`; `day` is None where its figures do not tell day from month."""

    day: date | None
    start: int
    end: int


def dates_in(text: str, hints: str = "") -> list[TextDate]:
    """Return the dates of a text, in its order.

    Whether 02/04/2024 begins with the day is told by a hint such as `dd/mm/yyyy` in the text or in `hints`, or
    by another date with the same mark, of which one part is more than 12. With dots the day is first.
    """
    dates = [*_with_months(text), *_with_year_first(text), *_in_figures(text, f"{text}\n{hints}")]
    kept: list[TextDate] = []
    for entry in sorted(dates, key=lambda entry: (entry.start, -entry.end)):
        if not kept or entry.start >= kept[-1].end:
            kept.append(entry)
    return kept


def days_of_year(text: str, year: int) -> list[TextDate]:
    """Return the days of a text that have a month's name and no year, such as `10 May`, as days of `year`."""
    dated = [entry for entry in dates_in(text) if entry.day]
    found = []
    for form in _month_forms(r"(?!,?\s*\d{4})"):
        for match in form.finditer(text):
            day = _real(year, TYPED_MONTHS[match["month"].casefold().rstrip(".")], int(match["day"]))
            beside = all(match.end() <= entry.start or match.start() >= entry.end for entry in dated)
            if day and beside:
                found.append(TextDate(day, match.start(), match.end()))
    return sorted(found, key=lambda entry: entry.start)


def date_of(text: str, hints: str = "") -> TextDate | None:
    """Return the date that a whole text is, such as `7 February 2024`; None for any other text.

    A word may stand before it, as in `Sunday 7 April 2024`, and a mark behind it.
    """
    dates = dates_in(text, hints)
    if len(dates) != 1:
        return None
    before, behind = text[: dates[0].start], text[dates[0].end :]
    return dates[0] if _BEFORE_DATE.fullmatch(before) and not behind.strip(" \t\n.,;") else None


def possible_days(text: str) -> list[date]:
    """Return the days that a whole text such as `12/04/2024` may be; [] where it is clear, or no date."""
    entry = date_of(text)
    match = _NUMERIC.search(text) if entry and not entry.day else None
    if match is None:
        return []
    one, two, year = int(match[1]), int(match[3]), int(match[4])
    return [day for day in (_real(year, two, one), _real(year, one, two)) if day]


def date_in(text: str) -> str:
    """Return the first date of a text as 2024-02-07; "" where it has none, or none that is clear.

    The date of a file's name is one, too: `IMG_20240207_1.jpg`, `report-2024-02-07.pdf`.
    """
    for words in (str(text), _name_as_words(str(text))):
        if day := next((entry.day for entry in dates_in(words) if entry.day), None):
            return day.isoformat()
    return ""


def _name_as_words(name: str) -> str:
    """The name of a file with blanks around the dates in it."""
    if _FILE_NAME.search(name):
        name = _COMPACT.sub(r" \1-\2-\3 ", name)
    name = _UNDERSCORED.sub(r" \1-\2-\3 ", name).replace("_", " ")
    return _IN_NAME.sub(r" \g<0> ", name)


def part_of_date(letters: str) -> str:
    """The part of a date that letters stand for: `yyyy`, `JJJJ`, `mm`, `TT`, `month`; "" for any others."""
    if letters.casefold() in _PART_OF:
        return _PART_OF[letters.casefold()]
    letter, same = letters[0].casefold(), len(set(letters.casefold())) == 1
    if not same or len(letters) == 3:
        return ""
    if letter == "m":
        return "month" if len(letters) < 3 else ""
    if letter == "y" or (letter in "ja" and len(letters) == 4):
        return "year"
    return "day" if letter in "dtjg" and len(letters) < 3 else ""


def _real(year: int, month: int, day: int) -> date | None:
    if year < 100:
        year += _CENTURY if year <= _LATEST else _CENTURY - 100
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _with_year_first(text: str) -> Iterator[TextDate]:
    for match in _ISO.finditer(text):
        if day := _real(int(match[1]), int(match[3]), int(match[4])):
            yield TextDate(day, match.start(), match.end())


def _with_months(text: str) -> Iterator[TextDate]:
    for form in _month_forms():
        for match in form.finditer(text):
            month = TYPED_MONTHS[match["month"].casefold().rstrip(".")]
            if day := _real(int(match["year"]), month, int(match["day"])):
                yield TextDate(day, match.start(), match.end())


def _in_figures(text: str, hints: str) -> Iterator[TextDate]:
    orders = {match[2]: kinds for match in HINT.finditer(hints) if (kinds := _order(match))}
    for match in _NUMERIC.finditer(hints):
        one, two = int(match[1]), int(match[3])
        if match[2] != "." and (one > 12) != (two > 12):
            orders.setdefault(match[2], "day" if one > 12 else "month")
    for match in _NUMERIC.finditer(text):
        one, two, year = int(match[1]), int(match[3]), int(match[4])
        first = "day" if match[2] == "." else orders.get(match[2], "day" if one == two else "")
        readings = {"day": _real(year, two, one), "month": _real(year, one, two)}
        if first or any(readings.values()):
            day = readings[first] if first else None
            if day or not first:
                yield TextDate(day, match.start(), match.end())


def _order(hint: re.Match[str]) -> str:
    """`day` or `month`, by which a form such as dd/mm/yyyy begins; "" for another form."""
    kinds = [part_of_date(part) for part in (hint[1], hint[3], hint[4])]
    return kinds[0] if sorted(kinds[:2]) == ["day", "month"] and kinds[2] == "year" else ""


@functools.cache
def _month_forms(end: str = "") -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The forms of dates with a month's name, day first and month first; with `end` in place of their year."""
    names = "|".join(sorted(map(re.escape, TYPED_MONTHS), key=len, reverse=True))
    month, year = rf"(?P<month>{names})\b\.?", r"(?P<year>\d{4})(?!\d)"
    ends = (end, rf"\b{end}") if end else (rf",?[\s-]*{_SMALL}{year}", rf",?\s+{year}")
    return (
        re.compile(rf"(?<![\w.,/-]){_DAY}[\s-]*{_SMALL}{month}{ends[0]}", re.I),
        re.compile(rf"(?<!\w){month}\s+{_DAY}{ends[1]}", re.I),
    )
