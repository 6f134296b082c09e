"""Times of day that a text says although nothing that is given says them, in figures or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandora.programs.language.number_words import with_digits
from pandora.programs.language.spoken_times import spoken_times
from pandora.programs.texts.text_notation import quantities

_CLOCK = re.compile(r"\d[:h][0-5]\d(?!\d)|o['’]clock|uhr|\d\s?[ap]\.?\s?m\b", re.I)
"""What only a time of day has; hours alone, as in `2 h` or `3 heures`, may also be how long something takes."""
_TO_OR_PAST = re.compile(
    r"(?<![\d.,:])(?P<minutes>[1-5]?\d)\s(?:minut\w*\s)?(?P<side>to|before|vor|past|after|nach)\s(?P<hour>\d{1,2})(?!\d)",
    re.I,
)
_HOUR_FIRST = re.compile(
    r"(?<![\d.,:])(?P<hour>\d{1,2})(?:\s(?:heures?|horas?|ore))?\s(?P<side>moins|menos|meno|et|y|e)\s(?P<minutes>[1-5]?\d)(?!\d)",
    re.I,
)
"""Times as `20 to 9` and `9 moins 20`, with number words as digits."""
_EARLIER = ("to", "before", "vor", "moins", "menos", "meno")
_HALF_DAY = 12 * 60


def strange_times(text: str, sources: str) -> list[str]:
    """Return the times of day of a text, as it says them, that its sources do not say in any way.

    [] where the sources say no time, so that the text may have them from elsewhere. A time may be one of theirs
    and how long something lasts there. Any number of theirs may be an hour.
    """
    given = with_digits(sources)
    if not any(_CLOCK.search(spoken.words) for spoken in spoken_times(sources)):
        return []
    known = {*_minutes_of(given)}
    spans = {round(entry.amount[1] / 60) for entry in quantities(given) if entry.measured == "time"}
    known |= {(one + sign * span) % _HALF_DAY for one in known for span in spans for sign in (1, -1)}
    strange = [
        spoken.words
        for spoken in spoken_times(text)
        if _CLOCK.search(spoken.words) and known.isdisjoint(map(_minutes, spoken.times))
    ]
    return list(dict.fromkeys(strange))


def _minutes_of(given: str) -> Iterator[int]:
    """The times of a text, in minutes from noon or midnight, and all numbers of it that may be hours."""
    for spoken in spoken_times(given):
        yield from map(_minutes, spoken.times)
    for form in (_TO_OR_PAST, _HOUR_FIRST):
        for match in form.finditer(given):
            sign = -1 if match["side"].lower() in _EARLIER else 1
            yield (60 * int(match["hour"]) + sign * int(match["minutes"])) % _HALF_DAY


def _minutes(time: str) -> int:
    hour, _, minute = time.partition(":")
    return (60 * int(hour) + int(minute)) % _HALF_DAY
