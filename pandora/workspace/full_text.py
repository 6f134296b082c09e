"""Full-text search: texts cut into passages, and the passages nearest to a question, ranked by BM25."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

PASSAGE_LENGTH = 700
"""About how many characters a passage has."""
TABLES = (".csv", ".tsv")
VERSION = 2
"""Of the cut and the ranking: what was kept of another version is made anew."""
_STOPWORD_TEXT = (
    "a about all an and any are as at be been by can could did do does for from had has have he her him "
    "his how i if in into is it its me more most my no not of on or our out over she should so some than "
    "that the their them then there these they this to under up us was we were what when where which "
    "while who whom whose why will with would you your find tell give show list say name "
)
_STOPWORDS = frozenset(_STOPWORD_TEXT.split())


@dataclass(frozen=True)
class Passage:
    """A part of a file: its path as it was given, its first line, its text, and whether a stranger wrote it.

    Rows of a table stand below the table's first line, without which they say nothing: where `headed`, the
    first line of the text is that one, and `line` is the row's below it.
    """

    path: str
    line: int
    text: str
    stranger: bool = False
    headed: bool = False

    @property
    def place(self) -> str:
        """Where it stands, as sources are cited."""
        return f"{self.path}:{self.line}"

    def line_of(self, words: Sequence[str]) -> int:
        """The line of the file that holds the most of the words, the first among equals."""
        lines = self.text.lower().split("\n")[int(self.headed) :]
        counts = [sum(word in line for word in words) for line in lines]
        return self.line + counts.index(max(counts))


def terms(query: str) -> list[str]:
    """The words to look for: those that say nothing are left out, unless there are no others."""
    words = list(dict.fromkeys(re.findall(r"[^\W_]+", query.lower())))[:40]
    return [word for word in words if word not in _STOPWORDS and len(word) > 1] or words


def passages_of(path: str, text: str) -> Iterator[Passage]:
    """The passages of a file's text, in its order."""
    cut = _rows if path.lower().endswith(TABLES) else _paragraphs
    return cut(path, text)


def _paragraphs(path: str, text: str) -> Iterator[Passage]:
    """Paragraphs, short ones joined and long ones cut."""
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
    """A long text cut at line ends, or else at blanks: each piece with the number of lines before it."""
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
    """Rows of a table below the table's first line; an empty line ends a passage."""
    head, *lines = (line.rstrip() for line in text.split("\n"))
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
    """Passages in an SQLite database, to be looked up by their words and those of their path.

    The words of a query are only words: none of them has a meaning of SQLite's query language.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    @staticmethod
    def in_memory(passages: Iterable[Passage]) -> FullText:
        """These passages alone, for as long as they are looked at."""
        index = FullText(sqlite3.connect(":memory:", check_same_thread=False))
        index.create()
        index.add(passages)
        return index

    def create(self) -> None:
        """Make the table anew."""
        self.database.executescript(
            "DROP TABLE IF EXISTS passages;"
            "CREATE VIRTUAL TABLE passages USING"
            " fts5(words, path UNINDEXED, line UNINDEXED, text UNINDEXED, stranger UNINDEXED, headed UNINDEXED,"
            ' tokenize = "porter unicode61 remove_diacritics 2");'
        )

    def add(self, passages: Iterable[Passage]) -> None:
        """Add passages, which are looked up in the order in which they came where they fit alike."""
        self.database.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?)",
            (
                (
                    f"{passage.path}\n{passage.text}",
                    *(passage.path, passage.line, passage.text),
                    *(int(passage.stranger), int(passage.headed)),
                )
                for passage in passages
            ),
        )

    def forget(self, path: str) -> None:
        """Take the passages of a file away."""
        self.database.execute("DELETE FROM passages WHERE path = ?", (path,))

    def nearest(self, query: str, around: str = "", weight: float = 0.0) -> Iterator[Passage]:
        """The passages that hold any of the query's words, the best first; rare words count for more.

        The words of `around` are looked for, too, and count for `weight` of the others.
        """
        scores: dict[int, float] = {}
        for words, share in ((terms(query), 1.0), (terms(around), weight)):
            if not words or not share:
                continue
            match = " OR ".join(f'"{word}"' for word in words)
            rows = self.database.execute(
                "SELECT rowid, bm25(passages) FROM passages WHERE passages MATCH ?", (match,)
            )
            for number, score in rows:
                scores[number] = scores.get(number, 0.0) + share * score
        for number in sorted(scores, key=lambda number: (round(scores[number], 6), number)):
            row = self.database.execute(
                "SELECT path, line, text, stranger, headed FROM passages WHERE rowid = ?", (number,)
            ).fetchone()
            if row is not None:
                path, line, text, stranger, headed = row
                yield Passage(path, line, text, bool(stranger), bool(headed))
