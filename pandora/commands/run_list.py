"""Runs and their documents for the commands that list them; a broken document is listed with its problem."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

from pandora.budget import Usage, used_of
from pandora.disk import run_index as index
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import Name, order, parse_id
from pandora.document.links import parent_of
from pandora.document.quote import sources_of
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.engine.resume_reasons import question_of
from pandora.errors import PandoraError, UsageError
from pandora.outcome import Question

IDENTITY_LABELS = ("level", "type", "parent", "pattern", "created")


@dataclass(frozen=True)
class ListedDocument:
    """A document of a listing, or the problem that keeps it from being read; `created` is a UTC time, or ""."""

    id: str
    document: Document | None = None
    problem: str = ""
    created: str = ""

    @property
    def name(self) -> Name:
        """Its id in parts: level, kind, run and number."""
        return parse_id(self.id)

    @property
    def status(self) -> str:
        """Its status, or `broken`."""
        return str(self.document.meta.get("status", "unknown")) if self.document else "broken"

    @property
    def undone(self) -> str:
        """When changes of the run were taken back, for a root; "" where none was."""
        return str(self.document.meta.get("undone") or "") if self.document else ""

    @property
    def phase(self) -> str:
        """The phase that it is in, or ""."""
        return str(self.document.meta.get("phase", "")) if self.document else ""

    @property
    def task(self) -> str:
        """The task of §1, or ""."""
        return task_of(self.document) if self.document else ""

    @property
    def output(self) -> str:
        """The text of §5, or ""."""
        return self.document.body(5) if self.document else ""

    @property
    def parent(self) -> str | None:
        """The id of its parent in §0, or None."""
        return parent_of(self.document) if self.document else None

    @property
    def untrusted(self) -> list[str]:
        """The sources of words of strangers in it, or []."""
        return list(sources_of(self.document.meta)) if self.document else []

    @property
    def question(self) -> Question | None:
        """The question that this document waits with, or None."""
        return question_of(self.document)

    @property
    def used(self) -> Usage:
        """The calls and tokens in its front matter."""
        return used_of(self.document.meta) if self.document else Usage()


def identity_lines(document: Document) -> dict[str, str]:
    """The lines of §0 that identify a document, by their labels in lower case."""
    lines: dict[str, str] = {}
    for line in document.body(0).split("\n"):
        label, colon, value = line.partition(":")
        if colon and label.strip().lower() in IDENTITY_LABELS:
            lines.setdefault(label.strip().lower(), value.strip())
    return lines


def read_entry(workspace: Workspace, document_id: str) -> ListedDocument:
    """A document of a listing, read from disk; never raises for a broken one."""
    try:
        document = Store(workspace).load(document_id)
        used_of(document.meta)
    except PandoraError as error:
        return ListedDocument(document_id, problem=str(error), created=_modified(workspace, document_id))
    except (TypeError, ValueError, AttributeError):
        path = workspace.relative(workspace.find(document_id))
        problem = f"{path}:1: its front matter holds no numbers under `used`; `pandora check` says where"
        return ListedDocument(document_id, problem=problem, created=_modified(workspace, document_id))
    return ListedDocument(document_id, document, created=identity_lines(document).get("created", ""))


def _modified(workspace: Workspace, document_id: str) -> str:
    """When the file was last written, as a UTC time; "" where it is gone."""
    try:
        when = workspace.find(document_id).stat().st_mtime
    except OSError:
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))


def documents_by_run(
    workspace: Workspace, newest: int | None = None, archived: bool = False
) -> dict[str, list[str]]:
    """The ids of each run's documents, in order, from one listing of the folder.

    With `newest`, only of so many runs, and of each run whose root is missing.
    """
    names = _archived_names(workspace) if archived else workspace.names()
    if newest is not None:
        runs = {entry.id.removeprefix("system-") for entry in newest_roots(workspace, newest)}
        older = {file_name[7:13] for file_name in names if file_name.startswith("system-")} - runs
        names = [file_name for file_name in names if _run_of_file(file_name) not in older]
    by_run_id: dict[str, list[Name]] = {}
    for file_name in names:
        if file_name.endswith(".md"):
            with suppress(UsageError):
                name = parse_id(file_name)
                by_run_id.setdefault(name.run, []).append(name)
    return {run: [str(document) for document in sorted(names, key=order)] for run, names in by_run_id.items()}


def _run_of_file(name: str) -> str:
    """The run in a document's file name, taken from its place without parsing, which is quick."""
    return name[7:13] if name.startswith("system-") else name[-40:].rpartition("-")[0][-6:]


def newest_run(workspace: Workspace) -> str:
    """The id of the newest run's root; raises UsageError where there is no run."""
    entries = newest_roots(workspace, 1)
    if not entries:
        raise UsageError(f"{workspace.state} holds no run yet; `pandora run TASK` makes one")
    return entries[0].id


def newest_roots(workspace: Workspace, count: int) -> list[ListedDocument]:
    """The roots of the `count` newest runs, read; the index is corrected where a document has another time."""
    entries: list[ListedDocument] = []
    for _ in range(3):
        indexed = dict(index.newest_runs(workspace, count))
        entries = [read_entry(workspace, document_id) for document_id in indexed]
        wrong = {
            entry.id: entry.created for entry in entries if entry.created and entry.created != indexed[entry.id]
        }
        if not wrong:
            break
        index.correct_times(workspace, wrong)
    return entries


def _archived_names(workspace: Workspace) -> list[str]:
    """The file names of all archived documents."""
    folders = map(workspace.archive_folder, workspace.archived_run_ids())
    return [path.name for folder in folders for path in folder.iterdir()]
