"""Questions to a person in a document: their lines, and a record of each in the front matter.

The lines `Question:` and `Answer:` are what a person reads and fills. The record, front matter's `questions`,
has what a program needs to know without reading the words: `{kind, section, what}`, and `by` once a command
or a client answered it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pandora.document.body import unfenced
from pandora.document.state_document import Document
from pandora.outcome import Kind, Question

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
    return [(pair.question, pair.answer) for pair in pairs_with_places(body)]


def unanswered(body: str, last: int | None = None) -> str:
    """A section as it was when its questions were asked: every answer taken away, or the `last` so many."""
    all_pairs = list(pairs_with_places(body))
    for pair in reversed(all_pairs if last is None else all_pairs[len(all_pairs) - last :]):
        body = body[: pair.start].rstrip(" \t") + body[pair.end :]
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


def open_question(document: Document) -> Question | None:
    """The first question of a document that waits for its answer."""
    for number in sorted(document.sections):
        if text := pending(document.body(number)):
            kind, what = _kind(document, number, text)
            return Question(kind, text, str(document.meta.get("id", "")), number, what)
    return None


def question_records(document: Document) -> dict[str, dict[str, Any]]:
    """The records of the questions that were asked in a document, by number, the last one last."""
    records = document.meta.get("questions")
    entries = records.items() if isinstance(records, Mapping) else ()
    return {str(number): dict(entry) for number, entry in entries if isinstance(entry, Mapping)}


def with_question(document: Document, question: Question) -> dict[str, dict[str, Any]]:
    """The document's records with that of a question that is asked now."""
    records = question_records(document)
    record: dict[str, Any] = {"kind": question.kind, "section": question.section}
    if question.what:
        record["what"] = question.what
    return {**records, str(len(records) + 1): record}


def with_answerer(document: Document, question: Question, by: str) -> dict[str, dict[str, Any]]:
    """The document's records, where the one of `question` says who answered it (`person` or `client`)."""
    records = question_records(document)
    if _recorded(document, question.section) is None:
        records = with_question(document, question)
    records[list(records)[-1]]["by"] = by
    return records


def _recorded(document: Document, section: int) -> dict[str, Any] | None:
    """The record of the question that a section waits with: the last one, where it is of that section."""
    last = list(question_records(document).values())[-1:]
    recorded = bool(last) and last[0].get("section") == section and last[0].get("kind") in get_args(Kind)
    return last[0] if recorded else None


_BYTES = re.compile(r"\[(?P<what>blobs/[0-9a-f]+)\]$")


def _kind(document: Document, section: int, text: str) -> tuple[Kind, str]:
    """What a waiting question is about, and the blob of an effect's bytes.

    Version 1 of the engine recorded neither. There, and where a person wrote the question, the section and
    the engine's own words tell: it asks about effects in §3 alone.
    """
    if record := _recorded(document, section):
        return record["kind"], str(record.get("what", ""))
    if section != 3:
        return "task", ""
    if text.startswith("MAY HAVE RUN:"):
        return "may-have-run", ""
    if blob := _BYTES.search(text):
        return "effect", blob["what"]
    return "effect" if text.startswith("May it ") else "task", ""


def fill_answer(document: Document, answer: str) -> Document | None:
    """The document with its first waiting question answered, or None where nothing waits."""
    for number in sorted(document.sections):
        body = document.body(number)
        for pair in pairs_with_places(body):
            if not pair.answer:
                filled = body[: pair.start].rstrip(" \t") + f" {' '.join(answer.split())}"
                return document.splice(number, filled + body[pair.end :])
    return None


def waiting_line(body: str) -> int | None:
    """On which line of a section, from 0, its first unanswered `Answer:` stands; None where nothing waits."""
    return next((body.count("\n", 0, pair.start) for pair in pairs_with_places(body) if not pair.answer), None)
