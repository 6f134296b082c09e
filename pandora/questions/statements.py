"""The statements of the sources: sentences and lines with their places, and the quantities that they give."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pandora.document.figures import normal_number
from pandora.document.statement_relation import before_denial
from pandora.document.text_segments import segments
from pandora.document.text_similarity import words
from pandora.programs.inside.written_dates import dates_in
from pandora.programs.language.locale_words import conjunctions
from pandora.programs.language.month_names import days_named
from pandora.workspace.full_text import TABLES, Passage

LONGEST_STATEMENT = 400
"""The most characters of a statement: a longer line without a sentence end is no statement that anybody
quotes."""
_MARKUP = re.compile(r"^(?:#+|[-*+•]|\d+[.)]|>)\s+")
_CLOCK = re.compile(r"\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?\b")
_NUMBER = re.compile(
    r"(?<![\w.,:/-])(?:(?P<before>[€$£]|[^\W\d_]{2,})\s?)?"
    r"(?P<number>\d(?:[\d,.'’\u00a0\u202f]*\d)?)(?![\w-]*\d)\s?-?(?P<after>%|°?[^\W\d_]{1,}(?:/[^\W\d_]+)?|[€$£])?"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_SPEAKER = re.compile(r"^[^\W\d_][\w.-]*\s*[(\[]?(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?[)\]]?:\s+")
"""Who says something in a chat, and when: not what they say."""
_STAMP = re.compile(r"[\W\d]*\d[\d:./T-]*\d\S*")
"""The digits and marks that a line of a log begins with."""
_TOKEN = re.compile(r"\w+")
_REPORTS = re.compile(r"\b(?:that|dass|daß|que|che|dat|że)\b", re.I)
"""What begins the words of a report in eight languages; a relative clause, too, may begin so."""
RATE = 3
"""The words of a rate: the unit, what joins, and what it is for."""
DAY, CLOCK = "day", "time of day"
"""The units of a day of the year and of a time of day."""
LAST_DAY = 31


@dataclass(frozen=True)
class Quantity:
    """A value and what it is a number of: the word or the sign beside it, a day, or a time of day."""

    value: str
    unit: str


@dataclass(frozen=True)
class Measured:
    """A quantity, the words of the clause that it stands in, and `rate`: what it is a number of in a few words,
    such as `pages a month`, where that is more than its unit."""

    quantity: Quantity
    words: frozenset[str]
    rate: str = ""


@dataclass(frozen=True)
class Statement:
    """A sentence, or a line, of a source; `line` is that of its first word, `before` the statement before
    it."""

    path: str
    line: int
    text: str
    stranger: bool = False
    before: str = ""

    @property
    def quote(self) -> str:
        """The statement as evidence names it: `“…” [path:line]`."""
        shown = self.text.replace("“", '"').replace("”", '"')
        return f"“{shown}” [{self.path}:{self.line}]"

    @functools.cached_property
    def words(self) -> frozenset[str]:
        """The words that carry meaning, in lower case and roughly stemmed; numbers are no words."""
        return bare_words(self.text)

    @functools.cached_property
    def quantities(self) -> frozenset[Quantity]:
        """What the statement counts, measures or dates."""
        return frozenset(measured.quantity for measured in self.measured)

    @functools.cached_property
    def measured(self) -> tuple[Measured, ...]:
        """What the statement counts, measures or dates, with the words of each clause.

        A time that the statement begins with, as a line of a log does, is that of all its clauses.
        """
        text = _SPEAKER.sub("", self.text)
        moments = _moments_at_the_start(text)
        return tuple(
            Measured(
                quantity, self.words if quantity in moments else bare_words(clause), _rate(clause, quantity)
            )
            for clause in _clauses(text)
            for quantity in quantities_of(clause)
        )

    @functools.cached_property
    def affirmed(self) -> frozenset[str]:
        """The words that are not denied: of each clause, those before a word that denies."""
        return frozenset[str]().union(*(bare_words(before_denial(clause)) for clause in _clauses(self.text)))

    @functools.cached_property
    def stated(self) -> frozenset[str]:
        """The words that the source says itself: those before `that`, where it tells what somebody says."""
        return bare_words(_REPORTS.split(self.text, maxsplit=1)[0])

    @functools.cached_property
    def subject(self) -> frozenset[str]:
        """The words that may say what a short clause is about: those of the statement and of the one before
        it."""
        return self.words | bare_words(self.before)


def quantities_of(text: str) -> Iterator[Quantity]:
    """The quantities of a text. A day is its month and its day; a year is no quantity: it says when."""
    dates = dates_in(text)
    days = [(date.day.month, date.day.day) for date in dates if date.day]
    days += [(month, day) for day, month in days_named(text) if day <= LAST_DAY]
    for month, day in dict.fromkeys(days):
        yield Quantity(f"{month:02}-{day:02}", DAY)
    rest = _without(text, [(date.start, date.end) for date in dates])
    for written in days_named(rest).values():
        rest = rest.replace(written, " ")
    for clock in _CLOCK.finditer(rest):
        yield Quantity(clock[0].zfill(5 if clock[0].count(":") == 1 else 8), CLOCK)
    for match in _NUMBER.finditer(_CLOCK.sub(" ", rest)):
        if _YEAR.fullmatch(match["number"]):
            continue
        for unit in (match["after"], match["before"]):
            if unit and (stems := words(unit) or ({unit} if not unit.isalpha() else set())):
                yield Quantity(normal_number(match["number"]), min(stems))
                break


def _rate(clause: str, quantity: Quantity) -> str:
    """The unit of a quantity with the words behind it, `RATE` in all; "" where they name nothing more."""
    for match in _NUMBER.finditer(clause):
        if match["after"] and normal_number(match["number"]) == quantity.value:
            behind = " ".join(_TOKEN.findall(clause[match.start("after") :].casefold())[:RATE])
            return behind if len(bare_words(behind)) > 1 else ""
    return ""


def _moments_at_the_start(text: str) -> frozenset[Quantity]:
    """The day and the time of day that a text begins with."""
    start = _STAMP.match(text)
    return frozenset(quantities_of(start[0])) if start else frozenset()


def _clauses(text: str) -> list[str]:
    """The clauses of a sentence, cut at its marks and at the word for `and` of eight languages."""
    return [clause for clause in _clause_end().split(text) if clause.strip()]


@functools.cache
def _clause_end() -> re.Pattern[str]:
    long = [word for word in conjunctions(("standard",)) if len(word) > 1]  # one letter may be an article
    joined = "|".join(sorted(map(re.escape, long), key=len, reverse=True))
    return re.compile(rf"[,;:–—]\s+(?:(?:{joined})\s+)?|\s+(?:{joined})\s+", re.I)


def bare_words(text: str) -> frozenset[str]:
    """The words of a text that begin with no figure."""
    return frozenset(word for word in words(text) if not word[0].isdigit())


def years_of(text: str) -> frozenset[str]:
    """The years that a text names."""
    return frozenset(_YEAR.findall(text))


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in reversed(list(spans)):
        text = f"{text[:start]} {text[end:]}"
    return text


def statements_of(passages: Iterable[Passage]) -> Iterator[Statement]:
    """The statements of passages, in order; rows of tables are data, not statements."""
    path, before = "", ""
    for passage in passages:
        if passage.path != path:
            path, before = passage.path, ""
        if passage.headed or passage.path.lower().endswith(TABLES):
            continue
        for segment in segments(passage.text):
            text = " ".join(_MARKUP.sub("", segment.text).split())
            if text and not segment.text.startswith("#") and len(text) <= LONGEST_STATEMENT:
                line = passage.line + passage.text[: segment.start].count("\n")
                yield Statement(passage.path, line, text, passage.stranger, before)
                before = text
