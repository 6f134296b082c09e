"""The extractor: reads one source in windows, says whether it answers, and copies the words that do.

Each question is asked of each batch of windows in two steps: does the text answer it (a choice, whose
probability counts), and, where it does, which words say so. Code looks the quote up. Where the model's quote
does not stand in the source, code looks for words of the source that support what the model says, and else
nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.document.body import Parsed
from pandora.document.fill import one_line
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code
from pandora.outcome import Outcome
from pandora.research.claim_support import best_quote, says_more, support
from pandora.research.knowledge_base import Fact, NewFact
from pandora.research.materials import Materials, phase_of
from pandora.research.quote_gate import QuoteCheck, check_quote
from pandora.research.reply_blocks import block_by_code, by_model_in_block, keep_blocks
from pandora.research.research_plan import Leaf
from pandora.research.source_files import Source
from pandora.research.windows import Window
from pandora.task import Task

LEAST_YES = 0.5
"""The least probability of `yes` at which a source is read for an answer."""
FOUND_BY_CODE, QUOTE_ALONE = 0.9, 0.8
"""By how much confidence falls where code picked the quote, and where the quote itself stands as the fact."""
_FRAME = 150
"""Tokens of the work context that are kept free for the question and its context."""


@dataclass(frozen=True)
class Reading:
    """What an extractor is given: a source, the windows of it that it reads, its questions and its leaf."""

    source: Source
    windows: tuple[Window, ...]
    questions: tuple[str, ...]
    leaf: Leaf
    lines: str = ""


@dataclass(frozen=True)
class Extraction:
    """How an extractor ended, and the facts that it found; `rejected` are those whose quote was refused."""

    outcome: Outcome
    facts: tuple[Fact, ...] = ()
    rejected: int = 0


@dataclass(frozen=True)
class _Reply:
    question: str
    fact: str
    quote: str
    chance: float
    windows: tuple[Window, ...]
    by_person: bool


@dataclass
class _Verified:
    facts: dict[str, list[NewFact]]
    kept: list[str]
    rejected: list[str]


def extract(task: Task, host: Host, materials: Materials, reading: Reading) -> Extraction:
    """Read a source for its questions; what is known of it from earlier research costs no call."""
    loop = open_loop(task, host)
    asks_base = loop.stored is None and not host.fresh
    facts: list[Fact] = []
    rejected: list[str] = []

    def phases(loop: Loop) -> str:
        facts.clear()
        rejected.clear()
        phase = phase_of(loop, "understand")
        given = by_code(loop, phase, phase.form, _given(loop, reading))
        questions = _questions(given, reading)
        known = _known(loop, materials, reading, questions) if asks_base or _was_known(loop) else None
        if known is not None:
            facts.extend(_from_knowledge(loop, known))
        else:
            verified = _read(loop, materials, reading, questions)
            rejected.extend(verified.rejected)
            for question in questions:
                new = verified.facts.get(question, [])
                facts.extend(
                    materials.knowledge.put(loop.id, reading.source.digest, question, new, _model(loop))
                )
        return "\n".join(map(_fact_line, facts)) or "The source does not answer."

    outcome = run_phases(loop, phases)
    return Extraction(outcome, tuple(facts), len(rejected))


def _given(loop: Loop, reading: Reading) -> dict[str, str]:
    source = reading.source
    return {
        "task": loop.task.text,
        "source": f"{source.path} (sha256 {source.digest[:12]})",
        "specification": reading.leaf.specification or "none",
        "read": reading.lines,
        "context": "\n".join(loop.task.context) or "none",
    }


def _questions(given: Parsed, reading: Reading) -> tuple[str, ...]:
    """The questions: those of the specification in §1, which a person may have changed, else the executor's."""
    specification = str(given.values.get("specification", ""))
    own = Leaf("", specification="" if specification == "none" else specification).questions
    return own or reading.questions


def _batches(loop: Loop, reading: Reading) -> Iterator[tuple[Window, ...]]:
    """The windows in groups that fit a prompt together."""
    room = loop.task.budget.context - _FRAME - loop.host.count("\n".join(loop.task.context))
    batch: list[Window] = []
    used = 0
    for window in reading.windows:
        size = loop.host.count(window.shown)
        if batch and used + size > room:
            yield tuple(batch)
            batch, used = [], 0
        batch.append(window)
        used += size
    if batch:
        yield tuple(batch)


def _read(loop: Loop, materials: Materials, reading: Reading, questions: Sequence[str]) -> _Verified:
    """Look, read and verify; each reply is on disk before the next is asked for."""
    look, read = phase_of(loop, "plan", materials.field), phase_of(loop, "do", materials.field)
    verified = _Verified({}, [], [])
    number = 0
    replies: list[_Reply] = []
    for batch in _batches(loop, reading):
        text = "\n".join(f"{window.label}\n{window.shown}" for window in batch)
        label = ", ".join(window.label for window in batch)
        for question in questions:
            number += 1
            parts = [f"# SOURCE {reading.source.path}\n{text}", _asked(loop, question)]
            heading = f"Look {2 * number - 1}: {one_line(question)} ({label})"
            answers = by_model_in_block(loop, 2 * number - 1, heading, look, look.form, parts)
            chance = _chance(answers)
            if chance < LEAST_YES:
                continue
            heading = f"Reading {2 * number}: {one_line(question)} ({label})"
            fact = by_model_in_block(loop, 2 * number, heading, read, read.form, parts)
            by_person = loop.steps[2 * number].human
            replies.append(
                _Reply(question, str(fact.values["fact"]), str(fact.values["quote"]), chance, batch, by_person)
            )
    keep_blocks(loop, "do", 2 * number)
    keep_blocks(loop, "plan", 2 * number)
    for reply in replies:
        _verify(materials, reading, reply, verified)
    phase = phase_of(loop, "check")
    lines = {"verified": "\n".join(verified.kept) or "none", "rejected": "\n".join(verified.rejected) or "none"}
    by_code(loop, phase, phase.form, lines)
    return verified


def _asked(loop: Loop, question: str) -> str:
    context = "\n".join(f"- {line}" for line in loop.task.context)
    return f"# ASKED\n{question}" + (f"\nKnown already:\n{context}" if context else "")


def _chance(parsed: Parsed) -> float:
    """The probability that the text answers; that of a choice which a person wrote is 1."""
    chance = parsed.probabilities.get("answers", 1.0)
    return chance if parsed.values.get("answers") == "yes" else 1.0 - chance


def _verify(materials: Materials, reading: Reading, reply: _Reply, verified: _Verified) -> None:
    """Take a fact with a quote that stands in the source and supports it; say why, where there is none.

    What a person wrote is taken as it is, as long as its quote stands in the source.
    """
    source, fact = reading.source, one_line(reply.fact)
    known = f"{reply.question}\n{source.title}\n{source.path}"
    check = check_quote(reply.quote, source.digest, materials.index, reply.windows)
    confidence = reply.chance
    fits = check.verdict == "found" and (reply.by_person or support(fact, check.text, known).enough)
    if not fits:
        picked = _picked(fact, known, materials, reading, reply.windows)
        if picked is not None:
            check, confidence = picked, confidence * FOUND_BY_CODE
        elif check.verdict == "found" and says_more(check.text, reply.question):
            fact, confidence = one_line(check.text), confidence * QUOTE_ALONE
    if check.verdict != "found" or check.place is None:
        reason = check.reason or "its words do not support the fact"
        verified.rejected.append(f"- {fact} ({reason})")
        return
    new = NewFact(fact, check.text, check.place, round(confidence, 2), worded=reply.by_person)
    verified.facts.setdefault(reply.question, []).append(new)
    verified.kept.append(f"- [{confidence:.2f}] {fact} “{one_line(check.text)}” ({check.place})")


def _picked(
    fact: str, known: str, materials: Materials, reading: Reading, windows: Sequence[Window]
) -> QuoteCheck | None:
    """The words of the source that support a fact best, picked by code; None where none do."""
    for window in windows:
        if segment := best_quote(fact, window.text, known):
            check = check_quote(segment.text, reading.source.digest, materials.index, [window])
            if check.verdict == "found":
                return check
    return None


def _fact_line(fact: Fact) -> str:
    return f"- [{fact.confidence:.2f}] {fact.text} [{fact.id}]"


_KNOWN = "Known"


def _was_known(loop: Loop) -> bool:
    return f"### {_KNOWN} 1: " in loop.document.body(3)


def _model(loop: Loop) -> str:
    """What the knowledge base records of who read a source: another model reads it anew."""
    return loop.host.model.fingerprint


def _known(
    loop: Loop, materials: Materials, reading: Reading, questions: Sequence[str]
) -> tuple[Fact, ...] | None:
    """What the knowledge base holds of the source for all questions; None where one was never asked."""
    facts: list[Fact] = []
    for question in questions:
        answered = materials.knowledge.answered(reading.source.digest, question, _model(loop))
        if answered is None:
            return None
        facts.extend(answered)
    return tuple(facts)


def _from_knowledge(loop: Loop, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Name the facts that the knowledge base gives in §3."""
    lines = "\n".join(map(_fact_line, facts)) or "The source does not answer."
    block_by_code(loop, "do", 1, f"{_KNOWN} 1: taken from the knowledge base, without a call", lines)
    return facts
