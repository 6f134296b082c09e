"""Times of day that a text says in words, in five languages: half past eight in the evening is 20:30."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from pandora.programs.language.number_words import with_digits

_HALVES = {
    "half past": 30,
    "half": 30,
    "a quarter past": 15,
    "quarter past": 15,
    "viertel nach": 15,
    "a quarter to": -15,
    "quarter to": -15,
    "viertel vor": -15,
    "dreiviertel": -15,
    "halb": -30,
}
"""Words before an hour, and the minutes that they add to it."""
_QUARTERS = {
    "et demie": 30,
    "et demi": 30,
    "et quart": 15,
    "moins le quart": -15,
    "y media": 30,
    "y cuarto": 15,
    "menos cuarto": -15,
    "e mezza": 30,
    "e mezzo": 30,
    "e un quarto": 15,
    "meno un quarto": -15,
}
"""Words behind an hour, and the minutes that they add to it."""
_LATE = (
    *("in the evening", "this evening", "in the afternoon", "this afternoon", "at night", "tonight"),
    *("abends", "am abend", "nachmittags", "am nachmittag", "nachts", "in der nacht"),
    *("du soir", "de l'après-midi", "de l’après-midi", "de la tarde", "de la noche"),
    *("di sera", "della sera", "del pomeriggio", "di notte"),
)
_EARLY = (
    *("in the morning", "this morning", "morgens", "am morgen", "früh", "vormittags", "am vormittag"),
    *("du matin", "de la mañana", "di mattina", "del mattino"),
)
_NOON = ("noon", "midday", "mittags", "am mittag", "midi", "mediodía", "mezzogiorno")
_MIDNIGHT = ("midnight", "mitternacht", "minuit", "medianoche", "mezzanotte")


def _one_of(words: tuple[str, ...] | dict[str, int]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_SAID = re.compile(
    rf"(?<!\w)(?:(?P<before>{_one_of(_HALVES)})\s+)?(?<![\d.,:])(?P<hour>2[0-4]|1\d|\d)"
    r"(?:[:.h](?P<minute>[0-5]\d))?(?![\d:]|[.,]\d)"
    r"(?:\s?(?P<clock>o['’]clock|uhr|heures?|horas?|ore|h)(?!\w))?"
    rf"(?:\s(?P<behind>{_one_of(_QUARTERS)})(?!\w))?"
    rf"(?:\s?(?P<noon>[ap])\.?\s?m\b\.?|,?\s(?P<late>{_one_of(_LATE)})(?!\w)|,?\s(?P<early>{_one_of(_EARLY)})(?!\w))?",
    re.I,
)
_POINTS = re.compile(rf"(?<!\w)(?:(?P<noon>{_one_of(_NOON)})|(?P<midnight>{_one_of(_MIDNIGHT)}))(?!\w)", re.I)
_HALF_DAY, _DAY, _HOUR = 12 * 60, 24 * 60, 60
_NIGHTLY = ("at night", "tonight", "nachts", "in der nacht", "de la noche", "di notte")
_NIGHT = 6
"""The hour from which on `at night` means the evening, until twelve: 3 at night is 03:00, and 12 is 00:00."""


@dataclass(frozen=True)
class SpokenTime:
    """A time of day as a text says it, with number words as digits, and what it may be, as `20:30`."""

    words: str
    times: tuple[str, ...]
    in_words: bool

    @property
    def shown(self) -> str:
        """The time beside its words: `half past 8 in the evening is 20:30`."""
        return f"{self.words} is {' or '.join(self.times)}"


@functools.lru_cache(maxsize=256)
def spoken_times(text: str) -> tuple[SpokenTime, ...]:
    """The times of day of a text; `in_words` where they are said by more than an hour and its minutes.

    Each number up to 24 may be an hour. One up to 12 without a part of the day may be that of either half.
    """
    text = with_digits(text)
    found = [_spoken(match) for match in _SAID.finditer(text)]
    for match in _POINTS.finditer(text):
        found.append(SpokenTime(match[0], ("12:00",) if match["noon"] else ("00:00", "24:00"), True))
    return tuple(found)


def _spoken(match: re.Match[str]) -> SpokenTime:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    added = _HALVES.get((match["before"] or "").lower(), 0) + _QUARTERS.get((match["behind"] or "").lower(), 0)
    at = hour * _HOUR + minute + added
    late = bool(match["late"]) or (match["noon"] or "").lower() == "p"
    early = bool(match["early"]) or (match["noon"] or "").lower() == "a"
    if match["late"] and match["late"].lower() in _NIGHTLY:
        late = _NIGHT * _HOUR <= at < _HALF_DAY
        early = not late
    halves = [at]
    if hour <= _HALF_DAY // _HOUR:
        before_noon = at % _HALF_DAY  # twelve o'clock begins a half of the day
        halves = [before_noon + _HALF_DAY] if late else [before_noon] if early else [at, at + _HALF_DAY]
    times = dict.fromkeys(f"{one % _DAY // _HOUR:02}:{one % _HOUR:02}" for one in halves)
    in_words = bool(added or ((late or early) and hour <= _HALF_DAY // _HOUR))
    return SpokenTime(match[0].strip(" ,"), tuple(times), in_words)


def numbers_of_times(text: str) -> frozenset[str]:
    """The hours and minutes of the times that a text says in words: `20` and `30` of half past eight p.m."""
    said = [time for spoken in spoken_times(text) if spoken.in_words for time in spoken.times]
    return frozenset(
        str(int(part)) if place == 0 else part for time in said for place, part in enumerate(time.split(":"))
    )
