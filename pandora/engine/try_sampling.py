"""How the next try of an operation is drawn: greedy, warm, hot, or as a fork of a prompt."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from pandora.document.records import try_records
from pandora.engine.candidates import Tries
from pandora.engine.loop import Loop
from pandora.engine.reuse import call_key
from pandora.engine.tries_progress import furthest
from pandora.engine.try_agreement import second_failed_alone
from pandora.models.protocol import GREEDY, Prompt, Sampling

SEEDS_OF_ATTEMPT = 100
"""How far the seeds of one attempt are from those of the next."""
FORKS_OF_ATTEMPT = 4
"""How far the forks of one attempt are from those of the next."""
HOT = 1.0
"""Temperature of a try after two tries with the same arguments, or MANY_FAILED that failed."""
MANY_FAILED = 3
"""Failed tries after which the next one is drawn hotter: of 79 such programs 28 were an earlier one again."""
WARM = 0.7
"""Temperature of a try after a failed one, to find a way past its error."""
MILD = 0.5
"""Temperature of a try after one that worked, to find another way to the same result."""


def sampling_of_next_try(loop: Loop, tried: Tries) -> Sampling:
    """Return sampling for the next try: greedy if its prompt is new, hotter if the last two were the same.

    A second repeat of a failed attempt begins as the first attempt did, and draws other tokens.
    """
    number, repeats = len(tried.candidates), loop.task.repeats
    if number == 0:
        return Sampling(MILD, repeats * SEEDS_OF_ATTEMPT) if repeats > 1 else GREEDY
    number += repeats * SEEDS_OF_ATTEMPT
    if loop.host.operation(loop.pattern).tested:
        best = furthest(loop, tried.candidates)
        if best is not None and best is tried.candidates[-1]:
            return GREEDY
    if tried.candidates[-1].ok or second_failed_alone(loop, tried):
        return Sampling(MILD, number)
    failed = sum(not candidate.ok for candidate in tried.candidates)
    many = failed >= MANY_FAILED and not loop.host.operation(loop.pattern).tested
    return Sampling(HOT if many or last_two_are_alike(tried) else WARM, number)


def fork_of_next_try(loop: Loop, tried: Tries, prompt: Prompt, opening: Mapping[str, str] | None) -> Sampling:
    """Return sampling for the next try where candidates are forks: its prompt's first one that is not tried.

    The first try of a prompt is greedy, unless the last two were the same, or an attempt is repeated again.
    """
    keys = {candidate.key for candidate in tried.candidates}
    keys |= {record.key for record in try_records(loop.document).values()}
    first = FORKS_OF_ATTEMPT * max(0, loop.task.repeats - 1) + last_two_are_alike(tried)
    untried = (
        sampling
        for sampling in map(_fork, itertools.count(first))
        if call_key(prompt, loop.host.model.fingerprint, sampling, opening) not in keys
    )
    # Of a reply that could not be read no key is kept, since no run takes it up.
    unread = sum(candidate.unread for candidate in tried.candidates)
    return next(itertools.islice(untried, unread, None))


def _fork(number: int) -> Sampling:
    return Sampling(WARM, number, number) if number else GREEDY


def samplings_after(loop: Loop, tried: Tries, sampling: Sampling, left: int) -> list[Sampling]:
    """Return how the tries after the next one are drawn, should they have its prompt: the others of a vote.

    The first try is greedy and alone: one that fails teaches the next. So it is after one that worked, and
    if those that follow work, too, without agreeing. Whether they are asked for then, the vote decides.
    """
    if not tried.candidates or not tried.candidates[-1].ok:
        return []
    if loop.host.candidates == "forks":
        return [_fork(sampling.fork + further) for further in range(1, left + 1)]
    number = len(tried.candidates) + 1 + loop.task.repeats * SEEDS_OF_ATTEMPT
    return [Sampling(MILD, number + further) for further in range(left)]


def last_two_are_alike(tried: Tries) -> bool:
    """Return True if the last two tries had the same arguments or the same result, so nothing new was tried."""
    last = tried.candidates[-2:]
    arguments = [dict(candidate.arguments) for candidate in last]
    results = [candidate.result.text for candidate in last if candidate.result is not None]
    return len(last) == 2 and (arguments[0] == arguments[1] or (len(results) == 2 and results[0] == results[1]))
