"""One graph: its documents, its lock across threads and processes, and the index that follows them."""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pandora.budget import used_of
from pandora.disk import run_index as index
from pandora.disk.layout import Workspace
from pandora.disk.store import Edit, Store
from pandora.document.ids import parse_id
from pandora.document.integrity import whole
from pandora.document.state_document import Document
from pandora.errors import DiskError, DocumentError, UsageError
from pandora.questions.graph_index import BrokenIndexError, Index
from pandora.questions.graph_rules import GraphError
from pandora.questions.question_document import (
    Question,
    Settings,
    is_answer,
    question_of,
    read_question,
    read_settings,
)
from pandora.regular_file import open_own

_LOCKS = threading.local()
"""How often this thread has taken each lock that it holds, by the lock file's path."""


@dataclass
class Graph:
    """The graph of one run. `clock` gives seconds since the epoch, which all processes use for their leases.

    Documents hold all state. Changing one takes the lock, marks the document unsettled in the index before the
    write and settles it after, so that after a kill at any moment the index knows what it must read again.
    """

    workspace: Workspace
    run: str
    clock: Callable[[], float] = time.time
    index: Index = field(init=False)
    _rebuilds: int = field(default=0, repr=False)
    _settings: tuple[str, Settings] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self.index = Index(self.folder / f"{self.run}.sqlite", self._mend)

    @property
    def root(self) -> str:
        """The id of the root's document."""
        return f"system-{self.run}"

    @property
    def folder(self) -> Path:
        """The hidden folder in `state/` with the locks and indexes of graphs, all of them derived."""
        return self.workspace.state / ".graphs"

    @property
    def store(self) -> GraphStore:
        """The store of the graph's documents: each change takes the lock and updates the index."""
        return GraphStore(self.workspace, wait=_refuse_unsaved_edit, graph=self)

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Exclude all other threads and processes from the graph; a thread may take the lock more than once.

        DiskError where its index can be neither read nor built again.
        """
        name = str(self.folder / f"{self.run}.lock")
        depths: dict[str, int] = _LOCKS.__dict__.setdefault("depths", {})
        if name in depths:
            depths[name] += 1
            try:
                yield
            finally:
                depths[name] -= 1
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle = open_own(name, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise DiskError(f"{self.folder}:1: {error.strerror}; make it writable, then resume") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            depths[name] = 1
            self._read_unsettled()
            yield
        finally:
            depths.pop(name, None)
            os.close(handle)

    def open(self) -> Graph:
        """Update the index from the documents as they are now, edits by people included; returns the graph."""
        if not self.workspace.document(self.root).is_file():
            raise GraphError(f"graph {self.run!r} not found; `pandora graph ls` lists the graphs")
        with self.lock():
            try:
                self._read_changed()
            except BrokenIndexError:
                self._rebuild()
        return self

    def read(self, document_id: str) -> None:
        """Update the index from one document as it is now, edits by people included."""
        with self.lock(), self.index.change():
            self._read(document_id)

    def _read_changed(self) -> None:
        """Read the documents that changed since the index read them, and drop those that are gone."""
        stamps = self.index.stamps()
        node_ids = [
            document_id for document_id in self.workspace.run_documents(self.run) if _is_node(document_id)
        ]
        with self.index.change():
            for document_id in node_ids:
                if stamps.get(document_id) != self._stamp(document_id):
                    self._read(document_id)
            for document_id in stamps.keys() - set(node_ids):
                self.index.drop(document_id)

    def _read_unsettled(self) -> None:
        """Make sure that the index is whole, and read again what a killed process left unsettled."""
        if not self.index.is_whole():
            self._rebuild()
            return
        for row in self.index.rows("SELECT id FROM unsettled"):
            with self.index.change():
                self._read(row["id"])
                self.index.settle([row["id"]])

    def _rebuild(self) -> None:
        self.index.begin_rebuild()
        with self.index.change():
            for document_id in self.workspace.run_documents(self.run):
                if _is_node(document_id):
                    self._read(document_id)
                    continue
                with contextlib.suppress(DocumentError, UsageError):  # a person broke it: its loop says so
                    spent = tokens_of(Store(self.workspace).load(document_id))
                    self.index.set_fact("tokens", self.index.fact("tokens", 0) + spent)
        self.index.finish_rebuild()
        self._rebuilds += 1

    def _mend(self, damaged: int) -> None:
        """Build the index again where it is not whole or still has the inode `damaged`.

        Another process may have built it meanwhile.
        """
        if not self.workspace.document(self.root).is_file():
            return
        rebuilds = self._rebuilds
        with self.lock():
            if self._rebuilds == rebuilds and (not self.index.is_whole() or self.index.inode() == damaged):
                self._rebuild()

    def _read(self, document_id: str) -> None:
        """Store one document in the index, or drop it; of a broken one the index keeps what it last read."""
        for _ in range(3):
            stamp = self._stamp(document_id)
            if not stamp:
                self.index.drop(document_id)
                return
            question = read_question(Store(self.workspace).load(document_id))
            if self._stamp(document_id) == stamp:
                break
        self._put(question, stamp)

    def _put(self, question: Question, stamp: str) -> None:
        self.index.put(question, stamp)
        if question.state == "claimed":
            # An index that was built again does not know when a claim was made: it holds for one more lease.
            self.index.run(
                "INSERT OR IGNORE INTO leases VALUES (?, ?, 'work', ?)",
                *(question.id, question.owner, self.clock() + self.settings().lease),
            )
        elif question.state == "answered":
            self.index.run("DELETE FROM leases WHERE node = ? AND work = 'work'", question.id)
        else:
            self.index.run("DELETE FROM leases WHERE node = ?", question.id)

    def _stamp(self, document_id: str) -> str:
        try:
            status = os.stat(self.workspace.document(document_id))
        except OSError:
            return ""
        return f"{status.st_mtime_ns}:{status.st_size}:{status.st_ino}"

    def settings(self) -> Settings:
        """The graph's settings as the root's document has them now."""
        stamp = self._stamp(self.root)
        if self._settings is None or self._settings[0] != stamp:
            settings = read_settings(self.document(self.root))
            if settings is None:
                raise GraphError(f"{self.run!r} is a run and no graph; `pandora graph ls` lists the graphs")
            self._settings = (stamp, settings)
        return self._settings[1]

    def document(self, node_id: str) -> Document:
        """The document of a node as it is on disk."""
        document_id = question_of(node_id)
        return whole(Store(self.workspace).load(document_id), document_id)

    def question(self, node_id: str) -> Question:
        """The question that has this id or this answer; GraphError where the graph has no such node."""
        if self.index.node(node_id) is None:
            raise GraphError(f"node {node_id!r} not found in graph {self.run!r}")
        question = read_question(self.document(node_id))
        if is_answer(node_id) and question.answer is None:
            raise GraphError(f"node {node_id!r} not found in graph {self.run!r}")
        return question

    def save(self, document: Document, edit: Edit) -> Document:
        """Change a document of the graph durably."""
        return self.store.save(document, edit)

    def index_written(self, document: Document) -> None:
        """Store in the index a document that was just written."""
        document_id = str(document.meta["id"])
        try:
            with self.index.change():
                self._put(read_question(document), self._stamp(document_id))
                self.index.settle([document_id])
        except BrokenIndexError:
            self._rebuild()


@dataclass(frozen=True)
class GraphStore(Store):
    """A store of a graph's documents whose writes take the graph's lock and update its index."""

    graph: Graph = field(kw_only=True)

    def create(self, document_id: str, document: Document) -> Document:
        """Write a new document of the graph; what is no question, such as a program's loop, is not indexed."""
        if not _is_node(document_id):
            return self._booked(super().create(document_id, document), 0)
        with self.graph.lock():
            self.graph.index.unsettle([document_id])
            created = super().create(document_id, document)
            self.graph.index_written(created)
            return created

    def save(self, document: Document, edit: Edit) -> Document:
        """Change a document of the graph."""
        if not _is_node(str(document.meta["id"])):
            return self._booked(super().save(document, edit), tokens_of(document))
        with self.graph.lock():
            self.graph.index.unsettle([str(document.meta["id"])])
            saved = super().save(document, edit)
            self.graph.index_written(saved)
            return saved

    def _booked(self, written: Document, before: int) -> Document:
        """Count the tokens of a loop below a question as the graph's."""
        if spent := tokens_of(written) - before:
            with self.graph.lock(), self.graph.index.change():
                self.graph.index.set_fact("tokens", self.graph.index.fact("tokens", 0) + spent)
        return written


def find_graph(workspace: Workspace, given: object, clock: Callable[[], float] = time.time) -> Graph:
    """The graph of a run, a root's id or a file name; GraphError where there is none."""
    if not isinstance(given, str):
        raise GraphError(f"graph_id {given!r} is no text")
    stem = given.removesuffix(".md").rsplit("/", 1)[-1].removeprefix("system-")
    graph = Graph(workspace, stem, clock)
    try:
        parse_id(graph.root)
        settings = workspace.document(graph.root).is_file() and read_settings(graph.document(graph.root))
    except UsageError as error:
        if isinstance(error, DocumentError):
            raise
        settings = None
    if not settings:
        raise GraphError(f"graph {given!r} not found; `pandora graph ls` lists the graphs")
    return graph


def graphs(workspace: Workspace, beginning: str = "") -> Iterator[tuple[str, Document, Settings]]:
    """Every graph of a workspace whose root can be read, the newest first: run, root document, settings.

    `beginning` limits them to the runs that begin with it. Other runs are not read.
    """
    for root in index.newest_graphs(workspace):
        if root.startswith(f"system-{beginning}"):
            with contextlib.suppress(DocumentError, UsageError, DiskError):
                document = Store(workspace).load(root)
                if settings := read_settings(document):
                    yield root.removeprefix("system-"), document, settings


def _refuse_unsaved_edit() -> None:
    """Refuse to wait for an editor while the graph is locked."""
    problem = "a document of the graph has unsaved changes in an editor"
    raise GraphError(f"{problem}; save it or close the editor, then try again")


def tokens_of(document: Document) -> int:
    """The tokens that a document says its loop has read and written."""
    used = used_of(document.meta)
    return used.prompt + used.written


def _is_node(document_id: str) -> bool:
    name = parse_id(document_id)
    return name.level == "system" or (name.level, name.kind) == ("tool", "question")
