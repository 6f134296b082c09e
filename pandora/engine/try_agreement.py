"""Which tries of an operation agree, and whether they are enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandora.document.figures import normal_number, numbers
from pandora.engine.candidates import Candidate, Tries
from pandora.engine.later_attempts import SEVERAL
from pandora.engine.loop import Loop
from pandora.engine.tries_progress import tries_for_progress
from pandora.programs.help import Agreement, Try
from pandora.programs.rules.answer_rules import BY_PROGRAM
from pandora.programs.sql.query_shape import asks_files, is_query, is_stepwise

_SHAPES = 2
"""How many shapes a query has: it may keep its rows first, or not."""
EXTRA_TRIES = 2
"""Tries allowed beyond the pattern's `tries` when exactly one try worked and a second must agree with it."""


def agreed_candidate(loop: Loop, tried: Tries, least: int, final: bool = False) -> Candidate | None:
    """Return the candidate on which at least `least` tries agree, or None; `final` where no try is left.

    Where another program gave something else, one more must agree, and SEVERAL where one of an earlier attempt
    did, for less is doubted there. One more must agree, too, where another answer in words has other numbers.
    Of several that print their result, a program comes before a query, which prints bare values; then it is the
    one of which the most relations held, and then the one with the largest result.
    """
    agreements = agreements_of_tries(loop, tried, final)
    if _is_disputed(loop, tried, agreements, least):
        least = max(least + 1, SEVERAL if tried.earlier and loop.pattern.evidence else 0)
    agreed = [
        pair
        for pair in agreements
        if len(pair[1].tries)
        >= max(least + (least > 1 and _is_contradicted(loop, pair, agreements)), pair[1].least)
    ]
    if least > 1:
        agreed = [pair for pair in agreed if not _only_queries(loop, tried, pair[1])]

    queries = tries_of_kind(loop, tried, True).candidates

    def rank(pair: tuple[Candidate, Agreement]) -> tuple[bool, int, int]:
        candidate, result = pair[0], pair[0].result
        bare = candidate in queries and result is not None and not result.changes
        return not bare, len(result.held) if result else 0, pair[1].size

    return max(agreed, key=rank, default=(None, None))[0]


def queries_alike(loop: Loop, tried: Tries) -> list[Candidate]:
    """The queries that alone agree, where all that worked are these."""
    worked = [candidate for candidate in tried.candidates if candidate.ok]
    for _, agreement in agreements_of_tries(loop, tried):
        if len(agreement.tries) == len(worked) > 1 and _only_queries(loop, tried, agreement):
            return worked
    return []


def _only_queries(loop: Loop, tried: Tries, agreement: Agreement) -> bool:
    """True where queries of one shape alone agree: they are mostly the same words, with the same mistake.

    One that keeps its rows first, and one that does not, are two shapes. Of 29 questions about tables two such
    agreed on 17, rightly on 14, and a query and a program on two, rightly (the default model, a greedy try
    each, before any relation). Of files and their lines a small model writes a query more surely than a
    program: of ten such questions two queries agreed on five, rightly each time, where programs were right in
    5 of 12 draws.
    """
    worked = _all_that_worked(tried)
    queries = tries_of_kind(loop, replace(tried, candidates=worked), True).candidates
    agreed = [worked[number] for number in agreement.tries]
    if not all(one in queries for one in agreed) or all(asks_files_of(loop, one) for one in agreed):
        return False
    # Where code found the files, both kinds may lack the same one: who manages the owner of a server.
    return not loop.task.named or len({is_stepwise_of(loop, one) for one in agreed}) < _SHAPES


def _all_that_worked(tried: Tries) -> list[Candidate]:
    """The tries that worked, of this attempt and of earlier ones, as an agreement counts them."""
    return [*(candidate for candidate in tried.candidates if candidate.ok), *tries_of_earlier_attempts(tried)]


def kinds_of_tries(loop: Loop, tried: Tries, agreement: Agreement) -> set[str]:
    """The kinds of the tries that agree: queries, those that keep their rows first, and programs."""
    worked = _all_that_worked(tried)
    return {
        "stepwise" if is_stepwise(program) else "query" if is_query(program) else "program"
        for number in agreement.tries
        for program in _programs(loop, worked[number])
    }


def is_stepwise_of(loop: Loop, candidate: Candidate) -> bool:
    """True where a try is a query that first keeps its rows."""
    return any(is_stepwise(program) for program in _programs(loop, candidate))


def _programs(loop: Loop, candidate: Candidate) -> list[str]:
    """The programs among a try's arguments."""
    roles = loop.host.operation(loop.pattern).roles
    return [candidate.arguments.get(name, "") for name in roles if roles[name] == "program"]


def asks_files_of(loop: Loop, candidate: Candidate) -> bool:
    """True where a try is a query over the files themselves."""
    return any(asks_files(program) for program in _programs(loop, candidate))


def _is_disputed(
    loop: Loop, tried: Tries, agreements: Sequence[tuple[Candidate, Agreement]], least: int
) -> bool:
    """True where programs of which some must agree gave different results, and nothing speaks against any.

    Of 54 kept results on which two programs agreed, 43 were right of 46 where no other one worked, and three of
    eight where one gave something else.
    """
    if least < 2 or "program" not in loop.host.operation(loop.pattern).roles.values():
        return False
    tries = len(agreements) + len(tries_of_earlier_attempts(tried))
    return any(len(agreement.tries) < tries for _, agreement in agreements)


def _is_contradicted(
    loop: Loop, pair: tuple[Candidate, Agreement], agreements: Sequence[tuple[Candidate, Agreement]]
) -> bool:
    """True where answers in words agree, and another one lacks a number of theirs and has one that they lack.

    Of 27 kept answers on which two agreed, 16 were right, and none of these had such another one; of the eleven
    wrong ones four had.
    """
    if "passages" not in loop.pattern.evidence:
        return False
    others = [one for place, (one, _) in enumerate(agreements) if place not in pair[1].tries]
    own = _numbers_of(pair[0])
    return any(own - _numbers_of(other) and _numbers_of(other) - own for other in others)


def _numbers_of(candidate: Candidate) -> set[str]:
    return {normal_number(number) for number in numbers(candidate.result.text if candidate.result else "")}


def may_go_on(loop: Loop, tried: Tries, tries: int, least: int, human: bool) -> bool:
    """True while another try is allowed; a person's are all there.

    EXTRA_TRIES more if exactly one worked and a second must agree with it, or two agree and a third must; and
    more for those that passed more tests than all before them. None after one that only a program can do.
    """
    last = tried.candidates[-1].result if tried.candidates and not human else None
    if last is not None and BY_PROGRAM in last.text:
        return False
    agreements = agreements_of_tries(loop, tried) if least > 1 else []
    third = _is_disputed(loop, tried, agreements, least)
    waits = len(agreements) == 1 or (third and any(len(one.tries) >= least for _, one in agreements))
    waits = waits or any(len(one.tries) >= least and _only_queries(loop, tried, one) for _, one in agreements)
    waits = waits or any(
        len(pair[1].tries) >= least and _is_contradicted(loop, pair, agreements) for pair in agreements
    )
    second = EXTRA_TRIES if waits else 0
    further = 0 if human else tries_for_progress(loop, tried.candidates)
    return len(tried.candidates) < tries + second + further


def agreements_of_tries(loop: Loop, tried: Tries, final: bool = False) -> list[tuple[Candidate, Agreement]]:
    """Return each candidate that worked, with the tries that agree with it, those of earlier attempts too."""
    roles = loop.host.operation(loop.pattern).roles
    worked = [candidate for candidate in tried.candidates if candidate.ok]
    tries = [
        Try(candidate.arguments, candidate.result, roles)
        for candidate in (*worked, *tries_of_earlier_attempts(tried))
        if candidate.result is not None
    ]
    return list(zip(worked, loop.help.agree(loop.work, tries, final), strict=False))


def tries_of_earlier_attempts(tried: Tries) -> list[Candidate]:
    """The tries of earlier attempts that are none of these again."""
    own = [candidate.arguments for candidate in tried.candidates if candidate.ok]
    return [candidate for candidate in tried.earlier if candidate.arguments not in own and candidate.result]


def tries_of_kind(loop: Loop, tried: Tries, queries: bool) -> Tries:
    """The tries that are queries, or those that are not; the same object where that is all of them."""
    kept = [
        candidate for candidate in tried.candidates if any(map(is_query, _programs(loop, candidate))) == queries
    ]
    return tried if len(kept) == len(tried.candidates) else replace(tried, candidates=kept)


def differences_of_tries(loop: Loop, tried: Tries) -> tuple[str, ...]:
    """Return how the last try that worked differs from another, in a line for each call."""
    return next((agreement.differs for _, agreement in reversed(agreements_of_tries(loop, tried))), ())


def second_failed_alone(loop: Loop, tried: Tries) -> bool:
    """True where a vote's second program failed, which began on its own: the next begins as the first did."""
    if len(tried.candidates) != 2 or "program" not in loop.host.operation(loop.pattern).roles.values():
        return False
    first, second = tried.candidates
    return first.ok and second.result is not None and not second.ok
