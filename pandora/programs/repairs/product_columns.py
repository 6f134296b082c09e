"""A product of two columns that the table has as a third one, rounded in each row: an amount of a bill.

A small model multiplies the litres by the price though the amounts stand beside them. The sum of what it works
out is then some cents away from the sum of what was paid.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, takewhile
from typing import Any

from pandora.programs.data_columns import Rows

_FEWEST = 3
"""The fewest rows that show what a column is."""
_MOST_COLUMNS = 20
_CONVERSIONS = ("float", "int", "number", "Decimal")
_MULTIPLIED = re.compile(r"[\w\])\"]\s*\*\s*[\w\"]")
_DIGITS = re.compile(r"\.(\d+)\Z")
_OWNER = r"(?P<{0}>(?:[A-Za-z_]\w*\.)?)"
_HALF, _EXACT = 0.5, 1e-9


def product_columns(rows: Rows) -> Iterator[tuple[str, str, str]]:
    """Yield two columns and the one that has their product in each row, rounded to its digits in some row.

    A column that has the exact product everywhere makes no difference, and is not told.
    """
    numbers = {
        str(name): [row.get(name) for row in rows]
        for name in list(rows[0])[:_MOST_COLUMNS]
        if all(_is_number(row.get(name)) for row in rows)
    }
    if len(rows) < _FEWEST:
        return
    for one, other, product in permutations(numbers, 3):
        if one < other and _is_product(numbers[one], numbers[other], numbers[product]):
            yield one, other, product


def with_product_columns(source: str, tables: Iterable[tuple[str, Rows]]) -> str:
    """Return a program or its query that takes such a column in place of the product."""
    if not _MULTIPLIED.search(source):
        return source
    found = {names for _, rows in tables if rows for names in product_columns(rows)}
    for one, other, product in sorted(found):
        for first, second in ((one, other), (other, one)):
            source = _in_program(source, first, second, product)
            source = _in_query(source, first, second, product)
    return source


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_product(one: Sequence[Any], other: Sequence[Any], product: Sequence[Any]) -> bool:
    away = (abs(float(a) * float(b) - float(c)) for a, b, c in zip(one, other, product, strict=True))
    near = [
        *takewhile(lambda distance: distance <= _HALF + _EXACT, away)
    ]  # most columns end at their first row
    if len(near) < len(product) or max(near) <= _EXACT:
        return False
    digits = max(map(_digits, product))
    plain = any({*map(float, column)} <= {0.0, 1.0} for column in (one, other))
    return not plain and max(near) <= _HALF * 10**-digits + _EXACT


def _digits(number: float) -> int:
    """How many decimals a number has."""
    match = _DIGITS.search(repr(float(number)))
    return len(match[1]) if match and not float(number).is_integer() else 0


def _in_program(source: str, one: str, other: str, product: str) -> str:
    """The program with `row[product]` for `row[one] * row[other]`, on one line."""
    try:
        nodes = [*ast.walk(ast.parse(source))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source
    lines = source.splitlines(keepends=True)
    places = []
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and node.lineno == node.end_lineno:
            left, right = _cell(node.left), _cell(node.right)
            if left and right and left[0] == right[0] and (left[1], right[1]) == (one, other):
                places.append((node, f"{left[0]}[{product!r}]"))
    for node, said in sorted(places, key=lambda place: (place[0].lineno, place[0].col_offset), reverse=True):
        row = lines[node.lineno - 1].encode()
        row = row[: node.col_offset] + said.encode() + row[node.end_col_offset :]
        lines[node.lineno - 1] = row.decode()
    return "".join(lines)


def _cell(node: ast.expr) -> tuple[str, str] | None:
    """The row and the column that an expression takes, also as a number; None for anything else."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in _CONVERSIONS:
            return _cell(inner)
        case ast.Subscript(value=row, slice=ast.Constant(value=str(column))):
            return ast.unparse(row), column
    return None


def _in_query(source: str, one: str, other: str, product: str) -> str:
    """The program whose query takes the column in place of the product."""

    def written(match: re.Match[str]) -> str:
        return f'{match["first"]}"{product}"' if match["first"] == match["second"] else match[0]

    names = [rf'(?:"{re.escape(name)}"|(?<![\w"]){re.escape(name)}(?![\w"]))' for name in (one, other)]
    form = re.compile(rf"{_OWNER.format('first')}{names[0]}\s*\*\s*{_OWNER.format('second')}{names[1]}")
    inside = re.compile(r"(query\(\s*(?P<quote>'''|\"\"\"))(?P<text>.*?)(?P=quote)", re.S)
    return inside.sub(lambda match: f"{match[1]}{form.sub(written, match['text'])}{match['quote']}", source)
