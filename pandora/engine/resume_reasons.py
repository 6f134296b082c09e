"""Why a run is to be continued: it was interrupted, answered, edited, or its ceiling was raised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pandora.disk.run_documents import Run
from pandora.document.ids import order, parse_id
from pandora.document.meta_values import mapping, whole_number
from pandora.document.question_lines import open_question, pairs, words_of
from pandora.document.records import Standing, section_records, standing
from pandora.document.root_kinds import RESEARCH, own_kind
from pandora.document.state_document import TITLES, Document
from pandora.engine.questions import ceiling_of
from pandora.outcome import Question, Status

Why = Literal["interrupted", "answered", "edited", "raised"]
What = Literal["changed", "emptied", "answered"]


@dataclass(frozen=True)
class SectionEdit:
    """A section of a document that is not as the engine left it."""

    document: str
    section: int
    what: What
    detail: str = ""

    def __str__(self) -> str:
        if self.what == "answered":
            return f"you answered {self.detail!r} in {self.document}"
        first = self.section + (self.what == "changed")
        edit = f"you {self.what} §{self.section} of {self.document}"
        rest = ", ".join(TITLES[first:])
        after = f"looking again at what was made from it: {rest}" if rest else "it is kept as the output"
        return f"{edit}; {after}"


@dataclass(frozen=True)
class ResumeReason:
    """Why a run has something to do, and what a person edited in it."""

    why: Why
    edits: tuple[SectionEdit, ...] = ()


def resume_reason(run: Run) -> ResumeReason | None:
    """Return why `run` is to be continued; None if it has ended unedited or still waits for an answer.

    Raises PandoraError where its root cannot be read; broken documents below it count as edited.
    """
    documents, top = run.reachable, run.root
    if own_kind(top.meta, run.id) and RESEARCH not in top.meta:
        return None  # a command of its own goes on with it
    edits = tuple(
        edit
        for document_id, document in documents.items()
        for edit in (edits_of(document, document_id) if document else (SectionEdit(document_id, 0, "changed"),))
    )
    status = str(top.meta.get("status"))
    if status == Status.RUNNING.value:
        return ResumeReason("interrupted", edits)
    if edits:
        answered = all(edit.what == "answered" for edit in edits)
        return ResumeReason("answered" if answered else "edited", edits)
    if status == Status.WAITING.value and not any(map(question_of, documents.values())):
        return ResumeReason("answered")
    if status == Status.ESCALATED.value and _ceiling_was_raised(top):
        return ResumeReason("raised")
    return None


def questions(run: Run) -> list[Question]:
    """The questions that a run waits with; the first is the one that the run tells."""
    asked = [question for document in run.reachable.values() if (question := question_of(document))]
    return sorted(asked, key=lambda question: order(parse_id(question.document)))


def question_of(document: Document | None) -> Question | None:
    """The question that a document waits with, or None."""
    if document is None or document.meta.get("status") != Status.WAITING.value:
        return None
    return open_question(document)


def edits_of(document: Document, document_id: str) -> Iterator[SectionEdit]:
    """The sections whose text is not what the engine recorded."""
    for number, record in section_records(document).items():
        if record.text == document.digest(number):
            continue
        if not standing(document, number, record.origin).by_person:
            yield SectionEdit(document_id, number, "emptied")
        elif standing(document, number, record.origin, answers=True) is Standing.EDITED:
            yield SectionEdit(document_id, number, "changed")
        else:
            answered = (question for question, answer in reversed(pairs(document.body(number))) if answer)
            words = words_of(document, next(answered, ""))
            yield SectionEdit(document_id, number, "answered", words)


def _ceiling_was_raised(document: Document) -> bool:
    """Return True if the ceiling that ended the run is now higher in the run's budget."""
    ceiling, budget = ceiling_of(document), mapping(document.meta, "budget")
    return ceiling is not None and whole_number(budget.get(ceiling.name)) > ceiling.limit
