"""Lines and rows in the order that the request asks for: the model is asked what comes first, if anything."""

from __future__ import annotations

import contextlib
import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.numbered_contents import NUMBERED, Contents
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds_of
from pandora.errors import PandoraError
from pandora.programs.agreement import canonical_cell
from pandora.programs.help import Try
from pandora.programs.inside.file_reading import ending_of, kind_of
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.ranked_lines import ranked_lines
from pandora.programs.repairs.program_continuation import SORTS_NOTHING
from pandora.workspace.operation_context import Result

RANKING = "ranking"
"""The name of the rule in a pattern's `evidence`."""
LEAST_SURE = 0.6
"""The least probability at which the request says what comes first.

Of 40 requests about tables and files, the seven that want the largest first had 0.63 to 0.91; of the others one
had more than 0.6, which asks for no list.
"""
_QUESTIONS = {
    True: "Does the task say that the largest or best one comes first?",
    False: "Does the task say that the smallest or lowest one comes first?",
}


ORDER_QUESTIONS = ("Are the rows to be sorted?", "Is a certain order of the rows asked for?")
LEAST_ORDERED = 3.2
"""From these log odds of both questions together on, a request asks for an order of the rows that it wants.

Of 30 requests for tables in four languages the 14 that name an order have 3.7 to 8.1, the others at most 2.7.
"""
FEWEST_ROWS = 3
_MADE = re.compile(rf"^ *- (?P<path>.+?) → (?P<now>{NUMBERED}) ", re.M)
"""A line of §3 that says what a try made of a file."""
_CANDIDATE = re.compile(r"^### Candidate \d+$", re.M)
_IS_QUERY = re.compile(r"^ *found = query\(", re.M)
_SORTS = re.compile(r"sort|ORDER BY|nlargest|nsmallest|reversed|\[::-1\]", re.I)
"""Matches the source of a program that puts something in an order."""
_COMMENT = re.compile(r"#.*")
"""A comment of a program: at its beginning they say the request again, which may say `sorted by date`."""
_BEGUN_LOOP = re.compile(r"\bin sorted\(groups\.items\(\)\):")
"""The loop over groups in the order of their names that code begins: no order that a program chose."""


def in_order_of_query(loop: Loop, attempt: Try) -> Result:
    """Return a result whose one table has its rows as an earlier query sorted the same ones, or as it is.

    So it is where the request asks for an order and this program sorts nothing, or only its groups by name,
    where the largest or smallest is to come first. A query sorts more readily than a program does, and queries
    alone are not believed.
    """
    result = attempt.result
    if len(result.changes) != 1 or not (unsorted_rows(loop, attempt) or _only_by_names(loop, attempt)):
        return result
    made = result.changes[0]
    own = _lines_by_row(made.path, made.content or b"")
    for table in tables_of_queries(loop, made.path):
        rows = [row for row, _ in _lines_by_row(made.path, table)]
        if rows[:1] != [row for row, _ in own[:1]] or sorted(rows) != sorted(row for row, _ in own):
            continue
        order = {row: place for place, row in reversed([*enumerate(rows)])}
        lines = [line for _, line in sorted(own, key=lambda entry, order=order: order[entry[0]])]  # type: ignore[misc]
        content = joined_lines(lines)
        reason = f"the rows of {made.path} are in the order of a query, which sorted them"
        changed = (replace(made, content=content),)
        return replace(result, changes=changed, held=(*result.held, reason))
    return result


def joined_lines(lines: Sequence[bytes]) -> bytes:
    """The lines of a table in another order: what was the last one may have no line end of its own."""
    ends = [line[len(line.rstrip(b"\r\n")) :] for line in lines]
    end = next(filter(None, ends), b"\n")
    whole = b"".join(line if own else line + end for line, own in zip(lines, ends, strict=True))
    return whole if all(ends) else whole.removesuffix(end)


def _only_by_names(loop: Loop, attempt: Try) -> bool:
    """True where a program only sorts groups by name, as code began it, and the request wants another order."""
    source = attempt.argument("program") or ""
    unsorted = {**attempt.arguments, **dict.fromkeys(_programs_of(attempt), _BEGUN_LOOP.sub(":", source))}
    if not _BEGUN_LOOP.search(source) or not unsorted_rows(loop, replace(attempt, arguments=unsorted)):
        return False
    part = f"Task: {loop.work.request}"
    chances = [chance_of_yes(loop, question, part) for question in _QUESTIONS.values()]
    return max(chances) >= LEAST_SURE and chances[0] != chances[1]


def _programs_of(attempt: Try) -> list[str]:
    return [name for name, role in attempt.roles.items() if role == "program"]


def tables_of_queries(loop: Loop, path: str) -> Iterator[bytes]:
    """Yield what earlier queries of an operation made of a file."""
    contents = Contents.of(loop.document)
    for tried in filter(_IS_QUERY.search, _CANDIDATE.split(loop.document.body(3))):
        for match in _MADE.finditer(tried):
            blob = contents.named(match["now"]) if match["path"] == path else ""
            with contextlib.suppress(PandoraError):
                yield loop.host.store.read_blob(blob) if blob else b""


def _lines_by_row(path: str, content: bytes) -> list[tuple[tuple[str, ...], bytes]]:
    """The lines of a table with their cells, of whose numbers it does not count how they are written.

    [] where a cell has a line break.
    """
    lines = content.splitlines(keepends=True)
    text = [line.decode("utf-8", "replace") for line in lines]
    cells = [*csv.reader(text, delimiter=DELIMITERS.get(ending_of(path), ","))]
    if len(cells) != len(lines):
        return []
    return [(tuple(map(canonical_cell, row)), line) for row, line in zip(cells, lines, strict=True)]


def unsorted_rows(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a program that makes a table and sorts nothing, where an order is asked for.

    [] where the pattern does not ask for it, and where the model shows no probabilities.
    """
    result, source = attempt.result, attempt.argument("program")
    if RANKING not in loop.work.rules or not result.ok or source is None or loop.untrusted:
        return []
    tables = [change for change in result.changes if change.content and kind_of(change.path) == "table"]
    rows = [len((change.content or b"").strip().splitlines()) - 1 for change in tables]
    if loop.work.task.part or not rows or max(rows) < FEWEST_ROWS or _SORTS.search(_COMMENT.sub("", source)):
        return []
    odds = [log_odds_of(loop, question, f"Task: {loop.work.request}") for question in ORDER_QUESTIONS]
    if None in odds or sum(one for one in odds if one is not None) < LEAST_ORDERED:
        return []
    return [Verdict(RANKING, "violated", f"{SORTS_NOTHING}; sort those of {tables[0].path}")]


def in_asked_order(loop: Loop, result: Result) -> Result:
    """Return a result whose printed lines, each of a name and a number, stand in the order that is asked.

    They stay where the request, as the model understands it, does not say what comes first. Code begins loops
    over groups in the order of names. Lines that stand the other way round are turned where the request surely
    does not say that, and their names have no order of their own, as months have.
    """
    ranked = ranked_lines(result.text) if RANKING in loop.work.rules and result.ok else None
    if ranked is None or loop.work.task.kind_of_task != "answer" or loop.untrusted:
        return result
    ordered = [way for way in _QUESTIONS if ranked.stands_in_order(way)]
    if len(ordered) > 1 or (ordered and ranked.is_by_name):
        return result
    part = f"Task: {loop.work.request}"
    chances = {largest: chance_of_yes(loop, question, part) for largest, question in _QUESTIONS.items()}
    largest = chances[True] >= chances[False]
    if chances[largest] < LEAST_SURE or chances[True] == chances[False]:
        return result  # a server without probabilities that says yes to both tells nothing
    if largest in ordered or (ordered and chances[not largest] >= LEAST_SURE):
        return result
    reason = f"ordered by code, {'largest' if largest else 'smallest'} first ({chances[largest]:.2f})"
    return replace(result, text=ranked.in_order(largest), held=(*result.held, reason))
