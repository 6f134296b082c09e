"""The SQLite file of a graph's index: opened once by each thread, and made anew where it is no whole index."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pandora.errors import DiskError
from pandora.questions.schema import TABLES

T = TypeVar("T")
PATIENCE = 60
"""Seconds that one process waits for what another has locked."""
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""What SQLite says of a broken file; the last of one that lacks a table, as an emptied one does."""


class BrokenIndexError(DiskError):
    """The file is no whole index: whoever holds the graph's lock makes it anew.

    `place` is where a file was that is harmed for certain; 0 where it may only lack a table.
    """

    place = 0


@dataclass
class _Opened:
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
        self._local.kept = _Opened(connection, place, os.getpid())
        return connection

    def _kept(self) -> _Opened | None:
        kept: _Opened | None = getattr(self._local, "kept", None)
        return kept if kept is not None and kept.process == os.getpid() else None

    def place(self) -> int:
        """The file's inode, 0 for none and for an emptied one: neither is written to any more."""
        try:
            found = os.stat(self.path)
        except OSError:
            return 0
        return found.st_ino if found.st_size else 0

    def within(self) -> bool:
        """True in a transaction of this thread."""
        kept = self._kept()
        return kept is not None and kept.connection.in_transaction

    def _opened(self, mode: str = "rw") -> sqlite3.Connection:
        with self.told():
            where = f"{self.path.absolute().as_uri()}?mode={mode}"
            connection = sqlite3.connect(
                where, timeout=PATIENCE, isolation_level=None, uri=True, check_same_thread=False
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
            if code in _BROKEN or (code == sqlite3.SQLITE_CANTOPEN and not self.path.exists()):
                if code != sqlite3.SQLITE_ERROR and self.within():  # who is in a transaction holds the lock
                    self.path.unlink(missing_ok=True)
                told = "the index of the graph is broken; try again: it is made anew from the documents"
                broken = BrokenIndexError(f"{self.path}:1: {told}")
                kept = self._kept()
                broken.place = kept.place if kept is not None and code != sqlite3.SQLITE_ERROR else 0
                raise broken from error
            mended = "make the folder writable, with room on its disk, then try again"
            if code == sqlite3.SQLITE_BUSY:
                mended = f"another process held it for {PATIENCE} s; try again"
            raise DiskError(f"{self.path.parent}:1: {error}; {mended}") from error
        except OSError as error:
            told = f"{error.strerror}; make it a folder that can be written to, then try again"
            raise DiskError(f"{self.path.parent}:1: {told}") from error

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
            made = self._opened("rwc")
            try:
                made.execute("PRAGMA journal_mode = WAL")  # the file's own from now on
                made.executescript(TABLES)
            finally:
                made.close()
