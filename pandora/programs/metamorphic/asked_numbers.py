"""The numbers of a request, in whatever notation: those that it may mean, and those that a program must use."""

from __future__ import annotations

import functools
import re
from calendar import monthrange
from collections.abc import Iterable

from pandora.programs.language.month_names import days_named, months_named
from pandora.programs.language.number_words import with_digits
from pandora.programs.language.spoken_times import numbers_of_times
from pandora.programs.language.text_language import likely_language_of

_MARKS = ".,'’\u00a0\u202f"
"""What may divide the figures of a number, beside a blank before three figures."""
_FIGURES = re.compile(rf"\d+(?:[{_MARKS}]\d+| \d{{3}}(?!\d))*")
_THOUSANDS = re.compile(rf"\d{{1,3}}(?:[{_MARKS} ]\d{{3}})+")
_PLAIN, _UP_TO_99 = re.compile(r"\d+(?:[.,]\d+)?"), re.compile(r"\d\d?")
_NO_NUMBER_BEFORE, _NO_NUMBER_BEHIND = re.compile(r"[\w.,:/-]"), re.compile(r"[\w:/-]")
"""What makes figures a part of a word, a time, a range or a path."""
_DAY_AND_MONTH = re.compile(r"([1-9]|[12]\d|3[01])\.([1-9]|1[0-2])", re.ASCII)
_TIME = re.compile(r"(1?\d|2[0-4])\.([0-5]\d)", re.ASCII)
_ORDINAL = re.compile(r"\.\s+(?P<word>[^\W\d_]+)")
_WITHOUT_DOTTED_ORDINALS = ("en", "es", "fr", "it", "nl", "pt")
_LARGEST = 1e100
_LEAP_YEAR, _HALF_DAY, _NEAR = 2024, 12, 40


def numbers_said(text: str) -> list[float]:
    """All numbers that a text may mean, each once: `1.250` may be 1250 or 1.25, and `twenty` is 20."""
    texts = dict.fromkeys((text, with_digits(text)))
    figures = (match[0] for one in texts for match in _FIGURES.finditer(one))
    read = (number for one in figures for number in _as_one(one) or _numbers(re.findall(r"\d+", one)))
    return list(dict.fromkeys(read))


def numbers_wanted(text: str) -> list[tuple[float, ...]]:
    """The numbers that stand by themselves in a text, each with all that it may be in a program.

    The 3 of `3. Quartal` and the days of `15.2.` are none. 5 of `5 pm` may be 17, and 31 of `until 31 May` may
    be the whole of month 5.
    """
    wanted: dict[tuple[float, ...], None] = {}
    days, hours = days_named(text), numbers_of_times(text)
    for match in _FIGURES.finditer(text):
        before, behind = text[: match.start()][-1:], text[match.end() : match.end() + _NEAR]
        if _NO_NUMBER_BEFORE.match(before) or _NO_NUMBER_BEHIND.match(behind):
            continue
        if (_DAY_AND_MONTH.fullmatch(match[0]) and behind[:1] == ".") or _is_place(match[0], behind, text):
            continue
        if numbers := _as_one(match[0]):
            also = [month for day, month in days if day == numbers[0] and day in _last_days(month)]
            if numbers[0] < _HALF_DAY and f"{numbers[0] + _HALF_DAY:g}" in hours:
                also.append(int(numbers[0]) + _HALF_DAY)
            if (part := _TIME.fullmatch(match[0])) or (
                (part := _DAY_AND_MONTH.fullmatch(match[0])) and _has_dotted_ordinals(text)
            ):
                also.append(int(part[1]))
            wanted[tuple(dict.fromkeys([*numbers, *map(float, also)]))] = None
    return list(wanted)


def _as_one(figures: str) -> list[float]:
    """What figures with marks between them may mean as one number, the likeliest first; [] for no number."""
    parts, marks = re.split(rf"[{_MARKS} ]", figures), re.sub(r"\d", "", figures)
    whole, last = "".join(parts[:-1]), parts[-1]
    texts: list[str] = []
    if not marks or (_THOUSANDS.fullmatch(figures) and len(set(marks)) == 1):
        texts.append(whole + last)
    alone = len(marks) == 1 or (
        marks[-1:] not in marks[:-1] and _THOUSANDS.fullmatch(figures[: -len(last) - 1]) is not None
    )
    if marks[-1:] in (".", ",") and alone:
        texts.append(f"{whole}.{last}")
    if " " in marks:  # `in 3 250 g bags` has two numbers
        texts += [part.replace(",", ".") for part in figures.split(" ") if _PLAIN.fullmatch(part)]
    return _numbers(texts)


def _numbers(texts: Iterable[str]) -> list[float]:
    return [number for number in map(float, texts) if number < _LARGEST]


def _last_days(month: int) -> set[int]:
    return {monthrange(year, month)[1] for year in (_LEAP_YEAR, _LEAP_YEAR + 1)}


def _is_place(figures: str, behind: str, text: str) -> bool:
    """True for a number with the point of an ordinal, as in `3. Quartal`, in a language that writes it so.

    The day of a date, as in `3. April`, is a number.
    """
    match = _ORDINAL.match(behind) if _UP_TO_99.fullmatch(figures) else None
    return match is not None and not months_named(match["word"]) and _has_dotted_ordinals(text)


@functools.lru_cache(maxsize=64)
def _has_dotted_ordinals(text: str) -> bool:
    """True where a text may be in a language that writes `the third` as `3.`."""
    return likely_language_of(text) not in _WITHOUT_DOTTED_ORDINALS
