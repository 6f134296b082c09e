"""A program whose loop counts or compares with a name that it never began: it is begun before the loop.

Code begins a program with the loop over the groups, and a small model goes on in it with `if total > most`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

_LARGER, _SMALLER = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)


def with_begun_names(source: str, known: frozenset[str] = frozenset()) -> str:
    """Return a program in which what a loop adds to, or compares its largest with, has a value before it.

    That is 0 for a sum or a count, the least of all for a largest and the most of all for a smallest. `known`
    are names that a program has from elsewhere. What is no Python stays as it is.
    """
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    bound = {*known, *dir(builtins)}
    begun: list[tuple[int, str]] = []
    for node in body:
        if isinstance(node, ast.For | ast.While):
            for name, value in _not_begun(node):
                if name not in bound:
                    begun.append((node.lineno, f"{name} = {value}"))
                    bound.add(name)
        bound |= {*_bound_in(node)}
    lines = source.splitlines()
    for line, statement in reversed(begun):
        lines.insert(line - 1, statement)
    return "\n".join(lines) + "\n" * source.endswith("\n") if begun else source


def _not_begun(loop: ast.For | ast.While) -> Iterator[tuple[str, str]]:
    """The names that a loop adds to, or assigns and compares with, each with the value to begin with."""
    assigned = {*_bound_in(loop)}
    first: dict[str, str] = {}
    for node in ast.walk(loop):
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            lists = isinstance(node.value, ast.List | ast.ListComp)
            if isinstance(node.target, ast.Name):
                first.setdefault(node.target.id, "[]" if lists else "0")
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, operator, right = node.left, node.ops[0], node.comparators[0]
            for name, larger, smaller in ((right, _LARGER, _SMALLER), (left, _SMALLER, _LARGER)):
                known = isinstance(name, ast.Name) and name.id in assigned
                if isinstance(name, ast.Name) and known and isinstance(operator, larger + smaller):
                    sign = "-" if isinstance(operator, larger) else ""
                    first.setdefault(name.id, f"float('{sign}inf')")
    yield from ((name, value) for name, value in first.items() if _is_read_first(loop, name))


def _is_read_first(loop: ast.For | ast.While, name: str) -> bool:
    """True where a loop reads a name, or adds to it, before it gives it a value."""
    added = {id(one.target) for one in ast.walk(loop) if isinstance(one, ast.AugAssign)}
    uses = [one for one in ast.walk(loop) if isinstance(one, ast.Name) and one.id == name]
    uses.sort(key=lambda one: (one.lineno, one.col_offset))
    return bool(uses) and (id(uses[0]) in added or isinstance(uses[0].ctx, ast.Load))


def _bound_in(node: ast.AST) -> Iterator[str]:
    """The names that a statement gives a value, imports or defines; not those that it only adds to."""
    added = {id(one.target) for one in ast.walk(node) if isinstance(one, ast.AugAssign)}
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and id(one) not in added:
            yield one.id
        elif isinstance(one, ast.FunctionDef | ast.ClassDef):
            yield one.name
        elif isinstance(one, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in one.names)
