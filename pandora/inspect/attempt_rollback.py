"""Documents restored to an earlier attempt, so that the prompts of that attempt can be rebuilt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pandora.document.body import unfenced
from pandora.document.history import attempts
from pandora.document.links import parent_of
from pandora.document.meta_values import attempt_of
from pandora.document.question_lines import pairs
from pandora.document.records import UNWRITTEN, Record, retired_records, section_records, step_record, stored
from pandora.document.state_document import Document, digest, parse_document
from pandora.document.step_lines import read_step_lines
from pandora.errors import UsageError
from pandora.inspect.section_places import reachable_documents
from pandora.outcome import Status

_UNKNOWN = "0" * 16
_QUESTION = re.compile(r"^Question:", re.M)


def roll_back(
    documents: Mapping[str, Document], root: str, document_id: str, attempt: int | None, answers: int = 0
) -> dict[str, Document]:
    """Return the documents to roll back, so that `document_id` is in use again in its `attempt`.

    These are the document itself, if `attempt` is an earlier one, and each ancestor that names its child only
    in an earlier attempt, kept under History. The last `answers` questions and answers are dropped from them,
    since they may have come after that attempt. Raises UsageError if no attempt of an ancestor names its child
    any more, or if the document has no such attempt.
    """
    restored: dict[str, Document] = {}
    if attempt is not None and attempt != _attempt_number(documents[document_id]):
        restored[document_id] = _at_attempt(documents[document_id], attempt, answers)
    child = document_id
    while child not in set(reachable_documents({**documents, **restored}, root)):
        parent = parent_of(documents[child]) or ""
        above = documents.get(parent)
        naming = (
            [number for number, bodies in attempts(above).items() if _names_document(bodies[3], child)]
            if above
            else []
        )
        if above is None or not naming:
            reason = "no document names it any more: its plan was edited, and what it was asked for is not kept"
            remedy = "name a document that `pandora tree` shows"
            raise UsageError(f"{document_id} is of an earlier plan: {child}: {reason}; {remedy}")
        if naming[-1] != _attempt_number(above):
            restored[parent] = _at_attempt(above, naming[-1], answers)
        child = parent
    return restored


def most_answers(documents: Mapping[str, Document]) -> int:
    """Return the highest number of questions and answers that any of these documents has in §1."""
    return max((len(pairs(document.body(1))) for document in documents.values()), default=0)


def _attempt_number(document: Document) -> int:
    return attempt_of(document.meta)


def _names_document(body: str, child: str) -> bool:
    return f"{child}.md" in body


def _at_attempt(document: Document, attempt: int, answers: int) -> Document:
    bodies_by_attempt = attempts(document)
    if attempt not in bodies_by_attempt:
        raise UsageError(
            f"{document.path}: there are attempts 1 to {max(bodies_by_attempt)};"
            f" attempt {attempt} is none of them"
        )
    heading = re.compile(rf"^### Attempt {attempt}[ \t]*\r?$", re.M)
    place = heading.search(unfenced(document.text), document.history or 0)
    if place is None:
        raise UsageError(f"{document.path}: the heading `### Attempt {attempt}` is broken; restore it")
    task, retired = section_records(document).get(1, UNWRITTEN), retired_records(document)
    records: dict[int, Record] = {1: task, **retired.get(attempt, {})}
    old = parse_document(document.text[: place.start()], document.path)
    for number, body in (*bodies_by_attempt[attempt].items(), (5, "")):
        old = old.splice(number, body)
    if answers and (questions := list(_QUESTION.finditer(unfenced(old.body(1))))):
        own = task.text == document.digest(1)
        old = old.splice(1, old.body(1)[: questions[max(0, len(questions) - answers)].start()])
        records[1] = replace(task, text=old.digest(1)) if own else task
    steps = {  # what each was made from is not kept; that its line is the engine's own is
        number: step_record("code", _UNKNOWN, digest(line.result))
        for number, line in read_step_lines(old.body(3)).items()
    }
    return old.with_meta(
        status=Status.RUNNING.value,
        attempt=attempt,
        sections=stored(records),
        steps=stored(steps),
        attempts={
            str(number): stored(records_of_attempt)
            for number, records_of_attempt in retired.items()
            if number < attempt
        },
    )
