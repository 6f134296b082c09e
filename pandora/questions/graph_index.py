"""The index of one graph in SQLite: what claims and queries look up, so that no claim reads the whole graph."""

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

from pandora.errors import DiskError
from pandora.questions.graph_rules import DONE, EDGES
from pandora.questions.node import ANSWER, Question, text_digest

VERSION = "1"
"""Another version's index is made again."""

TABLES = """
CREATE TABLE facts (key TEXT PRIMARY KEY, value);
CREATE TABLE nodes (
    id TEXT PRIMARY KEY, kind TEXT, parent TEXT, via TEXT, branch TEXT, depth INTEGER, seq INTEGER,
    state TEXT, owner TEXT, session TEXT, attempts INTEGER, reason TEXT, text TEXT, digest TEXT,
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
"""`nodes` has a row for each question and each answer: `pending` counts the questions right below one
that are not done. `unsettled` are documents that somebody began to write: after a kill they are read again.
`edges` are symmetric (`one` sorts before `other`); `source` is the document that says so."""

T = TypeVar("T")
LOCK_SECONDS = 60
"""Seconds that one process waits for what another has locked."""
_BROKEN_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""What SQLite says of a broken file; the last of one that lacks a table, as an emptied one does."""


class BrokenIndexError(DiskError):
    """The file is no whole index: whoever holds the graph's lock makes it anew.

    `place` is where a file was that is harmed for certain; 0 where it may only lack a table.
    """

    place = 0


@dataclass
class _ThreadConnection:
    """One thread's connection. It is closed as soon as it is forgotten: SQLite keeps a connection that nobody
    closed alive until the garbage is collected, and until then it holds a lock on the file."""

    connection: sqlite3.Connection
    place: int
    process: int

    def close(self) -> None:
        """Close it, unless it is the parent's of this process."""
        if self.process == os.getpid():
            self.connection.close()

    def __del__(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            self.close()


class IndexFile:
    """The file at `path`; every thread and process has its own connection to it.

    Only `make`, whose caller holds the graph's lock, makes or removes it: what is opened is a file that is
    there. `mend` is a method of the index's owner, given the place of a harmed file: it takes the lock and has
    the file made anew, and does nothing where there is no graph any more.
    """

    def __init__(self, path: Path, mend: Callable[[int], None]) -> None:
        self.path = path
        self._mend = weakref.WeakMethod(mend)  # no cycle: a graph that is forgotten is closed at once
        self._local = threading.local()

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection; made anew in a forked process, and where the file was made anew."""
        kept = self._kept()
        if kept is not None:
            if kept.connection.in_transaction or kept.place == self.place():
                return kept.connection
            self.close()
        place = self.place()  # before it is opened: a file put there meanwhile is seen the next time
        connection = self._opened()
        self._local.kept = _ThreadConnection(connection, place, os.getpid())
        return connection

    def _kept(self) -> _ThreadConnection | None:
        kept: _ThreadConnection | None = getattr(self._local, "kept", None)
        return kept if kept is not None and kept.process == os.getpid() else None

    def place(self) -> int:
        """The file's inode, 0 for none and for an emptied one: neither is written to any more."""
        try:
            status = os.stat(self.path)
        except OSError:
            return 0
        return status.st_ino if status.st_size else 0

    def within(self) -> bool:
        """True in a transaction of this thread."""
        kept = self._kept()
        return kept is not None and kept.connection.in_transaction

    def _opened(self, mode: str = "rw") -> sqlite3.Connection:
        with self.told():
            where = f"{self.path.absolute().as_uri()}?mode={mode}"
            connection = sqlite3.connect(
                where, timeout=LOCK_SECONDS, isolation_level=None, uri=True, check_same_thread=False
            )  # each thread uses its own; whoever forgets it last closes it
            try:
                connection.row_factory = sqlite3.Row
                connection.execute("PRAGMA synchronous = OFF")  # derived: what a power cut breaks is made again
            except BaseException:
                connection.close()
                raise
            return connection

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        """SQLite's errors as those that a person can act on."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in _BROKEN_CODES or (code == sqlite3.SQLITE_CANTOPEN and not self.path.exists()):
                if code != sqlite3.SQLITE_ERROR and self.within():  # who is in a transaction holds the lock
                    self.path.unlink(missing_ok=True)
                problem = "the index of the graph is broken; try again: it is made anew from the documents"
                broken = BrokenIndexError(f"{self.path}:1: {problem}")
                kept = self._kept()
                broken.place = kept.place if kept is not None and code != sqlite3.SQLITE_ERROR else 0
                raise broken from error
            mended = "make the folder writable, with room on its disk, then try again"
            if code == sqlite3.SQLITE_BUSY:
                mended = f"another process held it for {LOCK_SECONDS} s; try again"
            raise DiskError(f"{self.path.parent}:1: {error}; {mended}") from error
        except OSError as error:
            problem = f"{error.strerror}; make it a folder that can be written to, then try again"
            raise DiskError(f"{self.path.parent}:1: {problem}") from error

    def tried(self, work: Callable[[], T]) -> T:
        """What `work` returns; once more where it found the file broken, which is made anew in between.

        In a transaction BrokenIndexError is raised at once: what was done in it is lost.
        """
        within = self.within()
        try:
            with self.told():
                return work()
        except BrokenIndexError as broken:
            mend = self._mend()
            if within or mend is None:
                raise
            mend(broken.place)
        with self.told():
            return work()

    def close(self) -> None:
        """Close this thread's connection."""
        kept = self._kept()
        if kept is not None:
            kept.close()
        self._local.kept = None

    def make(self) -> None:
        """Make the file anew, with empty tables. The caller holds the graph's lock."""
        with self.told():
            self.close()
            for ending in ("", "-wal", "-shm"):  # the file first: nobody opens it from then on
                Path(f"{self.path}{ending}").unlink(missing_ok=True)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = self._opened("rwc")
            try:
                connection.execute("PRAGMA journal_mode = WAL")  # the file's own from now on
                connection.executescript(TABLES)
            finally:
                connection.close()


Row = Mapping[str, Any]
_COLUMNS = (
    *("id", "kind", "parent", "via", "branch", "depth", "seq", "state", "owner", "session", "attempts"),
    *(
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
    """One graph's index. Who changes it holds the graph's lock; reading needs none."""

    def fit(self) -> bool:
        """True where the file is a whole index of this version."""
        try:
            with self.told():
                facts = dict(map(tuple, self.connection.execute("SELECT key, value FROM facts").fetchall()))
        except BrokenIndexError:
            return False
        return bool(facts.get("version") == VERSION and facts.get("whole") == "yes")

    def begin(self) -> None:
        """Make the file anew, empty; `finish` says that it is whole."""
        self.make()
        with self.change():
            self.set_fact("version", VERSION)

    def finish(self) -> None:
        """Count again what only the whole graph tells, and call the index whole."""
        with self.change():
            self.run(
                "UPDATE nodes SET pending = (SELECT COUNT(*) FROM nodes AS child WHERE child.parent = nodes.id "
                f"AND child.kind = 'question' AND child.{_NOT_DONE}) WHERE kind = 'question'"
            )
            self.set_fact("whole", "yes")

    @contextlib.contextmanager
    def change(self) -> Iterator[None]:
        """One transaction."""
        if self.within():
            yield
            return
        self.tried(lambda: self.connection.execute("BEGIN IMMEDIATE"))
        connection = self.connection
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # on a full disk SQLite has done it itself
                connection.rollback()
            raise
        with self.told():
            connection.commit()

    def run(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """One statement."""
        return self.tried(lambda: self.connection.execute(sql, values))

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query."""
        return self.tried(lambda: [dict(row) for row in self.connection.execute(sql, values)])

    def row(self, sql: str, *values: Any) -> Row | None:
        """The first row of a query."""
        row = self.tried(lambda: self.connection.execute(sql, values).fetchone())
        return dict(row) if row else None

    def node(self, node_id: str) -> Row | None:
        """The row of a node."""
        return self.row("SELECT * FROM nodes WHERE id = ?", node_id)

    def fact(self, key: str, default: Any = None) -> Any:
        """A single value: `version`, `seq` (of the newest question), `nodes`, `tokens`."""
        row = self.row("SELECT value FROM facts WHERE key = ?", key)
        return row["value"] if row else default

    def set_fact(self, key: str, value: Any) -> None:
        """Keep a single value."""
        self.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", key, value)

    def put(self, question: Question, stamp: str) -> None:
        """Take a question, its answer and its edges as its document has them now."""
        with self.change():
            old = self.node(question.id)
            above = self.node(question.parent) if question.parent else None
            branch = question.id if question.depth < 2 or above is None else above["branch"]
            self._row(question, branch, stamp)
            self._answer(question, branch, old is not None)
            self._edges(question)
            self._words(question, old)
            if question.owner and question.attempts:
                self.run("INSERT OR REPLACE INTO touches VALUES (?, ?)", question.owner, branch)
            was = 1 if old and old["state"] not in DONE else 0
            now = 1 if question.state not in DONE else 0
            if now != was and above is not None:
                self.run("UPDATE nodes SET pending = pending + ? WHERE id = ?", now - was, question.parent)
            self.set_fact("tokens", self.fact("tokens", 0) + question.tokens - (old["tokens"] if old else 0))
            self.set_fact("seq", max(self.fact("seq", 0), question.seq))

    def _row(self, question: Question, branch: str, stamp: str) -> None:
        each = question
        standing = (
            each.state,
            each.owner,
            each.session,
            each.attempts,
            each.reason,
            each.text,
            text_digest(each.text),
        )
        texts = (json.dumps(dict(each.metadata)), each.synthesis, each.output, each.made)
        self.run(
            _UPSERT,
            *(each.id, "question", each.parent, each.via, branch, each.depth, each.seq),
            *(*standing, *texts, "{}", each.created, each.tokens, stamp),
        )

    def _answer(self, question: Question, branch: str, stood: bool) -> None:
        node_id, answer = f"{question.id}{ANSWER}", question.answer
        if answer is None:
            if stood:
                self.run("DELETE FROM nodes WHERE id = ?", node_id)
            return
        standing = (answer.state, answer.owner, "", 0, answer.reason, answer.text, text_digest(answer.text))
        texts = (json.dumps(dict(answer.metadata)), "", "", "", json.dumps(dict(answer.rests)))
        self.run(
            _UPSERT,
            *(node_id, "answer", question.id, "question", branch, question.depth, question.seq),
            *(*standing, *texts, question.created, 0, ""),
        )

    def _edges(self, question: Question) -> None:
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

    def _words(self, question: Question, old: Row | None) -> None:
        text = f"{question.text}\n{question.answer.text if question.answer else ''}"
        row = self.row("SELECT rowid AS place FROM nodes WHERE id = ?", question.id)
        assert row is not None
        if old is not None:
            kept = self.row("SELECT text FROM words WHERE rowid = ?", row["place"])
            if kept and kept["text"] == text:
                return
            self.run("DELETE FROM words WHERE rowid = ?", row["place"])
        self.run("INSERT INTO words (rowid, text) VALUES (?, ?)", row["place"], text)

    def drop(self, question: str) -> None:
        """Forget a question whose document is gone."""
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
        """What each document's file looked like when it was read."""
        return {
            row["id"]: row["stamp"] for row in self.rows("SELECT id, stamp FROM nodes WHERE kind = 'question'")
        }

    def unsettle(self, ids: Iterable[str]) -> None:
        """Note that documents are about to be written."""
        with self.change():
            for document_id in ids:
                self.run("INSERT OR IGNORE INTO unsettled VALUES (?)", document_id)

    def settle(self, ids: Iterable[str]) -> None:
        """Note that the index has what documents hold."""
        for document_id in ids:
            self.run("DELETE FROM unsettled WHERE id = ?", document_id)


def texts_of(given: Any) -> list[str]:
    """The texts of a list, once each; [] for anything else."""
    texts = [text for text in given if isinstance(text, str)] if isinstance(given, list) else []
    return list(dict.fromkeys(texts))
