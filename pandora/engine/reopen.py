"""An escalated loop that a person answered: it goes on with the answer in §1, by a new attempt."""

from __future__ import annotations

import re

from pandora.engine.loop import Loop
from pandora.engine.waiting import pairs
from pandora.outcome import Status
from pandora.text.document import Document

UNASKED = "What should be done differently?"
"""What an escalated loop asks that has no question of its own."""
CEILING = re.compile(r"^Escalated: the run's ceiling of (\d+) (model calls|tokens|seconds) is reached", re.M)


def escalated(reason: str, partial: str, question: str) -> str:
    """§5 of an escalated loop: the reason, what there is, and a question with room for its answer.

    A ceiling is raised and not answered.
    """
    lines = [f"Escalated: {reason}"]
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
    attempt, over = loop.attempt, bool(document.body(4).strip())

    def edit(old: Document) -> Document:
        new = old.splice(1, old.body(1) + told).splice(5, "")
        return new.retire(attempt) if over else new

    records = {key: value for key, value in loop.records.items() if key == "1" or not (over or key == "5")}
    if "1" in records:
        records["1"]["text"] = edit(document).digest(1)
    keys = {"attempt": attempt + 1, "phase": "plan", "steps": {}} if over else {}
    loop.save(edit, status=Status.RUNNING.value, sections=records, **keys)
    loop.host.tell(loop.id, loop.task.parent, "edited", "answer")
