"""The index of one graph in SQLite: what claims and queries look up, so that no claim reads the whole graph."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pandora.questions.index_file import BrokenIndexError, IndexFile
from pandora.questions.node import ANSWER, Question, text_digest
from pandora.questions.schema import VERSION
from pandora.questions.vocabulary import DONE, EDGES

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
_PUT = (
    f"INSERT INTO nodes ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{each} = excluded.{each}' for each in _COLUMNS[1:])}"
)
_UNDONE = f"state NOT IN {DONE}"


class Index(IndexFile):
    """One graph's index. Who changes it holds the graph's lock; reading needs none."""

    def fit(self) -> bool:
        """True where the file is a whole index of this version."""
        try:
            with self.told():
                found = dict(map(tuple, self.connection.execute("SELECT key, value FROM facts").fetchall()))
        except BrokenIndexError:
            return False
        return bool(found.get("version") == VERSION and found.get("whole") == "yes")

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
                f"AND child.kind = 'question' AND child.{_UNDONE}) WHERE kind = 'question'"
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
        found = self.tried(lambda: self.connection.execute(sql, values).fetchone())
        return dict(found) if found else None

    def node(self, node_id: str) -> Row | None:
        """The row of a node."""
        return self.row("SELECT * FROM nodes WHERE id = ?", node_id)

    def fact(self, key: str, default: Any = None) -> Any:
        """A single value: `version`, `seq` (of the newest question), `nodes`, `tokens`."""
        found = self.row("SELECT value FROM facts WHERE key = ?", key)
        return found["value"] if found else default

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
        made = (
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
            _PUT,
            *(each.id, "question", each.parent, each.via, branch, each.depth, each.seq),
            *(*made, *texts, "{}", each.created, each.tokens, stamp),
        )

    def _answer(self, question: Question, branch: str, stood: bool) -> None:
        node_id, answer = f"{question.id}{ANSWER}", question.answer
        if answer is None:
            if stood:
                self.run("DELETE FROM nodes WHERE id = ?", node_id)
            return
        made = (answer.state, answer.owner, "", 0, answer.reason, answer.text, text_digest(answer.text))
        texts = (json.dumps(dict(answer.metadata)), "", "", "", json.dumps(dict(answer.rests)))
        self.run(
            _PUT,
            *(node_id, "answer", question.id, "question", branch, question.depth, question.seq),
            *(*made, *texts, question.created, 0, ""),
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
        found = self.row("SELECT rowid AS place FROM nodes WHERE id = ?", question.id)
        assert found is not None
        if old is not None:
            kept = self.row("SELECT text FROM words WHERE rowid = ?", found["place"])
            if kept and kept["text"] == text:
                return
            self.run("DELETE FROM words WHERE rowid = ?", found["place"])
        self.run("INSERT INTO words (rowid, text) VALUES (?, ?)", found["place"], text)

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
            for each in ids:
                self.run("INSERT OR IGNORE INTO unsettled VALUES (?)", each)

    def settle(self, ids: Iterable[str]) -> None:
        """Note that the index has what documents hold."""
        for each in ids:
            self.run("DELETE FROM unsettled WHERE id = ?", each)


def texts_of(given: Any) -> list[str]:
    """The texts of a list, once each; [] for anything else."""
    found = [each for each in given if isinstance(each, str)] if isinstance(given, list) else []
    return list(dict.fromkeys(found))
