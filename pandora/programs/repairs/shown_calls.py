"""A module without the calls that show it: what stands behind its last definition and calls its functions.

A small model ends a module with `print(worked("22:15", "06:00"))`. Where that fails, the module cannot be
imported, and nothing tells what its functions give.
"""

from __future__ import annotations

import ast


def without_shown_calls(source: str) -> str:
    """Return a module without the calls and asserts of its own functions behind its last definition.

    "" where it has none, where something else stands behind it, or where it is no Python.
    """
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    places = [place for place, node in enumerate(body) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    behind = body[places[-1] + 1 :] if places else []
    if not behind or not all(_shows(node, names) for node in behind):
        return ""
    lines = source.splitlines(keepends=True)[: body[places[-1]].end_lineno]
    return "".join(lines).rstrip("\n") + "\n"


def _shows(node: ast.stmt, names: set[str]) -> bool:
    """True for a call, an assert, a `try` or a loop of such, and a value that is made for them."""
    calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
    called = {function.id for function in calls if isinstance(function, ast.Name)}
    if isinstance(node, ast.Assert | ast.Try | ast.For):
        return bool(called & names)
    return isinstance(node, ast.Expr | ast.Assign)
