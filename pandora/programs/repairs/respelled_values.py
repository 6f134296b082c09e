"""Texts that a program compares with, in the spelling of the one value of the data that they mean."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pandora.programs.inside.text_folding import folded
from pandora.programs.parsed_program import lines_of_tree

_SHORTEST = 3
"""The fewest letters of a text that means a value in another spelling."""
_COMPARED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


def with_values_as_spelled(source: str, values: Iterable[str]) -> str:
    """Return a program with `== 'Iván'` for `== 'Ivan'`, where the data have the first and not the second.

    A text that is a value as it stands stays, and so does one that several values are like, or that the program
    gives something as its value: it compares with that. So it does with cells that it writes anew, as in
    `row["who"] = row["who"].lower()`.
    """
    known = {*values}
    alike: dict[str, set[str]] = {}
    for value in known:
        alike.setdefault(folded(value), set()).add(value)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    compared = _compared(tree)
    known |= _given(tree, compared)
    wrong = [
        (literal, next(iter(meant)))
        for literal in compared
        if len(text := str(literal.value)) >= _SHORTEST and text not in known
        if len(meant := alike.get(folded(text), set())) == 1
    ]
    lines = lines_of_tree(source)
    for literal, value in sorted(wrong, key=lambda pair: (pair[0].lineno, pair[0].col_offset), reverse=True):
        line, end = lines[literal.lineno - 1], literal.end_col_offset
        written = line[literal.col_offset : end].decode() if literal.end_lineno == literal.lineno else ""
        if written[1:-1] == literal.value:
            lines[literal.lineno - 1] = line[: literal.col_offset] + repr(value).encode() + line[end:]
    return b"".join(lines).decode()


def _compared(tree: ast.AST) -> list[ast.Constant]:
    """The texts that are one side of a comparison with a cell, or in a list that is."""
    found = []
    written = {key for node in ast.walk(tree) for key in _written_keys(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare) or not all(isinstance(sign, _COMPARED) for sign in node.ops):
            continue
        sides = (node.left, *node.comparators)
        cells = [side for side in sides if _is_cell(side)]
        for side in sides if cells and written.isdisjoint(map(_key_of, cells)) else ():
            parts = side.elts if isinstance(side, ast.List | ast.Tuple | ast.Set) else [side]
            found += [part for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return found


def _given(tree: ast.AST, compared: Iterable[ast.Constant]) -> set[str]:
    """The texts that a program assigns or returns, or puts into a dict."""
    values: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.Return) and node.value is not None:
            values.append(node.value)
        elif isinstance(node, ast.Dict):
            values += node.values
    parts = {part for value in values for part in ast.walk(value)} - {*compared}
    return {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _written_keys(node: ast.AST) -> Iterator[object]:
    """The keys to which a node gives what is worked out; a constant and another cell are what they are."""
    pairs: list[tuple[ast.expr | None, ast.expr]] = []
    if isinstance(node, ast.Assign):
        pairs = [(one.slice, node.value) for one in node.targets if isinstance(one, ast.Subscript)]
    elif isinstance(node, ast.Dict):
        pairs = [*zip(node.keys, node.values, strict=True)]
    for key, value in pairs:
        if isinstance(key, ast.Constant) and not isinstance(value, ast.Constant) and not _is_cell(value):
            yield key.value


def _key_of(cell: ast.expr) -> object:
    """The key of `row["who"]`, `row.get("who")` and these stripped; None where it is no constant."""
    if isinstance(cell, ast.Subscript):
        return cell.slice.value if isinstance(cell.slice, ast.Constant) else None
    if isinstance(cell, ast.Call) and isinstance(cell.func, ast.Attribute):
        if cell.func.attr == "strip":
            return _key_of(cell.func.value)
        return cell.args[0].value if cell.args and isinstance(cell.args[0], ast.Constant) else None
    return None


def _is_cell(node: ast.expr) -> bool:
    """True for `row["who"]`, `row.get("who")` and these stripped: what is put into small letters is none."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "get" or (node.func.attr == "strip" and _is_cell(node.func.value))
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
