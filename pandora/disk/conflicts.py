"""Two versions of one document: which sections differ, how they are merged, and conflict copies."""

from __future__ import annotations

from pandora.disk.atomic import ChangedError, write_new
from pandora.disk.layout import Workspace
from pandora.document.state_document import Document
from pandora.errors import DiskError, PandoraError
from pandora.regular_file import NotRegularError, read_regular


class EditedError(PandoraError):
    """A person changed the section that the engine was about to write; the person's text is kept.

    `document` is the document with the person's text.
    """

    exit_code = 3

    def __init__(self, document: Document, conflict: str) -> None:
        problem = "you and the engine wrote the same section at once; your text stays"
        super().__init__(f"{document.path}:1: {problem}, and the engine's text is in {conflict}")
        self.document = document


def changed_sections(before: Document, after: Document) -> set[int]:
    """The numbers of the sections whose texts differ."""
    return {number for number in before.sections if before.digest(number) != after.digest(number)}


def changed_notes(before: Document, after: Document) -> set[int]:
    """The numbers of the sections whose texts are the same, but not the notes of a person among them."""
    same = set(before.sections) - changed_sections(before, after)
    return {number for number in same if before.written(number) != after.written(number)}


def with_sections(onto: Document, theirs: Document, numbers: set[int], noted: set[int]) -> Document:
    """Return `onto` with the sections `numbers` as in `theirs`, and with the notes of theirs in `noted`."""
    for number in sorted(numbers | noted):
        own = onto.body(number)
        onto = onto.splice_written(number, theirs.written(number))
        onto = onto.splice(number, own) if number in noted else onto
    return onto


def text_outside_sections(document: Document) -> str:
    """The text outside §1 to the last section: front matter, §0, notes before it, history."""
    parts, place = [], 0
    for number in sorted(document.sections)[1:]:
        section = document.sections[number]
        parts.append(document.text[place : section.start])
        place = section.end
    return "".join([*parts, document.text[place:]])


def holds_every_line(data: bytes, earlier: bytes) -> bool:
    """True where every line of `earlier` stands in `data` in the same order, so that no line of it is lost."""
    lines = iter(data.splitlines())
    return all(line in lines for line in earlier.splitlines())


def write_conflict(workspace: Workspace, document_id: str, step: str, data: bytes) -> str:
    """Write a text durably beside its document as `ID.conflict-STEP-N.md`; returns its path as errors show it.

    A text that is already in such a file is not written again. Raises DiskError.
    """
    for number in range(1, 10_000):
        path = workspace.state / f"{document_id}.conflict-{step}-{number}.md"
        try:
            if not path.exists():
                write_new(path, data)
            elif read_regular(path, len(data)) != (data, True):
                continue
        except ChangedError as taken:
            if taken.current != data:
                continue
        except (FileNotFoundError, NotRegularError):
            continue
        return workspace.relative(path)
    raise DiskError(f"{workspace.state}:1: too many conflict copies of {document_id}; tidy them up")
