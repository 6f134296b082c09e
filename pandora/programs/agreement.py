"""The comparison of two results: they agree where they hold the same values, whatever the words around them."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Sequence
from hashlib import sha256

from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import ending_of, kind_of
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.parsed_program import Program
from pandora.workspace.change import Change

_TOKEN = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?|[^\W\d_]+", re.UNICODE)


_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
"""Matches a cell that is a number; 007 is none."""
MORE_VALUES = 6
"""The most values that one of two agreeing answers may have and the shorter one lacks."""


def values_agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """True where two keys of `result_values` are equal, or one holds all values of the other in the same order.

    The numbers have an order of their own, and so have the words: `B2, 275, Ann` is `B2, Ann, 275`.
    The longer key may have at most MORE_VALUES further values. Keys of files must be equal.
    """
    short, long = sorted((tuple(one), tuple(other)), key=len)
    if short == long:
        return True
    if not short or len(long) - len(short) > MORE_VALUES or any("=" in token for token in short):
        return False
    for is_wanted in (_is_number, lambda token: not _is_number(token)):
        rest = filter(is_wanted, long)
        if not all(token in rest for token in filter(is_wanted, short)):
            return False
    return True


def _is_number(token: str) -> bool:
    return token.lstrip("-")[:1].isdigit()


def result_values(
    text: str, program: Program | None, changes: Sequence[Change], request: str = ""
) -> tuple[str, ...]:
    """Return a key that equal results share: the changed files, or else the printed values in order.

    Words from the program's string literals and words of `request` are left out of the key, unless nothing
    else was printed.
    """
    if changes:
        return tuple(sorted(f"{change.path}={_canonical_content(change)}" for change in changes))
    tokens, phrasing = [_canonical_token(token) for token in _TOKEN.findall(text)], _literal_words(program)
    printed = [token for token in tokens if token not in phrasing] or tokens
    given = {_canonical_token(token) for token in _TOKEN.findall(request)}
    return tuple([token for token in printed if token not in given] or printed)


def _canonical_token(token: str) -> str:
    plain = token.replace(",", "")
    try:
        return f"{round(float(plain), 4):g}" if "." in plain or "e" in plain.lower() else str(int(plain))
    except ValueError:
        return token.casefold()


def _literal_words(program: Program | None) -> set[str]:
    """Return the words in the program's f-strings, dict literals, and string arguments of `print`."""
    words: set[str] = set()
    for node in ast.walk(program.tree) if program and program.tree else ():
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.Constant):
                    words.update(_canonical_token(word) for word in _TOKEN.findall(str(part.value)))
        elif isinstance(node, ast.Dict):
            for literal in (*node.keys, *node.values):
                if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                    words.update(_canonical_token(word) for word in _TOKEN.findall(literal.value))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print":
            for argument in node.args:
                if (
                    isinstance(argument, ast.Constant)
                    and isinstance(argument.value, str)
                    and len(node.args) > 1
                ):
                    words.update(_canonical_token(word) for word in _TOKEN.findall(argument.value))
    return words


def canonical_cell(cell: str) -> str:
    """A cell of a table; of a number how many decimals it is written with does not count."""
    return _canonical_token(cell) if _NUMBER.fullmatch(cell) else cell


def _canonical_content(change: Change) -> str:
    if change.content is None:
        return "removed"
    text = change.content.decode("utf-8", "replace")
    try:
        kind = kind_of(change.path)
        if kind == "table":
            delimiter = DELIMITERS[ending_of(change.path)]
            rows = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
            return json.dumps(
                [len(rows[0]) if rows else 0, *([canonical_cell(c) for c in row] for row in rows[1:])]
            )
        if kind != "text":
            return json.dumps(parse_content(change.path, change.content), sort_keys=True)
        if change.path.endswith(".py"):
            return ast.dump(ast.parse(text))
    except (ValueError, SyntaxError, RecursionError, csv.Error):
        pass
    if not change.before and change.path.endswith(".txt"):  # `Mill Trail 17.6` and `Mill Trail, 17.60` are one
        lines = [[_canonical_token(token) for token in _TOKEN.findall(line)] for line in text.splitlines()]
        if any(lines):
            return json.dumps([line for line in lines if line])
    return sha256("\n".join(line.rstrip() for line in text.strip().splitlines()).encode()).hexdigest()
