"""What the programs of a task look for in vain: values that are nowhere, or in no one row. A person is told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from pandora.programs.data_columns import tables
from pandora.programs.help import Work
from pandora.programs.inside.text_folding import folded
from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.programs.sql.query_shape import equalities_of_query

_NOTHING = re.compile(
    r"^nothing is found: (?P<left>.+?) == (?P<value>'[^'\n]*'|\"[^\"\n]*\"|\d[\d.]*) holds for none of "
    r"(?P<rows>\d+); the values (?P<instead>.*?)(?: \(here: .*)?$",
    re.M,
)
_COLUMN = re.compile(r"\['([^']+)'\]")
_SHORTEST = 3
"""The fewest characters of a value that tell that two programs look for the same."""
_MOST_SHOWN = 4
"""The most values that a question says a row has instead."""
FEWEST = 2
"""The fewest programs, of different words, that look for a value before it is taken to be nowhere."""


def question_of_empty_selections(tries: Sequence[tuple[str, str]]) -> str:
    """Return the question for a person where programs look for the same value, and no row has it; else "".

    `tries` are the programs that were tried and what was said of each. One of them was told that its condition
    holds for no row, and another one, which has the value too, was told so or printed nothing.
    """
    for found in (match for _, said in tries for match in _NOTHING.finditer(said)):
        value = found["value"]
        if len(value.strip("'\"")) < _SHORTEST:
            continue
        programs = {
            program
            for program, said in tries
            if value.strip("'\"") in program and (_NOTHING.search(said) or said.startswith(NOTHING_PRINTED))
        }
        if len(programs) >= FEWEST:
            column = _COLUMN.search(found["left"])
            named = column[1] if column else found["left"]
            return f"No row has {value} as {named}: the values {found['instead']}. Is another one meant?"
    return ""


def question_of_rows_apart(work: Work, tries: Sequence[tuple[str, str]]) -> str:
    """Return the question for a person where queries want values in one row that are in no one row; else "".

    Each value is there, in its column, and the request names it: `Minka` and `rabies`, where Minka has other
    shots and other animals have that one. So it is said of what FEWEST tries looked for in vain.
    """
    sought = [pairs for program, said in tries if _in_vain(said) and (pairs := equalities_of_query(program))]
    for pairs in sought:
        if sum(other == pairs for other in sought) < FEWEST or not all(
            _is_named(value, work.request) for _, value in pairs
        ):
            continue
        for rows in _rows_with(work, [column for column, _ in pairs]):
            if question := _question_of_pair(rows, pairs):
                return question
    return ""


def _in_vain(said: str) -> bool:
    return said.startswith(NOTHING_PRINTED) or _NOTHING.search(said) is not None


def _is_named(value: str, request: str) -> bool:
    """True where a word of the request begins with a value: `Sommers'` with `Sommer`."""
    return re.search(rf"(?<!\w){re.escape(folded(value))}", folded(request)) is not None


def _rows_with(work: Work, columns: Sequence[str]) -> Iterator[Sequence[Mapping[str, Any]]]:
    for _, rows in tables(work.task.files, work.workspace):
        if rows and all(column in rows[0] for column in columns):
            yield rows


def _question_of_pair(rows: Sequence[Mapping[str, Any]], pairs: Sequence[tuple[str, str]]) -> str:
    having = {pair: [row for row in rows if _has(row, pair)] for pair in pairs}
    if not all(having.values()):
        return ""
    for one, other in combinations(pairs, 2):
        if one[0] == other[0] or any(_has(row, other) for row in having[one]):
            continue
        fewer, more = sorted((one, other), key=lambda pair: len(having[pair]))
        instead = list(dict.fromkeys(repr(row.get(more[0])) for row in having[fewer]))[:_MOST_SHOWN]
        return (
            f"No row has {fewer[1]!r} as {fewer[0]} and {more[1]!r} as {more[0]}: "
            f"with {fewer[1]!r} there is {', '.join(instead)}. Is another one meant?"
        )
    return ""


def _has(row: Mapping[str, Any], pair: tuple[str, str]) -> bool:
    column, value = pair
    return folded(str(row.get(column) or "")) == folded(value)
