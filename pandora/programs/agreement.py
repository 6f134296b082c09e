"""The comparison of two results: they agree where they hold the same values, whatever the words around them."""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import ending_of, kind_of
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.parsed_program import Program
from pandora.workspace.change import Change

_COMMA = r"-?(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}(?![\d,])"
"""A number with a decimal comma: 12,50 or 1.234,50."""
_TOKEN = re.compile(rf"{_COMMA}|(?:(?<!\d)-)?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?|[^\W\d_]+")
_DECIMAL_COMMA = re.compile(_COMMA)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
"""Matches a cell that is a number; 007 is none."""
_DECIMALS = re.compile(r"-?\d+\.\d+")
_DECIMALS_KEPT = 4
"""The decimals that a key keeps of a number: one that has so many was not rounded by its program."""
_FEWEST_LISTED = 3
"""The fewest lines of a list of which an answer may be the extreme."""
MORE_VALUES = 6
"""The most values that one of two agreeing answers may have and the shorter one lacks."""


def values_agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """True where two keys of `result_values` are equal, or one holds all values of the other in the same order.

    The numbers have an order of their own, and so have the words: `B2, 275, Ann` is `B2, Ann, 275`.
    The longer key may have at most MORE_VALUES further values. Keys of files must be equal. A number may be
    another one rounded: 7.82 is 7.8242.
    """
    short, long = sorted((tuple(one), tuple(other)), key=len)
    if len(short) == len(long) and all(map(_is_same, short, long)):
        return True
    if not short or len(long) - len(short) > MORE_VALUES or any("=" in token for token in short):
        return False
    for is_wanted in (_is_number, lambda token: not _is_number(token)):
        rest = filter(is_wanted, long)
        if not all(any(_is_same(token, other) for other in rest) for token in filter(is_wanted, short)):
            return False
    return True


def rows_agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """True where two keys of `result_values` are of the same tables with the same rows, in whatever order."""
    if len(one) != len(other) or not one:
        return False
    for own, others in zip(one, other, strict=True):
        (path, _, rows), (other_path, _, other_rows) = own.partition("="), others.partition("=")
        if path != other_path or not rows.startswith("[") or not other_rows.startswith("["):
            return False
        if sorted(map(json.dumps, json.loads(rows))) != sorted(map(json.dumps, json.loads(other_rows))):
            return False
    return True


def are_same_rows(one: str, other: str) -> bool:
    """True for two results of as many lines, where each line of one has all values of its line of the other.

    Who is asked for names may print each row whole, and the columns of a row may stand in any order. A line
    alone may have at most MORE_VALUES further values.
    """
    short, long = sorted(map(_rows_of, (one, other)), key=lambda rows: sum(row.total() for row in rows))
    if len(short) != len(long) or not short:
        return False
    if len(short) == 1 and (long[0] - short[0]).total() > MORE_VALUES:
        return False
    return all(own <= more for own, more in zip(short, long, strict=True))


def _rows_of(text: str) -> list[Counter[str]]:
    """The values of each line of a text that has some."""
    rows = (Counter(map(_canonical_token, _TOKEN.findall(line))) for line in text.splitlines())
    return [row for row in rows if row]


def is_extreme_of(answer: str, listed: str) -> bool:
    """True for an answer of one name and one number that is the largest, or the smallest, of a list of such.

    Who lists what each has says who has the most, too; but the list is no answer to that.
    """
    own = _named_number(answer)
    lines = [_named_number(line) for line in listed.splitlines() if line.strip()]
    entries = [entry for entry in lines if entry is not None]
    if own is None or len(entries) < max(_FEWEST_LISTED, len(lines)) or own not in entries:
        return False
    others = [float(number) for name, number in entries if name != own[0]]
    return len(others) == len(entries) - 1 and (float(own[1]) > max(others) or float(own[1]) < min(others))


def _named_number(line: str) -> tuple[tuple[str, ...], str] | None:
    """The words and the one number of a line; None where it has no word, no number or several."""
    tokens = [_canonical_token(token) for token in _TOKEN.findall(line)]
    numbers = [token for token in tokens if _is_number(token)]
    words = tuple(token for token in tokens if not _is_number(token))
    return (words, numbers[0]) if len(numbers) == 1 and words else None


def _is_same(one: str, other: str) -> bool:
    """True for equal tokens, and for two that differ in numbers of which one is the other rounded."""
    if one == other:
        return True
    if _DECIMALS.sub("", one) != _DECIMALS.sub("", other):
        return False
    return all(map(_is_rounded, _DECIMALS.findall(one), _DECIMALS.findall(other)))


def _is_rounded(one: str, other: str) -> bool:
    """True for equal numbers, and where one with all its decimals is the other after rounding.

    Two amounts of a currency are never so: 12.5 is not 12.46.
    """
    few, many = sorted(len(text.partition(".")[2]) for text in (one, other))
    if one == other or many < _DECIMALS_KEPT or not few:
        return one == other
    return abs(float(one) - float(other)) <= 0.5 * 10.0**-few + 10.0**-_DECIMALS_KEPT


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
    comma = _DECIMAL_COMMA.fullmatch(token)
    plain = token.replace(".", "").replace(",", ".") if comma else token.replace(",", "")
    try:
        if "." not in plain and "e" not in plain.lower():
            return str(int(plain))
        text = f"{float(plain):.{_DECIMALS_KEPT}f}"
    except ValueError:
        return token.casefold()
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


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
