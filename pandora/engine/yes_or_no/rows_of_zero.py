"""The rows with a 0 that a request does not want: `only who still owes something`."""

from __future__ import annotations

import csv
from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.asked_ranking import RANKING, joined_lines, tables_of_queries
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.agreement import canonical_cell
from pandora.programs.help import Try
from pandora.programs.inside.file_reading import ending_of
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.workspace.change import Change

QUESTIONS = (
    "Does the task want only those rows whose {} is more than 0?",
    "Are rows in which {} is 0 to be left out?",
)
"""The questions whose log odds of a yes are compared: the second leans to a yes whatever the request says."""
WANTS_NO_ZERO = 0.5
"""The least by which those of the first are larger where such rows are not wanted.

Of eight requests in four languages that want none of them seven had 0.45 to 1.8 and one 0.3; of eight that want
them seven had at most 0.43 and one 0.63.
"""


def without_rows_of_zero(loop: Loop, attempt: Try) -> tuple[Change, str] | None:
    """Return a table without the rows with a 0 that an earlier query left out, in its order, and what is said.

    None where a try made no table that has all rows of the query, and only such ones besides, and where the
    request, as the model understands it, wants them. A query filters its groups more readily than a program.
    """
    result = attempt.result
    if RANKING not in loop.work.rules or not result.ok or loop.untrusted or len(result.changes) != 1:
        return None
    made = result.changes[0]
    content = made.content or b""
    lines, rows = content.splitlines(keepends=True), _rows(made.path, content)
    if len(rows) != len(lines) or len({*rows}) != len(rows) or len(rows) < 2:
        return None
    line_of = dict(zip(rows, lines, strict=True))
    for table in tables_of_queries(loop, made.path):
        kept = _rows(made.path, table)
        more = [row for row in rows if row not in kept]
        if not more or rows[:1] != kept[:1] or {*kept} - {*rows}:
            continue
        columns = [place for place in range(len(rows[0])) if _are_zero(place, more, kept[1:])]
        if len(columns) == 1 and _unwanted(loop, rows[0][columns[0]]):
            reason = f"{made.path} has no row whose {rows[0][columns[0]]} is 0, as a query left them out"
            return replace(made, content=joined_lines([line_of[row] for row in kept])), reason
    return None


def _rows(path: str, content: bytes) -> list[tuple[str, ...]]:
    """The rows of a table with its header, in which the same number is written alike."""
    text = content.decode("utf-8", "replace").splitlines()
    cells = csv.reader(text, delimiter=DELIMITERS.get(ending_of(path), ","))
    return [tuple(map(canonical_cell, row)) for row in cells]


def _are_zero(place: int, more: list[tuple[str, ...]], kept: list[tuple[str, ...]]) -> bool:
    def is_zero(row: tuple[str, ...]) -> bool:
        try:
            return place < len(row) and float(row[place]) == 0
        except ValueError:
            return False

    return all(map(is_zero, more)) and not any(map(is_zero, kept))


def _unwanted(loop: Loop, column: str) -> bool:
    part = f"Task: {loop.work.request}"
    wants, leans = (log_odds_of(loop, question.format(column), part) for question in QUESTIONS)
    return wants is not None and leans is not None and wants - leans >= WANTS_NO_ZERO
