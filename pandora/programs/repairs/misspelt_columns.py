"""Names of columns that a program misspells, such as `club_fee` for `club fee` and `fällt` for `fällig`."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Sequence

from pandora.programs.inside.text_folding import folded_name

_LEAST_LIKE = 0.6
"""The least part of the shorter of two names with which both begin, where one is the other misspelt."""
_LEAST_LETTERS = 3


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


def with_known_columns(source: str, columns: Sequence[str]) -> str:
    """Return a program whose keys of rows are columns of the data, where it only misspells them.

    A key that the program itself puts anywhere is one of its own, and one of what `load` gave may be the name
    of a table. A small model writes the same letters again, whatever it is told.
    """
    try:
        nodes = [*ast.walk(ast.parse(source))]
    except (SyntaxError, ValueError, RecursionError):
        return source
    loaded = {target.id for node in nodes for target in _loaded(node)}
    read, own = set[str](), set[str]()
    for node in nodes:
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in loaded:
            own |= {str(node.slice.value)} if isinstance(node.slice, ast.Constant) else set()
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            (read if isinstance(node.ctx, ast.Load) else own).add(str(node.slice.value))
        elif isinstance(node, ast.Dict):
            own |= {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
    for name in sorted(read - own - {*columns}):
        if not name.isdigit() and (column := misspelt_column(name, columns)):
            source = with_column(source, name, column)
    return source


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
