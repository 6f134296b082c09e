"""When each run began and which are graphs, remembered so that not all are read: derived and disposable."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pandora.disk.layout import Workspace

HEAD = 16_384
"""Bytes at a document's beginning in which its §0 is looked for."""
SMALL = 200
"""Runs up to which no index is kept: reading the beginnings of so few is as quick."""
RACY = 2_000_000_000
"""Nanoseconds after a folder's last change in which its time may stay the same for another change."""
_CREATED = re.compile(rb"^Created: *(\S+)", re.M)
_GRAPH = re.compile(rb"\A\xef?\xbb?\xbf?---\r?\n(?:(?!---\r?\n).*\n)*?graph: *\S")
_TABLES = (
    "CREATE TABLE IF NOT EXISTS roots (id TEXT PRIMARY KEY, created TEXT NOT NULL, graph INTEGER NOT NULL) "
    "WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS roots_by_time ON roots (created, id)",
    "CREATE INDEX IF NOT EXISTS graphs_by_time ON roots (created, id) WHERE graph",
    "CREATE TABLE IF NOT EXISTS folder (stamp TEXT NOT NULL)",
)


def index_path(workspace: Workspace) -> Path:
    """Where the index is: hidden in `state/`, never in git, and made again where it is missing or broken."""
    return workspace.state / ".index" / "runs.sqlite"


def newest(workspace: Workspace, count: int | None) -> list[tuple[str, str]]:
    """The roots of the `count` newest runs (None: all) with the time that the index has, newest first.

    The folder's own listing decides what there is. Of a root that the index knows only its time is taken on
    trust, which is part of §0 and never changes; whoever reads the document sees whether it is right, and
    tells `correct`.
    """
    limit = -1 if count is None else count
    with _opened(workspace) as database:
        _refreshed(database, workspace)
        query = "SELECT id, created FROM roots ORDER BY created DESC, id DESC LIMIT ?"
        return list(database.execute(query, (limit,)))


def count(workspace: Workspace) -> int:
    """How many runs there are."""
    with _opened(workspace) as database:
        _refreshed(database, workspace)
        return int(database.execute("SELECT count(*) FROM roots").fetchone()[0])


def graphs(workspace: Workspace) -> list[str]:
    """The roots of all graphs of questions, the newest first."""
    with _opened(workspace) as database:
        _refreshed(database, workspace)
        return [
            row[0]
            for row in database.execute("SELECT id FROM roots WHERE graph ORDER BY created DESC, id DESC")
        ]


def correct(workspace: Workspace, times: Mapping[str, str]) -> None:
    """Take over the times that documents say and the index had otherwise."""
    with _opened(workspace) as database:
        database.executemany(
            "UPDATE roots SET created = ? WHERE id = ?", [(at, each) for each, at in times.items()]
        )


def _refreshed(database: sqlite3.Connection, workspace: Workspace) -> None:
    """Make the index say what the folder lists; nothing is listed where the folder did not change."""
    stamp = _stamp(workspace)
    if stamp and database.execute("SELECT 1 FROM folder WHERE stamp = ?", (stamp,)).fetchone():
        return
    there = set(workspace.runs())
    known = {str(row[0]) for row in database.execute("SELECT id FROM roots")}
    gone, new = [(each,) for each in known - there], there - known
    database.executemany("DELETE FROM roots WHERE id = ?", gone)
    database.executemany("INSERT OR REPLACE INTO roots VALUES (?, ?, ?)", _heads(workspace, new))
    database.execute("DELETE FROM folder")
    database.execute("INSERT INTO folder VALUES (?)", (stamp if _stamp(workspace) == stamp else "",))


def _heads(workspace: Workspace, ids: Iterable[str]) -> Iterator[tuple[str, str, bool]]:
    for each in ids:
        with suppress(OSError):  # gone meanwhile
            yield each, *_head(workspace.document(each))


def created(path: Path) -> str:
    """When a document was begun, by its §0, or, where that does not say, when its file was written."""
    return _head(path)[0]


def _head(path: Path) -> tuple[str, bool]:
    """When a document was begun, and whether it is the root of a graph."""
    with open(path, "rb") as file:
        text, when = file.read(HEAD), os.fstat(file.fileno()).st_mtime
    found = _CREATED.search(text)
    begun = found[1].decode("utf-8", "replace") if found else ""
    return begun or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when)), bool(_GRAPH.match(text))


def _stamp(workspace: Workspace) -> str:
    """What changes whenever a name in the folder does; "" while it changed too lately to be sure."""
    try:
        stat = os.stat(workspace.state)
    except OSError:
        return ""
    if time.time_ns() - stat.st_mtime_ns < RACY:
        return ""
    return f"{stat.st_dev}:{stat.st_ino}:{stat.st_mtime_ns}"


@contextmanager
def _opened(workspace: Workspace) -> Iterator[sqlite3.Connection]:
    """The index, open; a broken one is thrown away, and where none can be kept it is made in memory."""
    database = _connected(workspace) or _made(sqlite3.connect(":memory:"))
    try:
        yield database
        with suppress(sqlite3.Error):
            database.commit()
    finally:
        database.close()


def _connected(workspace: Workspace) -> sqlite3.Connection | None:
    path = index_path(workspace)
    if not path.exists() and len(workspace.runs()) <= SMALL:
        return None
    for _ in range(2):
        database = None
        try:
            if workspace.state.is_dir() and not path.parent.is_dir():
                path.parent.mkdir()
                (path.parent / ".gitignore").write_text("*\n", encoding="utf-8")
            database = _made(sqlite3.connect(path, timeout=1))
            database.execute("BEGIN IMMEDIATE")
            database.execute("SELECT count(*) FROM roots WHERE created = ''").fetchone()
            return database
        except sqlite3.OperationalError:
            break  # held by another command, or the disk is read-only: this once without it
        except sqlite3.DatabaseError:
            with suppress(OSError):
                path.unlink()
        except OSError:
            break
        finally:
            if database is not None and not database.in_transaction:
                database.close()
    return None


def _made(database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        # It is disposable: nothing waits for the disk.
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA journal_mode = MEMORY")
        for each in _TABLES:
            database.execute(each)
    except sqlite3.Error:
        database.close()
        raise
    return database
