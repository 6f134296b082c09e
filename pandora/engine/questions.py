"""Questions to a person, written in a document: about a task, an effect, or an action that may have run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pandora.document.fill import one_line
from pandora.document.question_lines import (
    WITHDRAWN,
    pairs,
    pairs_with_places,
    with_question,
    without_shown,
)
from pandora.document.records import stored
from pandora.document.state_document import Document, digest
from pandora.engine.candidates import Intent
from pandora.engine.loop import Loop
from pandora.errors import Ceiling
from pandora.outcome import Kind, Question, Status
from pandora.workspace.operation_context import Result

MAX_QUESTIONS = 2
Decisions = Mapping[str, Mapping[str, Any]]
"""The front matter's `decisions`: what policy or a person decided about each effect, by number."""


def ask(
    loop: Loop,
    number: int,
    words: str,
    kind: Kind = "task",
    what: str = "",
    decisions: Decisions | None = None,
    shows: str = "",
) -> Ask:
    """Write a question at the end of section `number`, durably, and return the Ask for the caller to raise.

    A question about an effect names `what`, the blob of its bytes, and is saved with the document's new
    `decisions`. `shows` is the block above the question that shows what it asks about. An unanswered question
    of the section is withdrawn, because what it asked about has changed.
    """
    question = Question(kind, " ".join(words.split()), loop.id, number, what)
    body = loop.document.body(number)
    for pair in reversed(list(pairs_with_places(body))):
        if not pair.answer:
            body = f"{body[: pair.start].rstrip()} {WITHDRAWN}{body[pair.end :]}"
            body = without_shown(body, pair.question)
    block = f"\n\n{shows}" if shows else ""
    asked = f"{body}{block}\nQuestion: {question}\nAnswer:"
    records = loop.records
    edit, text = loop.spliced(number, asked)
    if number in records:
        records[number] = replace(records[number], text=text)
    keys: dict[str, Any] = {} if decisions is None else {"decisions": decisions}
    questions = with_question(loop.document, question)
    loop.save(edit, status=Status.WAITING.value, sections=stored(records), questions=questions, **keys)
    loop.tell("ask", question.words)
    return Ask(question)


_AGAIN = ("again", "run it again", "run again", "yes", "y")
_RAN = ("it ran", "ran", "it has run", "done", "it did")
SKIPPED = 1


def only_once(loop: Loop) -> bool:
    """True if the operation acts outside its working copy and its pattern does not say `repeat: true`."""
    keys, operation = loop.pattern.keys, loop.host.operation(loop.pattern)
    reaches_beyond = operation.once_only or keys.get("effects") in ("system", "network")
    return reaches_beyond and not keys.get("repeat")


def next_intent(loop: Loop, arguments: Mapping[str, str], before: Intent | None) -> Intent:
    """Return the intent to run these arguments, counted once more than `before` if that was the same."""
    what = digest(loop.pattern.name, *(part for item in sorted(arguments.items()) for part in item))
    return Intent(what, before.times + 1 if before and before.what == what else 1)


def settled_by_person(loop: Loop, arguments: Mapping[str, str], intent: Intent) -> Result | None:
    """Return the result that a person's answer gives an action that may have run; None to run it again.

    Raises Ask until the person has answered. Each time the action was begun is a new question.
    """
    first_argument = one_line(next(iter(arguments.values()), ""))
    times = "once" if intent.times == 1 else f"{intent.times} times"
    question = one_line(
        f"MAY HAVE RUN: {loop.pattern.name} {first_argument!r} was begun {times} and its end is unknown. "
        "Run it again, take it as run, or skip it? (again / it ran / skip)"
    )
    for asked, answer in pairs(loop.document.body(3)):
        if asked == question:
            if not answer:
                raise Ask(Question("may-have-run", question, loop.id, 3))
            words = answer.lower().strip(" .!'\"")
            if words in _AGAIN:
                return None
            if words in _RAN:
                return Result(True, "its output is unknown; a person says that it ran")
            return Result(
                False, f"it may have run, and is not run again: a person answered {answer!r}", SKIPPED
            )
    raise ask(loop, 3, question, "may-have-run")


UNASKED = "What should be done differently?"
"""The question of an escalated loop that has none of its own."""
_CEILING = re.compile(r"^Escalated: the run's ceiling of (\d+) (model calls|tokens|seconds) is reached", re.M)


def ceiling_keys(document: Document, ceiling: Ceiling | None) -> dict[str, dict[str, int]]:
    """Return the front matter key for the ceiling that ended the loop; empty to clear an earlier one."""
    if ceiling is not None:
        return {"ceiling": {ceiling.name: ceiling.limit}}
    return {"ceiling": {}} if document.meta.get("ceiling") else {}


def ceiling_of(document: Document) -> Ceiling | None:
    """Return the run's ceiling that ended an escalated document, or None.

    Version 1 of the engine did not record it, so for its documents it is read from the text of §5.
    """
    if document.meta.get("status") != Status.ESCALATED.value:
        return None
    recorded = document.meta.get("ceiling")
    if isinstance(recorded, Mapping):
        limits = ((str(name), limit) for name, limit in recorded.items() if isinstance(limit, int))
        return next((Ceiling(name, limit) for name, limit in limits), None)
    words = _CEILING.search(document.body(5))
    return Ceiling(words[2].rpartition(" ")[2], int(words[1])) if words else None


NEED = "Need: "
"""What the line of §5 begins with that says what `system/` lacks."""


def escalation_text(stop: Escalate, account: str = "", reason: str = "") -> str:
    """Return the text of §5 of an escalated loop: the reason, the partial result, and a question to answer.

    `account` are lines about what was tried; `reason` is the reason without what stands there. After a ceiling
    there is no line for an answer: the person raises the ceiling instead.
    """
    lines = [f"Escalated: {reason or ' '.join(stop.reason.split())}"]
    if stop.partial:
        lines.append("Partial result:\n" + "\n".join(f"  {line}" for line in stop.partial.split("\n")))
    if stop.need:
        lines.append(f"{NEED}{' '.join(stop.need.split())}")
    if account:
        lines.append(account)
    lines.append(f"Question: {' '.join((stop.question or UNASKED).split())}")
    if stop.ceiling is None:
        lines.append("Answer:")
    return "\n".join(lines)


def reopen(loop: Loop) -> None:
    """If a person answered an escalated loop, move the question and answer to §1 and begin a new attempt.

    An attempt that has a §4 moves to History, so that PLAN sees what was learned. All in one durable step.
    """
    document = loop.document
    output = document.body(5)
    if document.meta.get("status") != Status.ESCALATED.value or ceiling_of(document):
        return
    answered = [(question, answer) for question, answer in pairs(output) if answer]
    if not answered:
        return
    answered_lines = "".join(f"\nQuestion: {question}\nAnswer: {answer}" for question, answer in answered)

    def edit(old: Document) -> Document:
        return old.splice(1, old.body(1) + answered_lines).splice(5, "")

    if document.body(4).strip():
        loop.retire(edit)
    else:
        records = {number: record for number, record in loop.records.items() if number != 5}
        if 1 in records and records[1].text == document.digest(1):  # else a person has just edited it
            records[1] = replace(records[1], text=edit(document).digest(1))
        loop.save(edit, status=Status.RUNNING.value, sections=stored(records))
    loop.host.tell(loop.id, loop.task.parent, "edited", "answer")


class Ask(Exception):
    """A person must answer `question`, which is in this loop's document or in another document of the run."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.text)
        self.question = question


class Escalate(Exception):
    """The loop cannot finish: why (`reason`), the result so far (`partial`), and what to ask (`question`).

    `ceiling` is the limit of the run that stopped it, if one did. `need` says what `system/` lacks, where
    nothing in it fits the task. `stays` says in a line each why refused changes stay.
    """

    def __init__(
        self,
        reason: str,
        partial: str = "",
        question: str = "",
        ceiling: Ceiling | None = None,
        need: str = "",
        stays: Sequence[str] = (),
    ) -> None:
        super().__init__(reason)
        self.stays = tuple(stays)
        self.reason = reason
        self.partial = partial
        self.question = question
        self.ceiling = ceiling
        self.need = need
