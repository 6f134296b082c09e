"""What a try learns of those before it: which of them its prompt shows, and how warm it is drawn."""

from __future__ import annotations

import re

from pandora.engine.candidates import Candidate, Tried, shown_try
from pandora.engine.loop import Loop
from pandora.models.protocol import GREEDY, Sampling
from pandora.operations.pytest_output import passed

HOT = 1.0
"""Temperature after two tries that were the same."""
WARM = 0.7
"""Temperature of a candidate after one that failed: a way past its error."""
MILD = 0.5
"""Temperature of a candidate after one that worked: another way to the same result."""
_TESTS_FAILED = 1


def learned(loop: Loop, tried: Tried) -> list[str]:
    """The part of the next prompt that tells of a try that failed; [] where none is told of.

    A model copies what it is shown. So a file that mends nothing is not shown to the next try, only why it
    could not be run, if so; one that mends a part of it is what the next goes on from.
    """
    failed = [each for each in tried.candidates if not each.ok]
    if not failed:
        return []
    last = failed[-1]
    if loop.pattern.keys.get("handler") != "repair":
        # What was wrong is told even after a try that worked: the next would fall into the same.
        mended = len(tried.candidates) % 2 == 1 and last is tried.candidates[-1] and _raised(last)
        return [shown_try(last, whole=mended)]
    if furthest := _furthest(loop, tried.candidates):
        return [shown_try(furthest)]
    ran = last.result is not None and last.result.code == _TESTS_FAILED
    return [] if ran else [shown_try(last, whole=False)]


def drawn(loop: Loop, tried: Tried) -> Sampling:
    """How the next try is drawn: greedily where its prompt is new, warmer the more the last were alike."""
    number = len(tried.candidates)
    if number == 0:
        return GREEDY
    if loop.pattern.keys.get("handler") == "repair":
        furthest = _furthest(loop, tried.candidates)
        if furthest is not None and furthest is tried.candidates[-1]:
            return GREEDY
    if tried.candidates[-1].ok:
        return Sampling(MILD, number)
    return Sampling(HOT if _repeats(tried) else WARM, number)


def _raised(candidate: Candidate) -> bool:
    """True where a line of the program raised: the line is worth seeing, and what it does not hold is not."""
    last = candidate.result.text.rstrip().rpartition("\n")[2] if candidate.result is not None else ""
    return re.match(r"(?!SyntaxError|IndentationError)\w*(?:Error|Exception)\b", last) is not None


def _furthest(loop: Loop, candidates: list[Candidate]) -> Candidate | None:
    """The first of those that pass the most tests, where these are more than passed at the beginning."""
    most, found = passed("\n".join(loop.task.context)), None
    for each in candidates:
        count = passed(each.result.text) if each.result is not None else 0
        if count > most:
            most, found = count, each
    return found


def _repeats(tried: Tried) -> bool:
    """True where the last two tries were the same: warmth did not help."""
    last = [dict(each.arguments) for each in tried.candidates[-2:]]
    return len(last) == 2 and last[0] == last[1]
