"""What a request has a program work out: totals and averages, offered by code and looked for in the program."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Any

from pandora.programs.mentions import columns

_TOTAL = re.compile(r"\b(?:in total|total|altogether|sum|combined|together|added up)\b", re.I)
_AVERAGE = re.compile(r"\b(?:average|mean|on average)\b", re.I)
_ADDS = {"sum", "fsum", "totals", "Counter", "accumulate", "reduce", "mean", "fmean"}
_MEANS = {"mean", "fmean", "average", "median"}
MOST = 2


def totals_lines(request: str, loaded: Mapping[str, Any]) -> list[str]:
    """A line that adds up, where the request asks for totals and rows have kinds to add by."""
    if not _TOTAL.search(request):
        return []
    lines = []
    for name, rows in loaded.items():
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            continue
        kinds = [column for column, _, categories in columns(rows) if categories and _named(column, request)]
        amounts = [key for key, value in rows[0].items() if _amount(key, value)]
        amounts = amounts if len(amounts) == 1 else [each for each in amounts if _named(each, request)]
        if kinds and len(amounts) == 1:
            told = f"list of ({kinds[0]}, sum of {amounts[0]}), the largest first"
            lines.append(f"{amounts[0]}_totals = totals({name}, {kinds[0]!r}, {amounts[0]!r})  # {told}")
    return lines[:MOST]


def _named(column: str, request: str) -> bool:
    return re.search(rf"\b{re.escape(column)}", request, re.I) is not None


def _amount(key: str, value: Any) -> bool:
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return plain and key.isidentifier() and not re.search(r"(?:^|_)(?:id|no|nr|number|code|year)$", key, re.I)


def not_worked_out(request: str, code: str, names: Iterable[str]) -> str:
    """What the request asks to be worked out and the program does not do, or "".

    Where a column is itself called so, looking it up is enough. Source: a 1.5B model takes the largest row for
    the largest total, twice alike.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    }
    kinds = {type(node.op) for node in ast.walk(tree) if isinstance(node, (ast.BinOp, ast.AugAssign))}
    held = " ".join(names)
    if _TOTAL.search(request) and not _TOTAL.search(held) and not called & _ADDS and ast.Add not in kinds:
        return "the task asks for a total, and the program adds nothing up; sum the values"
    if _AVERAGE.search(request) and not _AVERAGE.search(held) and not called & _MEANS and ast.Div not in kinds:
        return "the task asks for an average, and the program works none out; sum and divide"
    return ""
