"""Whether a text that was written says what its request says: the model is asked of each clause in doubt."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import chance_of_yes
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.texts.request_clauses import doubtful_clauses

CLAUSES = "clauses"
"""The name of the rule in a pattern's `evidence`."""
MOST_UNTOLD, MOST_ABOVE = 0.2, 0.06
"""A clause is not told where the probability that the text says it is no greater than the first, and no more
than the second above that of a text that says nothing.

Chosen on the right and wrong texts of tests/tasks with the family `writing`: of 25 right ones these miss
nothing, of 62 wrong ones what 17 leave out. The others are wrong in a number, a name or their length.
"""
_NOTHING = "(nothing)"
_UNTOLD = "it does not say:"


def untold_clauses(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a text for somebody that leaves out what a clause of its request says.

    [] where the pattern does not ask for it. Only clauses whose words the text lacks are asked about. Each is
    told once: where the next try leaves it out again, it may be no part of the text, as in `and nothing about
    money`; what was left out then stands beside the result.
    """
    text = attempt.argument("answer") or attempt.argument("content") or ""
    asks = CLAUSES in loop.work.rules and attempt.argument("author") is not None and attempt.result.ok
    if not asks or not text.strip():
        return []
    asked = doubtful_clauses(loop.work.request, text)
    untold = [clause for clause in asked if _is_untold(loop, clause, text)]
    lessons = [line for line in loop.document.body(3).splitlines() if _UNTOLD in line]
    new = [clause for clause in untold if not any(clause in line for line in lessons)]
    if new:
        return [Verdict(CLAUSES, "violated", f"{_UNTOLD} {'; '.join(new)}")]
    if untold:
        return [Verdict(CLAUSES, "held", f"leaves out, also when told: {', '.join(untold)}")]
    return [Verdict(CLAUSES, "held", "says each clause of the task")]


def _is_untold(loop: Loop, clause: str, text: str) -> bool:
    question = f"Does the text say this: {clause}\n\nAnswer: yes or no"
    chance = chance_of_yes(loop, question, f"Text:\n{text}")
    return chance <= MOST_UNTOLD and chance <= chance_of_yes(loop, question, f"Text:\n{_NOTHING}") + MOST_ABOVE
