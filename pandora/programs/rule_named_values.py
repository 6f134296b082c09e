"""What a request gives must stand in the program that answers it: its numbers, quoted words and data values."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterable
from pathlib import Path

from pandora.programs.mentions import PATH, QUOTED, WORD, category_words, columns, tables

_NUMBER = re.compile(r"(?<![\w.,/-])-?\d[\d,]*(?:\.\d+)?(?![\w/]|[.,-]\d)")

_DIGITS = re.compile(r"\d+")
READ = 4 << 20
"""Bytes of a file that are looked through."""
_LOOKS_FOR = ("startswith", "endswith", "count", "index", "find")
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


def misspelt(code: str, files: Iterable[str], workspace: Path) -> str:
    """A text that `code` compares with and that the data only has in another spelling, in words, or ""."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return ""
    if told := _part_only(tree, files, workspace):
        return told
    fold = str.casefold if re.search(r"lower\(|upper\(|casefold\(", code) else str
    values = [each for _, rows in tables(files, workspace) for _, found, _ in columns(rows) for each in found]
    for text in dict.fromkeys(_compared(tree)):
        if any(fold(text) in fold(value) for value in values):
            continue
        if near := next((value for value in values if _bare(text) and _bare(text) in _bare(value)), None):
            return f"it compares with {text!r}, but the data has {near!r}"
    return ""


def _part_only(tree: ast.AST, files: Iterable[str], workspace: Path) -> str:
    """A text that is compared with a column's values and that is only a part of them, in words, or ""."""
    held = {name: values for _, rows in tables(files, workspace) for name, values, _ in columns(rows)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)):
            continue
        for text, side in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            column = _column(side)
            if not (isinstance(text, ast.Constant) and isinstance(text.value, str) and column in held):
                continue
            wanted, values = text.value.casefold(), [each.casefold() for each in held[column]]
            parts = [each for each in values if wanted in each]
            if parts and wanted not in values:
                told = f"no value of column {column!r} is {text.value!r} alone, but {parts[0]!r} has it"
                return f"{told}: write {text.value!r} in {ast.unparse(side)}"
    return ""


def _column(node: ast.expr) -> str:
    """The column that `row["a"]` or `row["a"].lower()` looks up, or ""."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
        node = node.func.value
    key = node.slice if isinstance(node, ast.Subscript) else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""


def narrower(request: str, code: str, files: Iterable[str], workspace: Path) -> str:
    """A text that `code` compares with and that says more than `request`, where other values fit too; or ""."""
    try:
        texts = set(_compared(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError):
        return ""
    said = {word.lower() for word in re.findall(r"\w+", PATH.sub(" ", request))}
    for path, rows in tables(files, workspace) if texts else ():
        for name, values, _ in columns(rows):
            for text in sorted(texts.intersection(values)):
                words = [each.lower() for each in re.findall(r"\w+", text)]
                common = [each for each in words if each in said]
                alike = {each for each in values if all(word in each.lower() for word in common)}
                if any(map(WORD.fullmatch, common)) and len(common) < len(words) and alike - texts:
                    return (
                        f"it compares with {text!r}, but the task says only {' '.join(common)!r}, and "
                        f"{len(alike)} values of column {name!r} in {path} have that"
                    )
    return ""


def _compared(tree: ast.AST) -> list[str]:
    """The texts that a program compares with, or looks for the beginning, the end or the number of."""
    inside: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            inside += [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _LOOKS_FOR:
            inside += node.args
    return [text for node in inside for text in _own_texts(node)]


def _own_texts(node: ast.AST) -> list[str]:
    """The texts of an expression but for the keys in it."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Subscript):
        return _own_texts(node.value)
    if isinstance(node, ast.Call):
        return _own_texts(node.func)
    return [text for each in ast.iter_child_nodes(node) for text in _own_texts(each)]


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def invented(text: str, known: str, files: Iterable[str], workspace: Path) -> list[str]:
    """The numbers of two digits or more in an answer that stand neither in `known` nor in the files."""
    texts = [known]
    for path in files:
        with contextlib.suppress(OSError):
            texts.append((workspace / path).read_bytes()[:READ].decode("utf-8", "replace"))
    there = set(_DIGITS.findall("\n".join(texts).replace(",", "")))
    said = _DIGITS.findall(text.replace(",", ""))
    return [each for each in dict.fromkeys(said) if len(each) > 1 and each not in there]


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
    """The texts that a program works with: a variable, a path or what it prints has such a word by chance."""
    said = {id(each) for node in ast.walk(tree) for each in _said(node)}
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    ]
    return "\n".join(PATH.sub(" ", each) for each in found).lower()


def _said(node: ast.AST) -> list[ast.expr]:
    """The words of an f-string, and the plain texts that are printed."""
    if isinstance(node, ast.JoinedStr):
        return node.values
    return node.args if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print" else []


def where(word: str, files: Iterable[str], workspace: Path) -> str:
    """How a program finds the rows whose category is `word`, or ""."""
    for _, rows in tables(files, workspace):
        for name, values, categories in columns(rows):
            for value in values if categories else ():
                if value.casefold() == word.casefold():
                    return f"row[{name!r}] == {value!r}"
    return ""


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
