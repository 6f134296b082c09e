"""Questions to a person in a document: their lines, and a record of each in the front matter.

A person reads the line `Question:` and fills the line `Answer:`. The records, under `questions` in the front
matter, hold what a program needs to know without reading the words: `{kind, section, what}`, and `by` once a
command or a client answered the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pandora.document.body import fence_for, unfenced
from pandora.document.state_document import Document
from pandora.outcome import Kind, Question

WITHDRAWN = "withdrawn: what it asked about has changed"


_QUESTION = re.compile(r"^Question:[ \t]*(?P<question>\S.*)$", re.M)


_ANSWER = re.compile(r"^Answer:[ \t]*(?P<same>.*)(?P<below>(?:\n.*)*)", re.M)


@dataclass(frozen=True)
class Pair:
    """A question of a section and its answer ("" where there is none yet).

    `start` and `end` are the answer's offsets in the section's body.
    """

    question: str
    answer: str
    start: int
    end: int


def pairs_with_places(body: str) -> Iterator[Pair]:
    """The questions of a section with their answers and the answers' offsets.

    An answer follows its label on the same line; where that line has none, it is on the lines below.
    """
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
    """The questions of a section with their answers; an answer is "" where there is none yet."""
    return [(pair.question, pair.answer) for pair in pairs_with_places(body)]


def unanswered(body: str, last: int | None = None) -> str:
    """Remove the answers from a section's body: all of them, or the `last` ones where a number is given."""
    all_pairs = list(pairs_with_places(body))
    for pair in reversed(all_pairs if last is None else all_pairs[len(all_pairs) - last :]):
        body = body[: pair.start].rstrip(" \t") + body[pair.end :]
    return body


def as_asked(body: str) -> Iterator[str]:
    """The section's body without its last answer, then without its last two, and so on."""
    for last in range(1, len(pairs(body)) + 1):
        yield unanswered(body, last)


def without_questions(body: str) -> tuple[str, str]:
    """Split a section's body into the text before its first question, and the rest."""
    first = _QUESTION.search(unfenced(body))
    return (body[: first.start()], body[first.start() :]) if first else (body, "")


def pending(body: str) -> str | None:
    """The first question of a section that has no answer yet; None where there is none."""
    return next((question for question, answer in pairs(body) if not answer), None)


def open_question(document: Document) -> Question | None:
    """The first question of a document that has no answer yet; None where there is none."""
    for number in sorted(document.sections):
        if text := pending(document.body(number)):
            kind, what = _kind(document, number, text)
            return Question(kind, text, str(document.meta.get("id", "")), number, what)
    return None


def question_records(document: Document) -> dict[str, dict[str, Any]]:
    """The records of the questions that were asked in a document, by number, the latest last."""
    records = document.meta.get("questions")
    entries = records.items() if isinstance(records, Mapping) else ()
    return {str(number): dict(entry) for number, entry in entries if isinstance(entry, Mapping)}


def with_question(document: Document, question: Question) -> dict[str, dict[str, Any]]:
    """The document's records of questions, with a record of the new `question` added."""
    records = question_records(document)
    record: dict[str, Any] = {"kind": question.kind, "section": question.section}
    if question.what:
        record["what"] = question.what
    if question.what and (match := _NUMBER.search(question.text)):
        return {**records, match["number"]: record}
    return {**records, str(len(records) + 1): record}


def with_answerer(document: Document, question: Question, by: str) -> dict[str, dict[str, Any]]:
    """The document's records of questions, with `by` (`person` or `client`) added to that of `question`."""
    records = question_records(document)
    if _recorded(document, question.section) is None:
        records = with_question(document, question)
    records[list(records)[-1]]["by"] = by
    return records


def _recorded(document: Document, section: int) -> dict[str, Any] | None:
    """The record of a section's waiting question: the document's last one, where it is of that section."""
    last = list(question_records(document).values())[-1:]
    recorded = bool(last) and last[0].get("section") == section and last[0].get("kind") in get_args(Kind)
    return last[0] if recorded else None


_BYTES = re.compile(r"\[(?P<what>blobs/[0-9a-f]+)\]$")
_NUMBER = re.compile(r"\[(?P<number>\d{1,6})\]$")
_ASKED_NUMBER = re.compile(r"^Question:.*\[(\d{1,6})\][ \t]*$", re.M)


def numbered(document: Document, words: str) -> str:
    """Return the text of a new question about an effect: its words, and the number that its record gets.

    The record names the effect's bytes. A number that stands in the document is never given again, even where
    a person took the records away: an answer holds for the bytes that it was about.
    """
    used = [int(number) for number in question_records(document) if number.isdecimal()]
    used += [int(number) for number in _ASKED_NUMBER.findall(document.text)]
    return f"{words} [{max(used, default=0) + 1}]"


def words_of(document: Document, text: str) -> str:
    """Return the words of a question's text: without the number of its record, or the name of a blob."""
    return text[: match.start()].rstrip() if (match := _marked(document, text)) else text


def what_of(document: Document, text: str) -> str:
    """Return the blob of the bytes that a question's text is about; "" where it is about no effect."""
    match = _marked(document, text)
    if match is None:
        return ""
    named = match.groupdict()
    return named["what"] if "what" in named else str(question_records(document)[named["number"]]["what"])


def _marked(document: Document, text: str) -> re.Match[str] | None:
    """The mark at the end of a question about an effect; earlier versions put the blob itself there."""
    if match := _BYTES.search(text):
        return match
    match = _NUMBER.search(text)
    return match if match and question_records(document).get(match["number"], {}).get("what") else None


def _kind(document: Document, section: int, text: str) -> tuple[Kind, str]:
    """The kind of a waiting question, and the blob with the bytes of the effect that it asks about, or "".

    Version 1 of the engine recorded neither. There, and where a person wrote the question, both are read from
    the section and the words: the engine asks about effects in §3 only.
    """
    if section == 3 and (what := what_of(document, text)):
        return "effect", what
    if record := _recorded(document, section):
        return record["kind"], str(record.get("what", ""))
    if section != 3:
        return "task", ""
    if text.startswith("MAY HAVE RUN:"):
        return "may-have-run", ""
    return "effect" if text.startswith("May it ") else "task", ""


ASKED = "### Asked"
"""The heading of the block that shows what a question is about."""


_HEADING = re.compile(rf"^{ASKED}$", re.M)
_BLOCK = re.compile(rf"{ASKED}\n(?P<fence>`{{3,}})\w*\n.*\n(?P=fence)\n", re.S)


def block_of(shown: str, language: str) -> str:
    """Return the block that stands above a question and shows what it is about; "" where nothing is shown."""
    if not shown.strip():
        return ""
    fence = fence_for(shown)
    return f"{ASKED}\n{fence}{language}\n{shown}\n{fence}"


def shown_above(body: str, question: str) -> str:
    """Return what the block above a question of a section's body shows; "" where it has none."""
    start, end = _block_above(body, question)
    return "\n".join(body[start:end].strip("\n").split("\n")[2:-1])


def without_shown(body: str, question: str) -> str:
    """Remove the block above a question of a section's body."""
    start, end = _block_above(body, question)
    return body if start == end else f"{body[:start].rstrip()}\n{body[end:]}"


def _block_above(body: str, question: str) -> tuple[int, int]:
    """The offsets of the block above a question, which are the same where there is none.

    Only a block that ends where the question begins counts: words of a model that look like one do not.
    """
    outside = unfenced(body)
    matches = (match.start() for match in _QUESTION.finditer(outside) if match["question"].strip() == question)
    place = next(matches, 0)
    start = max((match.start() for match in _HEADING.finditer(outside, 0, place)), default=place)
    alone = not outside[start:place].removeprefix(ASKED).strip()
    return (start, place) if alone and _BLOCK.fullmatch(body, start, place) else (0, 0)


def fill_answer(document: Document, answer: str) -> Document | None:
    """Write `answer` to the document's first unanswered question; None where there is no such question."""
    for number in sorted(document.sections):
        body = document.body(number)
        for pair in pairs_with_places(body):
            if not pair.answer:
                filled = body[: pair.start].rstrip(" \t") + f" {' '.join(answer.split())}"
                return document.splice(number, filled + body[pair.end :])
    return None


def waiting_line(body: str) -> int | None:
    """The line of a section's body, from 0, of the first `Answer:` that is empty; None where there is none."""
    return next((body.count("\n", 0, pair.start) for pair in pairs_with_places(body) if not pair.answer), None)
