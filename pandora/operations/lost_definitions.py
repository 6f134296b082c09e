"""A module written anew that lost functions or classes gets them back as they were."""

from __future__ import annotations

import ast


def with_lost(before: str, after: str) -> tuple[str, list[str]]:
    """`after` followed by the functions and classes that only `before` has, and their names, in its order.

    A model that mends one function of a file often writes that one alone. What is not Python comes back as
    it is; where nothing of `before` is left in `after` it is another file, and gets nothing.
    """
    old, new = _defined(before), _defined(after)
    lost = [name for name in old if name not in new]
    if not lost or len(lost) == len(old):
        return after, []
    lines = before.splitlines()
    kept = ["\n".join(lines[first - 1 : last]) for first, last in (old[name] for name in lost)]
    return "\n\n\n".join([after.rstrip("\n"), *kept]) + "\n", lost


def names(source: str) -> set[str]:
    """The functions and classes of a module; none where it is not Python."""
    return set(_defined(source))


def _defined(source: str) -> dict[str, tuple[int, int]]:
    """Name → its first and last line, decorators included."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [node for node in tree.body if isinstance(node, kinds)]
    return {
        node.name: (min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.end_lineno or 0)
        for node in found
    }
