"""A program whose rows are put right behind the line that loads them, where it was refused for how they are.

A blank counts as 0, a value that is written in several ways is written in one, and only the rows count that the
task means. A small model that is told of it writes the same program again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence

_LOADED = re.compile(r"^(?P<name>\w+) = (?:table|log)\(.*$", re.M)
_TEXT = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_BLANK = re.compile(rf"with 0 for each blank ({_TEXT}) the result is another")
_SPELLING = re.compile(rf"({_TEXT}) has (?:{_TEXT})(?: and (?:{_TEXT}))+")
_MEANT = re.compile(
    rf"it counts rows whose (?P<column>{_TEXT}) is not (?P<values>(?:{_TEXT})(?: or (?:{_TEXT}))*), "
    r"and the task means only these"
)
ONE_VALUE = "for one value; compare folded(value)"
"""How the reason ends of what the relation `spellings` refuses."""


def with_rows_mended(program: str, refusal: str) -> tuple[str, str]:
    """The program with its rows put right as a refusal by `zeros`, `spellings` or `meant rows` says, and how.

    Both are "" where the refusal is another one, or the program loads no rows in a line of its own.
    """
    if not _LOADED.search(program):
        return "", ""
    if blank := _BLANK.match(refusal):
        return _LOADED.sub(_counted(ast.literal_eval(blank[1])), program), "code put 0 for each blank"
    if (meant := _MEANT.match(refusal)) and len(_LOADED.findall(program)) == 1:
        values = [ast.literal_eval(value) for value in re.findall(_TEXT, meant["values"])]
        column = ast.literal_eval(meant["column"])
        said = f"code took only the rows whose {column} is {' or '.join(values)}"
        return _LOADED.sub(_only(column, values), program), said
    if ONE_VALUE not in refusal:
        return "", ""
    columns = dict.fromkeys(
        ast.literal_eval(match[1]) for match in _SPELLING.finditer(refusal.split(ONE_VALUE)[0])
    )
    if not columns:
        return "", ""
    names = ", ".join(map(repr, columns))
    return _LOADED.sub(_alike(names), program), f"code wrote each value of {', '.join(columns)} in one way"


def _counted(column: str) -> Callable[[re.Match[str]], str]:
    cell = f"{{**row, {column!r}: row[{column!r}] or 0}} if {column!r} in row else row"

    def line(match: re.Match[str]) -> str:
        return f"{match[0]}\n{match['name']} = [{cell} for row in {match['name']}]  # a blank counts as 0"

    return line


def _only(column: str, values: Sequence[str]) -> Callable[[re.Match[str]], str]:
    """The line that keeps the rows with one of some values, in whatever capital letters."""
    wanted = ", ".join(f"folded({value!r})" for value in values)
    cell = f"folded(row.get({column!r}) or '')"

    def line(match: re.Match[str]) -> str:
        kept = f"{match['name']} = [row for row in {match['name']} if {cell} in ({wanted},)]"
        return f"{match[0]}\n{kept}  # the task means only these"

    return line


def _alike(columns: str) -> Callable[[re.Match[str]], str]:
    def line(match: re.Match[str]) -> str:
        return f"{match[0]}\n{match['name']} = alike({match['name']}, {columns})  # each value in one spelling"

    return line
