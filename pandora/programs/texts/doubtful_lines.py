"""Answers from lists in texts: whether the line of a value tells what is asked, and what no line tells."""

from __future__ import annotations

from collections.abc import Sequence

from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.rules.answer_rules import said_to_parts
from pandora.programs.rules.searched_texts import searched_texts
from pandora.programs.texts.listed_entries import line_apart, lines_beside, not_told


def doubtful_lines(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict against a value of an answer on a line without a word of what is asked.

    Another line of the same entry has some: `09:00 check-out` and `train home in the afternoon`. The two may be
    about the same in other words, so the model may exempt it.
    """
    answer = attempt.argument("answer")
    if answer is None or "passages" not in work.rules or work.untrusted or not attempt.result.ok:
        return []
    for question, said in said_to_parts(attempt.result.text, work):
        for text in searched_texts(work).values():
            lines = lines_beside(said, question, work.request, text) or line_apart(said, question, text)
            if lines:
                reason = f"{lines[0]!r} does not tell: {question}; where the text does not tell it, say so"
                asks = f"Does the line {lines[0]!r} tell: {question}?"
                return [Verdict("listed entries", "violated", reason, lines, asks)]
    return []


def question_of_failures(work: Work, reasons: Sequence[str]) -> str:
    """Return the question for a person where every try failed since the texts do not tell what is asked."""
    return not_told(reasons, searched_texts(work)) if "passages" in work.rules else ""
