"""Edits that a fault needs beside those that were found: all limits of one function are mended alike."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pandora.programs.code.code_mutations import Mutation, mutations

_MOST = 12
"""The most edits beside those that were found."""


def with_siblings(edits: Sequence[Mutation]) -> tuple[Mutation, ...]:
    """Return edits with those of the comparisons beside them, where two of them change the same operator alike.

    Who tells that 90 points are no A and 50 no D means the limits between them, too: `points > 75` becomes
    `points >= 75` where `points > 90` and `points > 50` do, in the same function.
    """
    kinds = [_kind(edit) for edit in edits]
    first = edits[0] if edits else None
    if len(edits) < 2 or first is None or kinds[0] is None or len(set(kinds)) > 1:
        return tuple(edits)
    found = list(edits)
    for _ in range(_MOST):
        lines = _lines_of_function(found[-1].source, first.line)
        others = mutations({first.path: found[-1].source})
        sibling = next((one for one in others if one.line in lines and _kind(one) == kinds[0]), None)
        if sibling is None or any(edit.line not in lines or edit.path != first.path for edit in found):
            break
        found.append(sibling)
    return tuple(found)


def _kind(edit: Mutation) -> tuple[str, str, str] | None:
    """What is compared with a number, and the operators before and behind; None for any other edit."""
    sides = []
    for code in (edit.before, edit.after):
        try:
            node = ast.parse(code.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return None
        if not (isinstance(node, ast.Compare) and isinstance(node.comparators[0], ast.Constant)):
            return None
        sides.append((ast.unparse(node.left), type(node.ops[0]).__name__, ast.unparse(node.comparators[0])))
    (left, old, limit), (other, new, same) = sides
    return (left, old, new) if left == other and limit == same and old != new else None


def _lines_of_function(source: str, line: int) -> range:
    """The lines of the innermost function that has a line; an empty range where none has."""
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    around = [node for node in functions if node.lineno <= line <= (node.end_lineno or 0)]
    inner = max(around, key=lambda node: node.lineno, default=None)
    return range(inner.lineno, (inner.end_lineno or 0) + 1) if inner else range(0)
