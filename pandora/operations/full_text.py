"""A full-text index of the workspace's documents: derived, disposable, brought up to date by every search."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pandora.document.plain_text import clean, line
from pandora.errors import PandoraError
from pandora.web.html_page import html_page
from pandora.workspace import file_head as contents
from pandora.workspace.pdf import pdf_text
from pandora.workspace.room import Room

KINDS = (".md", ".txt", ".rst", ".csv", ".tsv", ".json", ".py", ".html", ".htm", ".pdf", ".log")
FOLDER = "documents"
"""The folder that is searched where there is one; else all of the workspace is."""
MANY, LARGEST, PART = 5_000, 4 << 20, 900
_SKIPPED = {"state", "system", "out", "node_modules", "__pycache__"}
_VERSION = 1
_NOTHING = (
    "a about all an and any are as at be been by can could did do does for from had has have he her him "
    "his how i if in into is it its me more most my no not of on or our out over she should so some than "
    "that the their them then there these they this to under up us was we were what when where which "
    "while who whom whose why will with would you your find tell give show list say name "
)
_STOPWORDS = frozenset(_NOTHING.split())


@dataclass(frozen=True)
class Hit:
    """A place that fits: its file and line, the words around what was found, its score (less is better)."""

    path: str
    line: int
    text: str
    score: float


def terms(query: str) -> list[str]:
    """The words to look for: those that say nothing are left out, unless there are no others."""
    words = list(dict.fromkeys(re.findall(r"[^\W_]+", query.lower())))[:40]
    return [word for word in words if word not in _STOPWORDS and len(word) > 1] or words


class Index:
    """The index of one workspace, in a file under state/.cache that may be deleted at any time."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.root = room.workspace
        folder = self.root / "state" / ".cache"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.database = self._opened(folder / "search.sqlite")
        except (OSError, sqlite3.Error):
            self.database = self._opened(":memory:")  # a disk that cannot be written to is still searched

    def _opened(self, path: Path | str) -> sqlite3.Connection:
        database = sqlite3.connect(path, timeout=10)
        try:
            if database.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                self._made(database)
        except sqlite3.DatabaseError:
            database.close()
            if isinstance(path, str):
                raise
            path.unlink(missing_ok=True)  # broken, or none of ours: it is made anew
            database = sqlite3.connect(path, timeout=10)
            self._made(database)
        return database

    def _made(self, database: sqlite3.Connection) -> None:
        with database:
            database.executescript(
                "DROP TABLE IF EXISTS parts; DROP TABLE IF EXISTS files;"
                "CREATE VIRTUAL TABLE parts USING fts5(text, path UNINDEXED, line UNINDEXED,"
                ' tokenize = "porter unicode61 remove_diacritics 2");'
                "CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER, changed INTEGER);"
                f"PRAGMA user_version = {_VERSION};"
            )

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def refresh(self) -> int:
        """Read what is new or changed, forget what is gone or hidden; returns how many files there are."""
        known = {path: (size, changed) for path, size, changed in self.database.execute("SELECT * FROM files")}
        found = {}
        for path in self._paths():
            with contextlib.suppress(OSError):
                status = (self.root / path).stat()
                found[path] = (status.st_size, status.st_mtime_ns)
        with self.database:
            for path in known.keys() - found.keys():
                self._forget(path)
            for path, stamp in found.items():
                if known.get(path) != stamp:
                    self._forget(path)
                    self._add(path, stamp)
        return len(found)

    def _forget(self, path: str) -> None:
        self.database.execute("DELETE FROM parts WHERE path = ?", (path,))
        self.database.execute("DELETE FROM files WHERE path = ?", (path,))

    def _add(self, path: str, stamp: tuple[int, int]) -> None:
        parts = (
            (f"{path}\n{text}", path, number) for number, text in _parts(_text(self.root / path, self.room))
        )
        self.database.executemany("INSERT INTO parts (text, path, line) VALUES (?, ?, ?)", parts)
        self.database.execute("INSERT INTO files VALUES (?, ?, ?)", (path, *stamp))

    def _paths(self) -> Iterator[str]:
        """The documents, hidden ones and those that policy hides left out; links are not followed."""
        start = self.root / FOLDER
        folders, left = [start if start.is_dir() and not start.is_symlink() else self.root], MANY
        while folders and left > 0:
            try:
                entries = sorted(folders.pop(0).iterdir())
            except OSError:
                continue
            for entry in entries:
                path = entry.relative_to(self.root).as_posix()
                skipped = entry.name.startswith(".") or (entry.parent == self.root and entry.name in _SKIPPED)
                if skipped or os.path.islink(entry) or not path.isprintable() or self.room.hides(path):
                    continue
                if os.path.isdir(entry):
                    folders.append(entry)
                elif entry.suffix.lower() in KINDS and os.path.isfile(entry) and left > 0:
                    left -= 1
                    yield path

    def search(self, query: str, limit: int = 8) -> list[Hit]:
        """The best places, at most two of a file, ranked by BM25; any of the query's words will do."""
        wanted = terms(query)
        if not wanted:
            return []
        match = " OR ".join(f'"{word}"' for word in wanted)
        rows = self.database.execute(
            "SELECT path, line, snippet(parts, 0, '', '', ' … ', 40), bm25(parts), text FROM parts"
            " WHERE parts MATCH ? ORDER BY bm25(parts), path, line LIMIT ?",
            (match, limit * 6),
        )
        hits: list[Hit] = []
        for path, start, snippet, score, text in rows:
            if sum(hit.path == path for hit in hits) < 2:
                hits.append(
                    Hit(path, _line_of(text, start, wanted), line(snippet.removeprefix(path), 300), score)
                )
        return hits[:limit]


def _line_of(text: str, start: int, wanted: list[str]) -> int:
    """The line of the part that holds the most of the words, the first among equals."""
    lines = text.lower().split("\n")[1:]
    counts = [sum(word in each for word in wanted) for each in lines]
    return start + (counts.index(max(counts)) if counts else 0)


def _text(path: Path, room: Room) -> str:
    try:
        head = contents.head(path, LARGEST)
    except PandoraError:  # gone, or not for us: nothing of it is found
        return ""
    kind = path.suffix.lower()
    if kind == ".pdf":
        return pdf_text(head.raw, room)[1] if head.whole else ""
    if kind in (".html", ".htm"):
        page = html_page(head.raw, "", "http://localhost/")
        return f"{page.title}\n{page.text}"
    return "" if head.binary else clean(head.text)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Pieces of a few lines with the number of their first line, from 1; a heading begins a new one."""
    kept: list[str] = []
    start, size = 1, 0
    for number, each in enumerate(text.split("\n"), 1):
        if kept and (size + len(each) > PART or each.startswith("#")):
            yield start, "\n".join(kept)
            kept, start, size = [], number, 0
        kept.append(each[: 4 * PART])
        size += len(each)
    if any(each.strip() for each in kept):
        yield start, "\n".join(kept)
