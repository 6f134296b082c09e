"""Names of columns that a program misspells, such as `club_fee` for `club fee` and `fällt` for `fällig`."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Sequence

from pandora.programs.inside.text_folding import folded_name

_LEAST_LIKE = 0.6
"""The least part of the shorter of two names with which both begin, where one is the other misspelt."""
_LEAST_LETTERS = 3
_LISTING = ("sorted", "reversed", "filter", "table", "log", "records")
"""Functions that give rows which a loop goes over."""


def misspelt_column(name: str, columns: Sequence[str]) -> str:
    """Return the one column that has the letters of a name that is none, or else that begins as it does.

    "" where there is none, or several.
    """
    same = [column for column in columns if folded_name(column) == folded_name(name)]
    alike = same or [column for column in columns if _begin_alike(name, column)]
    return alike[0] if len(alike) == 1 else ""


def with_column(source: str, name: str, column: str) -> str:
    """Return a program with the column's name for each text that is the misspelt one."""
    return re.sub(rf"(['\"]){re.escape(name)}\1", lambda _: repr(column), source)


def with_known_columns(source: str, columns: Sequence[str], keys: Callable[[], set[str]] = set) -> str:
    """Return a program whose keys of rows are columns of the data, where it only misspells them.

    What is looked up in anything but a row, as in `counts["open"]`, may be a value. A key that the program
    itself puts anywhere is one of its own, one that `keys` gives is one of the data, and one of what `load`
    gave may be the name of a table. A small model writes the same letters again, whatever it is told.
    """
    try:
        nodes = [*ast.walk(ast.parse(source))]
    except (SyntaxError, ValueError, RecursionError):
        return source
    loaded = {target.id for node in nodes for target in _loaded(node)}
    rows = {name for node in nodes for name in _names_of_rows(node)} - loaded
    read: dict[str, set[str]] = {}
    own = set[str]()
    for node in nodes:
        if isinstance(node, ast.Dict):
            own |= {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
        elif isinstance(node, ast.Call):
            own |= {word.arg for word in node.keywords if word.arg}
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
            continue
        if isinstance(node.ctx, ast.Load) and _is_row(node.value, rows, loaded):
            read.setdefault(str(node.slice.value), set()).add(ast.unparse(node.value))
        elif not isinstance(node.ctx, ast.Load) or getattr(node.value, "id", "") in loaded:
            own.add(str(node.slice.value))
    unknown = {name for name in read if not name.isdigit()} - own - {*columns}
    unknown -= keys() if unknown else set()
    for name in sorted(unknown):
        column = misspelt_column(name, columns)
        for holder in read[name] if column else ():
            source = _with_key(source, holder, name, column)
    return source


def _with_key(source: str, holder: str, name: str, column: str) -> str:
    """The program with another key of what `holder` is the expression of, also within an f-string."""
    form = re.compile(rf"(?<![\w.]){re.escape(holder)}\[(['\"]){re.escape(name)}\1\]")

    def written(match: re.Match[str]) -> str:
        fits = not {match[1], "\\"} & {*column}
        return f"{holder}[{match[1]}{column}{match[1]}]" if fits else f"{holder}[{column!r}]"

    return form.sub(written, source)


def _names_of_rows(node: ast.AST) -> Iterator[str]:
    """The variables in which a node has one row after the other: those of loops, and of key functions."""
    if isinstance(node, ast.Lambda):
        yield from (argument.arg for argument in node.args.args)
    if (
        isinstance(node, ast.For | ast.comprehension)
        and isinstance(node.target, ast.Name)
        and _is_list(node.iter)
    ):
        yield node.target.id


def _is_list(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in _LISTING
    return isinstance(node, ast.Name) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice))


def _is_row(node: ast.expr, rows: set[str], loaded: set[str]) -> bool:
    """True for a variable of rows, and for one of a list by its number, as in `rows[0]`."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id not in loaded:
        number = node.slice.operand if isinstance(node.slice, ast.UnaryOp) else node.slice
        return isinstance(number, ast.Constant) and isinstance(number.value, int)
    return isinstance(node, ast.Name) and node.id in rows


def _loaded(node: ast.AST) -> list[ast.Name]:
    """The variables that get what `load` gave."""
    if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)):
        return []
    function = node.value.func
    if not (isinstance(function, ast.Name) and function.id == "load"):
        return []
    return [target for target in node.targets if isinstance(target, ast.Name)]


def _begin_alike(one: str, other: str) -> bool:
    """True where two names have their first letters in common."""
    one, other = folded_name(one), folded_name(other)
    pairs = zip(one, other, strict=False)
    common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    return common >= _LEAST_LETTERS and common >= _LEAST_LIKE * min(len(one), len(other))
