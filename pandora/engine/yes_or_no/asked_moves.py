"""Whether a request asks for files to be moved or renamed, which keep their content: the model is asked."""

from __future__ import annotations

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.inside.file_reading import kind_of
from pandora.task import Task

MOVES = "Are files to be moved or renamed?"
READS = "Is the content of a file to be read or changed?"
LEAST_AHEAD = 1.2
"""From so much on that the log odds of a yes to the first question are above those to the second, files move.

Of 46 requests in four languages 18 of the 20 for a move or a new name have 1.4 to 3.9, and two 0.7 and 1.0; of
the others one, to split a table into files, has 1.0, and the rest at most 0.2.
"""


def asks_for_moves(loop: Loop, task: Task, kind: str, chosen: str) -> bool:
    """True where a task of this kind, about files that are there, asks to move or rename them.

    It is asked where it decides something: of a file to be made, of tables, and of files that the task does not
    name, also where it was taken for a question about them; of files that it names, where the model has
    `chosen` another kind than a question. The answer is kept. False where the model shows no probabilities.
    """
    if kind not in ("change", "file", "answer") or not task.files or task.makes or loop.untrusted:
        return False
    if kind == "answer" and task.named and chosen == "answer":
        return False
    if kind == "change" and task.named and not any(kind_of(path) == "table" for path in task.files):
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
