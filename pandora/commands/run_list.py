"""Runs as the commands that list them see them: every document read once, the broken ones too."""

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

FACTS = ("level", "type", "parent", "pattern", "created")


@dataclass(frozen=True)
class Entry:
    """A document in a listing: what it says of itself, or the problem that keeps it from being read."""

    id: str
    document: Document | None = None
    problem: str = ""
    created: str = ""

    @property
    def name(self) -> Name:
        """Its id taken apart."""
        return parse_id(self.id)

    @property
    def status(self) -> str:
        """Its status, or `broken`."""
        return str(self.document.meta.get("status", "unknown")) if self.document else "broken"

    @property
    def phase(self) -> str:
        """The phase at hand, or ""."""
        return str(self.document.meta.get("phase", "")) if self.document else ""

    @property
    def task(self) -> str:
        """The task as §1 has it, or ""."""
        return task_of(self.document) if self.document else ""

    @property
    def output(self) -> str:
        """The text of §5, or ""."""
        return self.document.body(5) if self.document else ""

    @property
    def parent(self) -> str | None:
        """The id that §0 names as its parent."""
        return parent_of(self.document) if self.document else None

    @property
    def untrusted(self) -> list[str]:
        """Where strangers' words in it came from, or []."""
        return list(sources_of(self.document.meta)) if self.document else []

    @property
    def question(self) -> Question | None:
        """The question that it waits with itself, or None."""
        return question_of(self.document)

    @property
    def used(self) -> Usage:
        """What its front matter says was used."""
        return used_of(self.document.meta) if self.document else Usage()


def facts(document: Document) -> dict[str, str]:
    """§0's lines by label, in lower case."""
    found: dict[str, str] = {}
    for line in document.body(0).split("\n"):
        label, colon, value = line.partition(":")
        if colon and label.strip().lower() in FACTS:
            found.setdefault(label.strip().lower(), value.strip())
    return found


def read_entry(workspace: Workspace, document_id: str) -> Entry:
    """One document, or what is wrong with it."""
    try:
        document = Store(workspace).load(document_id)
        used_of(document.meta)
    except PandoraError as error:
        return Entry(document_id, problem=str(error), created=_modified(workspace, document_id))
    except (TypeError, ValueError, AttributeError):
        path = workspace.relative(workspace.find(document_id))
        told = f"{path}:1: its front matter holds no numbers under `used`; `pandora check` says where"
        return Entry(document_id, problem=told, created=_modified(workspace, document_id))
    return Entry(document_id, document, created=facts(document).get("created", ""))


def _modified(workspace: Workspace, document_id: str) -> str:
    try:
        when = workspace.find(document_id).stat().st_mtime
    except OSError:
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))


def by_run(workspace: Workspace, newest: int | None = None, archived: bool = False) -> dict[str, list[str]]:
    """The ids of every run's documents, by one listing of the folder; of the `newest` runs alone where given.

    A run of which only parts are there is always among them.
    """
    names = _archived_names(workspace) if archived else workspace.names()
    if newest is not None:
        wanted = {each.id.removeprefix("system-") for each in _newest(workspace, newest)}
        older = {each[7:13] for each in names if each.startswith("system-")} - wanted
        names = [each for each in names if _run_in(each) not in older]
    found: dict[str, list[Name]] = {}
    for each in names:
        if each.endswith(".md"):
            with suppress(UsageError):
                name = parse_id(each)
                found.setdefault(name.run, []).append(name)
    return {run: [str(each) for each in sorted(names, key=order)] for run, names in found.items()}


def _run_in(name: str) -> str:
    """The run that a file's name has, by its place in the name alone."""
    return name[7:13] if name.startswith("system-") else name[-40:].rpartition("-")[0][-6:]


def newest_run(workspace: Workspace) -> str:
    """The root of the run that was begun last."""
    entries = _newest(workspace, 1)
    if not entries:
        raise UsageError(f"{workspace.state} holds no run yet; `pandora run TASK` makes one")
    return entries[0].id


def _newest(workspace: Workspace, count: int) -> list[Entry]:
    """The roots of the newest runs, read; where the index had another time than a document, it is put right."""
    entries: list[Entry] = []
    for _ in range(3):
        indexed = dict(index.newest_runs(workspace, count))
        entries = [read_entry(workspace, each) for each in indexed]
        wrong = {each.id: each.created for each in entries if each.created and each.created != indexed[each.id]}
        if not wrong:
            break
        index.correct_times(workspace, wrong)
    return entries


def _archived_names(workspace: Workspace) -> list[str]:
    folders = map(workspace.archive_folder, workspace.archived_run_ids())
    return [each.name for folder in folders for each in folder.iterdir()]
