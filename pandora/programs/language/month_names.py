"""The months that a request names, in eight languages, and the month of a date in a table."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pandora.programs.language.locale_words import SHORT, WHOLE, month_numbers, weekday_numbers
from pandora.programs.language.text_language import possible_languages

_WORD = re.compile(r"[^\W\d_]{3,}")
_SENTENCE = re.compile(r"(?:^|[.!?:]\s+|\n)\W*$")
_DAY_BEFORE, _DAY_AFTER = (
    re.compile(r"(?<!\d[.,:])\b(?:0?[1-9]|[12]\d|3[01])(?:\W{0,2}|[a-zº]{2})\s(?:(?:of|de|di)\s)?$"),
    re.compile(r"\W{0,2} \d{1,2}(?!\d)"),
)
_YEAR_AFTER = re.compile(r"\W{1,2}(?:\d{1,2}\W{1,3})?\d{4}(?!\d)")
_NEXT_WORD = re.compile(r"\W{1,3}(?:[^\W\d_]{1,8}\W{1,3})?([^\W\d_]{3,})")
"""A word behind another one, with at most a short one between the two."""
_DAY_BEHIND = re.compile(r"[^\S\n]\d{1,2}(?:st|nd|rd|th)?(?=\s*(?:[,.;:!?)\n]|$))(?![.,:]\d)")
_IN_FIGURES = re.compile(r"(?<!\d)(\d{1,2})[./-](\d{1,2})(?!\d)")
_NEAR, _NEAR_SENTENCE = 16, 80
"""The characters before a word within which a day stands, and the end of the sentence before it."""
_ALSO_VERBS = ("may", "march", "mars", "set")
"""Words that are more than a month: they name one with a capital letter, or behind one of the words below."""
_ITALIAN_WORDS = ("mai",)
"""Words in small letters that are a month in another language, and no month in Italian (`never`)."""
_NO_LEAP = 2001
_SMALL_MONTHS = ("mars",)
"""Those that are written small as a month, too, where a day stands before: `19 mars`."""
_BEFORE_A_MONTH = re.compile(
    r"\b(?:in|of|for|since|until|till|from|to|by|last|this|next|during|through|en|de|du|au|fin)\s+$", re.I
)
_ISO, _DAY_FIRST = re.compile(r"\d{4}-(\d\d)-\d\d"), re.compile(r"\d{1,2}\.(\d{1,2})\.(?:\d{4}|\d\d)\b")


_END_OF = "|".join(
    (
        r"end of(?: the month of)?",
        "ende",
        r"fin(?: du mois)?(?: de| d['’])?",
        r"(?:fin|final|finales)(?: del mes)? de",
        r"fine(?: di)?",
        r"(?:fim|final) de",
        r"einde?(?: van)?",
        "koniec|końca|końcem",
    )
)
_END_OF_MONTH = re.compile(
    rf"(?<!\w)(?:{_END_OF})(?:\s+|(?<=['’]))([^\W\d_]{{3,}})(?:\s+(?:de\s+|of\s+)?(\d{{4}})(?!\d))?", re.I
)
"""`End of September 2027` in eight languages: the last day of that month."""
_DAY_IN_BRACKETS = re.compile(r"(?:\s+(?:de\s+|of\s+)?\d{4})?\s*\([^()\d]{0,12}(\d{1,2})[^()\d]{0,6}\)")
"""A day in brackets behind a month: `September 2027 (the 30th)`."""


@dataclass(frozen=True)
class EndOfMonth:
    """The last day of a month as a text names it; `year` is 0 where it says none. `said` are its words."""

    month: int
    year: int
    said: str

    @property
    def day(self) -> int:
        """The last day; of a February without a year the 28th."""
        return calendar.monthrange(self.year or _NO_LEAP, self.month)[1]


def ends_of_months(text: str) -> list[EndOfMonth]:
    """The months of whose end a text speaks, in order."""
    return [
        EndOfMonth(number, int(match[2] or 0), " ".join(match[0].split()))
        for match in _END_OF_MONTH.finditer(text)
        if (number := month_numbers().get(match[1].casefold()))
    ]


def months_named(request: str) -> dict[str, int]:
    """Return the words of a request that name a whole month, each with its number (1 to 12), in order.

    A month beside a day, as in `20 June`, is a part of a date and no whole month.
    """
    months = {}
    for match in _WORD.finditer(request):
        word = match[0]
        number = month_numbers().get(word.casefold())
        if _DAY_BEFORE.search(_before(request, match, _NEAR)) or _DAY_AFTER.match(request, match.end()):
            continue
        doubtful = word.casefold() in _ALSO_VERBS
        if word in _ITALIAN_WORDS and possible_languages(request)[:1] == ("it",):
            continue
        if number and (not doubtful or _is_month(request, match)):
            months[word] = number
    return months


def _is_month(request: str, match: re.Match[str]) -> bool:
    """True where a word that is also another one stands in a request as the name of a month.

    At the beginning of a sentence it does so before a year, or right before another month: `March vs May`.
    """
    before = _before(request, match, _NEAR_SENTENCE)
    capital = match[0][0].isupper()
    behind = _NEXT_WORD.match(request, match.end())
    joined = _YEAR_AFTER.match(request, match.end()) or (behind and behind[1].casefold() in month_numbers())
    begins = _SENTENCE.search(before) is not None
    return (capital and (bool(joined) or not begins)) or _BEFORE_A_MONTH.search(before) is not None


def day_numbers(text: str) -> set[str]:
    """Return the numbers beside a month's name, as `24` of `ab dem 24. Juni`: days or years of dates."""
    return {number for _, written in _with_neighbours(text) for number in re.findall(r"\d+", written)}


def days_named(text: str) -> dict[tuple[int, int], str]:
    """Return each (day, month) that a text names beside one another, and how it writes them: `12 April`."""
    days: dict[tuple[int, int], str] = {}
    for month, written in _with_neighbours(text):
        for number in re.findall(r"(?<!\d)\d{1,2}(?!\d)", written):
            days.setdefault((int(number), month), written.strip())
    return days


def days_beside_months(text: str) -> set[int]:
    """The days of the month that stand right beside a month's name, as 5 in `by 5 June`."""
    return {day for (day, _), _ in _days_written(text)}


def strange_days(text: str, sources: str) -> list[str]:
    """Return the days of a month that a text names, as `13 February`, and that its sources name nowhere.

    [] where the sources name no day of a month, so that the text may have them from elsewhere. Two numbers in
    figures, as in `24.6.`, may be a day and a month in either order.
    """
    known = {day for day, _ in _days_written(sources, SHORT)}
    figures = [(int(one), int(two)) for one, two in _IN_FIGURES.findall(sources)]
    known |= {pair for one, two in figures for pair in ((one, two), (two, one))}
    months = {month for _, month in known}
    known |= {(day, month) for day in _days_of_weeks(sources) for month in months}
    known |= {(end.day, end.month) for end in ends_of_months(sources)} | _days_in_brackets(sources)
    return list(dict.fromkeys(written for day, written in _days_written(text) if known and day not in known))


def _days_in_brackets(text: str) -> set[tuple[int, int]]:
    """The days that a text names in brackets behind their month, each with its month."""
    months = ((match, month_numbers().get(match[0].casefold())) for match in _WORD.finditer(text))
    return {
        (int(day[1]), number)
        for match, number in months
        if number and (day := _DAY_IN_BRACKETS.match(text, match.end()))
    }


def _days_of_weeks(text: str) -> set[int]:
    """The days that a text names behind a day of the week alone: `Thursday the 12th`, `jeudi 12`."""
    names = "|".join(sorted(map(re.escape, weekday_numbers()), key=len, reverse=True))
    form = re.compile(rf"(?<!\w)(?:{names})\W{{1,2}}(?:\w{{2,3}}\s)?(\d{{1,2}})(?![\d:]|[.,]\d|\s?h)", re.I)
    return {int(number) for number in form.findall(text)}


def _days_written(text: str, widths: tuple[str, ...] = WHOLE) -> Iterator[tuple[tuple[int, int], str]]:
    """Each day and month that stand side by side with the month's name, and how they are written.

    In `SHORT` widths, `jan` is a month, too, and a word that may be another one is taken for a month.
    """
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        number = month_numbers(widths).get(word)
        before = _DAY_BEFORE.search(_before(text, match, _NEAR))
        is_small = word in _ALSO_VERBS and not match[0][0].isupper() and not (before and word in _SMALL_MONTHS)
        if not number or (widths == WHOLE and is_small):
            continue
        after = _DAY_BEHIND.match(text, match.end())
        side = before or after
        if side:
            day = re.findall(r"\d{1,2}", side[0])[-1]
            written = f"{before[0]}{match[0]}" if before else f"{match[0]}{side[0]}"
            yield (int(day), number), " ".join(written[written.index(day) :].split())


def _with_neighbours(text: str) -> Iterator[tuple[int, str]]:
    """Each month that a text names, by its number, and its name with the day and the year beside it."""
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        number = month_numbers().get(word)
        before = _DAY_BEFORE.search(_before(text, match, _NEAR)) if number else None
        is_month = match[0][0].isupper() or word not in _ALSO_VERBS or (before and word in _SMALL_MONTHS)
        if number and is_month:
            after = _YEAR_AFTER.match(text, match.end()) or _DAY_AFTER.match(text, match.end())
            yield number, f"{before[0] if before else ''}{match[0]}{after[0] if after else ''}"


def _before(text: str, match: re.Match[str], most: int) -> str:
    """At most so many characters that stand before a match: a text may have very many months."""
    return text[max(0, match.start() - most) : match.start()]


def month_of(cell: object) -> int | None:
    """Return the month of a cell that begins with a date (2024-06-30, 30.6.2024); None for another one."""
    match = (_ISO.match(cell) or _DAY_FIRST.match(cell)) if isinstance(cell, str) else None
    return int(match[1]) if match else None
