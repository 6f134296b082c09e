"""A text of files that says hardly anything of them, though its request has room for more."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.rules.searched_texts import searched_texts
from pandora.programs.texts.asked_length import words_left

RULE = "given_numbers"
"""The rule of the patterns that write texts, by which they keep to the length of their request."""
QUESTION = "Does the task ask for a summary?"
LEAST_SUMMARY = 3.2
"""The least log odds of a yes of a request for a summary.

Of 15 requests with a limit of words in four languages, the seven for a single fact have 2.1 to 2.9, five of the
seven for a summary 3.4 to 5.5, and the others 2.6 and 2.9, as an announcement has 2.8.
"""


def hardly_used(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a text of less than a fifth of the words that it may have, of files with more.

    A small model that is told what must be in a summary writes that alone. It is told once, since one fact
    needs no more words; where a summary is asked for, such a text is never taken.
    """
    text = attempt.argument("answer") or attempt.argument("content") or ""
    if RULE not in loop.work.rules or loop.untrusted or not attempt.result.ok or not text.strip():
        return []
    count, most = words_left(text, loop.work.request)
    given = sum(len(there.split()) for there in searched_texts(loop.work).values()) if most else 0
    if given <= most:
        return []
    odds = log_odds_of(loop, QUESTION, f"Task: {loop.work.request}")
    once = odds is None or odds < LEAST_SUMMARY
    reason = f"it has {count} words, and {most} are allowed; say in them what else the files say of it"
    return [Verdict(RULE, "violated", reason, once=once)]
