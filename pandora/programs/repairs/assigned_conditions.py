"""A program that asks of a row what it is about to set: `if row["paid"] == "yes": row["paid"] = "yes"`.

A small model takes all that a request says of a row for what finds it, the new value, too; such a condition
holds for no row that there is anything to do with.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator


def without_assigned_conditions(program: str) -> str:
    """The program without the parts of conditions that ask a column for the value that it gets where they hold.

    It stays as it is where nothing else is asked.
    """
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError):
        return program
    lines = [line.encode() for line in program.splitlines(keepends=True)]
    for test, kept in sorted(_edits(tree), key=lambda edit: -edit[0].lineno):
        row, text = test.lineno - 1, " and ".join(ast.get_source_segment(program, part) or "" for part in kept)
        lines[row] = lines[row][: test.col_offset] + text.encode() + lines[row][test.end_col_offset or 0 :]
    return b"".join(lines).decode()


def _edits(tree: ast.Module) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """The conditions that ask for what is set, and the parts of each that stay."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.If) or not isinstance(node.test, ast.BoolOp):
            continue
        if not isinstance(node.test.op, ast.And) or node.test.lineno != node.test.end_lineno:
            continue
        given = {
            _column(line.targets[0]): _plain(line.value) for line in node.body if isinstance(line, ast.Assign)
        }
        kept = [part for part in node.test.values if not _asks_for(part, given)]
        if 0 < len(kept) < len(node.test.values):
            yield node.test, kept


def _asks_for(part: ast.expr, given: dict[str, str]) -> bool:
    if not isinstance(part, ast.Compare) or len(part.ops) != 1 or not isinstance(part.ops[0], ast.Eq):
        return False
    column, value = _column(part.left), _plain(part.comparators[0])
    return bool(column) and bool(value) and given.get(column) == value


def _column(node: ast.expr) -> str:
    """The subscript of a row that an expression is, such as `row['time']`; else ""."""
    of_column = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    return ast.unparse(node) if of_column else ""


def _plain(node: ast.expr) -> str:
    """A constant as a text, without capitals and the half of the day behind a time; "" for anything else."""
    if not isinstance(node, ast.Constant) or node.value is None:
        return ""
    text = str(node.value).casefold().strip()
    bare = text.removesuffix("am").removesuffix("pm").strip()
    return bare if bare[-1:].isdigit() else text
