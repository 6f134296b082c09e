"""A text of files that says hardly anything of them, though its request has room for more."""

from __future__ import annotations

from pandora.programs.help import Try, Work
from pandora.programs.metamorphic.experiment_subject import Verdict
from pandora.programs.rules.searched_texts import searched_texts
from pandora.programs.texts.asked_length import words_left

RULE = "given_numbers"
NEVER = 8
"""A text with less than one of this many parts of its room is not taken, however often it is written."""


def used_length(work: Work, attempt: Try) -> list[Verdict]:
    """Return a verdict against a text of less than a fifth of the words that it may have, of files with more.

    A small model that is told what must be in a summary writes that alone. With an eighth of them and more it
    is told once: a text may be right that is as short when it is written again.
    """
    text = attempt.argument("answer") or attempt.argument("content") or ""
    if RULE not in work.rules or work.untrusted or not attempt.result.ok or not text.strip():
        return []
    count, most = words_left(text, work.request)
    given = sum(len(there.split()) for there in searched_texts(work).values()) if most else 0
    if given <= most:
        return []
    reason = f"it has {count} words, and {most} are allowed; say in them what else the files say of it"
    return [Verdict(RULE, "violated", reason, once=count * NEVER >= most)]
