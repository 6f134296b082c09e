"""Check the files of a workspace for broken promises of the engine, and make the repairs that are certain."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pandora.check.lint_state import state_problems
from pandora.check.references import blobs_named
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.disk.recovery import recover
from pandora.disk.store import Store
from pandora.disk.temporary_files import TemporaryFile, abandoned_files, parse_name
from pandora.document.ids import parse_id
from pandora.document.links import children, documents_named, line_at, parent_of
from pandora.document.state_document import Document
from pandora.engine.candidates import RESULT_LINE
from pandora.engine.resume_reasons import edits_of
from pandora.errors import DiskError, HeldError, PandoraError, Problem
from pandora.outcome import Status
from pandora.regular_file import digest_regular
from pandora.sandbox import scratch

YOUNG_SECONDS = 3600.0
"""A blob younger than this, in seconds, is not removed: a document may be about to name it."""
_BLOB = re.compile(r"^[0-9a-f]{32}$")
_CANDIDATE = re.compile(r"^### Candidate (\d+)$", re.M)


@dataclass
class Findings:
    """What `fsck` found: `problems` break a promise, `notes` are allowed states, `repaired` were put right."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    repaired: list[Problem] = field(default_factory=list)


def fsck(workspace: Workspace, repair: bool = False, now: float | None = None) -> Findings:
    """Check every promise that can be checked on disk; with `repair`, make only the repairs that are certain.

    These are: tidy an unfinished write of an engine that is gone (a person's save in one is given back, as
    `resume` does), delete a temporary copy of one, delete a blob that nothing names, and remove an empty folder
    of the archive. `now` is the time in seconds since the epoch.
    """
    findings = Findings()
    _check_unfinished_writes(workspace, repair, findings)
    _check_abandoned_copies(workspace, repair, findings)
    _check_archive(workspace, repair, findings)
    findings.problems += dict.fromkeys(state_problems(workspace))
    _check_documents(workspace, findings)
    _check_blobs(workspace, repair, findings, time.time() if now is None else now)
    findings.problems.sort(key=lambda problem: (problem.path, problem.line))
    findings.notes.sort(key=lambda problem: (problem.path, problem.line))
    return findings


def _check_unfinished_writes(workspace: Workspace, repair: bool, findings: Findings) -> None:
    """Find, and with `repair` tidy, temporary files that engines which are gone left beside documents."""
    abandoned = list(abandoned_files(workspace.state)) if workspace.state.is_dir() else []
    runs: dict[str, list[Problem]] = {}
    for path in abandoned:
        held_text = parse_name(path)
        ours = held_text is None or _is_ours(held_text)
        message = (
            "an unfinished write of an engine that is gone" if ours else "a save of yours, caught in a crash"
        )
        remedy = "`pandora resume` or `fsck --repair` tidies it" if ours else "`pandora resume` gives it back"
        problem = Problem(workspace.relative(path), 1, message, remedy)
        target = re.sub(r"^\.(.+?)\.md\..*$", r"\1", path.name)
        with suppress(PandoraError):
            runs.setdefault(parse_id(target).run, []).append(problem)
            continue
        findings.problems.append(problem)
    for run, problems in runs.items():
        if not repair:
            findings.problems += problems
            continue
        try:
            with hold(workspace.document(f"system-{run}")):
                told_by = dict(recover(workspace, run))
        except PandoraError as error:
            findings.problems += [Problem(problem.path, 1, problem.message, str(error)) for problem in problems]
            continue
        findings.repaired += [Problem(problem.path, 1, problem.message) for problem in problems]
        findings.repaired += [
            Problem(f"state/{document_id}.md", 1, message) for document_id, message in told_by.items()
        ]


def _check_abandoned_copies(workspace: Workspace, repair: bool, findings: Findings) -> None:
    """Find, and with `repair` delete, the copies for commands that engines which are gone left outside."""
    for folder in scratch.abandoned(workspace.root):
        message = "a temporary copy of an engine that is gone"
        if repair:
            scratch.discard(folder)
            findings.repaired.append(Problem(str(folder), 1, message))
        else:
            remedy = "`pandora resume` or `fsck --repair` deletes it"
            findings.problems.append(Problem(str(folder), 1, message, remedy))


def _is_ours(held_text: TemporaryFile) -> bool:
    try:
        return held_text.is_ours(read_consistent(held_text.path))
    except (OSError, DiskError):
        return False


def _check_archive(workspace: Workspace, repair: bool, findings: Findings) -> None:
    """Find runs that are only partly archived, and empty folders of the archive."""
    for run in workspace.archived_run_ids():
        folder = workspace.archive_folder(run)
        shown = workspace.relative(folder)
        not_archived = [
            document_id
            for document_id in workspace.run_documents(run)
            if workspace.document(document_id).is_file()
        ]
        if not_archived:
            message = f"half of the run is here, and {len(not_archived)} of its documents are in state/"
            remedy = f"`pandora archive {run}` or `pandora archive --restore {run}` ends it"
            findings.problems.append(Problem(shown, 1, message, remedy))
        elif not os.listdir(folder):
            message = "an empty folder of the archive"
            if repair:
                folder.rmdir()
                findings.repaired.append(Problem(shown, 1, message))
            else:
                findings.problems.append(Problem(shown, 1, message, "`fsck --repair` removes it"))


def _check_documents(workspace: Workspace, findings: Findings) -> None:
    """Find pending edits, unfinished tries, statuses that conflict, and documents that nothing names."""
    store = Store(workspace)
    documents: dict[str, Document] = {}
    for root in (*workspace.runs(), *workspace.archived_runs()):
        for document_id in workspace.run_documents(root.removeprefix("system-")):
            with suppress(PandoraError):
                documents[document_id] = store.load(document_id)
    named: set[str] = set()
    for document_id, document in documents.items():
        with suppress(KeyError, TypeError, ValueError):  # `check` reports it already
            findings.notes += _pending_edits(document, document_id, _resuming(documents, document_id))
        findings.notes += _unfinished_tries(document, document_id)
        findings.problems += _status_conflicts(document, documents)
        named |= documents_named(document.text[document.sections[1].start :]) - {
            document_id
        }  # what its §0 says is no reference
    for document_id, document in documents.items():
        if parse_id(document_id).kind == "leaf" and parent_of(document) in documents:
            continue  # a session's turn says how many leaves it asked, and names none
        if parse_id(document_id).number and document_id not in named:
            message = "no document names it any more: a plan was edited"
            findings.notes.append(Problem(document.path, 1, message, f"keep it, or `pandora rm {document_id}`"))


def _resuming(documents: Mapping[str, Document], document_id: str) -> str:
    """The command that goes on with a document's run: a graph of questions has its own."""
    run = parse_id(document_id).run
    root = documents.get(f"system-{run}")
    return f"pandora think --resume {run}" if root and "graph" in root.meta else f"pandora resume {run}"


def _pending_edits(document: Document, document_id: str, command: str) -> Iterator[Problem]:
    for edit in edits_of(document, document_id):
        line = document.sections[edit.section].line
        yield Problem(document.path, line, str(edit), f"`{command}` takes it up")


def _unfinished_tries(document: Document, document_id: str) -> Iterator[Problem]:
    """Find the last try of a running operation, where it has no result."""
    if parse_id(document_id).level != "operation" or document.meta.get("status") != Status.RUNNING.value:
        return
    body = document.body(3)
    tries = list(_CANDIDATE.finditer(body))
    if tries and not RESULT_LINE.search(body, tries[-1].start()):
        line = line_at(document, document.text.find(body) + tries[-1].start())
        message = f"candidate {tries[-1][1]} was begun and its end is not known"
        yield Problem(document.path, line, message, f"`pandora resume {parse_id(document_id).run}` goes on")


def _status_conflicts(document: Document, documents: dict[str, Document]) -> Iterator[Problem]:
    """Find children whose own status differs from the one that a parent which has ended states."""
    try:
        if not Status(str(document.meta.get("status"))).ended:
            return
    except ValueError:
        return
    for child, status, line in children(document):
        own_status = str(documents[child].meta.get("status", "")) if child in documents else ""
        if status and own_status and status != own_status.upper():
            message = f"it says {status} of {child}, which says {own_status}"
            yield Problem(document.path, line, message, f"`pandora resume {parse_id(child).run}` settles it")


def _check_blobs(workspace: Workspace, repair: bool, findings: Findings, now: float) -> None:
    """Find blobs whose content does not match their name, and find or remove blobs that nothing names."""
    if not workspace.blobs.is_dir():
        return
    named, busy = blobs_named(workspace), _is_engine_at_work(workspace)
    for path in sorted(workspace.blobs.iterdir()):
        shown = workspace.relative(path)
        if path.name.startswith("."):
            continue
        if not _BLOB.match(path.name) or not path.is_file():
            findings.problems.append(Problem(shown, 1, "this is no blob", "move it out of state/blobs/"))
            continue
        try:
            right = digest_regular(path).startswith(path.name)
        except OSError as error:
            findings.problems.append(Problem(shown, 1, f"cannot be read: {error.strerror}", "mend it"))
            continue
        if path.name in named:
            if not right:
                message = "its content is not what its name says"
                findings.problems.append(Problem(shown, 1, message, "restore it, or delete what names it"))
        elif repair and not busy and now - path.stat().st_mtime > YOUNG_SECONDS:
            path.unlink()
            findings.repaired.append(Problem(shown, 1, "nothing named it"))
        else:
            why = "a run is at work" if busy else "it is young" if repair else "`fsck --repair` removes it"
            findings.notes.append(Problem(shown, 1, "nothing names it", why))


def _is_engine_at_work(workspace: Workspace) -> bool:
    """True where an engine is running in this workspace; it may be about to name a blob."""
    for name in os.listdir(workspace.state):
        if name.startswith(".") and name.endswith(".lease"):
            try:
                with hold(Path(workspace.state / f"{name[1:-6]}.md")):
                    pass
            except HeldError:
                return True
    return False
