"""What a run's earlier attempts at the same step tried: a later one agrees with it, or takes another way."""

from __future__ import annotations

from collections.abc import Iterator

from pandora.disk.run_documents import Run
from pandora.document.form import Form
from pandora.document.ids import Name, parse_id
from pandora.document.state_document import Document
from pandora.document.step_lines import read_step_lines
from pandora.document.task_text import task_of
from pandora.engine.candidates import Candidate, tries_of
from pandora.engine.loop import Loop
from pandora.outcome import Status


def earlier_tries(loop: Loop, form: Form) -> list[Candidate]:
    """Return the programs that worked in earlier attempts at the task of an operation, the oldest first.

    They are of operations of the same kind and task that were not accepted. Other tries begin alike in each
    attempt, and one that is made again proves nothing.
    """
    if not loop.task.repeats or "program" not in loop.host.operation(loop.pattern).roles.values():
        return []
    run = Run(loop.host.store, loop.task.run)
    return [
        candidate
        for document in _siblings(run, loop)
        for candidate in tries_of(document, form, loop.host.store).candidates
        if candidate.ok
    ]


def failed_ways(loop: Loop) -> set[str]:
    """What the steps of earlier attempts at the task of a tool called, which ended without a result."""
    return {line.action for sibling in _before(loop) for line in read_step_lines(sibling.body(3)).values()}


def was_tried(loop: Loop) -> bool:
    """True where an earlier attempt at the task of an operation was made by the same one, without a result."""
    return bool(_before(loop))


def times_tried(loop: Loop) -> int:
    """How often loops of this kind had the loop's task before in the run, without a result, however it came.

    So it is, too, where a run begins anew with what a person said, or as another kind of task.
    """
    return len(_before_in_run(loop))


def _before(loop: Loop) -> list[Document]:
    """The documents of earlier attempts at the loop's task by its kind of loop, which gave no result."""
    return _before_in_run(loop) if loop.task.repeats else []


def _before_in_run(loop: Loop) -> list[Document]:
    own = _place(parse_id(loop.id))
    siblings = _siblings(Run(loop.host.store, loop.task.run), loop)
    return [sibling for sibling in siblings if _place(parse_id(str(sibling.meta["id"]))) < own]


def _siblings(run: Run, loop: Loop) -> Iterator[Document]:
    """The documents of the run's other loops of the loop's kind and task, which ended without a result."""
    task = loop.task
    for document_id, document in sorted(run.documents.items(), key=lambda pair: _place(parse_id(pair[0]))):
        name = parse_id(document_id)
        if (name.level, name.kind) != (task.level, task.kind) or document_id == loop.id:
            continue
        ended = document.meta.get("status") in (Status.ESCALATED.value, Status.FAILED.value)
        if ended and task_of(document) == task.text:
            yield document


def _place(name: Name) -> tuple[int, ...]:
    return tuple(int(part) for part in name.number.split(".") if part)
