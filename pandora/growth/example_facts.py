"""What examples say by themselves: how the output is written, and how it follows from a number or a file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from pandora.document.counted import counted
from pandora.growth.examples import Example, variable_of

LEAST = 3
"""Fewer examples say nothing. A factor needs so many different inputs, and one more with something added."""
MOST_DIGITS = 7
"""The most digits behind the point of a factor that is named."""
_DECIMAL = re.compile(r"-?\d+(?:\.(\d+))?")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)")
_CLASSES = (
    ("small letters", re.compile(r"[^\W\d_A-Z]")),
    ("capital letters", re.compile(r"[A-Z]")),
    ("digits", re.compile(r"\d")),
)


def facts_of(examples: Sequence[Example], words: str) -> list[str]:
    """What holds for each of these examples, a sentence each; `words` are those of the capability.

    Only what code can see is said: it is no guess about other inputs, but of the examples it is true.
    """
    outputs = [example.output.strip() for example in examples if example.output is not None]
    if len(outputs) < max(LEAST, len(examples)) or not all(outputs):
        return []
    found = (_of_format(outputs), _of_lines(examples, outputs), _of_parts(examples, outputs))
    return [*(fact for facts in found for fact in facts), *_of_numbers(examples, outputs, words)]


def formula_of(examples: Sequence[Example], words: str) -> str:
    """The Python expression that gives each numeric output from a numeric input; "" where none is seen."""
    outputs = [example.output.strip() for example in examples if example.output is not None]
    if len(outputs) < max(LEAST, len(examples)) or not all(outputs):
        return ""
    return next((line.code for line in _lines_through(examples, outputs, words)), "")


def decimals(outputs: Sequence[str]) -> int | None:
    """The digits behind the point, where every output is one number with as many; None where they differ."""
    matches = [_DECIMAL.fullmatch(output) for output in outputs]
    counts = {len(match[1] or "") if match else None for match in matches}
    return counts.pop() if len(counts) == 1 else None


def _of_format(outputs: Sequence[str]) -> Iterator[str]:
    """How the outputs are written."""
    digits = decimals(outputs)
    if digits is not None:
        if digits:  # that a few whole numbers came out does not mean that the next one is whole
            yield f"the output has {counted(digits, 'digit')} behind the point"
        return
    labels = sorted(set(outputs))
    if len(labels) * 2 <= len(outputs) and all(len(label.split()) == 1 for label in labels):
        yield f"the output is one of: {', '.join(labels)}"
        return
    if any("\n" in output or len(output) > 60 for output in outputs):
        return
    text = "".join(outputs)
    seen = [name for name, pattern in _CLASSES if pattern.search(text)]
    marks = sorted({character for character in text if not character.isalnum()})
    if len(seen) < len(_CLASSES) and len(marks) <= 3:
        listed = [*seen, *("blanks" if mark == " " else f"`{mark}`" for mark in marks)]
        yield f"the output has no other characters than {' and '.join(listed)}"


def _of_lines(examples: Sequence[Example], outputs: Sequence[str]) -> Iterator[str]:
    """How the lines of the output are those of the one file, where each example has just one."""
    if any(len(example.files) != 1 for example in examples):
        return
    files = [_bare(text) for example in examples for text in example.files.values()]
    pairs = list(zip(map(_bare, outputs), files, strict=True))
    if all(set(lines) <= set(source) for lines, source in pairs):
        one = all(len(lines) == 1 for lines, _ in pairs)
        yield "the output is one line of the file" if one else "each line of the output is a line of the file"
    if all(len(lines) == len(source) > 1 for lines, source in pairs):
        yield "the output has as many lines as the file"
    if all(len(lines) > 1 and source and lines[0] == source[0] for lines, source in pairs):
        yield "the first line of the output is the first line of the file"


def _of_parts(examples: Sequence[Example], outputs: Sequence[str]) -> Iterator[str]:
    """Of which key of the objects in the one JSON file the entries of the output are values."""
    keys: set[str] | None = None
    for example, output in zip(examples, outputs, strict=True):
        try:
            made, *rows = (json.loads(text) for text in (output, *example.files.values()))
        except (ValueError, RecursionError):
            return
        if len(rows) != 1 or not all(isinstance(part, list) for part in (made, *rows)):
            return
        objects = [row for row in rows[0] if isinstance(row, dict)]
        having = {key for row in objects for key in row}
        if made:
            fits = {key for key in having if all(any(row.get(key) == one for row in objects) for one in made)}
            keys = fits if keys is None else keys & fits
    for key in sorted(keys or ()):
        yield f"each entry of the output is the `{key}` of an object in the file"


def _bare(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


@dataclass(frozen=True)
class _Line:
    """How an output follows from the input `name`: divided by or times a number, and perhaps more."""

    name: str
    divided: Fraction | None = None
    times: Fraction = Fraction(1)
    plus: Fraction = Fraction(0)

    @property
    def words(self) -> str:
        """The line in words."""
        if self.divided is not None:
            return f"`{self.name}` divided by {_shown(self.divided)}"
        made = (
            f"`{self.name}`"
            if self.times == 1 and not self.plus
            else f"`{self.name}` times {_shown(self.times)}"
        )
        return f"{made}, {'plus' if self.plus > 0 else 'minus'} {_shown(abs(self.plus))}" if self.plus else made

    @property
    def code(self) -> str:
        """The line as a Python expression over the variable of its input."""
        variable = variable_of(self.name)
        if self.divided is not None:
            return f"{variable} / {_shown(self.divided)}"
        made = variable if self.times == 1 else f"{variable} * {_shown(self.times)}"
        return f"{made} {'+' if self.plus > 0 else '-'} {_shown(abs(self.plus))}" if self.plus else made


@dataclass(frozen=True)
class _Point:
    """A numeric input and its output, which was rounded by `half` a unit at most."""

    given: Fraction
    output: Fraction
    half: Fraction


def _of_numbers(examples: Sequence[Example], outputs: Sequence[str], words: str) -> Iterator[str]:
    """How a numeric output follows from a numeric input: a factor, and perhaps something added."""
    for line in _lines_through(examples, outputs, words):
        yield f"the output is {line.words}"


def _lines_through(examples: Sequence[Example], outputs: Sequence[str], words: str) -> Iterator[_Line]:
    matches = [match for output in outputs if (match := _DECIMAL.fullmatch(output))]
    if len(matches) < len(outputs):
        return
    half = Fraction(1, 2 * 10 ** max(len(match[1] or "") for match in matches))
    for name in examples[0].given:
        given = [example.given.get(name, "").strip() for example in examples]
        if not all(_DECIMAL.fullmatch(value) for value in given):
            continue
        values = zip(map(Fraction, given), map(Fraction, outputs), strict=True)
        points = [_Point(value, output, half) for value, output in values]
        if line := _line(points, list(map(Fraction, _NUMBER.findall(words))), name):
            yield line


def _line(points: Sequence[_Point], named: Sequence[Fraction], name: str) -> _Line | None:
    """The line through all points, with a number of the request where one fits; None where none does."""
    different = len({point.given for point in points})
    if different < LEAST or len({point.output for point in points}) < LEAST:
        return None
    for number in named:
        if number and _through(points, 1 / number, Fraction(0)):
            return _Line(name, divided=number)
        if number and _through(points, number, Fraction(0)):
            return _Line(name, times=number)
    low, high = _factors(points)
    if low <= high:
        factor = _shortest(low, high)
        return _Line(name, times=factor) if factor else None
    first, last = (choose(points, key=lambda point: point.given) for choose in (min, max))
    slope = (last.output - first.output) / (last.given - first.given)
    for places in range(MOST_DIGITS) if different > LEAST else ():
        factor = Fraction(round(slope * 10**places), 10**places)
        rests = [(point.output - factor * point.given, point.half) for point in points]
        added = _shortest(max(rest - half for rest, half in rests), min(rest + half for rest, half in rests))
        if added is not None and factor:
            return _Line(name, times=factor, plus=added)
    return None


def _through(points: Sequence[_Point], factor: Fraction, added: Fraction) -> bool:
    return all(abs(factor * point.given + added - point.output) <= point.half for point in points)


def _factors(points: Sequence[_Point]) -> tuple[Fraction, Fraction]:
    """The least and the largest factor that gives every output; the least is larger where none does."""
    low, high = Fraction(-(10**12)), Fraction(10**12)
    for point in points:
        if not point.given:
            if abs(point.output) > point.half:
                return Fraction(1), Fraction(0)
            continue
        ends = sorted((point.output + sign * point.half) / point.given for sign in (-1, 1))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low, high


def _shortest(low: Fraction, high: Fraction) -> Fraction | None:
    """The number with the fewest digits between two; None where there is none with MOST_DIGITS or fewer."""
    if low > high:
        return None
    for places in range(MOST_DIGITS + 1):
        unit = 10**places
        least = ceil(low * unit)
        if least <= floor(high * unit):
            middle = round((low + high) / 2 * unit)
            return Fraction(middle if low * unit <= middle <= high * unit else least, unit)
    return None


def _shown(number: Fraction) -> str:
    return f"{float(number):.12g}"
