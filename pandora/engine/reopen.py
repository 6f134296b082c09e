"""An escalated loop that a person answered: it goes on with the answer in §1, by a new attempt."""

from __future__ import annotations

import re

from pandora.document.state_document import Document
from pandora.engine.loop import Loop
from pandora.engine.questions import pairs
from pandora.outcome import Status

UNASKED = "What should be done differently?"
"""What an escalated loop asks that has no question of its own."""
CEILING = re.compile(r"^Escalated: the run's ceiling of (\d+) (model calls|tokens|seconds) is reached", re.M)


def escalated(reason: str, partial: str, question: str) -> str:
    """§5 of an escalated loop: the reason, what there is, and a question with room for its answer.

    A ceiling is raised and not answered.
    """
    lines = [f"Escalated: {' '.join(reason.split())}"]
    if partial:
        lines.append("Partial result:\n" + "\n".join(f"  {line}" for line in partial.split("\n")))
    lines.append(f"Question: {' '.join((question or UNASKED).split())}")
    if not CEILING.match(lines[0]):
        lines.append("Answer:")
    return "\n".join(lines)


def reopen(loop: Loop) -> None:
    """Where a person answered an escalated loop, move question and answer to §1 and begin a new attempt.

    The attempt that was checked goes to History, so that PLAN sees what was learned; one durable step.
    """
    document = loop.document
    output = document.body(5)
    if document.meta.get("status") != Status.ESCALATED.value or CEILING.match(output):
        return
    answered = [(question, answer) for question, answer in pairs(output) if answer]
    if not answered:
        return
    told = "".join(f"\nQuestion: {question}\nAnswer: {answer}" for question, answer in answered)

    def edit(old: Document) -> Document:
        return old.splice(1, old.body(1) + told).splice(5, "")

    if document.body(4).strip():
        loop.retire(edit)
    else:
        records = {key: dict(value) for key, value in loop.records.items() if key != "5"}
        if records["1"]["text"] == document.digest(1):  # else a person has just edited it
            records["1"]["text"] = edit(document).digest(1)
        loop.save(edit, status=Status.RUNNING.value, sections=records)
    loop.host.tell(loop.id, loop.task.parent, "edited", "answer")
