"""Which files that a request names are to stay as they are, where others are meant: the model is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of

STAYS = ("Is {path} to be left as it is?", "Does the task say that {path} stays as it is?")
ACTS = ("Is {path} to be moved, renamed or changed?", "Must {path} be read or changed to do this?")
LEAST = -2.2
"""The least that the log odds of a yes to the first two questions are above those to the others.

Of eight requests in four languages to move, rename or change all files but one, all have -2.0 and more; of ten
that move, read or change the file that they name, none has more than -2.4.
"""
LEAST_OF_SEVERAL = -1.0
"""The same where several files are meant, and the one that is named may be an example of them.

It stands on two requests: a file that is an example has -1.9, one that is not to be sorted has -0.1.
"""
MOST_LEFT_ALONE = 3
"""The most files of a folder that a request may name as those that stay."""


def is_left_alone(loop: Loop, path: str, least: float = LEAST) -> bool:
    """True where a request names a file to say that it stays; the answer is kept.

    False where the model shows no probabilities.
    """
    key = f"left_alone {least} {path}"
    kept = str(kept_of_step(loop, loop.task.text).get(key, ""))
    if kept not in ("yes", "no"):
        part, total = f"Task: {loop.task.text}", 0.0
        for sign, questions in ((1, STAYS), (-1, ACTS)):
            for question in questions:
                odds = log_odds_of(loop, question.format(path=path), part, phase_name="understand")
                if odds is None:
                    return False
                total += sign * odds
        kept = "yes" if total >= least else "no"
        keep_of_step(loop, loop.task.text, **{key: kept})
    return kept == "yes"


def without_left_alone(loop: Loop, files: Sequence[str]) -> tuple[str, ...]:
    """The files of a folder without those few that the request names to say that they stay where they are."""
    named = [path for path in files if os.path.basename(path) in loop.task.text]
    if not 0 < len(named) <= MOST_LEFT_ALONE or 2 * len(named) > len(files):
        return tuple(files)
    staying = {path for path in named if is_left_alone(loop, path, LEAST_OF_SEVERAL)}
    return tuple(path for path in files if path not in staying)
