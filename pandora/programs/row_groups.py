"""The lines of a program that put together the rows of each month, each category or another part of a table.

Source: a 1.5B model writes two loops over the same rows instead, and gets a line for each row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.programs.cell_comments import date_column
from pandora.programs.data_columns import Rows, columns
from pandora.programs.locale_words import part_of_date_words, per_words
from pandora.programs.request_text import PATH

_EACH = ("each", "every")
_SLICES = {"year": "[:4]", "month": "[:7]"}
_PLAIN_NAME = re.compile(r"[^\W\d]\w*", re.ASCII)


def group_loop(request: str, rows: Rows, name: str) -> list[str]:
    """Return lines that group the table in the variable `name`, and begin the loop over its groups.

    [] where the request does not ask for something per part of a date, or per value of a column of categories.
    """
    key, part = _grouped_by(PATH.sub(" ", request), rows)
    if not key:
        return []
    return [
        "groups = {}",
        f"for row in {name}:",
        f"    groups.setdefault({key}, []).append(row)  # the rows of each {part}",
        f"for {part}, group in sorted(groups.items()):",
    ]


def _grouped_by(request: str, rows: Rows) -> tuple[str, str]:
    """The expression by which the rows are grouped, and the name of a group; ("", "") for none."""
    dates = date_column(rows)
    for part, cut in _SLICES.items() if dates else ():
        if _says_each(part_of_date_words(part), request):
            return f"row[{dates!r}]{cut}", part
    for column, values, categories in columns(rows):
        if categories and len(values) > 1 and _says_each([column], request):
            return f"row[{column!r}]", column.casefold() if _PLAIN_NAME.fullmatch(column) else "value"
    return "", ""


def _says_each(words: Sequence[str] | frozenset[str], request: str) -> bool:
    """True where one of the words stands behind a word for `per`, or one word later."""
    before = "|".join(map(re.escape, sorted({*per_words(), *_EACH})))
    said = "|".join(map(re.escape, sorted(words)))
    return bool(words) and re.search(rf"\b(?:{before})\s+(?:\w+\s+)?(?:{said})\b", request, re.I) is not None
