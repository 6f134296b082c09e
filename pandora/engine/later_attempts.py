"""What a later attempt must show: after one that failed, a result is believed only where nothing disputes it.

Who tries until all checks pass finds, sooner or later, what passes them by chance. Of 29 results of second and
third attempts that had passed all checks 18 were wrong, and of 139 of first attempts 26.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pandora.engine.candidates import Candidate
from pandora.programs.code.call_trials import RAISES
from pandora.programs.help import Evidence

SEVERAL = 4
"""Tries that outweigh another one: among them are queries and programs, which go wrong in different ways."""
_EXAMPLES, _FEWEST_EXAMPLES = re.compile(r"(\d+) examples of the request"), 2
"""What a new module is held to by its calls: what tries give that do not pass them is no other opinion."""
_FEWEST_CALLS = 6
"""So many calls on which all tries of a new module give the same hold it, where one ends in no error."""
_AGREED = re.compile(r"\d+ \((\d+) of (\d+) agree(?:, of (\d) kinds)?\)")


@dataclass(frozen=True)
class AttemptedOperation:
    """An accepted operation of an attempt: its document, the line behind `Chosen:`, and the try that it names.

    `by_model` is True where a model wrote that try, and its pattern says what is to hold; `tested` of tests of
    the user's, `looks_up` of what only reads, `alone` of a text for somebody, of which one try is enough.
    """

    document: str
    chosen: str
    candidate: Candidate
    by_model: bool = True
    tested: bool = False
    looks_up: bool = False
    alone: bool = False


def doubts_of_attempt(attempt: int, operations: Iterable[AttemptedOperation]) -> Iterator[Evidence]:
    """Yield what speaks against the result of a later attempt: a last operation that is not beyond doubt.

    `attempt` counts those that had a result.

    It is where the user's tests passed, where code made it, where several examples of the request hold, and
    where all tries gave it and something held, or SEVERAL tries and all others but one, or SEVERAL of more than
    one kind (queries, those that keep their rows first, programs) and twice as many as the others, or one of
    two of a text for somebody. A new module is held by the calls on which its tries give the same.
    """
    done = [*operations]
    acting = [operation for operation in done if not operation.looks_up and not operation.tested]
    if attempt < 2 or not acting or any(operation.tested for operation in done):
        return
    last = acting[-1]
    agreed = _AGREED.match(last.chosen)
    if not last.by_model or agreed is None:
        return
    same, tries = int(agreed[1]), int(agreed[2])
    reasons = last.candidate.result.held if last.candidate.result else ()
    if any(int(match[1]) >= _FEWEST_EXAMPLES for reason in reasons if (match := _EXAMPLES.match(reason))):
        return
    calls = last.candidate.result.calls if last.candidate.result else {}
    gives = any(not outcome.startswith(RAISES) for outcome in calls.values())
    held = bool(reasons) or (gives and len(calls) >= _FEWEST_CALLS)
    if held and (same == tries or (same >= SEVERAL and tries - same == 1)):
        return
    if held and agreed[3] and same >= SEVERAL and same >= 2 * (tries - same):
        return
    if held and last.alone and 2 * same >= tries:
        return
    lacks = f"{same} of {tries} tries gave it" if tries > 1 else "one try gave it"
    lacks += "" if held else ", and nothing was held against it"
    yield Evidence(
        False,
        f"after an attempt that failed, a result must be beyond doubt: of {last.document}, {lacks}",
    )
