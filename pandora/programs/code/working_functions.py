"""The functions of a module that hold by the examples of a task, for a next try that writes only the others."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection


def with_working_functions(source: str, report: str, functions: Collection[str]) -> str:
    """Return the beginning of a module that goes on from those of its functions with which nothing is wrong.

    `functions` are those that examples judge; `report` has a line `name(...) ...` or `there is no name; ...`
    for each that is wrong. The beginning has the imports, the values and all that the right ones call. It ends
    in the first line of the first wrong function, up to its bracket. "" where none is right or none is wrong,
    or the module is no Python.
    """
    wrong = [name for name in dict.fromkeys(functions) if _is_told(name, report)]
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    defined = {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    right = [name for name in functions if name in defined and name not in wrong]
    if not wrong or not right:
        return ""
    needed = _needed(right, defined)
    if needed & set(wrong):
        return ""
    kept = [node for node in body if _stays(node, needed)]
    lines = source.split("\n")
    parts = ["\n".join(lines[_first_line(node) - 1 : node.end_lineno]) for node in kept]
    return "\n".join([*parts, "", "", f"def {wrong[0]}("])


def _is_told(name: str, report: str) -> bool:
    return bool(re.search(rf"^(?:{re.escape(name)}\(|there is no {re.escape(name)}\b)", report, re.M))


def _needed(names: Collection[str], defined: dict[str, ast.FunctionDef | ast.ClassDef]) -> set[str]:
    """The definitions that those of `names` rest on, with them."""
    needed, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name in defined and name not in needed:
            needed.add(name)
            left += [node.id for node in ast.walk(defined[name]) if isinstance(node, ast.Name)]
    return needed


def _stays(node: ast.stmt, needed: Collection[str]) -> bool:
    """True for a statement that a definition may rest on; what a module does when it is run comes anew."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name in needed
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign))


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, (ast.FunctionDef, ast.ClassDef)) else []
    return min([node.lineno, *(one.lineno for one in decorators)])
