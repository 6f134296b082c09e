"""Whether a text that was written says what its request says: the model is asked of each clause in doubt."""

from __future__ import annotations

from pandora.document.form import Field, Form, Slot
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.texts.request_clauses import doubtful_clauses

CLAUSES = "clauses"
"""The name of the rule in a pattern's `evidence`."""
MOST_UNTOLD, MOST_ABOVE = 0.2, 0.06
"""A clause is not told where the probability that the text says it is no greater than the first, and no more
than the second above that of a text that says nothing.

Of the 87 right and wrong texts of tests/tasks with the family `writing`, these refuse none of 25 right ones and
18 of 62 wrong ones: those that leave something out.
"""
_NO, _YES = "no", "yes"
_ANSWER = Field("Answer", Slot("choice", "answer", (_NO, _YES)))
_NOTHING = "(nothing)"


def untold_clauses(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a text for somebody that leaves out what a clause of its request says.

    [] where the pattern does not ask for it. Only clauses whose words the text lacks are asked about.
    """
    text = attempt.argument("answer") or attempt.argument("content") or ""
    asks = CLAUSES in loop.work.rules and attempt.argument("author") is not None and attempt.result.ok
    if not asks or not text.strip():
        return []
    asked = doubtful_clauses(loop.work.request, text)
    untold = [clause for clause in asked if _is_untold(loop, clause, text)]
    if untold:
        return [Verdict(CLAUSES, "violated", f"it does not say: {'; '.join(untold)}")]
    return [Verdict(CLAUSES, "held", "says each clause of the task")]


def _is_untold(loop: Loop, clause: str, text: str) -> bool:
    chance = _chance(loop, clause, text)
    return chance <= MOST_UNTOLD and chance <= _chance(loop, clause, _NOTHING) + MOST_ABOVE


def _chance(loop: Loop, clause: str, text: str) -> float:
    """The probability that a text says what a clause says."""
    form = Form((_ANSWER,))
    phase = Phase("do", "model", f"Does the text say this: {clause}", form, ())
    filled = call_model(loop, phase, form, make_prompt(loop, phase, form, [f"Text:\n{text}"])).filled
    chance = filled.probabilities.get(_ANSWER.key, 1.0)
    return chance if filled.values.get(_ANSWER.key) == _YES else 1 - chance
