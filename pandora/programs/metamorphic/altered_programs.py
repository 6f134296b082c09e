"""A program with other constants, or with its conditions counted, for an experiment."""

from __future__ import annotations

import ast
import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from pandora.document.figures import normal_number
from pandora.programs.inside.text_gaps import COMMA_AMOUNT

COUNTS = ".conditions.json"
"""The file in which a program with counted conditions leaves what it counted."""
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_DAY = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
_COMPARED = re.compile(r"([<>]=?)\s*(\d{1,9})(?![\w.-])")
"""A comparison in the text of a query."""
_BESIDE = {">": 1, "<": -1, "<=": 1, ">=": -1}
"""What is added to a whole number for the one from which, or up to which, a comparison with it holds."""
_LARGEST = 10**100
_PATH = re.compile(r"\S+\.\w{1,7}")
_PRELUDE = """
import json as _json, operator as _operator
_COUNTS = {}
_OPERATORS = {"==": _operator.eq, "<": _operator.lt, "<=": _operator.le, ">": _operator.gt, ">=": _operator.ge,
              "in": lambda a, b: a in b, "startswith": lambda a, b: a.startswith(b),
              "endswith": lambda a, b: a.endswith(b)}
def _counted(text, name, left, right):
    outcome = _OPERATORS[name](left, right)
    entry = _COUNTS.setdefault(text, {"operator": name, "tested": 0, "true": 0, "left": {}, "right": {}})
    entry["tested"] += 1
    entry["true"] += bool(outcome)
    for side, value in (("left", left), ("right", right)):
        several = name == "in" and side == "right" and isinstance(value, (list, tuple, set))
        for part in list(value if several else [value])[:1000]:
            if len(entry[side]) < 1000 and isinstance(part, (str, int, float)):
                entry[side][part] = None
    return outcome
def _tell_counts():
    with open(%r, "w", encoding="utf-8") as file:
        _json.dump([{**entry, "text": text, "left": list(entry["left"]), "right": list(entry["right"])}
                    for text, entry in _COUNTS.items()], file)
"""
_OPERATORS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
}


@dataclass(frozen=True)
class Condition:
    """What a condition of a program selected: how often it was tested and true, and the values of its sides."""

    text: str
    operator: str
    tested: int
    true: int
    left: Sequence[Any]
    right: Sequence[Any]


class _Counting(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        sides = [node.left, *node.comparators]
        names = [_OPERATORS.get(type(operator)) for operator in node.ops]
        pairs = [
            ast.Compare(left, [operator], [right])
            for left, operator, right in zip(sides, node.ops, sides[1:], strict=False)
        ]
        texts = [ast.unparse(pair) for pair in pairs]
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        calls: list[ast.expr] = [
            self._call(text, name, *two) if name else ast.Compare(two[0], [operator], [two[1]])
            for text, name, operator, two in zip(texts, names, node.ops, itertools.pairwise(sides), strict=True)
        ]
        return calls[0] if len(calls) == 1 else ast.BoolOp(ast.And(), calls)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        text = ast.unparse(node)
        self.generic_visit(node)
        attribute = node.func if isinstance(node.func, ast.Attribute) else None
        if attribute and attribute.attr in ("startswith", "endswith") and len(node.args) == 1:
            return self._call(text, attribute.attr, attribute.value, node.args[0])
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        """The same text joined from its parts: a condition in an f-string is no text within a text then."""
        self.generic_visit(node)
        return _joined(node)

    def _call(self, text: str, name: str, left: ast.expr, right: ast.expr) -> ast.Call:
        function = ast.Name("_counted", ast.Load())
        return ast.Call(function, [ast.Constant(text), ast.Constant(name), left, right], [])


_CONVERSIONS = {ord("s"): "str", ord("r"): "repr", ord("a"): "ascii"}


def _joined(node: ast.expr) -> ast.expr:
    """What an f-string gives, as a call that joins its parts; any other expression stays."""
    if not isinstance(node, ast.JoinedStr):
        return node
    parts: list[ast.expr] = []
    for part in node.values:
        if not isinstance(part, ast.FormattedValue):
            parts.append(part)
            continue
        name = _CONVERSIONS.get(part.conversion)
        value = ast.Call(ast.Name(name, ast.Load()), [part.value], []) if name else part.value
        layout = [_joined(part.format_spec)] if part.format_spec else []
        parts.append(ast.Call(ast.Name("format", ast.Load()), [value, *layout], []))
    return ast.Call(ast.Attribute(ast.Constant(""), "join", ast.Load()), [ast.List(parts, ast.Load())], [])


def counting_conditions(source: str) -> str:
    """The program, which also writes into COUNTS what each of its conditions selected; "" where it has none."""
    tree = _parsed(source)
    if tree is None:
        return ""
    future = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    body = [_Counting().visit(node) for node in tree.body if node not in future]
    text = ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
    if "_counted(" not in text:
        return ""
    if "'''" in text or '"""' in text:
        return ""  # a text of several lines must not be indented
    inner = "\n".join(f" {line}" for line in text.split("\n"))
    return f"{(_PRELUDE % COUNTS).strip()}\ntry:\n{inner}\nfinally:\n _tell_counts()\n"


def conditions(content: bytes) -> list[Condition]:
    """What the file COUNTS says, in the order in which the conditions were first tested."""
    return [Condition(**entry) for entry in json.loads(content)]


def numbers_in(source: str, layouts: bool = True) -> set[float]:
    """The numbers among a program's constants and in its texts, but for paths and for words that it prints.

    Those that say only how a number is printed are among them with `layouts`.
    """
    numbers: set[float] = set()
    for node, layout in _working_constants(_parsed(source)):
        if layout and not layouts:
            continue
        if isinstance(node.value, str):
            numbers |= {float(digits) for digits in _DIGITS.findall(node.value)}
            numbers |= {float(normal_number(amount[0])) for amount in COMMA_AMOUNT.finditer(node.value)}
        elif isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            numbers |= {abs(float(node.value))} if abs(node.value) < _LARGEST else set()
    return numbers


def _working_constants(tree: ast.Module | None) -> list[tuple[ast.Constant, bool]]:
    """The constants that a program works with, and whether each says only how a number is printed."""
    tree = tree or ast.Module([], [])
    layouts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue) and node.format_spec
        for part in ast.walk(node.format_spec)
    }
    printed = {
        id(part)
        for node in ast.walk(tree)
        for part in (
            node.values
            if isinstance(node, ast.JoinedStr)
            else node.args
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
            else ()
        )
    }
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [
        (node, id(node) in layouts)
        for node in constants
        if id(node) in layouts
        or not (id(node) in printed or (isinstance(node.value, str) and _is_path(node.value)))
    ]


def _is_path(text: str) -> bool:
    """True for a text that may be a path; `2.00`, as in `Decimal("2.00")`, is none."""
    return _PATH.fullmatch(text) is not None and not _DIGITS.fullmatch(text)


def digits_rounded_to(source: str) -> set[float]:
    """The numbers of digits that a program rounds to: more of them change nothing."""
    return {
        number
        for node in ast.walk(_parsed(source) or ast.Module([], []))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round"
        for digits in node.args[1:2]
        for number in _whole(digits)
    }


def whole_bounds(source: str) -> set[float]:
    """The whole numbers beside those that a program compares with: 3 of `> 2`, of `<= 2` and of `range(4)`."""
    bounds: set[float] = set()
    for node in ast.walk(_parsed(source) or ast.Module([], [])):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range" and node.args:
            bounds |= {value - 1 for value in _whole(node.args[1 if len(node.args) > 1 else 0])}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            bounds |= {
                float(number) + _BESIDE[sign]
                for sign, number in _COMPARED.findall(node.value)
                if sign in _BESIDE
            }
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, node.comparators, strict=False):
            sign = _OPERATORS.get(type(operator), "")
            if sign in _BESIDE:
                bounds |= {value + _BESIDE[sign] for value in _whole(right)}
                bounds |= {value - _BESIDE[sign] for value in _whole(left)}
    return bounds


def days_beside(source: str) -> set[float]:
    """The years, months and days of the days before and after those in a program's texts: `< '2024-01-01'`."""
    beside: set[float] = set()
    for text in texts_in(source):
        for year, month, day in _DAY.findall(text):
            try:
                written = date(int(year), int(month), int(day))
                near = [written + sign * timedelta(1) for sign in (1, -1)]
            except (ValueError, OverflowError):
                continue
            beside |= {float(part) for one in near for part in (one.year, one.month, one.day)}
    return beside


def _whole(node: ast.expr) -> list[float]:
    whole = isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < _LARGEST
    return [float(node.value)] if whole else []  # type: ignore[attr-defined]


def with_number_moved(source: str, number: float, move: Callable[[float], float]) -> str:
    """The program with `number` moved where it stands as a constant or in a text; "" where it does not."""
    tree = _parsed(source)
    moved = False

    def in_text(match: re.Match[str]) -> str:
        nonlocal moved
        if float(match[0]) != number or "." in match[0]:
            return match[0]
        moved = True
        return ("9" if move(0.0) > 0 else "0") * len(match[0])

    for node, layout in _working_constants(tree):
        if isinstance(node.value, str) and not layout:
            node.value = _DIGITS.sub(in_text, node.value)
        elif isinstance(node.value, (int, float)) and type(node.value) is not bool and node.value == number:
            node.value = type(node.value)(move(number))
            moved = True
    return ast.unparse(tree) if tree and moved else ""


class _Unlimited(ast.NodeTransformer):
    """Takes out the comparisons with numbers none of which is `known`, and with texts of a program's own."""

    def __init__(self, known: Callable[[float], bool], own: Callable[[str, bool], bool]) -> None:
        self.known, self.own, self.found = known, own, list[str]()

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = (node.left, *node.comparators)
        ordered = all(isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for operator in node.ops)
        numbers = [number for side in sides for number in _limits(side)]
        limited = ordered and bool(numbers) and not any(map(self.known, numbers))
        equal = all(isinstance(operator, (ast.Eq, ast.NotEq)) for operator in node.ops)
        texts = [side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)]
        left_out = any(isinstance(operator, ast.NotEq) for operator in node.ops)
        if not limited and not (equal and any(self.own(text, left_out) for text in texts)):
            return node
        self.found.append(ast.unparse(node))
        return ast.copy_location(ast.Constant(True), node)


def without_limits(
    source: str, known: Callable[[float], bool], own: Callable[[str, bool], bool] = lambda text, left_out: False
) -> tuple[str, list[str]]:
    """The program without the limits that nobody gave it, and these; "" without any.

    These are its comparisons with numbers that are not `known`, and with texts that are its `own`, by the text
    and whether what has it is left out.
    """
    tree, without = _parsed(source), _Unlimited(known, own)
    if tree is None:
        return "", []
    changed = ast.unparse(ast.fix_missing_locations(without.visit(tree)))
    return (changed, without.found) if without.found else ("", [])


def _limits(node: ast.expr) -> list[float]:
    number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
    return [float(node.value)] if number and abs(node.value) < _LARGEST else []  # type: ignore[attr-defined]


def with_last_for_first(source: str) -> str:
    """The program that takes the last of those with a condition where it took the first; "" for none."""
    tree = _parsed(source) or ast.Module([], [])
    chosen = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.ListComp)
        and node.value.generators[0].ifs
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    firsts = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and node.value.id in chosen
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == 0
        and not isinstance(node.slice.value, bool)
    ]
    for node in firsts:
        node.slice = ast.UnaryOp(ast.USub(), ast.Constant(1))
    return ast.unparse(ast.fix_missing_locations(tree)) if firsts else ""


def texts_in(source: str) -> list[str]:
    """The texts among a program's constants."""
    tree = _parsed(source) or ast.Module([], [])
    return [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None
