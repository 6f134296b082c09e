"""Dates that a text gives as so many days, weeks, months or years before or after another date."""

from __future__ import annotations

import calendar
import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from pandora.programs.inside.written_dates import TextDate, dates_in, days_of_year
from pandora.programs.language.locale_words import part_of_date_words
from pandora.programs.language.month_names import days_named, ends_of_months
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.text_language import LANGUAGES, likely_language_of
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.texts.passages import closest_passages, passages

MOST_DATES, MOST_SPANS, MOST_COUNT = 2, 8, 400
"""The most dates of a request and spans of texts that are combined, and the largest number of a span."""
LONGEST = 64 << 10
"""The most characters of a text in which spans are looked for."""
_SPAN = re.compile(
    r"(?<![\w.,:/-])(?P<count>\d{1,3})(?:st|nd|rd|th|\.|º|ª|e|er|ème)?[\s-]+(?P<unit>[^\W\d_]{3,12})\b"
)
_UNITS = ("day", "week", "month", "year")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_BEFORE = {
    "en": "before prior ahead beforehand",
    "de": "vor vorher zuvor",
    "fr": "avant",
    "es": "antes",
    "it": "prima",
    "pt": "antes",
    "nl": "voor vooraf",
    "pl": "przed",
}
_AFTER = {
    "en": "after following from",
    "de": "nach danach ab",
    "fr": "après suivant depuis",
    "es": "después tras desde",
    "it": "dopo da dalla dal",
    "pt": "depois após",
    "nl": "na vanaf",
    "pl": "po od",
}
"""The words behind a span that say to which side it is counted, by language (ISO 639-1); the CLDR has none.

In another language the same letters may be another word: Dutch `na` is after, Polish `na` is for.
"""
MOST_BETWEEN, _NEAR = 3, 60
"""The most words, and characters, between a span and such a word: `14 days at the latest before`."""


@dataclass(frozen=True)
class WorkedOutDate:
    """A date so many days, weeks, months or years `after` (or before) another one.

    `span` is how the text says it, and `base` how the other date is written. `side` is the word by which the
    text says to which side it counts; "" where it does not say so.
    """

    day: date
    span: str
    base: str
    after: bool
    side: str = ""


@dataclass(frozen=True)
class _Span:
    """A span of time: how a text says it, its number and unit, and the word for its side.

    `after` is (False,) or (True,), and both where there is no such word.
    """

    said: str
    count: int
    unit: str
    side: str
    after: tuple[bool, ...]


def worked_out_dates(request: str, texts: Iterable[str], near: bool = True) -> list[WorkedOutDate]:
    """Return the dates that the spans of texts give with the dates of a request; [] where these are many.

    With `near`, only the passages count that share the most with the request, since other spans begin at other
    dates; where the request has no date, a span begins at the dates of its own passage.
    More than MOST_DATES dates or MOST_SPANS spans make too many: almost any date is one of them. A span is
    counted to the side that the text says, or as the span before it in its paragraph; else to both.
    """
    bases = _dates_of(request)
    texts = [text for text in texts if len(text) <= LONGEST]
    if near:
        sources = [passage for text in texts for passage in passages("", text)]
        texts = [passage.text for passage in closest_passages(request, sources)]
    pairs = [(bases, span) for text in texts for span in _sided_spans(text)] if bases else []
    if not bases and near:
        pairs = [(_dates_of(text), span) for text in texts for span in _sided_spans(text)]
    if any(len(own) > MOST_DATES for own, _ in pairs) or len({span.said for _, span in pairs}) > MOST_SPANS:
        return []
    dates = [
        WorkedOutDate(day, span.said, base, after, span.side)
        for own, span in pairs
        for start, base in own.items()
        for after in span.after
        if (day := _moved(start, span.count if after else -span.count, span.unit))
    ]
    return list(dict.fromkeys(dates))


def days_between(request: str, texts: Iterable[str]) -> list[int]:
    """Return how many days lie between a date of a request and another one of it or of texts, in order.

    So a request of 18 July and an arrival on 9 August are 22 days apart. A day without a year is of the year of
    the request. [] where there are more than MOST_DATES dates in the request, or than MOST_SPANS in all.
    """
    own = {*_dates_of(request)}
    years = {day.year for day in own}
    if len(years) != 1:
        return []
    (year,) = years
    own |= {entry.day for entry in days_of_year(request, year) if entry.day}
    texts = [text for text in texts if len(text) <= LONGEST]
    others = {day for text in texts for day in _dates_of(text)}
    others |= {entry.day for text in texts for entry in days_of_year(text, year) if entry.day}
    if len(own) > MOST_DATES or len(own | others) > MOST_SPANS:
        return []
    return sorted({abs((one - other).days) for one in own for other in own | others} - {0})


def _dates_of(text: str) -> dict[date, str]:
    """The clear dates of a text, and how it writes each; `the end of June 2027` is one, too."""
    ends = {date(end.year, end.month, end.day): end.said for end in ends_of_months(text) if end.year}
    return ends | {entry.day: text[entry.start : entry.end] for entry in dates_in(text) if entry.day}


def shown_dates(dates: Sequence[WorkedOutDate], request: str) -> str:
    """Return a line for each span with the days before and after each date, as a prompt has it."""
    lines: dict[tuple[str, str, str], list[str]] = {}
    for entry in dates:
        written, other = _written(entry.day, request), "after" if entry.after else "before"
        lines.setdefault((entry.span, entry.side, entry.base), []).append(
            written if entry.side else f"{other}: {written}"
        )
    return "\n".join(
        f"- {span} {side} {base}: {days[0]}" if side else f"- {base}, {span} {', '.join(days)}"
        for (span, side, base), days in lines.items()
    )


def with_spans(text: str, dates: Sequence[WorkedOutDate]) -> str:
    """Return a text with the words of its span in place of each date that is worked out from one.

    Where the source does not say to which side the span counts, the text must say its number, too: a date alone
    may be counted by another span, or to the other side.
    """
    parts, place = [], 0
    for entry in _clear(text):
        rest = f"{text[: entry.start]} {text[entry.end :]}"
        spans = dict.fromkeys(
            known.span
            for known in dates
            if known.day == entry.day
            and (known.side or re.search(rf"(?<!\d){re.sub(r'[^0-9]', '', known.span)}(?!\d)", rest))
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
    for span in _spans(text):
        count, unit = str(span.count), span.said.split()[-1].casefold()
        if (count, unit[:3]) in counted or (count, span.unit[:3]) in counted:
            return span.said
    return ""


def _clear(text: str) -> Iterator[TextDate]:
    return (entry for entry in dates_in(text) if entry.day)


def _sided_spans(text: str) -> Iterator[_Span]:
    """The spans of a text with their sides; one without has that of the span before it, of the same unit."""
    for paragraph in _PARAGRAPH.split(text):
        known: dict[str, _Span] = {}
        for span in _spans(paragraph):
            if not span.side and span.unit in known:
                span = replace(span, side=known[span.unit].side, after=known[span.unit].after)
            known[span.unit] = span
            yield span


def _spans(text: str) -> Iterator[_Span]:
    """The spans of time in a text."""
    language = likely_language_of(text) or "en"
    text = with_digits(text)
    for match in _SPAN.finditer(text):
        unit, count = _unit(match["unit"].casefold(), language), int(match["count"])
        if unit and 0 < count <= MOST_COUNT:
            side, after = _side(text[match.end() : match.end() + _NEAR], language)
            yield _Span(" ".join(match[0].split()), count, unit, side, after)


def _side(rest: str, language: str) -> tuple[str, tuple[bool, ...]]:
    """The word in what stands behind a span by which it counts, and whether it counts to before or after.

    "" and both where its clause has no such word.
    """
    clause = re.split(r"[.,;:!?()]", rest, maxsplit=1)[0]
    before, after = (table.get(language, "").split() for table in (_BEFORE, _AFTER))
    for word in re.findall(r"[^\W\d_]+", clause)[: MOST_BETWEEN + 1]:
        if word.casefold() in before or word.casefold() in after:
            return word, (word.casefold() in after,)
    return "", (False, True)


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
