"""The numbers of a value, and those that a FINAL expression writes itself and takes from no variable."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?(?![\w]|\.\d)")
"""A longer exponent is one of no quantity: `7e12345678` is of a digest, and would take minutes to work out."""
_CHOOSING = frozenset(
    ("round", "format", "page", "enumerate", "range", "islice", "int", "pow", "nlargest", "nsmallest")
)
"""Functions whose plain arguments choose or format, and do not become the value as those of `max` do."""
_ASIDE = {
    (ast.Subscript, "slice"),
    (ast.FormattedValue, "format_spec"),
    (ast.Compare, "left"),
    (ast.Compare, "comparators"),
    (ast.comprehension, "ifs"),
    (ast.IfExp, "test"),
}
"""The parts of an expression whose numbers choose or format."""
_MOST = 200_000
"""Numbers of a value that are looked at."""


def numbers_in_text(text: str) -> list[Fraction]:
    """The numbers that stand in a text, as digits."""
    exact = (_exact(match.replace(",", "")) for match in _NUMBER.findall(text))
    return [number for number in exact if number is not None]


def _exact(number: str | int | float) -> Fraction | None:
    """The number without rounding; None for what is none, and for one that is larger than any float."""
    try:
        exact = Fraction(str(number)) if isinstance(number, float) else Fraction(number)
        float(exact)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return exact


def numbers_of(value: Any, depth: int = 20) -> Iterator[Fraction]:
    """The numbers of a value at all depths, those that stand in its texts included; True and False are none."""
    if isinstance(value, bool) or depth == 0:
        return
    if isinstance(value, int | float):
        exact = _exact(value)
        if exact is not None:
            yield exact
    elif isinstance(value, str):
        yield from numbers_in_text(value)
    elif isinstance(value, Mapping):
        for key, inner in dict.items(value) if isinstance(value, dict) else value.items():
            yield from numbers_of(key, depth - 1)
            yield from numbers_of(inner, depth - 1)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from numbers_of(inner, depth - 1)
    elif type(value).__name__ in ("Envelope", "Failed"):
        yield from numbers_of(getattr(value, "value", None), depth - 1)


def unfounded(expression: ast.expr, value: Any, variables: Mapping[str, Any]) -> list[str]:
    """The numbers of a FINAL's value that its expression wrote itself and that stand in no variable.

    A number that the expression computes from variables is founded. A number that only chooses, counts or
    formats (an index, a condition, the 1 of `sum(1 for …)`, the digits of a rounding) is no number of the
    value. An expression that reads no variable founds nothing.
    """
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)} & set(variables)
    own = {number for node in _literals(expression, names) for number in numbers_of(node)}
    shown = set(itertools.islice(numbers_of(value), _MOST))
    suspects = shown if not names else own & shown
    if not suspects:
        return []
    present = set[Fraction]()
    for variable in variables.values():
        present.update(itertools.islice(numbers_of(variable), _MOST))
        if suspects <= present:
            return []
    return [_written(number) for number in sorted(suspects - present)]


def _written(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"


def _literals(node: ast.AST, names: Iterable[str]) -> Iterator[Any]:
    """The constants of an expression that can become its value: none that only choose, count or format."""
    if isinstance(node, ast.Constant):
        yield node.value
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        if isinstance(node.op, ast.USub) and isinstance(value, int | float):
            yield -value
            return
    for field, child in ast.iter_fields(node):
        if (type(node), field) in _ASIDE:
            continue
        children = child if isinstance(child, list) else [child]
        if field == "args" and _chooses(node) and any(_reads(arg, names) for arg in children):
            children = [arg for arg in children if _reads(arg, names)]
        elif field == "keywords":
            children = [] if _chooses(node) else [keyword for keyword in children if keyword.arg != "key"]
        elif field == "args" and _counts(node):
            children = children[0].generators
        for inner in children:
            if isinstance(inner, ast.AST) and not (isinstance(node, ast.BinOp) and _scales(inner, node)):
                yield from _literals(inner, names)


def _counts(node: ast.AST) -> bool:
    """True for `sum(1 for …)` and `sum(1 if … else 0 for …)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"):
        return False
    of = node.args[0] if len(node.args) == 1 else None
    each = of.elt if isinstance(of, ast.GeneratorExp | ast.ListComp) else None
    ones = [each.body, each.orelse] if isinstance(each, ast.IfExp) else [each]
    return all(isinstance(one, ast.Constant) and one.value in (0, 1) for one in ones)


def _scales(operand: ast.AST, node: ast.BinOp) -> bool:
    """True for a number beside an operand that has a name, as in `part * 100 / all`."""
    number = isinstance(operand, ast.Constant) and isinstance(operand.value, int | float)
    return number and any(isinstance(inner, ast.Name) for inner in ast.walk(node))


def _chooses(node: ast.AST) -> bool:
    """True for a call of a function whose plain arguments choose or format."""
    function = node.func if isinstance(node, ast.Call) else None
    name = function.id if isinstance(function, ast.Name) else ""
    if isinstance(function, ast.Attribute) and function.attr != "format":  # that of a text writes them into it
        name = function.attr
    return name in _CHOOSING


def _reads(node: ast.AST, names: Iterable[str]) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node))
