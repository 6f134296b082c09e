"""Questions to a person as lines of a document, `Question:` and `Answer:`, and the answers read back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pandora.document.body import unfenced
from pandora.document.state_document import Document

WITHDRAWN = "withdrawn: what it asked about has changed"


_QUESTION = re.compile(r"^Question:[ \t]*(?P<question>\S.*)$", re.M)


_ANSWER = re.compile(r"^Answer:[ \t]*(?P<same>.*)(?P<below>(?:\n.*)*)", re.M)


@dataclass(frozen=True)
class Pair:
    """A question of a section and its answer ("" where there is none yet), which stands at `start` to `end`."""

    question: str
    answer: str
    start: int
    end: int


def pairs_with_places(body: str) -> Iterator[Pair]:
    """An answer stands behind its label, or, where nothing does, on the lines below it."""
    text = unfenced(body)
    questions = list(_QUESTION.finditer(text))
    for number, match in enumerate(questions):
        until = questions[number + 1].start() if number + 1 < len(questions) else len(text)
        if answer := _ANSWER.search(text[:until], match.end()):
            start, end = answer.span("same")
            if not answer["same"].strip():
                start, end = start, start + len(answer["same"] + answer["below"].rstrip())
            yield Pair(match["question"].strip(), " ".join(text[start:end].split()), start, end)


def pairs(body: str) -> list[tuple[str, str]]:
    """The questions of a section with their answers; "" where there is none yet."""
    return [(each.question, each.answer) for each in pairs_with_places(body)]


def unanswered(body: str, last: int | None = None) -> str:
    """A section as it was when its questions were asked: every answer taken away, or the `last` so many."""
    found = list(pairs_with_places(body))
    for each in reversed(found if last is None else found[len(found) - last :]):
        body = body[: each.start].rstrip(" \t") + body[each.end :]
    return body


def as_asked(body: str) -> Iterator[str]:
    """A section as it was before its last answer, before its last two, and so on."""
    for last in range(1, len(pairs(body)) + 1):
        yield unanswered(body, last)


def without_questions(body: str) -> tuple[str, str]:
    """A section's own text, and its questions with all that follows them."""
    first = _QUESTION.search(unfenced(body))
    return (body[: first.start()], body[first.start() :]) if first else (body, "")


def pending(body: str) -> str | None:
    """The question of a section that waits for its answer."""
    return next((question for question, answer in pairs(body) if not answer), None)


def open_question(document: Document) -> str | None:
    """The first question of a document that waits for its answer."""
    return next(
        (found for number in sorted(document.sections) if (found := pending(document.body(number)))), None
    )


def fill_answer(document: Document, answer: str) -> Document | None:
    """The document with its first waiting question answered, or None where nothing waits."""
    for number in sorted(document.sections):
        body = document.body(number)
        for each in pairs_with_places(body):
            if not each.answer:
                filled = body[: each.start].rstrip(" \t") + f" {' '.join(answer.split())}"
                return document.splice(number, filled + body[each.end :])
    return None


def waiting_line(body: str) -> int | None:
    """On which line of a section, from 0, its first unanswered `Answer:` stands; None where nothing waits."""
    return next((body.count("\n", 0, each.start) for each in pairs_with_places(body) if not each.answer), None)
