"""A text that is split into more parts than a program has names for: the last name takes the rest of it.

`date, time, client = line.split()` fails at `Marlow Architects`. A small model that is told of it writes the
same line again: in one task it did so in eight tries of nine.
"""

from __future__ import annotations

import ast
import re

_TOO_MANY = re.compile(r"ValueError: too many values to unpack \(expected (\d+)\b")
_OF_TABLES = {",", ";", "\t", "|"}
"""Separators of tables, whose rows have a cell for each column: there the rest would be several cells."""


def with_rest_in_last_name(program: str, refusal: str) -> tuple[str, str]:
    """The program whose splits give at most as many parts as they have names, and what was done.

    Both are "" where the refusal tells of no such error, and where no split without a limit has as many names
    as it tells.
    """
    told = _TOO_MANY.search(refusal)
    if told is None:
        return "", ""
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "", ""
    count = int(told[1])
    calls = [call for node in ast.walk(tree) if (call := _split_into(node, count)) is not None]
    lines = program.splitlines(keepends=True)
    for call in sorted(calls, key=lambda call: (call.end_lineno or 0, call.end_col_offset or 0), reverse=True):
        row = lines[(call.end_lineno or 1) - 1].encode()
        end = (call.end_col_offset or 1) - 1
        comma = ", " if call.args else ""
        lines[(call.end_lineno or 1) - 1] = (
            row[:end] + f"{comma}maxsplit={count - 1}".encode() + row[end:]
        ).decode()
    said = f"code left the rest of each text to the last of {count} names"
    return ("".join(lines), said) if calls else ("", "")


def _split_into(node: ast.AST, count: int) -> ast.Call | None:
    """The one call of `split` whose parts a statement gives to `count` names; None for any other statement."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names) | ast.List(elts=names)], value=value):
            plain = len(names) == count and not any(isinstance(name, ast.Starred) for name in names)
            calls = [call for call in ast.walk(value) if _is_split(call)] if plain else []
            return calls[0] if len(calls) == 1 and isinstance(calls[0], ast.Call) else None
    return None


def _is_split(node: ast.AST) -> bool:
    """True for a call of `split` without a limit that does not part the cells of a table."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="split"), args=[_, _], keywords=[]):
            return True
        case ast.Call(func=ast.Attribute(attr="split"), args=args, keywords=[]) if len(args) < 2:
            return not (args and isinstance(args[0], ast.Constant) and args[0].value in _OF_TABLES)
    return False
