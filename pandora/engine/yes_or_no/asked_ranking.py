"""Lines of names and numbers in the order that the request asks for: the model is asked which comes first."""

from __future__ import annotations

from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import chance_of_yes
from pandora.programs.ranked_lines import unordered_lines
from pandora.workspace.operation_context import Result

RANKING = "ranking"
"""The name of the rule in a pattern's `evidence`."""
LEAST_SURE = 0.6
"""The least probability at which the request says what comes first.

Of 40 requests about tables and files, the seven that want the largest first had 0.63 to 0.91; of the others one
had more than 0.6, which asks for no list.
"""
_QUESTIONS = {
    True: "Does the task say that the largest or best one comes first?",
    False: "Does the task say that the smallest or lowest one comes first?",
}


def in_asked_order(loop: Loop, result: Result) -> Result:
    """Return a result whose printed lines, each of a name and a number, stand in the order that is asked.

    A list that is in the order of its numbers, whichever, stays, and so does one where the request, as the
    model understands it, does not say what comes first. Code begins loops over groups in the order of names.
    """
    ranked = unordered_lines(result.text) if RANKING in loop.work.rules and result.ok else None
    if ranked is None or loop.work.task.kind_of_task != "answer" or loop.untrusted:
        return result
    part = f"Task: {loop.work.request}"
    chances = {largest: chance_of_yes(loop, question, part) for largest, question in _QUESTIONS.items()}
    largest = chances[True] >= chances[False]
    if chances[largest] < LEAST_SURE or chances[True] == chances[False]:
        return result  # a server without probabilities that says yes to both tells nothing
    reason = f"ordered by code, {'largest' if largest else 'smallest'} first ({chances[largest]:.2f})"
    return replace(result, text=ranked.in_order(largest), held=(*result.held, reason))
