"""Whether a request asks for files to be moved, renamed or copied, with their content: the model is asked."""

from __future__ import annotations

from collections.abc import Callable

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.inside.file_reading import kind_of
from pandora.task import Task

MOVES = "Are files to be moved or renamed?"
READS = "Is the content of a file to be read or changed?"
OF_READING = 0.5
LEAST_AHEAD = 1.15
"""From so much on that the log odds of a yes to the first question are above half of those to the second, files
move. What is moved by its content is read, too.

Of 28 requests in five languages to move or rename files, 27 have 1.2 and more, and of 50 others one, which
renames a function in code; less the whole of the second, three of the 28 have 0.3 and less.
"""
COPIES = "Are copies of files to be made?"
LEAST_COPIED = 0.5
"""From so much on that the log odds of a yes to it are above those of moves, the files stay in their places.

Of ten requests for copies in four languages eight have 0.7 and more, and of 39 to move or rename files none has
more than 0.3.
"""


def asks_for_moves(loop: Loop, task: Task, kind: str, chosen: str, *, beside: bool = False) -> bool:
    """True where a task of this kind, about files that are there, asks to move or rename them.

    It is asked where it decides something: of a file to be made, of tables, and of files that the task does not
    name, also where it was taken for a question about them; of files that it names, where the model has
    `chosen` another kind than a question. Of other files than tables that it names, and is to change, it is
    asked where others stand `beside` them that it may mean. The answer is kept. False where the model shows no
    probabilities.
    """
    if kind not in ("change", "file", "answer") or not task.files or task.makes or loop.untrusted:
        return False
    if kind == "answer" and task.named and chosen == "answer" and not beside:
        return False
    if kind == "change" and task.named and not beside and not any(map(_is_table, task.files)):
        return False
    return _kept(
        loop, task, "moves", (MOVES, READS), lambda moves, reads: moves - OF_READING * reads >= LEAST_AHEAD
    )


def asks_for_copies(loop: Loop, task: Task) -> bool:
    """True where a task that asks for files to be moved wants copies of them, and the files to stay.

    The answer is kept. False where the model shows no probabilities.
    """
    return _kept(loop, task, "copies", (COPIES, MOVES), lambda copies, moves: copies - moves >= LEAST_COPIED)


def _kept(
    loop: Loop, task: Task, key: str, questions: tuple[str, str], tells: Callable[[float, float], bool]
) -> bool:
    """The answer that stands below `key` for the step, else what `tells` says of the questions' log odds."""
    kept = str(kept_of_step(loop, task.text).get(key, ""))
    if kept not in ("yes", "no"):
        part = f"Task: {task.text}"
        first, second = (log_odds_of(loop, question, part, phase_name="understand") for question in questions)
        if first is None or second is None:
            return False
        kept = "yes" if tells(first, second) else "no"
        keep_of_step(loop, task.text, **{key: kept})
    return kept == "yes"


def _is_table(path: str) -> bool:
    return kind_of(path) == "table"
