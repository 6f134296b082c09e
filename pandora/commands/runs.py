"""Runs as the commands that list them see them: every document read once, the broken ones too."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from pandora.budget import Usage
from pandora.disk.layout import Name, Workspace, parse_id
from pandora.disk.store import Store
from pandora.engine.loop import used_of
from pandora.engine.run import TASK
from pandora.errors import PandoraError, UsageError
from pandora.text.body import parse
from pandora.text.document import Document

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
        return str(parse(TASK, self.document.body(1)).values.get("task", "")) if self.document else ""

    @property
    def output(self) -> str:
        """The text of §5, or ""."""
        return self.document.body(5) if self.document else ""

    @property
    def parent(self) -> str | None:
        """The id that §0 names as its parent."""
        given = facts(self.document).get("parent", "none") if self.document else "none"
        return None if given == "none" else given.removesuffix(".md")

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
        path = workspace.relative(workspace.document(document_id))
        told = f"{path}:1: its front matter holds no numbers under `used`; `pandora check` says where"
        return Entry(document_id, problem=told, created=_modified(workspace, document_id))
    return Entry(document_id, document, created=facts(document).get("created", ""))


def _modified(workspace: Workspace, document_id: str) -> str:
    try:
        when = workspace.document(document_id).stat().st_mtime
    except OSError:
        return ""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))


def by_run(workspace: Workspace) -> dict[str, list[str]]:
    """The ids of every run's documents, by one listing of the folder."""
    found: dict[str, list[Name]] = {}
    for name in _names(workspace):
        found.setdefault(name.run, []).append(name)
    return {run: [str(each) for each in sorted(names, key=_place)] for run, names in found.items()}


def newest_run(workspace: Workspace) -> str:
    """The root of the run that was begun last."""
    roots = [read_entry(workspace, each) for each in workspace.runs()]
    if not roots:
        raise UsageError(f"{workspace.state} holds no run yet; `pandora run TASK` makes one")
    return max(roots, key=lambda entry: (entry.created, entry.id)).id


def _names(workspace: Workspace) -> Iterator[Name]:
    if not workspace.state.is_dir():
        return
    for path in workspace.state.glob("*.md"):
        try:
            yield parse_id(path.name)
        except UsageError:
            continue


def _place(name: Name) -> tuple[int, list[int]]:
    return (0 if name.level == "system" else 1, [int(part) for part in name.number.split(".") if part])
