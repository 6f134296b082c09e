"""A contradiction of the sources as a question: which of two statements holds, with a quote for each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pandora.document.form import Value
from pandora.document.text_similarity import words
from pandora.engine.asked_sections import ModelSection, Sections
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.trust import distrust
from pandora.programs.language.locale_words import month_numbers
from pandora.questions.citations import quotes_in, whole_quote
from pandora.questions.source_contradictions import RARE, Clash
from pandora.questions.statements import CLOCK, DAY, Statement
from pandora.questions.worker_sources import Shelf
from pandora.workspace.full_text import Passage

SETTLE = "sides"
"""The key, in the metadata of a question about a contradiction, of the two statements as quotes."""
REASON = "reason:"


def sides_of(metadata: Mapping[str, Any]) -> tuple[str, str] | None:
    """The two statements that a question is about, as quotes; None for any other question."""
    sides = metadata.get(SETTLE)
    if isinstance(sides, list) and len(sides) == 2 and all(isinstance(side, str) for side in sides):
        return sides[0], sides[1]
    return None


def settle(
    loop: Loop,
    phase: Phase,
    parts: Sequence[str],
    sides: tuple[str, str],
    shown: Sequence[Passage],
    shelf: Shelf,
) -> Sections[None]:
    """§3 of such a question: the model chooses, and code writes the answer.

    A side holds only where the model's reason is a quote from the sources that is neither of the two statements
    and speaks of what they speak of.
    """
    distrust(
        loop,
        [statement.path for statement in shelf.statements if statement.stranger and statement.quote in sides],
    )
    first, second = sides
    subject = _about(first) | _about(second)

    def mend(values: Mapping[str, Value]) -> Mapping[str, Value]:
        reason = whole_quote(str(values.get("reason", "")), shown, shelf.statements)
        quoted = [quoted_words for quoted_words, _ in quotes_in(reason)]
        if any(part in first or part in second for part in quoted) or not _about(" ".join(quoted)) & subject:
            reason = ""
        lines = [f"first: {first}", f"second: {second}", *([f"{REASON} {reason}"] if reason else [])]
        holds = str(values.get("holds", ""))
        kept, other = (first, second) if holds == "the first" else (second, first)
        answer = f"{kept} holds, and not {other}, since {reason}."
        if not reason or holds not in ("the first", "the second"):
            answer = f"The sources do not tell which of the two holds: {first} or {second}."
        return {**values, "reason": reason or "none", "evidence": "\n".join(lines), "answer": answer}

    yield ModelSection(phase, phase.form, parts, mend=mend)


def may_settle(clash: Clash, statements: Sequence[Statement]) -> bool:
    """True where a third statement may tell which side of a contradiction holds; else nobody need be asked.

    It speaks of most of what both sides speak of, or names something rare of each side that the other has not,
    such as who said it. One that gives a third value of the same unit speaks of another thing, unless it is a
    time.
    """
    first, second = (_about(side.text) - {clash.unit} for side in (clash.first, clash.second))
    values = _values(clash.first, clash.unit) | _values(clash.second, clash.unit)
    timed = clash.unit in (DAY, CLOCK)
    uses = Counter(word for statement in statements for word in _about(statement.text))
    for third in statements:
        if third.text in (clash.first.text, clash.second.text):
            continue
        if not timed and not _values(third, clash.unit) <= values:
            continue
        subject = _about(third.text)
        rare = frozenset(word for word in subject if uses[word] <= RARE)
        if 2 * len(subject & first & second) > len(first & second):
            return True
        if rare & first - second and rare & second - first:
            return True
    return False


def _values(statement: Statement, unit: str) -> frozenset[str]:
    return frozenset(quantity.value for quantity in statement.quantities if quantity.unit == unit)


def _about(statement: str) -> frozenset[str]:
    """The words that say what a statement is about: a month that two have in common is no subject of both."""
    return frozenset(word for word in words(statement) if not word[0].isdigit() and word not in month_numbers())


def is_settled(evidence: str, answer: str) -> bool:
    """True where an answer to such a question names a side, and its evidence a reason beside the two
    statements."""
    reasons = [line for line in evidence.split("\n") if line.startswith(REASON) and quotes_in(line)]
    return any(place in answer for line in reasons for _, place in quotes_in(line))
