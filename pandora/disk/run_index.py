"""A derived index of when each run began and which runs are graphs, so that not all documents are read."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.regular_file import delete_link, open_regular

HEAD_BYTES = 16_384
"""Bytes at a document's beginning that are searched for its §0."""
FEW_RUNS = 200
"""The most runs for which no index is kept: reading the beginnings of so few documents is as quick."""
RACY_NANOSECONDS = 2_000_000_000
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


def newest_runs(workspace: Workspace, count: int | None) -> list[tuple[str, str]]:
    """The roots of the `count` newest runs (None: all) with the time that the index has, newest first.

    The folder's listing decides which runs there are. Only a root's time comes from the index: it is part of §0
    and never changes. A caller that reads the document and sees another time calls `correct_times`.
    """
    limit = -1 if count is None else count
    with _open_index(workspace) as database:
        _refresh(database, workspace)
        query = "SELECT id, created FROM roots ORDER BY created DESC, id DESC LIMIT ?"
        return list(database.execute(query, (limit,)))


def count_runs(workspace: Workspace) -> int:
    """How many runs there are."""
    with _open_index(workspace) as database:
        _refresh(database, workspace)
        return int(database.execute("SELECT count(*) FROM roots").fetchone()[0])


def newest_graphs(workspace: Workspace) -> list[str]:
    """The roots of all graphs of questions, the newest first."""
    with _open_index(workspace) as database:
        _refresh(database, workspace)
        return [
            row[0]
            for row in database.execute("SELECT id FROM roots WHERE graph ORDER BY created DESC, id DESC")
        ]


def correct_times(workspace: Workspace, times: Mapping[str, str]) -> None:
    """Correct the index by `times`, the times of roots as their documents have them."""
    with _open_index(workspace) as database:
        database.executemany(
            "UPDATE roots SET created = ? WHERE id = ?", [(at, root) for root, at in times.items()]
        )


def _refresh(database: sqlite3.Connection, workspace: Workspace) -> None:
    """Bring the index up to date with the folder's listing, unless the folder did not change."""
    stamp = _stamp(workspace)
    if stamp and database.execute("SELECT 1 FROM folder WHERE stamp = ?", (stamp,)).fetchone():
        return
    on_disk = set(workspace.runs())
    indexed = {str(row[0]) for row in database.execute("SELECT id FROM roots")}
    deleted, new = [(root,) for root in indexed - on_disk], on_disk - indexed
    database.executemany("DELETE FROM roots WHERE id = ?", deleted)
    database.executemany("INSERT OR REPLACE INTO roots VALUES (?, ?, ?)", _read_heads(workspace, new))
    database.execute("DELETE FROM folder")
    database.execute("INSERT INTO folder VALUES (?)", (stamp if _stamp(workspace) == stamp else "",))


def _read_heads(workspace: Workspace, ids: Iterable[str]) -> Iterator[tuple[str, str, bool]]:
    for root in ids:
        path = workspace.document(root)
        with suppress(OSError):  # gone meanwhile, or no file
            try:
                head = _read_head(path)
            except PermissionError:  # the list names it, and the document says that it cannot be read
                head = _as_text(os.lstat(path).st_mtime), False
            yield root, *head


def _read_head(path: Path) -> tuple[str, bool]:
    """When a document was created, and whether it is the root of a graph."""
    with open_regular(path) as file:
        text, when = file.read(HEAD_BYTES), os.fstat(file.fileno()).st_mtime
    match = _CREATED.search(text)
    begun = match[1].decode("utf-8", "replace") if match else ""
    return begun or _as_text(when), bool(_GRAPH.match(text))


def _as_text(when: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))


def _stamp(workspace: Workspace) -> str:
    """A text that changes with the names in the folder; "" while the folder changed too lately to be sure."""
    try:
        stat = os.stat(workspace.state)
    except OSError:
        return ""
    if time.time_ns() - stat.st_mtime_ns < RACY_NANOSECONDS:
        return ""
    return f"{stat.st_dev}:{stat.st_ino}:{stat.st_mtime_ns}"


@contextmanager
def _open_index(workspace: Workspace) -> Iterator[sqlite3.Connection]:
    """The open index; a broken file is deleted, and where no file can be written the index is in memory."""
    database = _connect(workspace) or _make_tables(sqlite3.connect(":memory:"))
    try:
        yield database
        with suppress(sqlite3.Error):
            database.commit()
    finally:
        database.close()


def _connect(workspace: Workspace) -> sqlite3.Connection | None:
    path = index_path(workspace)
    if not path.exists() and len(workspace.runs()) <= FEW_RUNS:
        return None
    for _ in range(2):
        database = None
        try:
            if workspace.state.is_dir() and not path.parent.is_dir():
                path.parent.mkdir()
                (path.parent / ".gitignore").write_text("*\n", encoding="utf-8")
            delete_link(path)
            database = _make_tables(sqlite3.connect(path, timeout=1))
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


def _make_tables(database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        # It is disposable: nothing waits for the disk.
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA journal_mode = MEMORY")
        for statement in _TABLES:
            database.execute(statement)
    except sqlite3.Error:
        database.close()
        raise
    return database
