"""Texts that a program looks for in what it has put into small letters, in small letters themselves.

A small model writes `'E17' in row['message'].lower()`, which is true of no text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from pandora.programs.parsed_program import lines_of_tree

_FOLDS: dict[str, Callable[[str], str]] = {"lower": str.lower, "casefold": str.casefold, "upper": str.upper}
_LOOKS = ("startswith", "endswith", "find", "rfind", "index", "count", "split", "partition", "replace")
"""Methods whose first argument is looked for in a text."""
_EQUAL = (ast.In, ast.NotIn, ast.Eq, ast.NotEq)
_Fold = Callable[[str], str]


def with_folded_literals(source: str) -> str:
    """Return a program with each text in the letters of what it is compared with; others as they are."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    folds = _folded_names(tree)
    wrong: dict[tuple[int, int], tuple[ast.Constant, str]] = {}
    for node in ast.walk(tree):
        for literal, fold in _compared(node, folds):
            text = str(literal.value)
            if fold(text) != text:
                wrong[literal.lineno, literal.col_offset] = (literal, fold(text))
    lines = lines_of_tree(source)
    for (line, _), (literal, value) in sorted(wrong.items(), reverse=True):
        if literal.end_lineno != line or literal.end_col_offset is None:
            continue
        raw = lines[line - 1]
        old = raw[literal.col_offset : literal.end_col_offset].decode()
        if old[1:-1] != literal.value or old[:1] not in "'\"":
            continue  # a part of an f-string, or one with escapes
        new = f"{old[0]}{value}{old[0]}"
        lines[line - 1] = raw[: literal.col_offset] + new.encode() + raw[literal.end_col_offset :]
    return b"".join(lines).decode()


def _folded_names(tree: ast.Module) -> dict[str, _Fold]:
    """The variables that hold nothing but what was put into small letters, or capitals."""
    folds: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            folds.setdefault(node.targets[0].id, set()).add(_method(node.value))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            folds.setdefault(node.id, set())
    stored = [
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    stored += [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return {
        name: _FOLDS[next(iter(ways))]
        for name, ways in folds.items()
        if len(ways) == 1 and ways <= _FOLDS.keys() and stored.count(name) == 1
    }


def _compared(node: ast.AST, folds: dict[str, _Fold]) -> Iterator[tuple[ast.Constant, _Fold]]:
    """The texts with which a node compares something in small letters, each with how that was put so."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], _EQUAL):
        sides = (node.left, node.comparators[0])
        for one, other in (sides, sides[::-1]):
            if fold := _fold_of(one, folds):
                yield from ((literal, fold) for literal in _texts(other))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LOOKS:
        fold = _fold_of(node.func.value, folds)
        if fold and node.args:
            yield from ((literal, fold) for literal in _texts(node.args[0]))


def _fold_of(node: ast.expr, folds: dict[str, _Fold]) -> _Fold | None:
    if isinstance(node, ast.Name):
        return folds.get(node.id)
    return _FOLDS.get(_method(node))


def _method(node: ast.expr) -> str:
    """The name of the last method that is called on something, through `strip()` and the like."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in _FOLDS:
            return node.func.attr
        if node.func.attr not in ("strip", "lstrip", "rstrip"):
            return ""
        node = node.func.value
    return ""


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    nodes = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    for one in nodes:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one
