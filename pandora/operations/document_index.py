"""A full-text index of the workspace's documents; it can be rebuilt, and every search updates it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.document.plain_text import clean, line
from pandora.errors import PandoraError
from pandora.regular_file import delete_link
from pandora.web.html_page import html_page
from pandora.workspace import file_head
from pandora.workspace.full_text import VERSION, FullText, Passage, passages_of, terms
from pandora.workspace.operation_context import OperationContext
from pandora.workspace.pdf import pdf_text

KINDS = (".md", ".txt", ".rst", ".csv", ".tsv", ".json", ".py", ".html", ".htm", ".pdf", ".log")
FOLDER = "documents"
"""The folder that is searched if it exists; otherwise the whole workspace is searched."""
MANY, LARGEST = 5_000, 4 << 20
MOST, MOST_IN_MEMORY = 256 << 20, 16 << 20
"""The most bytes of files that are indexed: in a file, and where no file can be written."""
SHOWN = 300
"""The most characters of a passage that a hit shows."""
SKIPPED = {"state", "system", "out", "node_modules", "__pycache__"}
"""Folders of a workspace that hold no documents."""


@dataclass(frozen=True)
class Hit:
    """A match: its file, its line, and the text around the words that were searched for."""

    path: str
    line: int
    text: str


class DocumentIndex:
    """The index of one workspace, in a file under state/.cache that may be deleted at any time."""

    def __init__(self, context: OperationContext) -> None:
        self.context = context
        self.root = context.workspace
        folder = self.root / "state" / ".cache"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            delete_link(folder / "search.sqlite")
            self.database, self.most = _open_database(folder / "search.sqlite"), MOST
        except (OSError, sqlite3.Error):
            self.database, self.most = _open_database(":memory:"), MOST_IN_MEMORY  # e.g. on a read-only disk
        self.texts = FullText(self.database)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def refresh(self) -> int:
        """Index new and changed files, drop missing and hidden ones; return the number of files."""
        indexed = {
            path: (size, changed) for path, size, changed in self.database.execute("SELECT * FROM files")
        }
        present, left = {}, self.most
        for path in self._paths():
            with contextlib.suppress(OSError):
                status = (self.root / path).stat()
                left -= min(status.st_size, LARGEST)
                if left >= 0:
                    present[path] = (status.st_size, status.st_mtime_ns)
        with self.database:
            for path in indexed.keys() - present.keys():
                self._forget(path)
            for path, stamp in present.items():
                if indexed.get(path) != stamp:
                    self._forget(path)
                    self._add(path, stamp)
        return len(present)

    def _forget(self, path: str) -> None:
        self.texts.forget(path)
        self.database.execute("DELETE FROM files WHERE path = ?", (path,))

    def _add(self, path: str, stamp: tuple[int, int]) -> None:
        self.texts.add(passages_of(path, _text(self.root / path, self.context)))
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
                skipped = entry.name.startswith(".") or (entry.parent == self.root and entry.name in SKIPPED)
                if skipped or os.path.islink(entry) or not path.isprintable() or self.context.hides(path):
                    continue
                if os.path.isdir(entry):
                    folders.append(entry)
                elif entry.suffix.lower() in KINDS and os.path.isfile(entry) and left > 0:
                    left -= 1
                    yield path

    def search(self, query: str, limit: int = 8) -> list[Hit]:
        """Return the `limit` best matches, at most two of a file; any one of the query's words is enough."""
        words, hits = terms(query), list[Hit]()
        for passage in self.texts.nearest(query):
            if sum(hit.path == passage.path for hit in hits) < 2:
                number = passage.line_of(words)
                hits.append(Hit(passage.path, number, _excerpt(passage, number, words)))
            if len(hits) == limit:
                break
        return hits


def _excerpt(passage: Passage, number: int, words: Sequence[str]) -> str:
    """Return a passage as one line of text that begins shortly before the first match in line `number`."""
    head, lines = passage.text.split("\n")[: int(passage.headed)], passage.text.split("\n")
    position = number - passage.line + int(passage.headed)
    first = max(int(passage.headed), position - 1)
    text, matched = " ".join([*head, *lines[first:]]), lines[position].lower()
    before = len(" ".join([*head, *lines[first:position]])) + min(
        (place for word in words if (place := matched.find(word)) >= 0), default=0
    )
    if before > SHOWN // 2:
        text = f"… {text[text.rfind(' ', 0, before - SHOWN // 3) + 1 :]}"
    return line(text, SHOWN)


def _open_database(path: Path | str) -> sqlite3.Connection:
    """Open the database at `path`; it is rebuilt if it is broken or of another version."""
    database = sqlite3.connect(path, timeout=10)
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            _create(database)
    except sqlite3.DatabaseError:
        database.close()
        if isinstance(path, str):
            raise
        path.unlink(missing_ok=True)  # broken, or not an index: create it again
        database = sqlite3.connect(path, timeout=10)
        _create(database)
    return database


def _create(database: sqlite3.Connection) -> None:
    with database:
        FullText(database).create()
        database.executescript(
            "DROP TABLE IF EXISTS files;"
            "CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER, changed INTEGER);"
            f"PRAGMA user_version = {VERSION};"
        )


def _text(path: Path, context: OperationContext) -> str:
    try:
        head = file_head.head(path, LARGEST, context.workspace)
    except PandoraError:  # missing or not readable: index it as empty
        return ""
    kind = path.suffix.lower()
    if kind == ".pdf":
        return pdf_text(head.raw, context)[1] if head.whole else ""
    if kind in (".html", ".htm"):
        page = html_page(head.raw, "", "http://localhost/")
        return f"{page.title}\n{page.text}"
    return "" if head.binary else clean(head.text)
