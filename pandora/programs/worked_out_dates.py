"""Dates that a text gives as so many days, weeks, months or years before or after a date of the request."""

from __future__ import annotations

import calendar
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pandora.programs.inside.written_dates import TextDate, dates_in
from pandora.programs.locale_words import part_of_date_words
from pandora.programs.month_names import days_named
from pandora.programs.number_words import with_digits
from pandora.programs.text_language import LANGUAGES, likely_language_of
from pandora.programs.word_stems import are_forms, may_be_forms

MOST_DATES, MOST_SPANS, MOST_COUNT = 2, 8, 400
"""The most dates of a request and spans of texts that are combined, and the largest number of a span."""
LONGEST = 64 << 10
"""The most characters of a text in which spans are looked for."""
_SPAN = re.compile(
    r"(?<![\w.,:/-])(?P<count>\d{1,3})(?:st|nd|rd|th|\.|º|ª|e|er|ème)?[\s-]+(?P<unit>[^\W\d_]{3,12})\b"
)
_UNITS = ("day", "week", "month", "year")


@dataclass(frozen=True)
class WorkedOutDate:
    """A date so many days, weeks, months or years `after` (or before) a date of the request.

    `span` is how the text says it, and `base` how the request writes its date.
    """

    day: date
    span: str
    base: str
    after: bool


def worked_out_dates(request: str, texts: Iterable[str]) -> list[WorkedOutDate]:
    """Return the dates that the spans of texts give with the dates of a request; [] where these are many.

    More than MOST_DATES dates or MOST_SPANS spans make too many: almost any date is one of them.
    """
    bases = [(entry.day, request[entry.start : entry.end]) for entry in dates_in(request) if entry.day]
    texts = [text for text in texts if len(text) <= LONGEST] if bases else []
    spans = list(dict.fromkeys(span for text in texts for span in _spans(text)))
    if len(dict(bases)) > MOST_DATES or len(spans) > MOST_SPANS:
        return []
    return [
        WorkedOutDate(day, said, base, after)
        for start, base in dict(bases).items()
        for said, count, unit in spans
        for after in (False, True)
        if (day := _moved(start, count if after else -count, unit))
    ]


def shown_dates(dates: Sequence[WorkedOutDate], request: str) -> str:
    """Return a line for each span with the days before and after each date, as a prompt has it."""
    lines: dict[tuple[str, str], list[str]] = {}
    for entry in dates:
        side = "after" if entry.after else "before"
        lines.setdefault((entry.base, entry.span), []).append(f"{side}: {_written(entry.day, request)}")
    return "\n".join(f"- {base}, {span} {', '.join(days)}" for (base, span), days in lines.items())


def with_spans(text: str, dates: Sequence[WorkedOutDate]) -> str:
    """Return a text with the words of its span in place of each date that is worked out from one.

    The text must say the span's number, too: a date alone may be counted by another span, or to the other side.
    """
    parts, place = [], 0
    for entry in _clear(text):
        rest = f"{text[: entry.start]} {text[entry.end :]}"
        spans = dict.fromkeys(
            known.span
            for known in dates
            if known.day == entry.day and re.search(rf"(?<!\d){re.sub(r'[^0-9]', '', known.span)}(?!\d)", rest)
        )
        if spans:
            parts += [text[place : entry.start], " ".join(spans)]
            place = entry.end
    return "".join((*parts, text[place:]))


def span_without_date(text: str, dates: Sequence[WorkedOutDate]) -> str:
    """Return a span that a text says and that gives a date, where the text says no date; "" for none.

    Who says on which day he comes wants to know on which day, not how many days before.
    """
    if not dates or any(_clear(text)) or days_named(text):
        return ""
    known = {(entry.span.split()[0], entry.span.split()[-1]) for entry in dates}
    counted = {(re.sub(r"\D", "", count), unit.casefold()[:3]) for count, unit in known}
    for said, count, unit in _spans(text):
        if (str(count), said.split()[-1].casefold()[:3]) in counted or (str(count), unit[:3]) in counted:
            return said
    return ""


def _clear(text: str) -> Iterator[TextDate]:
    return (entry for entry in dates_in(text) if entry.day)


def _spans(text: str) -> Iterator[tuple[str, int, str]]:
    """The spans of time in a text: how it says them, their number and their unit."""
    language = likely_language_of(text) or "en"
    for match in _SPAN.finditer(with_digits(text)):
        unit, count = _unit(match["unit"].casefold(), language), int(match["count"])
        if unit and 0 < count <= MOST_COUNT:
            yield " ".join(match[0].split()), count, unit


@functools.lru_cache(maxsize=2_000)
def _unit(word: str, language: str) -> str:
    """The unit of time that a word is a form of, as `Tagen` of `Tag`; "" for none."""
    for unit in _UNITS:
        names = part_of_date_words(unit)
        if word in names:
            return unit
        near = (name for name in names if may_be_forms(word, name))
        if language in LANGUAGES.values() and any(are_forms(word, name, [language]) for name in near):
            return unit
    return ""


def _moved(start: date, count: int, unit: str) -> date | None:
    """The date so many units later, in a shorter month its last day; None where no calendar has it."""
    try:
        if unit in ("day", "week"):
            return start + timedelta(days=count * (7 if unit == "week" else 1))
        month = start.year * 12 + start.month - 1 + count * (12 if unit == "year" else 1)
        last = calendar.monthrange(month // 12, month % 12 + 1)[1]
        return date(month // 12, month % 12 + 1, min(start.day, last))
    except (ValueError, OverflowError):
        return None


def _written(day: date, request: str) -> str:
    """A date in the language of the request, the day first."""
    from babel.dates import format_date

    language = likely_language_of(request) or "en"
    return str(format_date(day, "long", locale="en_GB" if language == "en" else language))
