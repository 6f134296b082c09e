"""Loops over a text, which Python takes letter by letter: the lines are meant where a loop's name is a word."""

from __future__ import annotations

import ast

from pandora.programs.parsed_program import lines_of_tree

_LETTERS = ("ch", "char", "character", "letter", "symbol", "digit")
"""Names of loops that do go over letters, as does a name of one letter."""


def over_lines(source: str) -> str:
    """Return a program that goes over the lines of a text where it went over its letters.

    `for line in content` finds nothing in a text that `content = text(path)` gave, and a small model writes it
    again when it is told so.
    """
    try:
        nodes = [*ast.walk(ast.parse(source))]
    except (SyntaxError, ValueError, RecursionError):
        return source
    bound = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    texts = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and _is_text(node.value)
        for target in node.targets
        if isinstance(target, ast.Name) and sum(name.id == target.id for name in bound) == 1
    }
    letters = {name for node in nodes if isinstance(node, ast.Compare) for name in _asked_for_letters(node)}
    loops = [node for node in nodes if isinstance(node, ast.For | ast.comprehension)]
    lines = lines_of_tree(source)
    for loop in sorted(loops, key=lambda loop: (loop.iter.lineno, loop.iter.col_offset), reverse=True):
        over, target = loop.iter, loop.target
        if not (isinstance(over, ast.Name) and over.id in texts and isinstance(target, ast.Name)):
            continue
        if len(target.id) == 1 or target.id in _LETTERS or target.id in letters:
            continue
        line = lines[over.lineno - 1]
        begin, end = line[: over.end_col_offset], line[over.end_col_offset :]
        lines[over.lineno - 1] = begin + b".splitlines()" + end
    return b"".join(lines).decode()


def _asked_for_letters(node: ast.Compare) -> list[str]:
    """The variable that is compared with the letters of a text, as in `sign in "aeiou"` and `sign == "("`."""
    other = node.comparators[0]
    if not isinstance(node.left, ast.Name) or not (
        isinstance(other, ast.Constant) and isinstance(other.value, str)
    ):
        return []
    one = isinstance(node.ops[0], ast.Eq | ast.NotEq) and len(other.value) == 1 and not other.value.isspace()
    among = isinstance(node.ops[0], ast.In | ast.NotIn) and other.value != "" and not other.value.isspace()
    return [node.left.id] if one or among else []


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "text"
