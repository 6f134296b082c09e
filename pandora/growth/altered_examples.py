"""Altered copies of examples, on which a script that knows the examples by heart fails."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pandora.growth.examples import Example

TABLES = (".csv", ".tsv", ".psv")
LINES = (*TABLES, ".txt", ".log", ".jsonl", ".ndjson")
"""Endings of files whose rows, or lines, can be shuffled."""


@dataclass(frozen=True)
class Altered:
    """An altered copy, the rule by which it was made, and whether its output may come in another order."""

    rule: str
    example: Example
    any_order: bool = False


def altered_copies(example: Example, order_matters: bool = True) -> Iterator[Altered]:
    """Yield the copies of an example for which the rule alone says what must come out.

    Files get other names, also where an input or the output has them. Where the inputs name each file, others
    of their kinds lie beside them: in a folder that people use no file lies alone. A column that an input names
    gets another name. Where the order of rows does not matter, they are shuffled, and the output has the same
    words in any order. Numbers are not scaled: no rule says what comes out without knowing what it is for.
    """
    if example.files:
        renamed = {name: _other_name(name) for name in example.files}
        yield Altered("files renamed", _with_words(example, renamed, files=True))
        if all(any(name in value for value in example.given.values()) for name in example.files):
            strange = {_beside(name): text for name, text in example.files.items()}
            yield Altered("other files beside", replace(example, files={**strange, **example.files}))
    for column in _named_columns(example):
        yield Altered("columns renamed", _with_words(example, {column: f"{column}_b"}, tables=True))
        break
    if not order_matters and (shuffled := _shuffled(example)) is not None:
        yield Altered("rows shuffled", shuffled, any_order=True)


def _beside(path: str) -> str:
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}other_{name}"


def _other_name(path: str) -> str:
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.partition(".")
    return f"{folder}{slash}{stem}_b{dot}{ending}"


def _with_words(
    example: Example, other: Mapping[str, str], files: bool = False, tables: bool = False
) -> Example:
    """The example with other words in inputs, outputs and paths (`files`) or heads of tables (`tables`)."""
    longest_first = sorted(map(re.escape, other), key=len, reverse=True)
    words = re.compile(rf"(?<![\w.-])(?:{'|'.join(longest_first)})(?![\w-]|\.\w)")

    def put(text: str) -> str:
        return words.sub(lambda match: other[match[0]], text)

    def content(name: str, text: str) -> str:
        if not tables or not name.endswith(TABLES):
            return text
        head, newline, rest = text.partition("\n")
        return put(head) + newline + rest

    def path(name: str) -> str:
        return other.get(name, name) if files else name

    return replace(
        example,
        given={key: put(value) for key, value in example.given.items()},
        files={path(name): content(name, text) for name, text in example.files.items()},
        output=None if example.output is None else put(example.output),
        writes={
            path(name): None if text is None else content(name, text) for name, text in example.writes.items()
        },
    )


def _named_columns(example: Example) -> Iterator[str]:
    """The columns of the example's tables that an input names by themselves."""
    values = {value.strip() for value in example.given.values()}
    for name, text in example.files.items():
        if name.endswith(TABLES):
            head = next(csv.reader(io.StringIO(text), delimiter=_divider(text)), [])
            yield from (column for column in head if column.strip() in values and column.strip())


def _divider(text: str) -> str:
    head = text.partition("\n")[0]
    return max(",;\t|", key=head.count)


def _shuffled(example: Example) -> Example | None:
    """The example with the rows of its files in another order; None where there is nothing to shuffle."""
    files, changed = dict(example.files), False
    chance = random.Random(example.digest)
    for name, text in example.files.items():
        if not name.endswith(LINES):
            continue
        lines = text.splitlines()
        first = 1 if name.endswith(TABLES) else 0
        rows = lines[first:]
        if any('"' in row for row in rows) or len(set(rows)) < 2:
            continue  # a quoted cell may go over several lines
        before = list(rows)
        chance.shuffle(rows)
        changed = changed or rows != before
        files[name] = "\n".join((*lines[:first], *rows)) + ("\n" if text.endswith("\n") else "")
    return replace(example, files=files) if changed and not example.writes else None
