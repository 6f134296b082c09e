"""The SQLite index of one graph, derived from its documents, so that no claim has to read the whole graph."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pandora.disk.watch import shared_kind
from pandora.errors import DiskError
from pandora.questions.graph_rules import DONE, EDGES
from pandora.questions.question_document import ANSWER, Question, text_digest

VERSION = "3"
"""The version of the tables: an index of another version is built again from the documents."""

TABLES = """
CREATE TABLE facts (key TEXT PRIMARY KEY, value);
CREATE TABLE nodes (
    id TEXT PRIMARY KEY, kind TEXT, parent TEXT, via TEXT, branch TEXT, depth INTEGER, seq INTEGER,
    state TEXT, owner TEXT, session TEXT, claims INTEGER, attempts INTEGER, reason TEXT, text TEXT, digest TEXT,
    metadata TEXT, synthesis TEXT, output TEXT, made TEXT, rests TEXT, created TEXT, tokens INTEGER,
    stamp TEXT, pending INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX claims ON nodes (kind, state, depth, seq);
CREATE INDEX branches ON nodes (branch, kind, state, depth, seq);
CREATE INDEX children ON nodes (parent, kind, seq);
CREATE INDEX ready ON nodes (kind, state, pending, depth);
CREATE TABLE edges (
    one TEXT, other TEXT, type TEXT, source TEXT, PRIMARY KEY (one, other, type, source)
) WITHOUT ROWID;
CREATE INDEX sources ON edges (source);
CREATE INDEX others ON edges (other, type);
CREATE TABLE leases (node TEXT PRIMARY KEY, owner TEXT, work TEXT, expires REAL) WITHOUT ROWID;
CREATE INDEX expiries ON leases (expires);
CREATE TABLE touches (worker TEXT, branch TEXT, PRIMARY KEY (worker, branch));
CREATE TABLE unsettled (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (text);
"""
"""`nodes` has a row for each question and each answer; `pending` counts the unfinished questions below it.
`unsettled` has the documents that a process began to write: after a kill they are read again. `edges` are
symmetric (`one` sorts before `other`); their `source` is the document that names the edge."""

T = TypeVar("T")
LOCK_SECONDS = 60
"""Seconds that one process waits for a lock on the file that another process holds."""
_BROKEN_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""SQLite's codes for a broken file; the last one is for a file that lacks a table, as an emptied file does."""


def _storable(values: Iterable[Any]) -> tuple[Any, ...]:
    """The values with texts that SQLite takes: what stands for a byte that is no UTF-8 becomes `?`."""
    return tuple(
        value.encode("utf-8", "replace").decode() if isinstance(value, str) else value for value in values
    )


class BrokenIndexError(DiskError):
    """The file is not a whole index; the process that holds the graph's lock builds it again.

    `inode` is the inode of a file that is certainly damaged; 0 where the file may only lack a table.
    """

    inode = 0


@dataclass
class _ThreadConnection:
    """One thread's connection. It closes itself when it is dropped: SQLite would keep an unclosed connection,
    and its lock on the file, until the garbage collector runs."""

    connection: sqlite3.Connection
    inode: int
    process: int

    def close(self) -> None:
        """Close the connection, unless this process inherited it from its parent by a fork."""
        if self.process == os.getpid():
            self.connection.close()

    def __del__(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self.close()


class IndexFile:
    """The file at `path`; every thread and process has its own connection to it.

    Only `create_file`, whose caller holds the graph's lock, creates or removes the file; all else opens an
    existing one. `mend` is a method of the index's owner that takes the inode of a damaged file: it takes the
    graph's lock and builds the file again, and does nothing where the graph no longer exists.
    """

    def __init__(self, path: Path, mend: Callable[[int], None]) -> None:
        self.path = path
        self._mend = weakref.WeakMethod(mend)  # no cycle: a graph that is dropped is closed at once
        self._local = threading.local()

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection; opened again in a forked process and after the file was built again."""
        opened = self._thread_connection()
        if opened is not None:
            if opened.connection.in_transaction or opened.inode == self.inode():
                return opened.connection
            self.close()
        inode = self.inode()  # read before opening: a file that is replaced in between is noticed the next time
        connection = self._open()
        self._local.opened = _ThreadConnection(connection, inode, os.getpid())
        return connection

    def _thread_connection(self) -> _ThreadConnection | None:
        opened: _ThreadConnection | None = getattr(self._local, "opened", None)
        return opened if opened is not None and opened.process == os.getpid() else None

    def inode(self) -> int:
        """The file's inode; 0 where there is no file or an empty one, to which nothing is written any more."""
        try:
            status = os.stat(self.path)
        except OSError:
            return 0
        return status.st_ino if status.st_size else 0

    def in_transaction(self) -> bool:
        """True while this thread is in a transaction."""
        opened = self._thread_connection()
        return opened is not None and opened.connection.in_transaction

    def _open(self, mode: str = "rw") -> sqlite3.Connection:
        with self.plain_errors():
            where = f"{self.path.absolute().as_uri()}?mode={mode}"
            connection = sqlite3.connect(
                where, timeout=LOCK_SECONDS, isolation_level=None, uri=True, check_same_thread=False
            )  # each thread uses its own connection, but another thread may close it
            try:
                connection.row_factory = sqlite3.Row
                connection.execute(
                    "PRAGMA synchronous = OFF"
                )  # the index is derived: it is built again after a power cut
            except BaseException:
                connection.close()
                raise
            return connection

    @contextlib.contextmanager
    def plain_errors(self) -> Iterator[None]:
        """Turn SQLite's errors into BrokenIndexError or a DiskError that a person can act on."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in _BROKEN_CODES or (code == sqlite3.SQLITE_CANTOPEN and not self.path.exists()):
                if (
                    code != sqlite3.SQLITE_ERROR and self.in_transaction()
                ):  # who is in a transaction holds the lock
                    self.path.unlink(missing_ok=True)
                problem = "the index of the graph is broken; try again: it is made anew from the documents"
                broken = BrokenIndexError(f"{self.path}:1: {problem}")
                opened = self._thread_connection()
                broken.inode = opened.inode if opened is not None and code != sqlite3.SQLITE_ERROR else 0
                raise broken from error
            remedy = "make the folder writable, with room on its disk, then try again"
            if code == sqlite3.SQLITE_BUSY:
                remedy = f"another process held it for {LOCK_SECONDS} s; try again"
            raise DiskError(f"{self.path.parent}:1: {error}; {remedy}") from error
        except OSError as error:
            problem = f"{error.strerror}; make it a folder that can be written to, then try again"
            raise DiskError(f"{self.path.parent}:1: {problem}") from error

    def with_repair(self, work: Callable[[], T]) -> T:
        """What `work` returns; where the file is broken, it is built again and `work` runs once more.

        Inside a transaction BrokenIndexError is raised at once, since the transaction's changes are lost.
        """
        transaction = self.in_transaction()
        try:
            with self.plain_errors():
                return work()
        except BrokenIndexError as broken:
            mend = self._mend()
            if transaction or mend is None:
                raise
            mend(broken.inode)
        with self.plain_errors():
            return work()

    def close(self) -> None:
        """Close this thread's connection."""
        opened = self._thread_connection()
        if opened is not None:
            opened.close()
        self._local.opened = None

    def create_file(self) -> None:
        """Replace the file by one with empty tables. The caller holds the graph's lock."""
        with self.plain_errors():
            self.close()
            for ending in ("", "-wal", "-shm"):  # the file first, so that nobody opens it from then on
                Path(f"{self.path}{ending}").unlink(missing_ok=True)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._open("rwc")
            try:
                # The file keeps this mode. Several machines cannot share the memory that a log ahead needs.
                mode = "DELETE" if shared_kind(self.path.parent) else "WAL"
                connection.execute(f"PRAGMA journal_mode = {mode}")
                connection.executescript(TABLES)
            finally:
                connection.close()


Row = Mapping[str, Any]
_COLUMNS = (
    *("id", "kind", "parent", "via", "branch", "depth", "seq", "state", "owner", "session", "claims"),
    *(
        "attempts",
        "reason",
        "text",
        "digest",
        "metadata",
        "synthesis",
        "output",
        "made",
        "rests",
        "created",
        "tokens",
        "stamp",
    ),
)
_UPSERT = (
    f"INSERT INTO nodes ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{column} = excluded.{column}' for column in _COLUMNS[1:])}"
)
_NOT_DONE = f"state NOT IN {DONE}"


class Index(IndexFile):
    """One graph's index. Changing it needs the graph's lock; reading does not."""

    def is_whole(self) -> bool:
        """True where the file is a complete index of this version."""
        try:
            with self.plain_errors():
                facts = dict(map(tuple, self.connection.execute("SELECT key, value FROM facts").fetchall()))
        except BrokenIndexError:
            return False
        return bool(facts.get("version") == VERSION and facts.get("whole") == "yes")

    def begin_rebuild(self) -> None:
        """Start an empty index; it counts as whole only after `finish_rebuild`."""
        self.create_file()
        with self.change():
            self.set_fact("version", VERSION)

    def finish_rebuild(self) -> None:
        """Count the unfinished questions below each one, and mark the index as whole."""
        with self.change():
            self.run(
                "UPDATE nodes SET pending = (SELECT COUNT(*) FROM nodes AS child WHERE child.parent = nodes.id "
                f"AND child.kind = 'question' AND child.{_NOT_DONE}) WHERE kind = 'question'"
            )
            self.set_fact("whole", "yes")

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """Run the block in one transaction, or in the one that this thread is already in."""
        if self.in_transaction():
            yield
            return
        self.with_repair(lambda: self.connection.execute("BEGIN IMMEDIATE"))
        connection = self.connection
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # on a full disk SQLite has already rolled back
                connection.rollback()
            raise
        with self.plain_errors():
            connection.commit()

    def run(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Execute one SQL statement; a byte of a text that is no UTF-8 is stored as `?`."""
        stored = _storable(values)
        return self.with_repair(lambda: self.connection.execute(sql, stored))

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        asked = _storable(values)

        def read() -> list[Row]:
            cursor = self.connection.execute(sql, asked)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]  # `dict(row)` takes twice as long

        return self.with_repair(read)

    def tuples(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query as bare tuples, for a reading of thousands of them."""
        asked = _storable(values)

        def read() -> list[tuple[Any, ...]]:
            cursor = self.connection.cursor()
            cursor.row_factory = None
            return cursor.execute(sql, asked).fetchall()

        return self.with_repair(read)

    def row(self, sql: str, *values: Any) -> Row | None:
        """The first row of a query."""
        asked = _storable(values)
        row = self.with_repair(lambda: self.connection.execute(sql, asked).fetchone())
        return dict(row) if row else None

    def node(self, node_id: str) -> Row | None:
        """The row of a node."""
        return self.row("SELECT * FROM nodes WHERE id = ?", node_id)

    def fact(self, key: str, default: Any = None) -> Any:
        """The value under `key`: `version`, `whole`, `seq` (of the newest question) or `tokens` (used)."""
        row = self.row("SELECT value FROM facts WHERE key = ?", key)
        return row["value"] if row else default

    def set_fact(self, key: str, value: Any) -> None:
        """Store a single value under `key`."""
        self.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", key, value)

    def put(self, question: Question, stamp: str) -> None:
        """Store a question, its answer and its edges as read from its document.

        `stamp` identifies the version of the file that was read.
        """
        with self.change():
            old = self.node(question.id)
            above = self.node(question.parent) if question.parent else None
            branch = question.id if question.depth < 2 or above is None else above["branch"]
            self._put_question(question, branch, stamp)
            self._put_answer(question, branch, old is not None)
            self._put_edges(question, old is not None)
            self._put_words(question, old)
            if question.owner and question.claims:
                self.run("INSERT OR REPLACE INTO touches VALUES (?, ?)", question.owner, branch)
            was = 1 if old and old["state"] not in DONE else 0
            now = 1 if question.state not in DONE else 0
            if now != was and above is not None:
                self.run("UPDATE nodes SET pending = pending + ? WHERE id = ?", now - was, question.parent)
            if spent := question.tokens - (old["tokens"] if old else 0):
                self.set_fact("tokens", self.fact("tokens", 0) + spent)
            if question.seq > self.fact("seq", 0):
                self.set_fact("seq", question.seq)

    def _put_question(self, question: Question, branch: str, stamp: str) -> None:
        state = (question.state, question.owner, question.session, question.claims, question.attempts)
        texts = (question.text, text_digest(question.text), json.dumps(dict(question.metadata)))
        results = (question.synthesis, question.output, question.made, "{}")
        self.run(
            _UPSERT,
            *(question.id, "question", question.parent, question.via, branch, question.depth, question.seq),
            *(*state, question.reason, *texts, *results, question.created, question.tokens, stamp),
        )

    def _put_answer(self, question: Question, branch: str, indexed: bool) -> None:
        node_id, answer = f"{question.id}{ANSWER}", question.answer
        if answer is None:
            if indexed:
                self.run("DELETE FROM nodes WHERE id = ?", node_id)
            return
        state = (answer.state, answer.owner, "", 0, 0)
        texts = (answer.text, text_digest(answer.text), json.dumps(dict(answer.metadata)))
        results = ("", "", "", json.dumps(dict(answer.rests)))
        self.run(
            _UPSERT,
            *(node_id, "answer", question.id, "question", branch, question.depth, question.seq),
            *(*state, answer.reason, *texts, *results, question.created, 0, ""),
        )

    def _put_edges(self, question: Question, indexed: bool) -> None:
        if indexed:
            self.run("DELETE FROM edges WHERE source = ?", question.id)
        sides = [(question.id, question.metadata)]
        if question.answer is not None:
            sides.append((f"{question.id}{ANSWER}", question.answer.metadata))
        for node_id, metadata in sides:
            for key, kind in EDGES.items():
                for target in texts_of(metadata.get(key)):
                    one, other = sorted((node_id, target))
                    if one != other:
                        self.run(
                            "INSERT OR IGNORE INTO edges VALUES (?, ?, ?, ?)", one, other, kind, question.id
                        )

    def _put_words(self, question: Question, old: Row | None) -> None:
        text = f"{question.text}\n{question.answer.text if question.answer else ''}"
        row = self.row("SELECT rowid AS place FROM nodes WHERE id = ?", question.id)
        assert row is not None
        if old is not None:
            opened = self.row("SELECT text FROM words WHERE rowid = ?", row["place"])
            if opened and opened["text"] == text:
                return
            self.run("DELETE FROM words WHERE rowid = ?", row["place"])
        self.run("INSERT INTO words (rowid, text) VALUES (?, ?)", row["place"], text)

    def drop(self, question: str) -> None:
        """Remove a question whose document is gone."""
        with self.change():
            old = self.row("SELECT rowid AS place, * FROM nodes WHERE id = ?", question)
            if old is None:
                return
            if old["state"] not in DONE:
                self.run("UPDATE nodes SET pending = pending - 1 WHERE id = ?", old["parent"])
            self.run("DELETE FROM words WHERE rowid = ?", old["place"])
            self.run("DELETE FROM nodes WHERE id IN (?, ?)", question, f"{question}{ANSWER}")
            self.run("DELETE FROM edges WHERE source = ?", question)
            self.run("DELETE FROM leases WHERE node = ?", question)

    def stamps(self) -> dict[str, str]:
        """The stamp of each document's file when it was last read, by the document's id."""
        return {
            row["id"]: row["stamp"] for row in self.rows("SELECT id, stamp FROM nodes WHERE kind = 'question'")
        }

    def unsettle(self, ids: Iterable[str]) -> None:
        """Mark documents as about to be written."""
        with self.change():
            for document_id in ids:
                self.run("INSERT OR IGNORE INTO unsettled VALUES (?)", document_id)

    def settle(self, ids: Iterable[str]) -> None:
        """Unmark documents whose content the index has."""
        for document_id in ids:
            self.run("DELETE FROM unsettled WHERE id = ?", document_id)


def texts_of(value: Any) -> list[str]:
    """The different texts of a list, in order; [] where `value` is not a list."""
    texts = [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
    return list(dict.fromkeys(texts))
