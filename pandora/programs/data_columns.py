"""The rows of a task's data files, their columns, and the values that the columns hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pandora.programs.input_files import ENDINGS, file_value
from pandora.programs.inside.file_reading import KINDS
from pandora.programs.inside.nested_rows import flat_rows, is_rows, nested_column

_MOST_COLUMNS = 40
_TEXTS = (".txt", ".md", ".markdown", ".rst")

_MOST_CATEGORIES = 12
"""The most different values that a column of categories may have; some of them must repeat."""
LONGEST_NAME = 40
"""The most characters of a cell that may be a name or a category."""
_MOST_FIRSTS = 2 / 3
"""The most different first words of a column, for each of its rows, where they are those of makers."""
_FIRST_WORD = re.compile(r"[^\W\d_]+")
Rows = list[dict[str, Any]]


def tables(files: Iterable[str], workspace: Path) -> Iterator[tuple[str, Rows]]:
    """Yield the path and the rows of each table, log and list of objects; unreadable files are skipped.

    The list may be the one in a JSON object. Where one of its columns holds rows, these are the rows. Of a text
    it is the table in it, or what was said in a chat.
    """
    for path in files:
        if path.lower().endswith((*ENDINGS, *_TEXTS)):
            try:
                value = file_value(workspace / path)
            except (OSError, ValueError, RecursionError):
                continue
            rows = inner_rows(value)[1] if isinstance(value, dict) else value
            if is_rows(rows):
                nested = nested_column(rows)
                yield path, flat_rows(rows, nested, value) if nested else rows


def inner_rows(value: Mapping[str, Any]) -> tuple[str, Rows]:
    """The one list of objects in an object, with its key; ("", []) where it has none, or several."""
    lists = [(str(key), part) for key, part in value.items() if part == [] or is_rows(part)]
    return lists[0] if len(lists) == 1 and len(lists[0][1]) > 1 else ("", [])


def columns(rows: Rows) -> Iterator[tuple[str, list[str], bool]]:
    """Yield the columns of `rows` that have texts, or numbers with a unit.

    Of each its name, its different values, and whether it holds categories.
    """
    for name in rows[0]:
        values = list(dict.fromkeys(text for row in rows if (text := _text_of(row.get(name))) is not None))
        if values:
            short = all(len(text) <= LONGEST_NAME for text in values)
            yield str(name), values, short and len(values) <= _MOST_CATEGORIES and len(values) < len(rows)


def _text_of(value: Any) -> str | None:
    """A cell's text: of a number with a unit as it stands in the file, "64 GB"; None where it has none."""
    if isinstance(value, str):
        return str(value)
    return str(value.written) if getattr(getattr(value, "spelling", None), "unit", "") else None


def shared_first_words(cells: Sequence[object]) -> set[str]:
    """The words, in lower case, with which several short cells of a column begin, but not all: makers do.

    None where a cell has no such word, or almost each has one of its own.
    """
    heads = [_first_word(cell) for cell in cells]
    if "" in heads or len(set(heads)) > _MOST_FIRSTS * len(heads):
        return set()
    return {word for word, count in Counter(heads).items() if 1 < count < len(heads) and len(word) > 2}


def _first_word(cell: object) -> str:
    match = _FIRST_WORD.search(cell) if isinstance(cell, str) and len(cell) <= LONGEST_NAME else None
    return match[0].casefold() if match else ""


def columns_of_files(files: tuple[str, ...], workspace: Path) -> tuple[str, ...]:
    """The column names and keys of the task's tables and JSON files, in order, each once."""
    names: dict[str, None] = {}
    for path in files[:_MOST_COLUMNS]:
        for name in columns_of(workspace / path):
            names[name] = None
    return tuple(names)[:_MOST_COLUMNS]


def keys_of_files(files: Iterable[str], workspace: Path) -> set[str]:
    """All column names and keys of the task's data files, however deep they lie, and of tables within texts."""
    files = list(files)
    found = {str(name) for _, rows in tables(files, workspace) for row in rows[:1] for name in row}
    for path in files:
        if Path(path).suffix.lower() in KINDS:
            with suppress(OSError, ValueError, RecursionError):
                _add_keys(file_value(workspace / path), found)
    return found


def _add_keys(value: Any, found: set[str]) -> None:
    if isinstance(value, dict):
        found.update(map(str, value))
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        if isinstance(part, (dict, list)):
            _add_keys(part, found)


def columns_of(path: Path) -> list[str]:
    """Return the columns of a table or the keys of JSON objects; [] for other files or on an error."""
    if path.suffix.lower() not in KINDS:
        return []
    try:
        return list(dict.fromkeys(_keys_in(file_value(path))))
    except (OSError, ValueError, RecursionError):
        return []


def _keys_in(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, list):
        for part in value[:5]:
            yield from _keys_in(part, depth)
    elif isinstance(value, dict) and depth < 3:
        inner = [part for part in value.values() if isinstance(part, (dict, list))]
        if len(inner) < len(value) or not inner:
            yield from (str(key) for key in value)
        for part in inner[:5]:
            yield from _keys_in(part, depth + 1)
