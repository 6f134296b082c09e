"""What a run of a program gave, as lines of words and numbers that can be compared with another run's."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of

_SIGN = r"(?:(?<![\w.])-)?"
_TOKEN = re.compile(
    rf"{_SIGN}\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?(?!\d)|{_SIGN}\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[^\W\d_]+"
)
_COMMA_TOKEN = re.compile(rf"{_SIGN}\d{{1,3}}(?:\.\d{{3}})+(?:,\d+)?(?!\d)|{_SIGN}\d+(?:,\d+)?|[^\W\d_]+")

_LONG_DECIMAL = re.compile(r"(?<![\w.])-?\d+\.\d{10,}(?![\w.])")
_SURE_DIGITS, _FEWEST_LESS = 12, 7
"""The digits of a floating-point sum that are sure, and how many fewer a number without noise has."""

Token = str | float
Line = tuple[Token, ...]


@dataclass(frozen=True)
class Run:
    """One run of a program: whether it ended well, what it printed, and the files that it made or changed."""

    ok: bool
    text: str
    files: Mapping[str, bytes] = field(default_factory=dict)

    def lines(self, decimal_comma: bool = False) -> list[Line]:
        """The words and numbers of each line that was printed, and of each row of the files."""
        texts = [*self.text.splitlines(), *(row for path in sorted(self.files) for row in self.rows_of(path))]
        return [line for text in texts if (line := tokens(text, decimal_comma))]

    def rows_of(self, path: str) -> list[str]:
        """The rows of a made file as texts; its lines where it has no rows."""
        content = self.files[path]
        try:
            value = parse_content(path, content) if kind_of(path) != "text" else None
        except (ValueError, RecursionError):
            value = None
        return content.decode("utf-8", "replace").splitlines() if value is None else list(_row_texts(value))

    def same_as(self, other: Run) -> bool:
        """True where both ended well and gave the same values, whatever their order."""
        return self.ok and other.ok and _bag(self.lines()) == _bag(other.lines())

    def numbers(self) -> list[float]:
        """The numbers that it gave, in order."""
        return numbers_of(token for line in self.lines() for token in line)


def without_float_noise(text: str) -> str:
    """The text with numbers such as 1157.4499999999998, which is what sums of cents give, as they are meant.

    A number that needs its digits, such as 3.3333333333333335, stays as it is.
    """
    return _LONG_DECIMAL.sub(_meant_numeral, text)


def _meant_numeral(match: re.Match[str]) -> str:
    meant = f"{float(match[0]):.{_SURE_DIGITS}g}"
    return match[0] if "e" in meant or len(match[0]) - len(meant) < _FEWEST_LESS else meant


def tokens(text: str, decimal_comma: bool = False) -> Line:
    """The words and numbers of a text; with `decimal_comma`, 1.234,5 is one number."""
    pattern = _COMMA_TOKEN if decimal_comma else _TOKEN
    return tuple(_token(token, decimal_comma) for token in pattern.findall(text))


def _token(token: str, decimal_comma: bool) -> Token:
    plain = token.replace(".", "").replace(",", ".") if decimal_comma else token.replace(",", "")
    try:
        number = float(plain) if any(map(str.isdigit, token)) else math.inf
    except ValueError:
        number = math.inf
    return token.casefold() if math.isinf(number) else round(number, 6)


def numbers_of(line: Iterable[Token]) -> list[float]:
    """The numbers of a line."""
    return [token for token in line if isinstance(token, float)]


def words_of(line: Iterable[Token]) -> tuple[str, ...]:
    """The words of a line."""
    return tuple(token for token in line if isinstance(token, str))


def _bag(lines: Iterable[Line]) -> Counter[Token]:
    return Counter(token for line in lines for token in line)


def _row_texts(value: Any) -> Iterator[str]:
    """A text for each row of a file's value."""
    if isinstance(value, list):
        for part in value:
            yield " ".join(_flat(part))
    elif isinstance(value, dict):
        for key, part in value.items():
            inner = list(_row_texts(part)) if isinstance(part, (list, dict)) else [*_flat(part)]
            yield from (f"{key} {text}" for text in inner)
    else:
        yield str(value)


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _flat(part)
    elif isinstance(value, list):
        for part in value:
            yield from _flat(part)
    else:
        yield str(value)
