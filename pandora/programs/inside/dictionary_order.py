"""Sorting in a model's programs: texts stand as a dictionary has them, and spans of time by their length."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from typing import Any

from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.text_folding import folded
from pandora.programs.inside.time_spans import order_of_spans

SORT = "_sort_in_place"
"""The name under which a program finds what stands for the method `sort`."""


def sorted_as_dictionary(
    items: Iterable[Any], /, *, key: Callable[[Any], Any] | None = None, reverse: bool = False
) -> list[Any]:
    """The builtin `sorted`, but for texts: `Álvaro` comes before `Ana`, and `bo` before `Cem`."""
    return builtins.sorted(items, key=_place(key), reverse=reverse)


def sort_in_place(items: Any, /, **given: Any) -> None:
    """The method `sort` of a list, with texts as a dictionary has them; that of any other value as it is."""
    if isinstance(items, list):
        given = {**given, "key": _place(given.get("key"))}
    items.sort(**given)


def with_dictionary_order(source: str, name: str) -> ast.Module:
    """Return a program's tree in which the method `sort` is `sort_in_place`. Raises SyntaxError."""
    tree = ast.parse(source, name)
    _Sorts().visit(tree)
    return ast.fix_missing_locations(tree)


class _Sorts(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and not node.args:
            function = ast.copy_location(ast.Name(SORT, ast.Load()), node.func)
            return ast.copy_location(ast.Call(function, [node.func.value], node.keywords), node)
        return node


def _place(key: Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    return lambda item: _ordered(item if key is None else key(item))


def _ordered(value: Any) -> Any:
    if isinstance(value, str):
        return value if isinstance(value, Day) else _Text(value)
    return type(value)(map(_ordered, value)) if type(value) in (tuple, list) else value


class _Text(str):
    """A text that is less than another where a dictionary has it first, or as the shorter span of time."""

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        if spans := order_of_spans(str(self), str(other)):
            return spans < 0
        return (folded(self), str(self)) < (folded(other), str(other))
