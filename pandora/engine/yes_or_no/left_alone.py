"""Whether the one file that a request names is to stay as it is, and others are meant: the model is asked."""

from __future__ import annotations

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


def is_left_alone(loop: Loop, path: str) -> bool:
    """True where a request names a file to say that it stays; the answer is kept.

    False where the model shows no probabilities.
    """
    key = f"left_alone {path}"
    kept = str(kept_of_step(loop, loop.task.text).get(key, ""))
    if kept not in ("yes", "no"):
        part, total = f"Task: {loop.task.text}", 0.0
        for sign, questions in ((1, STAYS), (-1, ACTS)):
            for question in questions:
                odds = log_odds_of(loop, question.format(path=path), part, phase_name="understand")
                if odds is None:
                    return False
                total += sign * odds
        kept = "yes" if total >= LEAST else "no"
        keep_of_step(loop, loop.task.text, **{key: kept})
    return kept == "yes"
