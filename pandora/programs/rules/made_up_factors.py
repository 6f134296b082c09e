"""A factor that nobody gave: a price or a rate that a model makes up where the files have none."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pandora.programs.help import Work
from pandora.programs.language.number_words import with_digits
from pandora.regular_file import read_regular

_QUERY = re.compile(r"query\('''(.*?)'''", re.S)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PART = re.compile(r"\d+(?:\.\d+)?")
_SAID_IN_WORDS = 12
"""Whole numbers up to here are said in words as often as in digits: there and back is twice."""
_OF_CALENDAR = (24, 28, 29, 30, 31, 52, 60, 90, 100, 180, 365, 365.25, 366, 1000, 1024, 1440, 3600, 86400)
_OF_UNITS = (1.609, 1.60934, 2.54, 0.3048, 0.4536, 0.45359237, 28.35, 1.8, 0.5, 0.25, 1.5)
"""What turns miles, inches, feet, pounds, ounces and degrees into others, and common shares."""
_MOST = 1e15
"""Above it a number is no rate: `1e999` is none at all."""
_SCALES = (1, 100, 0.01, 60, 1000, 0.001)
_LARGEST, _MOST_FILES = 1 << 20, 20
"""The most bytes of a file that is read, and the most files."""


def made_up_factor(work: Work, source: str) -> str:
    """Return a number by which a program multiplies or divides, and which has no source; "" where each has one.

    It has one where the request or a file of the task has it, also as a percentage, and where it turns one unit
    of time or measure into another. Of 710 programs that runs of tasks had left behind, four had such a number,
    and all four were wrong.
    """
    if not work.task.files:
        return ""  # what is common knowledge stands nowhere
    factors = [one for one in _factors(source) if not (one == int(one) and abs(one) <= _SAID_IN_WORDS)]
    if not factors:
        return ""
    known = set(_numbers_of(work))
    for factor in factors:
        ways = (factor, 1 / factor if factor else 0.0)
        if any(abs(way - one) < 1e-9 for way in ways for one in (*_OF_CALENDAR, *_OF_UNITS)):
            continue
        if not any(abs(factor - way) < 1e-9 for number in known for way in _ways_of(number)):
            return f"{factor:g}"
    return ""


def _ways_of(number: float) -> Iterator[float]:
    """How a program may write a number that is given: in another unit, or as a percentage more or less."""
    yield from (number * scale for scale in _SCALES)
    yield from (1 + number / 100, 1 - number / 100)


def _factors(source: str) -> Iterator[float]:
    try:
        tree: ast.AST = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        sides: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div)):
            sides = [node.left, node.right]
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Mult, ast.Div)):
            sides = [node.value]
        numbers = [side.value for side in sides if isinstance(side, ast.Constant)]
        number = numbers[0] if len(numbers) == 1 else None
        if isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < _MOST:
            yield float(number)
    for match in _QUERY.finditer(source):
        try:
            query = sqlglot.parse_one(match[1], read="sqlite")
        except (SqlglotError, RecursionError):
            continue
        for product in query.find_all(exp.Mul, exp.Div):
            literals = [side for side in (product.this, product.expression) if isinstance(side, exp.Literal)]
            if len(literals) == 1 and not literals[0].is_string and abs(float(literals[0].name)) < _MOST:
                yield float(literals[0].name)


def _numbers_of(work: Work) -> Iterator[float]:
    """The numbers of the request, those in words, too, and of the files; each in either notation."""
    texts = [work.request, work.task.text, *map(with_digits, (work.request, work.task.text))]
    for text in (*texts, *work.task.given.values(), *_texts(work)):
        for written in _NUMBER.findall(text):
            yield from _readings(written)
            yield from map(float, _PART.findall(written))  # a comma may part two cells


def _readings(written: str) -> Iterable[float]:
    for plain in (written.replace(",", "."), re.sub(r"[.,](?=\d{3})", "", written).replace(",", ".")):
        if plain.count(".") <= 1:
            yield float(plain)


def _texts(work: Work) -> Iterator[str]:
    for path in work.task.files[:_MOST_FILES]:
        try:
            content, _ = read_regular(path, _LARGEST, inside=work.workspace)
        except OSError:
            continue
        yield content.decode("utf-8", "replace")
