"""A program in which a blank of a column counts as 0 from the line on that loads its rows."""

from __future__ import annotations

import ast
import re

_LOADED = re.compile(r"^(?P<name>\w+) = (?:table|log)\(.*$", re.M)
_REFUSED = re.compile(
    r"^with 0 for each blank (?P<column>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\") the result is another"
)


def with_blanks_counted(program: str, refusal: str) -> str:
    """The program with a 0 for each blank of the column that a refusal by the relation `zeros` names.

    "" where the refusal is another one, or the program loads no rows in a line of its own.
    """
    refused = _REFUSED.match(refusal)
    if refused is None or not _LOADED.search(program):
        return ""
    column = ast.literal_eval(refused["column"])
    cell = f"{{**row, {column!r}: row[{column!r}] or 0}} if {column!r} in row else row"

    def counted(match: re.Match[str]) -> str:
        return f"{match[0]}\n{match['name']} = [{cell} for row in {match['name']}]  # a blank counts as 0"

    return _LOADED.sub(counted, program)
