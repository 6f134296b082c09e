"""Whether a request wants a text for somebody to read, or to be told something: the model is asked."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.engine.gathered_steps import keep_of_step, kept_of_step
from pandora.engine.loop import Loop
from pandora.engine.pattern import Pattern
from pandora.engine.yes_or_no.log_odds import log_odds_of, shows_probabilities
from pandora.programs.opening.loaded_variables import listed_folder

QUESTIONS = (
    "Is a letter, a mail or a notice to be written?",
    "Does the person want only an answer in words?",
    "Is this a request for information?",
)
"""The questions of which the log odds of a yes to the first two, less those of the third, tell them apart.

Who wants a letter wants words, too, and no information.
"""
LEAST_WRITING = 2.3
"""The least such sum of a request for a text to somebody.

Of 53 requests in four languages that change no file, 22 of 23 for a letter, a mail, a notice or an invitation
had 2.7 to 6.2, and 29 of 30 for an answer, a list or a summary -1.4 to 2.1. A product description had 2.0, a
summary in French 2.6.
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
    work = loop.work
    if listed_folder(work.task.files, work.workspace, work.request):
        return telling  # of a folder of files of all kinds nobody writes a letter
    return writing if _wants_text(loop) else telling


def _wants_text(loop: Loop) -> bool:
    """Ask whether a request wants a text for somebody; the answer is kept."""
    request = loop.work.request
    kept = str(kept_of_step(loop, request).get("wants_text", ""))
    if kept not in ("yes", "no"):
        task = f"Task: {request}"
        odds = (log_odds_of(loop, question, task, phase_name="plan") for question in QUESTIONS)
        letter, words, information = (0.0 if one is None else one for one in odds)
        kept = "yes" if letter + words - information >= LEAST_WRITING else "no"
        keep_of_step(loop, request, wants_text=kept)
    return kept == "yes"
