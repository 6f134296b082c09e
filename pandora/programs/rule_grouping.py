"""What a request has a program do for many rows: group them by a part of their date, or print every one."""

from __future__ import annotations

import ast
import re

_EACH = re.compile(
    r"\b(?:which|what)\s+(?P<part>year|month|week|weekday|day\s+of\s+the\s+week|quarter|hour|decade)\b", re.I
)
_MOST = re.compile(
    r"\b(?:most|fewest|least)\s+\w+|\b(?:in\s+total|total|sum|on\s+average|average|number\s+of|how\s+many)\b",
    re.I,
)
_SINGULAR = ("is", "was", "has", "does", "this", "its", "his")
_PLURAL = re.compile(
    r"\bwhich\s+(?:of\s+the\s+)?(?P<all>\w+[^\W\dsu]s)\b"
    r"|\bwhich\s+\w+\s+(?P<more>\w+[^\W\dsu]s)\b(?=.*\b(?:are|were|have|do)\b)",
    re.I,
)
_GROUPS = {"Counter", "totals", "groupby", "defaultdict", "setdefault", "count", "get"}


def ungrouped(request: str, code: str) -> str:
    """What the program does not do for each group or every row that the request asks for, or ""."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    if (each := _EACH.search(request)) and _MOST.search(request) and not _groups(tree):
        part = " ".join(each["part"].lower().split())
        ways = f"totals(kept, {part!r}, column) adds up, Counter(row[{part!r}] for row in kept) counts"
        return f"the program does not count or add up for each {part}: {ways}"
    plural = _PLURAL.search(request)
    noun = (plural["all"] or plural["more"]) if plural else ""
    if noun and noun.lower() not in _SINGULAR and (name := _only_first(tree)):
        return f"the task asks for all {noun}, and the program prints {name}[0] only: print each one in {name}"
    return ""


def _groups(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in _GROUPS:
                return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
            return True
        if isinstance(node, (ast.DictComp, ast.SetComp)):
            return True
        if isinstance(node, (ast.For, ast.Lambda)):  # for each of some years: those of its rows
            loops = (ast.For, ast.ListComp, ast.GeneratorExp)
            if any(isinstance(each, loops) for part in ast.iter_child_nodes(node) for each in ast.walk(part)):
                return True
    return False


def _only_first(tree: ast.Module) -> str:
    """The list that a program filters and of which it only ever uses the first, or ""."""
    made = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.ListComp)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    nodes = list(ast.walk(tree))
    firsts = [
        node.value
        for node in nodes
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == 0
    ]
    tests = {
        id(each) for node in nodes if isinstance(node, (ast.If, ast.IfExp)) for each in ast.walk(node.test)
    }
    besides = tests | {id(each) for each in firsts}
    others = {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in besides
    }
    return min((made & {each.id for each in firsts}) - others, default="")
