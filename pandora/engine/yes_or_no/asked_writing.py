"""Whether a request wants a text for somebody to read, or to be told something: the model is asked."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.yes_or_no.log_odds import chance_of_yes, log_odds, shows_probabilities

QUESTIONS = ("Is this a request for information?", "Does the person want only an answer in words?")
"""The questions of which the log odds of a yes to the first, less those of the second, tell them apart.

Who wants a letter wants words, too, and no information.
"""
LEAST_TELLING = -0.2
"""The least difference of a request to be told something.

Of 47 requests in five languages that change no file, the five for a letter, a notice or an invitation had -5.0
to -0.4, and the 42 for an answer or a summary 0.0 to 5.
"""


def with_writing_told_apart(loop: Loop, menu: Mapping[str, Pattern]) -> dict[str, Pattern]:
    """Return a menu of what writes texts alone, or of all else, by what the request wants.

    A small model takes what writes letters where a question stands among what happened, and answers a request
    for a letter. The menu stays where the model shows no probabilities, or a person wrote §1 or §2.
    """
    writing = {name: pattern for name, pattern in menu.items() if "given_numbers" in pattern.evidence}
    telling = {name: pattern for name, pattern in menu.items() if name not in writing}
    human = loop.record(1).human or loop.record(2).human
    asked = loop.task.kind_of_task == "answer" and bool(writing and telling) and not human
    if not asked or not shows_probabilities(loop):
        return dict(menu)
    return writing if _wants_text(loop) else telling


def _wants_text(loop: Loop) -> bool:
    """Ask whether a request wants a text for somebody; the answer is kept."""
    request = loop.work.request
    kept = str(kept_of_step(loop, request).get("wants_text", ""))
    if kept not in ("yes", "no"):
        chances = (chance_of_yes(loop, question, f"Task: {request}", "plan") for question in QUESTIONS)
        first, second = map(log_odds, chances)
        kept = "no" if first - second >= LEAST_TELLING else "yes"
        keep_of_step(loop, request, wants_text=kept)
    return kept == "yes"
