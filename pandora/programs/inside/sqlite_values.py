"""The tables of an SQLite file as rows, read without a change to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import Any
from urllib.parse import quote

MAGIC = b"SQLite format 3\0"
_STEPS, _AT_ONCE = 5_000, 10_000
"""Limits on counting rows: the most progress checks, and SQLite's instructions between two of them."""

Row = dict[str, Any]


def read(
    path: str, rows: int | None = None, cells: int | None = None
) -> tuple[dict[str, list[Row]], dict[str, int | None]]:
    """The first rows of each table by its name, and how many rows it has; None where counting takes long.

    Views and virtual tables are left out: to read them is to run what the file says. ValueError, which
    begins with a line's number, where the file is not such a one.
    """
    address = f"file:{quote(os.path.abspath(path))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            database.execute("PRAGMA trusted_schema = OFF")
            tables: dict[str, list[Row]] = {}
            counts: dict[str, int | None] = {}
            for name in names(database):
                tables[name] = _rows(database, name, rows, cells)
                counts[name] = len(tables[name]) if rows is None else _count(database, name)
            return tables, counts
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise ValueError(f"1: not read as an SQLite database: {error}") from None


def names(database: sqlite3.Connection) -> list[str]:
    """The tables of a database in the order in which they were made; no views and no virtual tables."""
    query = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' "
        "AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid"
    )
    return [str(name) for (name,) in database.execute(query)]


def quoted(name: str) -> str:
    """A name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'


def _rows(database: sqlite3.Connection, name: str, rows: int | None, cells: int | None) -> list[Row]:
    cursor = database.execute(f"SELECT * FROM {quoted(name)}")
    columns = [str(column[0]) for column in cursor.description]
    limit = rows if cells is None or rows is None else min(rows, max(1, cells // len(columns)))
    records = cursor.fetchall() if limit is None else cursor.fetchmany(limit)
    return [dict(zip(columns, map(_plain, row), strict=True)) for row in records]


def _plain(value: Any) -> Any:
    """Return a value unchanged, but for bytes a text that tells their size."""
    return f"{len(value)} bytes" if isinstance(value, bytes) else value


def _count(database: sqlite3.Connection, name: str) -> int | None:
    left = iter(range(_STEPS))
    database.set_progress_handler(lambda: next(left, None) is None, _AT_ONCE)
    try:
        return int(database.execute(f"SELECT count(*) FROM {quoted(name)}").fetchone()[0])
    except sqlite3.OperationalError:
        return None
    finally:
        database.set_progress_handler(None, 0)


def one_or_all(tables: dict[str, list[Row]]) -> Any:
    """Return the rows where there is only one table; else all tables by name."""
    return next(iter(tables.values())) if len(tables) == 1 else tables


def parse(content: bytes) -> Any:
    """All tables of a database by its bytes; ValueError where they are none."""
    try:
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(content)
            return one_or_all({name: _rows(database, name, None, None) for name in names(database)})
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise ValueError(f"1: not read as an SQLite database: {error}") from None
