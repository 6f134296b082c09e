"""Columns of lists of rows: `rows["price"]` is what a model writes that has learned on data frames.

A table is a list of dicts, and Python has no such subscript for a list. So a program's subscripts are read as a
data frame's wherever Python has no meaning for them: a column by its name, and rows by a comparison of one. All
that Python does have a meaning for stays as it is.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

ITEM, ADD, AMONG = "_item_of", "_add_to", "_is_among"
"""The names under which a program finds what stands for a subscript, for `holder[key] += value`, for `in`."""


class Mask(list[bool]):
    """For each row whether something holds; by itself it is neither true nor false, as a column is not."""

    def __bool__(self) -> bool:
        raise TypeError("this compares a whole column; compare one row's value, in a loop over the rows")

    def __and__(self, other: Iterable[Any]) -> Mask:
        return Mask(bool(one and two) for one, two in zip(self, other, strict=True))

    def __or__(self, other: Iterable[Any]) -> Mask:
        return Mask(bool(one or two) for one, two in zip(self, other, strict=True))

    def __invert__(self) -> Mask:
        return Mask(not one for one in self)

    def sum(self) -> int:
        """For how many rows it holds."""
        return sum(map(bool, self))

    def any(self) -> bool:
        """True where it holds for some row."""
        return any(iter(self))

    def all(self) -> bool:
        """True where it holds for each row."""
        return all(iter(self))


class Column(list[Any]):
    """The values of one column; a comparison gives a `Mask`, and a blank (None) stays one in a calculation."""

    __hash__ = None

    def _compare(self, other: Any, how: Callable[[Any, Any], Any]) -> Mask:
        def holds(value: Any, with_it: Any) -> bool:
            if (value is None or with_it is None) and how not in (operator.eq, operator.ne):
                return False
            return bool(how(value, with_it))

        return Mask(holds(value, with_it) for value, with_it in self._beside(other))

    def _reckon(self, other: Any, how: Callable[[Any, Any], Any]) -> Column:
        pairs = self._beside(other)
        return Column(None if value is None or by is None else how(value, by) for value, by in pairs)

    def _beside(self, other: Any) -> Iterator[tuple[Any, Any]]:
        others = other if isinstance(other, Column) else [other] * len(self)
        return zip(self, others, strict=True)

    def __eq__(self, other: object) -> Any:
        return list.__eq__(self, other) if type(other) is list else self._compare(other, operator.eq)

    def __ne__(self, other: object) -> Any:
        return list.__ne__(self, other) if type(other) is list else self._compare(other, operator.ne)

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, operator.ge)

    def __add__(self, other: Any) -> Any:
        return list(self) + other if type(other) is list else self._reckon(other, operator.add)

    def __sub__(self, other: Any) -> Column:
        return self._reckon(other, operator.sub)

    def __mul__(self, other: Any) -> Any:
        return self._reckon(other, operator.mul)

    def __truediv__(self, other: Any) -> Column:
        return self._reckon(other, operator.truediv)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Any) -> Column:
        return self._reckon(other, lambda value, by: by - value)

    def given(self) -> list[Any]:
        """The values without blanks."""
        return [value for value in self if value is not None]

    def sum(self) -> Any:
        """The sum of the values that are given."""
        return sum(self.given())

    def mean(self) -> Any:
        """The mean of the values that are given; ValueError where there are none."""
        given = self.given()
        if not given:
            raise ValueError("the mean of an empty column; nothing matched")
        return sum(given) / len(given)

    def max(self) -> Any:
        """The largest value that is given."""
        return max(self.given())

    def min(self) -> Any:
        """The smallest value that is given."""
        return min(self.given())

    def count(self, *value: Any) -> int:
        """How many values are given, or how often one of them occurs."""
        return list.count(self, *value) if value else len(self.given())

    def unique(self) -> Column:
        """Each value once, in the order of the rows."""
        return Column(dict.fromkeys(self))

    def nunique(self) -> int:
        """How many different values are given."""
        return len(set(self.given()))

    def value_counts(self) -> dict[Any, int]:
        """How often each value occurs, the most frequent first."""
        counts: dict[Any, int] = {}
        for value in self.given():
            counts[value] = counts.get(value, 0) + 1
        return dict(sorted(counts.items(), key=lambda pair: -pair[1]))

    def tolist(self) -> list[Any]:
        """The values as a plain list."""
        return list(self)

    def isin(self, values: Iterable[Any]) -> Mask:
        """For each row whether its value is one of `values`."""
        meant = list(values)
        return Mask(value in meant for value in self)

    def apply(self, how: Callable[[Any], Any]) -> Column:
        """What a function gives for each value."""
        return Column(map(how, self))

    def astype(self, kind: Any) -> Column:
        """Each value that is given as a value of a type, such as `float`."""
        make = {"int": int, "float": float, "str": str}.get(kind, kind)
        return Column(value if value is None else make(value) for value in self)

    def fillna(self, filling: Any) -> Column:
        """The column with something in place of each blank."""
        return Column(filling if value is None else value for value in self)

    def dropna(self) -> Column:
        """The column without its blanks."""
        return Column(self.given())

    def isna(self) -> Mask:
        """For each row whether its value is blank."""
        return Mask(value is None or value == "" for value in self)

    def notna(self) -> Mask:
        """For each row whether it has a value."""
        return ~self.isna()

    isnull, notnull = isna, notna

    def round(self, digits: int = 0) -> Column:
        """Each value rounded."""
        return Column(value if value is None else round(value, digits) for value in self)

    @property
    def str(self) -> _Texts:
        """The methods of a text, for each value."""
        return _Texts(self)


class _Texts:
    """The methods of a text for each value of a column; those that say yes or no give a `Mask`."""

    def __init__(self, column: Column) -> None:
        self._column = column

    def contains(self, part: str, case: bool = True, **_: Any) -> Mask:
        """For each row whether its text has a part."""
        folded = (lambda text: text) if case else str.casefold
        return Mask(folded(part) in folded(str(value or "")) for value in self._column)

    def __getitem__(self, key: Any) -> Column:
        return Column(value if value is None else str(value)[key] for value in self._column)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(str, name)

        def each(*given: Any) -> Any:
            results = [value if value is None else method(str(value), *given) for value in self._column]
            yes_or_no = name.startswith(("is", "startswith", "endswith"))
            return Mask(map(bool, results)) if yes_or_no else Column(results)

        return each


def item_of(holder: Any, key: Any) -> Any:
    """`holder[key]`, and of a list of rows the column of that name, several columns, or the rows of a mask."""
    if type(holder) is dict:
        return holder[key]
    if isinstance(holder, list) and isinstance(key, (str, list)):
        if isinstance(key, Mask):
            kept = [item for item, yes in zip(holder, key, strict=True) if yes]
            return Column(kept) if isinstance(holder, Column) else kept
        if holder and all(isinstance(row, dict) for row in holder):
            rows = cast(list[dict[Any, Any]], holder)
            if isinstance(key, str) and any(key in row for row in rows):
                return Column(row.get(key) for row in rows)
            if isinstance(key, list) and key and any(name in row for name in key for row in rows):
                return [{name: row.get(name) for name in key} for row in rows]
    return holder[key]


def add_to(holder: Any, key: Any, value: Any) -> None:
    """`holder[key] += value`, where a value that is not set yet (None) counts as nothing."""
    old = holder[key]
    if old is None and isinstance(value, (int, float)):
        holder[key] = value
        return
    old += value
    holder[key] = old


def is_among(value: Any, holder: Any) -> bool:
    """`value in holder`; a TypeError where a text or number is looked for among rows, which it never equals."""
    found: bool = value in holder
    lost = not found and isinstance(value, (str, int, float))
    if lost and type(holder) is list and holder and all(isinstance(row, dict) for row in holder):
        raise TypeError(
            "a row is a dict, and no value equals one; look in a column: [row[name] for row in rows]"
        )
    return found


def with_columns(tree: ast.Module) -> ast.Module:
    """The program in which subscripts that are read are `item_of`, those that are added to `add_to`, and `in`
    is `is_among`."""
    _Subscripts().visit(tree)
    return ast.fix_missing_locations(tree)


class _Subscripts(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and _may_name_column(node.slice):
            return _call(ITEM, node, node.value, node.slice)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            among = _call(AMONG, node, node.left, node.comparators[0])
            absent = ast.copy_location(ast.UnaryOp(ast.Not(), among), node)
            return among if isinstance(node.ops[0], ast.In) else absent
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Add) and isinstance(node.target, ast.Subscript):
            target = node.target
            if not isinstance(target.slice, ast.Slice):
                added = _call(ADD, node, target.value, target.slice, node.value)
                return ast.copy_location(ast.Expr(added), node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node


def _may_name_column(key: ast.expr) -> bool:
    """True for what may be the name of a column, a list of such names, or a mask."""
    if isinstance(key, ast.Constant):
        return isinstance(key.value, str)
    return isinstance(key, (ast.List, ast.Compare, ast.Name, ast.Call)) or (
        (isinstance(key, ast.BinOp) and isinstance(key.op, (ast.BitAnd, ast.BitOr)))
        or (isinstance(key, ast.UnaryOp) and isinstance(key.op, ast.Invert))
    )


def _call(name: str, node: ast.expr | ast.stmt, *given: ast.expr) -> ast.Call:
    function = ast.copy_location(ast.Name(name, ast.Load()), node)
    return ast.copy_location(ast.Call(function, list(given), []), node)
