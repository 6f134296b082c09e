"""Where the words of a request stand in the data, told to the model as comments: code looks, nobody guesses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.programs.data import ENDINGS, held, read_input

FEW = 12
"""A column with at most this many different values, some of them repeated, is one of categories."""
MOST = 4
_TWO = 2
QUOTED = re.compile(r"(?<!\w)['\"“‘]([^'\"”’\n]{2,40})['\"”’](?!\w)")
WORD = re.compile(r"[^\W\d_]{3,}")
PATH = re.compile(r"\S*[/\\]\S*|\S+\.[A-Za-z]\w{0,4}\b")
_NOT = re.compile(r"\b(?:not|no|without|except|but|never|other|neither|nor)\b|n't\b", re.I)
_NUMBER_WORDS = {
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
}
Rows = list[dict[str, Any]]


def tables(files: Iterable[str], workspace: Path) -> Iterator[tuple[str, Rows]]:
    """The task's tables, logs and JSON lists of objects, by path."""
    for path in files:
        if path.lower().endswith(ENDINGS):
            try:
                rows = held(workspace / path)
            except (OSError, ValueError, RecursionError):
                continue
            if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
                yield path, rows


def columns(rows: Rows) -> Iterator[tuple[str, list[str], bool]]:
    """Each column of texts: its name, its different values, and whether it holds categories."""
    for name in rows[0]:
        values = list(dict.fromkeys(each for row in rows if isinstance(each := row.get(name), str)))
        if values:
            short = all(len(each) <= 40 for each in values)
            yield str(name), values, short and len(values) <= FEW and len(values) < len(rows)


def category_words(files: Iterable[str], workspace: Path) -> set[str]:
    """The words of the values of columns that hold categories, those of column names left out."""
    words: set[str] = set()
    for _, rows in tables(files, workspace):
        names = {word.lower() for name in rows[0] for word in WORD.findall(str(name))}
        for _, values, categories in columns(rows):
            if categories:
                words |= {word.lower() for value in values for word in WORD.findall(value)} - names
    return words - _NUMBER_WORDS


@dataclass(frozen=True)
class MatchedLine:
    """Where a word of the request stands, in words; for a part of a value also how a program looks for it."""

    line: str
    word: str = ""
    way: str = ""


def places(request: str, files: Iterable[str], workspace: Path) -> list[str]:
    """Lines such as `'atlas' stands in column 'server' of data/servers.csv`, the first few."""
    return [place.line for place in _places(request, files, workspace)][:MOST]


def part_sought(request: str, files: Iterable[str], workspace: Path) -> str:
    """The condition `'nvidia' in row['gpu']` where that is the one word that the data has, or "".

    Source: a 1.5B model writes `row['gpu'] == 'nvidia'` again and again, however it is told.
    """
    found = _places(request, files, workspace)
    return found[0].way if len(found) == 1 and not _NOT.search(request) else ""


def _places(request: str, files: Iterable[str], workspace: Path) -> list[MatchedLine]:
    bare = PATH.sub(" ", request)
    quoted = list(QUOTED.findall(bare))
    plain = [each for each in WORD.findall(QUOTED.sub(" ", bare)) if each.lower() not in _NUMBER_WORDS]
    told: list[MatchedLine] = []
    for path, rows in tables(files, workspace):
        for name, values, categories in columns(rows):
            if categories and len(values) == _TWO and all(map(str.isalpha, values)) and _called(name, bare):
                told.append(MatchedLine(f"column {name!r} is {values[0]!r} or {values[1]!r}"))
            for word in dict.fromkeys([*quoted, *plain]):
                sure = word in quoted or (word[0].isupper() and not bare.lstrip().startswith(word))
                hit = _hit(word, values, sure or categories)
                if hit is None or word.lower() == name.lower():
                    continue
                line = f"{word!r} stands in column {name!r} of {path}"
                if hit.casefold() == word.casefold():
                    told.append(MatchedLine(line, word))
                else:
                    told.append(MatchedLine(f"{line} as part of {hit!r}", word, _way(word, name, hit)))
    whole = {place.word for place in told if not place.way}
    return [place for place in dict.fromkeys(told) if not (place.way and place.word in whole)]


def _way(word: str, column: str, value: str) -> str:
    """How a program looks for a part of a column's values."""
    return f"{word!r} in row[{column!r}]" if word in value else f"{word.lower()!r} in row[{column!r}].lower()"


def _called(column: str, request: str) -> bool:
    """True where the request has the column's name as a word, or as the beginning of one."""
    return re.search(rf"\b{re.escape(column)}", request, re.I) is not None


def text_values(files: Iterable[str], workspace: Path) -> set[str]:
    """Every short text of the task's data that does not begin with a number: what things are called.

    None where a file is so long that only a part of it was read: the answer may be in the rest.
    """
    found: set[str] = set()
    for path in files:
        if path.lower().endswith(ENDINGS):
            try:
                if read_input(workspace / path).sampled:
                    return set()
                found.update(_texts(held(workspace / path)))
            except (OSError, ValueError, RecursionError):
                continue
    return {each for each in found if 1 < len(each) <= 60 and not each[0].isdigit()}


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value.strip()
    elif depth < 6 and isinstance(value, (dict, list)):
        if isinstance(value, dict):
            yield from (str(key) for key in value if isinstance(value[key], (dict, list)))
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each, depth + 1)


def _hit(word: str, values: list[str], worth: bool) -> str | None:
    if not worth:
        return None
    wanted = word.casefold()
    for value in values:
        if value.casefold() == wanted:
            return value
    pattern = re.compile(rf"\b{re.escape(wanted)}\b")
    return next((value for value in values if pattern.search(value.casefold())), None)
