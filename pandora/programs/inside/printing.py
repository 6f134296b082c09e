"""What a model's program prints, for a person: rows and lists without the marks of Python's notation."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, KeysView, Mapping, ValuesView
from typing import Any

from pandora.programs.inside.decimal_noise import without_noise

SHOWN = "_pandora_shown"
"""The name under which a program finds `shown_in_text`."""


def with_shown_values(tree: ast.Module) -> ast.Module:
    """The program with each row and list within a text that it prints as `print` itself shows it."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print":
            for text in call.args:
                _show(text)
    return ast.fix_missing_locations(tree)


def _show(text: ast.expr) -> None:
    for part in text.values if isinstance(text, ast.JoinedStr) else ():
        if isinstance(part, ast.FormattedValue) and part.conversion == -1 and part.format_spec is None:
            part.value = ast.copy_location(ast.Call(ast.Name(SHOWN, ast.Load()), [part.value], []), part.value)


def shown_in_text(value: Any) -> Any:
    """A row or list as text for a person; anything else as it is."""
    rows = isinstance(value, (Mapping, list, tuple, set, frozenset, KeysView, ValuesView))
    return readable(value) if rows and value else value


def print_for_person(*values: Any, sep: str | None = " ", end: str | None = "\n", **given: Any) -> None:
    """The builtin `print`; to the standard output go rows as `name: Ada, age: 3`, and numbers without noise."""
    if given.get("file") not in (None, sys.stdout):
        builtins.print(*values, sep=sep, end=end, **given)
    else:
        text = (" " if sep is None else sep).join(map(readable, values))
        builtins.print(without_noise(text), end=end, **given)


def readable(value: Any) -> str:
    """A value as text: each row on a line, other lists and sets on one; what is empty as Python has it."""
    if isinstance(value, (Mapping, list, tuple, set, frozenset)) and not value:
        return str(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_inside(part)}" for key, part in value.items())
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    if isinstance(value, (list, tuple, KeysView, ValuesView)):
        nested = any(isinstance(part, (Mapping, list, tuple)) for part in value)
        return ("\n" if nested else ", ").join(map(readable, value))
    return str(value)


def _inside(value: Any) -> str:
    """A part of a row, which stays on its line."""
    if isinstance(value, Mapping):
        return f"({', '.join(f'{key}: {_inside(part)}' for key, part in value.items())})"
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return f"({', '.join(map(_inside, value))})"
    return "" if value is None else str(value)
