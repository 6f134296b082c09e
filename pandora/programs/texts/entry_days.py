"""The days of the entries of a text: an answer that tells another one, or is of the entry of another day."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from pandora.document.figures import numbers
from pandora.programs.inside.written_dates import dates_in, days_of_year
from pandora.programs.language.negations import denies
from pandora.programs.language.text_language import likely_language_of
from pandora.programs.texts.passages import Passage, passages
from pandora.programs.texts.sentences import row

OTHER_DAY = "the entry that says so is of {day}, and not of {said}; say when it was"
"""What is said of such an answer."""
_OTHER_DAY = re.compile(r"the entry that says so is of (.+), and not of (.+); say when it was")


_ORDINAL = re.compile(
    r"(?<![\w.,:])(\d{1,2})(?:st|nd|rd|th)\b"
    r"|\b(?:am|vom|zum|den|dem) (\d{1,2})\.(?!\d)"
    r"|\b(?:le|el|il) (\d{1,2})\b(?![.,:]\d)",
    re.I,
)
"""A day without its month: `on the 14th`, `am 14.`, `le 14`."""


def of_another_day(said: str, request: str, texts: Mapping[str, str]) -> str:
    """Return why an answer is of the entry of another day than the request names; "" where it may be.

    All its numbers that the request has not stand in entries of other days alone, and there is one of that day.
    An entry is a paragraph with just one day. Who says what is not there may name what is there instead.
    """
    if denies(said, likely_language_of(f"{request} {said}")):
        return ""
    for path, text in texts.items():
        entries = [(day, passage) for passage in passages(path, text) if (day := _only_day(passage.text))]
        asked = {day for day, _ in entries if _names_day(request, day)}
        if len(asked) != 1:
            continue
        (day,) = asked
        values = [f" {value} " for value in numbers(said) if f" {value} " not in row(request)]
        holders = [[entry for entry in entries if value in row(entry[1].text)] for value in values]
        others = all(own and all(other != day for other, _ in own) for own in holders)
        alone = (_stands_in_entries_alone(*pair, text) for pair in zip(values, holders, strict=True))
        if not values or not others or not all(alone):
            continue
        (_, wrong), right = holders[0][0], next(passage for other, passage in entries if other == day)
        own, meant = (f"{_as_said(one.text)} ({path}:{one.line})" for one in (wrong, right))
        return f"it is of {own}, and the task is about {meant}; where the text does not tell it, say so"
    return ""


def _stands_in_entries_alone(value: str, holders: Sequence[tuple[date, Passage]], text: str) -> bool:
    """True where a text has a value nowhere but in these entries."""
    return sum(row(passage.text).count(value) for _, passage in holders) == row(text).count(value)


def _only_day(text: str) -> date | None:
    """The one day that a text names with its month and year; None where it names none, or several."""
    days = {entry.day for entry in dates_in(text)}
    return days.pop() if len(days) == 1 else None


def _as_said(text: str) -> str:
    """The one day of a text, as it stands there."""
    (entry, *_) = dates_in(text)
    return text[entry.start : entry.end]


def _names_day(request: str, day: date) -> bool:
    """True where a request names just this day, with its month or by its number alone.

    Of several it may want all that lie between.
    """
    named = {entry.day for entry in (*dates_in(request), *days_of_year(request, day.year)) if entry.day}
    if named:
        return named == {day}
    return {int(next(filter(None, match.groups()))) for match in _ORDINAL.finditer(request)} == {day.day}


def with_day_of_entry(arguments: Mapping[str, str], refusal: str) -> tuple[Mapping[str, str], list[str]]:
    """Return a try's arguments with the day of the entry for the one that a refusal names, and the reason.

    It is written as the entry writes it. A small model that is told of it takes the day of yet another entry.
    The arguments stay where the refusal is another one, or none of them has that day just once.
    """
    match = _OTHER_DAY.match(refusal)
    if match is None:
        return arguments, []
    own = next((entry.day for entry in dates_in(match[1]) if entry.day), None)
    if own is None:
        return arguments, []
    said = [entry.day for entry in (*dates_in(match[2]), *days_of_year(match[2], own.year)) if entry.day]
    for name, text in arguments.items():
        dates = [*dates_in(text), *days_of_year(text, own.year)]
        places = [entry for entry in dates if entry.day and entry.day in said[:1]]
        if len(places) == 1:
            put = f"{text[: places[0].start]}{match[1]}{text[places[0].end :]}"
            return {**arguments, name: put}, [f"{match[1]}, the day of the entry, for {match[2]}"]
    return arguments, []
