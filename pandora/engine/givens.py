"""What a request gives must stand in the program that answers it: its numbers, quoted words and data values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pandora.operations import prelude

FEW = 12
"""A column with at most this many different values is one of categories."""
_QUOTED = re.compile(r"(?<!\w)['\"“‘]([^'\"”’\n]{2,40})['\"”’](?!\w)")
_NUMBER = re.compile(r"(?<![\w.,/-])-?\d[\d,]*(?:\.\d+)?(?![\w/]|[.,-]\d)")
_PATH = re.compile(r"\S*[/\\]\S*|\S+\.\w{1,5}\b")
_WORD = re.compile(r"[^\W\d_]{3,}")


def lacking(request: str, code: str, files: Iterable[str], workspace: Path) -> list[str]:
    """The givens of `request` that `code` does not use, as they are written there."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return []
    held = code.lower()
    numbers = _numbers_of(tree, code)
    text = _PATH.sub(" ", request)
    missing = [each for each in _NUMBER.findall(text) if not _used(each, numbers, held)]
    quoted = [each for each in _QUOTED.findall(request) if not _PATH.fullmatch(each)]
    missing += [each for each in quoted if each.lower() not in held]
    categories = _categories(files, workspace)
    for word in dict.fromkeys(_WORD.findall(_QUOTED.sub(" ", text))):
        if word.lower() in categories and word.lower() not in held:
            missing.append(word)
    return list(dict.fromkeys(missing))


def _numbers_of(tree: ast.AST, code: str) -> set[float]:
    found = {
        float(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, (int, float))
        and not isinstance(node.value, bool)
    }
    return found | {float(each) for each in re.findall(r"\d+(?:\.\d+)?", code)}


def _used(number: str, numbers: set[float], held: str) -> bool:
    """True where the number stands in the program as itself, a hundredth, or what is left of a whole."""
    value = float(number.replace(",", ""))
    ways = (
        value,
        value / 100,
        1 - value / 100,
        1 + value / 100,
        value - 1,
        value + 1,
        100 - value,
        100 + value,
    )
    return number in held or any(abs(each - way) < 1e-9 for each in numbers for way in ways)


def _categories(files: Iterable[str], workspace: Path) -> set[str]:
    """The words of the values of columns that hold few different ones."""
    words: set[str] = set()
    for path in files:
        if not path.lower().endswith((".csv", ".tsv", ".json", ".jsonl")):
            continue
        try:
            rows = prelude.load(str(workspace / path))
        except (OSError, ValueError, RecursionError):
            continue
        words |= _values(rows)
    return words


def _values(rows: Any) -> set[str]:
    if not (isinstance(rows, list) and len(rows) > 1 and all(isinstance(row, dict) for row in rows)):
        return set()
    names = {word.lower() for row in rows[:1] for name in row for word in _WORD.findall(str(name))}
    words: set[str] = set()
    for name in rows[0]:
        values = {str(row.get(name, "")) for row in rows}
        if len(values) <= FEW and all(len(each) <= 40 for each in values):
            words |= {word.lower() for value in values for word in _WORD.findall(value)}
    return words - names
