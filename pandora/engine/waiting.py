"""Questions to a person, as lines of the document that the person answers by editing."""

from __future__ import annotations

import re

from pandora.engine.loop import Loop
from pandora.engine.stops import Ask
from pandora.outcome import Status
from pandora.text.document import Document

MAX_QUESTIONS = 2
_PAIR = re.compile(
    r"^Question:[ \t]*(?P<question>\S.*)\n(?:(?!Question:).*\n)*?Answer:[ \t]*(?P<answer>.*)$", re.M
)


def pairs(body: str) -> list[tuple[str, str]]:
    """The questions of a section with their answers; "" where there is none yet."""
    return [(match["question"].strip(), match["answer"].strip()) for match in _PAIR.finditer(body)]


def pending(body: str) -> str | None:
    """The question of a section that waits for its answer."""
    return next((question for question, answer in pairs(body) if not answer), None)


def ask(loop: Loop, number: int, question: str) -> Ask:
    """Write a question at the end of section `number`, durably; returns the stop to raise."""
    body = loop.document.body(number)
    asked = f"{body}\nQuestion: {' '.join(question.split())}\nAnswer:"
    records = loop.records

    def edit(document: Document) -> Document:
        return document.splice(number, asked)

    if str(number) in records:
        records[str(number)]["text"] = edit(loop.document).digest(number)
    loop.save(edit, status=Status.WAITING.value, sections=records)
    loop.host.tell(loop.id, loop.task.parent, "ask", question)
    return Ask(question, loop.id)


def fill_answer(document: Document, answer: str) -> Document | None:
    """The document with its first waiting question answered, or None where nothing waits."""
    for number in sorted(document.sections):
        body = document.body(number)
        for match in _PAIR.finditer(body):
            if not match["answer"].strip():
                filled = body[: match.start("answer")].rstrip(" ") + f" {' '.join(answer.split())}"
                return document.splice(number, filled + body[match.end("answer") :])
    return None
