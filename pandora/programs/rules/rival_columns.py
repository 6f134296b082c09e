"""Answers of two programs that took their value from the same row, and from two columns that nobody named.

Of data that lack what is asked a small model takes the column that is nearest, and not always the same one. Two
of its programs may agree in that by chance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pandora.programs.data_columns import tables
from pandora.programs.help import Work
from pandora.programs.request.request_text import has_word

_SHORTEST, _MOST_ROWS = 3, 5000
"""The fewest characters of a value that tells where it is from, and the most rows that are looked at."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")


def question_of_rival_columns(work: Work, answer: str, others: Sequence[str]) -> str:
    """Return the question which of two columns is meant, where the tries of an answer differ in just that.

    "" where one of them is named in the request, where no row tells it, and for what is no answer.
    """
    if work.task.kind_of_task != "answer":
        return ""
    for path, rows in tables(work.task.files, work.workspace):
        for other in others:
            found = [pair for row in rows[:_MOST_ROWS] if (pair := _rivals(row, answer, other, work.request))]
            if len(found) == 1:
                (one, value), (two, rival) = found[0]
                return (
                    f"{path} has no column that the task names: is {one} ({value}) meant, "
                    f"{two} ({rival}), or is what is asked not there?"
                )
    return ""


def _rivals(
    row: Mapping[str, Any], answer: str, other: str, request: str
) -> tuple[tuple[str, str], tuple[str, str]] | None:
    """The two columns of a row of which each answer has the value of one alone, with these values."""
    cells = {str(column): str(cell) for column, cell in row.items() if len(str(cell)) >= _SHORTEST}
    mine = {column for column, cell in cells.items() if has_word(answer, cell)}
    theirs = {column for column, cell in cells.items() if has_word(other, cell)}
    if len(mine - theirs) != 1 or len(theirs - mine) != 1:
        return None
    (one,), (two,) = mine - theirs, theirs - mine
    if cells[one] == cells[two] or any(_is_named(column, request) for column in (one, two)):
        return None
    return (one, cells[one]), (two, cells[two])


def _is_named(column: str, request: str) -> bool:
    """True where the request has a word of a column's name, or one that begins as it does."""
    said = [word.casefold() for word in _LETTERS.findall(request)]
    return any(
        word[:4] == own.casefold()[:4] for own in _LETTERS.findall(column.replace("_", " ")) for word in said
    )
