"""A program that looks for the value that a column is to get: `if row["paid"] == "yes": row["paid"] = "no"`.

A small model takes all that a request says of a row for what finds it, the new value, too; such a condition
holds for no row that there is anything to do with.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from pandora.programs.parsed_program import lines_of_tree

_IN_VAIN = re.compile(r"nothing is found: (.+?) holds for none of ")


def with_sought_value_set(program: str, refusal: str) -> tuple[str, str]:
    """The program that sets what it looked for in vain, as a refusal by `selection` says, and what code did.

    Where a program that sets a column of the rows which it finds has looked for a value of it that none of them
    has, this is the new one. Both are "" where the refusal is another one, or nothing is set there.
    """
    found = _IN_VAIN.match(refusal)
    try:
        tree = ast.parse(program)
        sought = ast.parse(found[1], mode="eval").body if found else None
    except (SyntaxError, ValueError, RecursionError):
        return "", ""
    if not isinstance(sought, ast.Compare) or not _column(sought.left) or not _plain(sought.comparators[0]):
        return "", ""
    value = ast.unparse(sought.comparators[0])
    edits: list[tuple[ast.expr, str]] = []
    for node, parts in _conditions(tree):
        own = [part for part in parts if ast.dump(part) == ast.dump(sought)]
        lines = [line.value for line in _set_in(node) if _column(line.targets[0]) == _column(sought.left)]
        if len(own) == 1 < len(parts) and len(lines) == 1 and lines[0].lineno == lines[0].end_lineno:
            kept = [part for part in parts if part is not own[0]]
            edits += [(node.test, _joined(program, kept)), (lines[0], value)]
    return (_edited(program, edits), f"code sets {_column(sought.left)} to {value}") if edits else ("", "")


def _conditions(tree: ast.Module) -> Iterator[tuple[ast.If, list[ast.expr]]]:
    """The conditions on one line that have several parts, which all must hold."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.If) or not isinstance(node.test, ast.BoolOp):
            continue
        if isinstance(node.test.op, ast.And) and node.test.lineno == node.test.end_lineno:
            yield node, node.test.values


def _set_in(node: ast.If) -> list[ast.Assign]:
    return [line for line in node.body if isinstance(line, ast.Assign)]


def _joined(program: str, parts: Sequence[ast.expr]) -> str:
    return " and ".join(ast.get_source_segment(program, part) or "" for part in parts)


def _edited(program: str, edits: Iterable[tuple[ast.expr, str]]) -> str:
    """The program with texts in place of expressions, each of which stands on a line of its own."""
    lines = lines_of_tree(program)
    for node, text in edits:
        row, end = node.lineno - 1, node.end_col_offset or 0
        lines[row] = lines[row][: node.col_offset] + text.encode() + lines[row][end:]
    return b"".join(lines).decode()


def _column(node: ast.expr) -> str:
    """The subscript of a row that an expression is, such as `row['time']`; else ""."""
    of_column = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    return ast.unparse(node) if of_column else ""


def _plain(node: ast.expr) -> str:
    """A constant as a text; "" for anything else. `berlin` may become `Berlin`, so capitals count."""
    return str(node.value).strip() if isinstance(node, ast.Constant) and node.value is not None else ""
