"""Full-text search: cut texts into passages, and rank the passages for a query by BM25."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

PASSAGE_LENGTH = 700
"""The approximate length of a passage, in characters."""
_RANKED = 10_000
"""The most passages that are ranked for a query: those that match it best."""
TABLES = (".csv", ".tsv")
VERSION = 3
"""The version of cutting and ranking; an index that another version stored is rebuilt."""
_STOPWORD_TEXT = (
    "a about all an and any are as at be been by can could did do does for from had has have he her him "
    "his how i if in into is it its me more most my no not of on or our out over she should so some than "
    "that the their them then there these they this to under up us was we were what when where which "
    "while who whom whose why will with would you your find tell give show list say name "
)
_STOPWORDS = frozenset(_STOPWORD_TEXT.split())


@dataclass(frozen=True)
class Passage:
    """A part of a file: the path as given, the number of its first line, its text.

    `stranger` is true if somebody other than the user wrote it. `headed` is true for rows of a table: `text`
    then begins with the table's header line, and `line` is the number of the first row after it. `headings`
    are words under which it is found, too: titles that stand above it.
    """

    path: str
    line: int
    text: str
    stranger: bool = False
    headed: bool = False
    headings: str = ""

    @property
    def place(self) -> str:
        """The passage's location as `path:line`, the form in which sources are cited."""
        return f"{self.path}:{self.line}"

    def line_of(self, words: Sequence[str]) -> int:
        """Return the number of the file's line with the most of the words; of equal lines, the first."""
        lines = self.text.lower().split("\n")[int(self.headed) :]
        counts = [sum(word in line for word in words) for line in lines]
        return self.line + counts.index(max(counts))


def terms(query: str) -> list[str]:
    """Return the words of a query in lower case, without stopwords unless it has no other words."""
    words = list(dict.fromkeys(re.findall(r"[^\W_]+", query.lower())))[:40]
    return [word for word in words if word not in _STOPWORDS and len(word) > 1] or words


def passages_of(path: str, text: str) -> Iterator[Passage]:
    """Yield the passages of a file's text, in order; tables are cut by rows, other files by paragraphs."""
    cut = _rows if path.lower().endswith(TABLES) else _paragraphs
    return cut(path, text)


def _paragraphs(path: str, text: str) -> Iterator[Passage]:
    """Yield paragraphs as passages; short ones are joined and long ones are cut."""
    joined, begun, line, gap = "", 1, 1, ""
    for block in re.split(r"(\n\s*\n)", text):
        if not block.strip():
            line += block.count("\n")
            gap = block
            continue
        if joined and len(joined) + len(block) > PASSAGE_LENGTH:
            yield Passage(path, begun, joined)
            joined = ""
        begun = begun if joined else line + block[: len(block) - len(block.lstrip())].count("\n")
        joined = f"{joined}{gap}{block.rstrip()}" if joined else block.strip()
        line += block.count("\n")
        if len(joined) > PASSAGE_LENGTH * 2:
            *whole, (place, joined) = _pieces(joined)
            for start, piece in whole:
                yield Passage(path, begun + start, piece)
            begun += place
    if joined:
        yield Passage(path, begun, joined)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Cut a long text at line ends or blanks; yield the number of lines before each piece, and the piece."""
    start, lines = 0, 0
    while True:
        end = len(text)
        if end - start > PASSAGE_LENGTH * 2:
            end = text.rfind("\n", start + PASSAGE_LENGTH // 2, start + PASSAGE_LENGTH)
            end = end if end >= 0 else text.rfind(" ", start + 1, start + PASSAGE_LENGTH)
            end = end if end >= 0 else start + PASSAGE_LENGTH
        yield lines, text[start:end].rstrip()
        if end == len(text):
            return
        onward = end
        while onward < len(text) - 1 and text[onward].isspace():
            onward += 1
        lines += text.count("\n", start, onward)
        start = onward


def _rows(path: str, text: str) -> Iterator[Passage]:
    """Yield a table's rows as passages that repeat its first line; an empty line ends a passage."""
    head, *lines = (line.rstrip() for line in text.split("\n"))
    head = head[:PASSAGE_LENGTH]  # every passage repeats it
    rows, begun, size, count = list[str](), 1, 0, 0
    for number, line in enumerate([*lines, ""], 2):
        if rows and (not line or size + len(line) > PASSAGE_LENGTH):
            yield Passage(path, begun, "\n".join([head, *rows]), headed=True)
            rows, size, count = [], 0, count + 1
        if line:
            begun = begun if rows else number
            rows.append(line)
            size += len(line)
    if head and not count:
        yield Passage(path, 1, head)


class FullText:
    """Passages in an SQLite database, searched by the words of their text and of their path.

    The words of a query are quoted: none of them works as an operator of SQLite's query language.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    @staticmethod
    def in_memory(passages: Iterable[Passage]) -> FullText:
        """Return a temporary index, in memory, of these passages alone."""
        index = FullText(sqlite3.connect(":memory:", check_same_thread=False))
        index.create()
        index.add(passages)
        return index

    def create(self) -> None:
        """Create the table; an existing one is dropped first."""
        self.database.executescript(
            "DROP TABLE IF EXISTS passages;"
            "CREATE VIRTUAL TABLE passages USING"
            " fts5(words, path UNINDEXED, line UNINDEXED, text UNINDEXED, stranger UNINDEXED, headed UNINDEXED,"
            ' tokenize = "porter unicode61 remove_diacritics 2");'
        )

    def add(self, passages: Iterable[Passage]) -> range:
        """Add passages, and return their row numbers; those that match equally well are found in this order."""
        added = self.database.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?)",
            (
                (
                    f"{passage.path}\n{passage.headings}\n{passage.text}",
                    *(passage.path, passage.line, passage.text),
                    *(int(passage.stranger), int(passage.headed)),
                )
                for passage in passages
            ),
        ).rowcount
        last = self.database.execute("SELECT last_insert_rowid()").fetchone()[0] if added > 0 else -1
        return range(last - max(0, added) + 1, last + 1)

    def forget_rows(self, rows: range) -> None:
        """Delete the passages with these row numbers, which costs less than by their path."""
        self.database.execute("DELETE FROM passages WHERE rowid >= ? AND rowid < ?", (rows.start, rows.stop))

    def forget(self, path: str) -> None:
        """Delete the passages of the file `path`."""
        self.database.execute("DELETE FROM passages WHERE path = ?", (path,))

    def nearest(self, query: str, around: str = "", weight: float = 0.0) -> Iterator[Passage]:
        """Yield the passages that contain any of the query's words, best first; rare words count for more.

        The words of `around` are searched for, too; their score is multiplied by `weight`.
        """
        return (passage for _, passage in self.ranked(query, around, weight))

    def paths_with_all(self, words: Sequence[str]) -> set[str]:
        """The paths of the passages that contain each of the words; no words are in none."""
        match = " AND ".join(f'"{word}"' for word in words)
        rows = (
            self.database.execute("SELECT path FROM passages WHERE passages MATCH ?", (match,)) if words else ()
        )
        return {path for (path,) in rows}

    def ranked(self, query: str, around: str = "", weight: float = 0.0) -> Iterator[tuple[float, Passage]]:
        """Yield the same passages, each with its score, which is the higher the better it matches."""
        scores: dict[int, float] = {}
        for words, share in ((terms(query), 1.0), (terms(around), weight)):
            if not words or not share:
                continue
            match = " OR ".join(f'"{word}"' for word in words)
            rows = self.database.execute(
                "SELECT rowid, bm25(passages) AS score FROM passages WHERE passages MATCH ?"
                " ORDER BY score, rowid LIMIT ?",
                (match, _RANKED),
            )
            for number, score in rows:
                scores[number] = scores.get(number, 0.0) + share * score
        for number in sorted(scores, key=lambda number: (round(scores[number], 6), number)):
            row = self.database.execute(
                "SELECT path, line, text, stranger, headed FROM passages WHERE rowid = ?", (number,)
            ).fetchone()
            if row is not None:
                path, line, text, stranger, headed = row
                yield -scores[number], Passage(path, line, text, bool(stranger), bool(headed))
