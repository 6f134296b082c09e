"""Whether a request asks for files to be moved or renamed, which keep their content: the model is asked."""

from __future__ import annotations

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.task import Task

MOVES = "Are files to be moved or renamed?"
READS = "Is the content of a file to be read or changed?"
LEAST_AHEAD = 0.75
"""From so much on that the log odds of a yes to the first question are above those to the second, files move.

Of 44 requests in four languages 17 of the 18 for a move or a new name have 0.88 to 1.9 and one 0.4; of the
others one, to split a table into files, has 0.64, and the rest at most 0.03.
"""


def asks_for_moves(loop: Loop, task: Task, kind: str) -> bool:
    """True where a task of this kind, about files that are there, asks to move or rename them.

    The answer is kept. False where the model shows no probabilities.
    """
    if kind not in ("change", "file") or not task.files or task.makes or loop.untrusted:
        return False
    kept = str(kept_of_step(loop, task.text).get("moves", ""))
    if kept not in ("yes", "no"):
        part = f"Task: {task.text}"
        moves, reads = (
            log_odds_of(loop, question, part, phase_name="understand") for question in (MOVES, READS)
        )
        if moves is None or reads is None:
            return False
        kept = "yes" if moves - reads >= LEAST_AHEAD else "no"
        keep_of_step(loop, task.text, moves=kept)
    return kept == "yes"
