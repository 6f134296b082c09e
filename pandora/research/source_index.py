"""A full-text index of the sources in a documents folder: derived, and brought up to date by each run.

It lies in `.pandora/research/`, one file for each documents folder, and may be deleted at any time. It also
keeps the text of each source under its digest, so that a PDF is read once whatever its names are.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from pandora import interrupt
from pandora.disk.layout import Workspace
from pandora.document.quote import quoted
from pandora.errors import DiskError, UsageError
from pandora.regular_file import delete_link
from pandora.research.source_files import (
    KINDS,
    FoundFile,
    LeftOut,
    NoSourcesError,
    Place,
    ReadFile,
    Source,
    SourceText,
    files_in,
    headings_of,
    read_file,
)
from pandora.workspace import full_text
from pandora.workspace.full_text import FullText, Passage, passages_of, terms
from pandora.workspace.operation_context import OperationContext

FOLDER = "research"
"""The folder below `.pandora/` that holds the indexes."""
VERSION = 1
"""The version of what is stored; an index of another version, also of passages, is made anew."""
_SCHEMA = VERSION * 1000 + full_text.VERSION
BEST = 8
"""The number of passages that a question gets."""
_AT_ONCE = 200
"""Files that are indexed in one transaction: what a kill costs at most."""
_AROUND = 0.3
"""The weight of a word that a question stands under, where a word of its own weighs 1."""
_STEM = 5
"""The letters of a word by which a passage is said to have it, whatever its ending."""
QUANTIFIERS = frozenset(
    (
        *("all", "anything", "each", "every", "everything", "few", "many", "much"),
        *("compare", "different", "explain", "overview", "various"),
    )
)
"""Words that widen a query or ask for an amount, and that no source needs to have."""
_KEYS = "digest, path, kind, title, pages, note"


@dataclass(frozen=True)
class Refresh:
    """An index brought up to date: its sources, the files that were read and dropped, and those left out."""

    sources: int
    read: int
    dropped: int
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class FoundPassage:
    """A passage that was found for a question. The higher the score the better; `words` are those it shares."""

    source: Source
    place: Place
    text: str
    score: float
    words: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The passage as data for a document or a prompt."""
        return quoted(self.text)


class SourceIndex:
    """The index of one documents folder; threads may share it."""

    def __init__(self, folder: Path, context: OperationContext, database: sqlite3.Connection) -> None:
        self.folder = folder
        self.context = context
        self._database = database
        self._texts = FullText(database)
        self._lock = threading.RLock()

    @staticmethod
    def open(folder: Path, context: OperationContext) -> SourceIndex:
        """Open the index of the documents folder `folder`; a broken one, or none, is an empty one.

        Where no file can be written, the index is in memory.
        """
        workspace = Workspace(context.workspace)
        place = workspace.derived / FOLDER
        name = hashlib.sha256(os.path.realpath(folder).encode()).hexdigest()[:16]
        try:
            workspace.make_derived()
            place.mkdir(exist_ok=True)
            delete_link(place / f"{name}.sqlite")
            database = _opened(place / f"{name}.sqlite")
        except (OSError, sqlite3.Error):
            database = _opened(None)
        return SourceIndex(folder, context, database)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the database alone; raises DiskError where it turns out to be damaged, or the disk is full."""
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                where = Workspace(self.context.workspace).derived / FOLDER
                raise DiskError(
                    f"{where}:1: the index of sources: {error}; delete this folder, then resume"
                ) from error

    def refresh(self, tell: Callable[[int, int], None] | None = None) -> Refresh:
        """Index new and changed files and drop missing ones.

        `tell` gets the number of files read so far, and that of all to be read. What was indexed stays where
        this is broken off. Raises NoSourcesError where the folder cannot be listed.
        """
        with self._locked():
            present: dict[str, FoundFile] = {}
            left_out: list[LeftOut] = []
            for file in files_in(self.folder, self.context):
                if isinstance(file, LeftOut):
                    left_out.append(file)
                else:
                    present[file.shown] = file
            stored = dict(self._database.execute("SELECT path, stamp FROM files"))
            missing = sorted(stored.keys() - present.keys())
            new = [file for path, file in present.items() if stored.get(path) != file.stamp]
            for start in range(0, len(missing), _AT_ONCE):
                with self._database:
                    self._forget_files(missing[start : start + _AT_ONCE])
            for start in range(0, len(new), _AT_ONCE):
                with self._database:
                    for file in new[start : start + _AT_ONCE]:
                        self._add(file)
                if tell is not None:
                    tell(min(start + _AT_ONCE, len(new)), len(new))
                interrupt.check()
            with self._database:
                self._settle()
            left_out += self._failed()
            count = self._database.execute("SELECT count(*) FROM texts").fetchone()[0]
            return Refresh(count, len(new), len(missing), tuple(left_out))

    def _add(self, file: FoundFile) -> None:
        read = read_file(file, self.folder, self.context)
        self._database.execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)",
            (file.shown, file.stamp, read.digest if not read.failed else "", read.failed),
        )
        known = self._database.execute("SELECT 1 FROM texts WHERE digest = ?", (read.digest,)).fetchone()
        if not read.failed and known is None:
            rows = self._texts.add(_passages(file.shown, read))
            pages = json.dumps(read.pages)
            text = zlib.compress(read.text.encode("utf-8", "surrogatepass"), 1)
            self._database.execute(
                "INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (read.digest, file.shown, read.kind, read.title, pages, read.note, text, rows.start, rows.stop),
            )

    def _forget_files(self, paths: Iterable[str]) -> None:
        self._database.executemany("DELETE FROM files WHERE path = ?", ((path,) for path in paths))

    def _settle(self) -> None:
        """Drop the texts that no file has any more, and name each text by the first of its files."""
        gone = self._database.execute(
            "SELECT digest, first, last FROM texts WHERE digest NOT IN (SELECT digest FROM files)"
        ).fetchall()
        for digest, first, last in gone:
            self._texts.forget_rows(range(first, last))
            self._database.execute("DELETE FROM texts WHERE digest = ?", (digest,))
        self._database.execute(
            "UPDATE texts SET path = (SELECT min(path) FROM files WHERE files.digest = texts.digest)"
            " WHERE path != (SELECT min(path) FROM files WHERE files.digest = texts.digest)"
        )

    def sources(self) -> tuple[Source, ...]:
        """All sources, ordered by path; raises NoSourcesError where there are none, and says why."""
        with self._locked():
            rows = self._database.execute(f"SELECT {_KEYS} FROM texts ORDER BY path").fetchall()
            if not rows:
                raise NoSourcesError(self._why_empty())
            return tuple(map(self._source, rows))

    def source(self, digest: str) -> Source:
        """The source with this digest; raises UsageError where no file has it any more."""
        with self._locked():
            row = self._database.execute(f"SELECT {_KEYS} FROM texts WHERE digest = ?", (digest,)).fetchone()
            if row is None:
                raise UsageError(
                    f"{self.folder}: no source has the digest {digest[:12]} any more; research anew"
                )
            return self._source(row)

    def text(self, digest: str) -> SourceText:
        """The whole text of a source; raises UsageError where no file has this digest any more."""
        with self._locked():
            bare = self._without_text(digest)
            row = self._database.execute("SELECT text FROM texts WHERE digest = ?", (digest,)).fetchone()
        return replace(bare, text=zlib.decompress(row[0]).decode("utf-8", "surrogatepass"))

    def nearest(
        self, question: str, count: int = BEST, around: str = "", only: Collection[str] = ()
    ) -> list[FoundPassage]:
        """The passages that share most words with a question, best first; [] where none shares a word.

        Rare words count for more. The words of `around`, which the question stands under, count for less.
        `only` are the digests of the sources to look in, by default all.
        """
        nearest: list[FoundPassage] = []
        with self._locked():
            for score, passage in self._texts.ranked(question, around, _AROUND):
                if not only or passage.path in only:
                    nearest.append(self._found_passage(score, passage, question))
                if len(nearest) == count:
                    break
        return nearest

    def with_all(self, words: Sequence[str]) -> int:
        """How many sources have all these words in one passage, its headings included."""
        with self._locked():
            return len(self._texts.paths_with_all(words))

    def unknown_words(self, question: str) -> tuple[str, ...]:
        """The words of a question that no source has, in any of their forms.

        Stopwords are left out, and words that ask for an amount.
        """
        meant = [word for word in terms(question) if word not in QUANTIFIERS]
        with self._locked():
            return tuple(word for word in meant if next(self._texts.ranked(word), None) is None)

    def _found_passage(self, score: float, passage: Passage, question: str) -> FoundPassage:
        text = self._without_text(passage.path)
        words = passage.text.lower()
        shared = tuple(word for word in terms(question) if word[:_STEM] in words)
        return FoundPassage(text.source, text.place_of_line(passage.line), passage.text, score, shared)

    def _without_text(self, digest: str) -> SourceText:
        """A source with its pages and without its text, which takes time to unpack."""
        source = self.source(digest)
        row = self._database.execute("SELECT pages FROM texts WHERE digest = ?", (digest,)).fetchone()
        return SourceText(source, "", tuple(json.loads(row[0])))

    def _source(self, row: tuple[str, str, str, str, str, str]) -> Source:
        digest, path, kind, title, starts, note = row
        names = self._database.execute("SELECT path FROM files WHERE digest = ? ORDER BY path", (digest,))
        also = tuple(name for (name,) in names if name != path)
        return Source(digest, path, kind, title, also, len(json.loads(starts)), note)

    def _failed(self) -> list[LeftOut]:
        """The files of a kind that is read which are no sources nevertheless."""
        rows = self._database.execute("SELECT path, failed FROM files WHERE failed != '' ORDER BY path")
        return [LeftOut(path, reason) for path, reason in rows]

    def _why_empty(self) -> str:
        """One line that says why there are no sources, and what to do."""
        failed = self._failed()
        if not failed:
            return f"{self.folder}: no document in there; research reads {' '.join(sorted(KINDS))}"
        more = f", and {len(failed) - 1} more" if len(failed) > 1 else ""
        return f"{self.folder}: no document with a text in there: {failed[0]}{more}; add one that has text"


def _passages(shown: str, read: ReadFile) -> Iterator[Passage]:
    """The passages of a source, page by page where it has pages, under its digest, names and headings."""
    names = f"{shown}\n{read.title}"
    if read.pages:
        lines = read.text.split("\n")
        for start, end in zip(read.pages, (*read.pages[1:], len(lines) + 1), strict=True):
            for passage in passages_of(shown, "\n".join(lines[start - 1 : end - 1])):
                yield replace(passage, path=read.digest, line=passage.line + start - 1, headings=names)
        return
    headings = headings_of(read.text) if read.kind == "markdown" else {}
    above, at = "", sorted(headings)
    for passage in passages_of(shown, read.text):
        while at and at[0] <= passage.line:
            above = "\n".join(words for _, words in headings[at.pop(0)])
        yield replace(passage, path=read.digest, headings=f"{names}\n{above}")


def _opened(path: Path | None) -> sqlite3.Connection:
    """The database at `path`, or one in memory; it is made anew where it is broken or of another version."""
    if path is None:
        database = sqlite3.connect(":memory:", check_same_thread=False)
        _create(database)
        return database
    try:
        return _connected(path)
    except sqlite3.OperationalError:
        raise  # locked, or not to be written
    except sqlite3.DatabaseError:
        path.unlink(missing_ok=True)
        return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=60, check_same_thread=False)
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] != _SCHEMA:
            _create(database)
    except BaseException:
        database.close()
        raise
    return database


def _create(database: sqlite3.Connection) -> None:
    with database:
        FullText(database).create()
        database.executescript(
            "DROP TABLE IF EXISTS files;"
            "DROP TABLE IF EXISTS texts;"
            "CREATE TABLE files (path TEXT PRIMARY KEY, stamp TEXT, digest TEXT, failed TEXT);"
            "CREATE INDEX files_by_digest ON files (digest, path);"
            "CREATE TABLE texts (digest TEXT PRIMARY KEY, path TEXT, kind TEXT, title TEXT, pages TEXT,"
            " note TEXT, text BLOB, first INTEGER, last INTEGER);"
            f"PRAGMA user_version = {_SCHEMA};"
        )
