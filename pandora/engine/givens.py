"""What a request gives must stand in the program that answers it: its numbers, quoted words and data values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from pandora.engine.places import PATH, QUOTED, WORD, category_words

_NUMBER = re.compile(r"(?<![\w.,/-])-?\d[\d,]*(?:\.\d+)?(?![\w/]|[.,-]\d)")

_EXAMPLE = re.compile(r"\b(?:like|such as|e\.g\.|for example)[:,]?\s+['\"“‘][^'\"”’\n]*['\"”’]", re.I)


def lacking(request: str, code: str, files: Iterable[str], workspace: Path) -> list[str]:
    """The givens of `request` that `code` does not use, as they are written there."""
    try:
        tree = ast.parse(code)
        held = ast.unparse(_without_prose(tree)).lower()
    except (SyntaxError, ValueError, RecursionError):
        return []
    numbers = _numbers_of(tree, held)
    text = PATH.sub(" ", request)
    missing = [each for each in _NUMBER.findall(text) if not _used(each, numbers, held)]
    missing += [each for each in quoted_words(request) if each.lower() not in held]
    categories, texts = category_words(files, workspace), _texts_of(tree)
    for word in dict.fromkeys(WORD.findall(QUOTED.sub(" ", text))):
        if word.lower() in categories and word.lower() not in texts:
            missing.append(word)
    return list(dict.fromkeys(missing))


def quoted_words(request: str) -> list[str]:
    """What the request quotes, but for paths and for what it calls an example."""
    return [each for each in QUOTED.findall(_EXAMPLE.sub(" ", request)) if not PATH.fullmatch(each)]


def _without_prose(tree: ast.Module) -> ast.Module:
    """The program without its strings that stand alone; comments are gone from the tree anyway."""
    kept = [
        node for node in tree.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    return ast.Module(kept or [ast.Pass()], [])


def _texts_of(tree: ast.AST) -> str:
    """The program's texts but for its paths: a variable or a file may be called like a value by chance."""
    found = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return "\n".join(PATH.sub(" ", each) for each in found).lower()


def _numbers_of(tree: ast.AST, code: str) -> set[float]:
    found = {
        float(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, (int, float))
        and not isinstance(node.value, bool)
        and abs(node.value) < 1e300  # of a longer whole number there is no float
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
