"""The list of points that a request asks for, and an answer in sentences as such a list."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pandora.programs.language.number_words import with_digits
from pandora.programs.texts.asked_length import asked_words, is_of_each, sets_limit
from pandora.programs.texts.sentences import words
from pandora.programs.texts.shortened_texts import SENTENCE_END

_NAMES = (
    "bullet[ -]points?|bullets|Stich(?:punkte?n?|worten?)|Aufzählungspunkten?|Spiegelstrichen?|puces|tirets"
    "|viñetas|punti elenco|tópicos|opsommingstekens|bulletpoints|punktach|wypunktowaniu"
)
"""What the points of a list are called, in eight languages: points alone may be those of a game."""
_COUNTED = (
    r"(?:(?P<least>\d+)(?:\s?[-–]\s?| [^\W\d_]{1,3} ))?(?P<most>\d+)(?: [^\W\d_]+)? "
    rf"(?:{_NAMES}|(?<=(?:in|en) \d )(?:Punkten|points|puntos|punti|pontos|punten))"
)
_POINTS = re.compile(rf"(?<!\w)(?:{_COUNTED}|{_NAMES})(?!\w)", re.I)
_LISTED = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s")
_ENDS = (".", "!", "?", ":", ";")
"""How a line ends with which its sentence does; a line of another end is broken before its margin."""
_FEWEST_OF_POINT = 5
"""A length of fewer words for each point is the length of a point."""
FEWEST_POINTS, MOST_POINTS = 2, 20
"""The fewest sentences that are a list, and the most points that somebody counts."""


def asked_points(request: str) -> tuple[int, int] | None:
    """Return the fewest and the most points that a request asks for, 0 for no number; None for no points."""
    match = _POINTS.search(with_digits(request))
    if match is None:
        return None
    most = int(match["most"] or 0)
    return (int(match["least"] or most), most) if most <= MOST_POINTS else None


def points_over(text: str, request: str) -> tuple[int, int]:
    """Return how many points a text has and how many it may have; (0, 0) where it has no more than these."""
    asked, match = asked_points(request), _POINTS.search(with_digits(request))
    if asked is None or match is None or not sets_limit(with_digits(request)[: match.end()]):
        return 0, 0
    count = sum(_LISTED.match(line) is not None for line in text.splitlines())
    return (count, asked[1]) if 0 < asked[1] < count else (0, 0)


def longest_point_over(text: str, request: str) -> tuple[int, int]:
    """Return the words of the longest point and how many each may have; (0, 0) where none has too many."""
    most = words_of_point(request)
    points = [len(words(line)) for line in text.splitlines() if _LISTED.match(line)]
    return (max(points), most) if points and 0 < most < max(points) else (0, 0)


def words_of_point(request: str) -> int:
    """Return how many words each point of a list may have, as a request says; 0 where it does not say that.

    A length in words is that of each point, too, where the whole could hardly have so few.
    """
    asked, most = asked_points(request), asked_words(request)
    few = asked is not None and most <= _FEWEST_OF_POINT * max(asked[1], FEWEST_POINTS)
    return most if asked is not None and (few or is_of_each(request)) else 0


def as_points(text: str, request: str, labels: Iterable[str] = ()) -> str:
    """Return an answer as the list of points that its request asks for, a sentence each; else as it is.

    `labels` are the parts of the request before what is answered to each, which a list has not. Where there are
    more sentences than points, the last point has several.
    """
    asked = asked_points(request)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if asked is None or any(map(_LISTED.match, lines)):
        return text
    parts: list[str] = []
    for line in lines:
        label = next((f"{one}:" for one in labels if line.startswith(f"{one}:")), "")
        goes_on = bool(parts) and not label and not parts[-1].endswith(_ENDS)
        said = line.removeprefix(label).strip()
        parts = [*parts[:-1], f"{parts[-1]} {said}"] if goes_on else [*parts, said]
    points = [sentence.strip() for part in parts for sentence in SENTENCE_END.split(part) if sentence.strip()]
    if len(points) < FEWEST_POINTS:
        return text
    most = asked[1] or len(points)
    points = [*points[: most - 1], " ".join(points[most - 1 :])] if len(points) > most else points
    return "\n".join(f"- {point}" for point in points)
