"""What retries and people changed in a document, section by section, compared with the earlier text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pandora.disk.git import GitError, repository_of
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST, decode
from pandora.disk.store import Store
from pandora.disk.written_sections import written_sections
from pandora.document.history import attempts
from pandora.document.records import UNWRITTEN, section_records, step_records, text_standing
from pandora.document.state_document import Document, digest, parse_document
from pandora.document.step_lines import preview, read_step_lines
from pandora.document.terminal_text import clean
from pandora.errors import DocumentError
from pandora.regular_file import read_regular

VERSIONS = 200
"""The most commits of a document that are searched for an earlier text."""


@dataclass(frozen=True)
class Difference:
    """One section before and after a change.

    `before` and `after` are labels of the two versions, `old` and `new` their texts; `note` says what cannot
    be shown.
    """

    document: str
    section: int
    before: str
    after: str
    old: str
    new: str
    note: str = ""


def unified_lines(difference: Difference, around: int) -> list[str]:
    """The lines of a unified diff with `around` unchanged lines, without the two that name the files."""
    old, new = clean(difference.old).split("\n"), clean(difference.new).split("\n")
    lines = difflib.unified_diff(
        old if difference.old else [], new if difference.new else [], n=around, lineterm=""
    )
    return list(lines)[2:]


def changes_of(workspace: Workspace, document_id: str) -> list[Difference]:
    """Return what each attempt changed, what a person edited, and how conflict copies differ."""
    document = Store(workspace).load(document_id)
    edits = list(_edits(workspace, document_id, document))
    whole = any(edit.section == 3 for edit in edits)
    return [
        *_retries(document_id, document),
        *edits,
        *(() if whole else _results(workspace, document_id, document)),
        *_conflicts(workspace, document_id, document),
    ]


def _retries(document_id: str, document: Document) -> Iterator[Difference]:
    for (one, before), (other, after) in pairwise(sorted(attempts(document).items())):
        for number in (2, 3, 4):
            old, new = before.get(number, ""), after.get(number, "")
            if old != new:
                yield Difference(document_id, number, f"attempt {one}", f"attempt {other}", old, new)


def _edits(workspace: Workspace, document_id: str, document: Document) -> Iterator[Difference]:
    for number, record in section_records(document).items():
        body = document.body(number)
        unseen = record.text != digest(body)
        if not unseen and not record.human:
            continue
        after = "a person's" + (", not taken up yet" if unseen else "")
        earlier = _earlier(workspace, document_id, document, number, "" if record.human else record.text)
        if earlier is None:
            note = "the earlier text cannot be shown: neither .pandora/ nor git has a copy of it"
            yield Difference(document_id, number, "not kept", after, "", body, note)
        elif earlier[1] != body:
            yield Difference(document_id, number, earlier[0], after, earlier[1], body)


def _earlier(
    workspace: Workspace, document_id: str, document: Document, number: int, wanted_digest: str
) -> tuple[str, str] | None:
    """Return the engine's last text of a section, after a label of where it was found; None if nowhere.

    `wanted_digest` is the digest of that text, or "" if it is not known.
    """
    text = written_sections(workspace, document_id).get(number)
    if text is not None and wanted_digest in ("", digest(text)):
        return "the engine's", text
    try:
        repository = repository_of(workspace.state)
        path = repository.path_of(workspace.state.resolve() / f"{document_id}.md")
        for commit, old in repository.versions(path, VERSIONS):
            if (body := _section_by_engine(old, number, wanted_digest)) is not None:
                return f"the engine's, commit {commit[:10]}", body
    except GitError:
        return None
    return None


def _section_by_engine(text: str, number: int, wanted_digest: str) -> str | None:
    """Return a section of an earlier version of the document, or None if the engine did not write it."""
    try:
        old = parse_document(text)
    except DocumentError:
        return None
    record = section_records(old).get(number, UNWRITTEN)
    if record.human or record.text != old.digest(number):
        return None
    return old.body(number) if wanted_digest in ("", record.text) else None


def _results(workspace: Workspace, document_id: str, document: Document) -> Iterator[Difference]:
    """Yield the step results that a person wrote, compared with the results of the child documents."""
    store, lines = Store(workspace), read_step_lines(document.body(3))
    for key, record in step_records(document).items():
        line = lines.get(key)
        if line is None or not text_standing(record, line.result, record.key).by_person:
            continue
        if store.exists(line.child):
            old = preview(store.load(line.child).body(5))
            label = f"step {key}: {line.child}'s result"
            if old != line.result:
                yield Difference(document_id, 3, label, f"step {key}: a person's", old, line.result)


def _conflicts(workspace: Workspace, document_id: str, document: Document) -> Iterator[Difference]:
    name = re.compile(rf"{re.escape(document_id)}\.conflict-.+\.md")
    for path in sorted(
        copy for copy in workspace.state.glob(f"{document_id}.conflict-*.md") if name.fullmatch(copy.name)
    ):
        try:
            other = decode(read_regular(path, LONGEST + 1)[0], path.name)
        except (DocumentError, OSError):
            continue
        for number in range(1, 6):
            if other.digest(number) != document.digest(number):
                yield Difference(
                    document_id, number, path.name, "the document", other.body(number), document.body(number)
                )
