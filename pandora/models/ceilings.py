"""How much a model writes and reads at once: ceilings of replies, thoughts and work context."""

from __future__ import annotations

from dataclasses import dataclass, field

from pandora.document.fill import ReplyLimits
from pandora.models.catalogue import STRONG_ABOVE

THOUGHT, WORK = 512, 3000
"""Tokens of a thought, and of the root's work context, for a model that is not known to be strong."""
_CODE_SHARE, _TEXT_SHARE, _THOUGHT_SHARE, _WORK_SHARE = 4, 8, 8, 3
"""A strong model's block of code may take a fourth of its context, and so on."""
_MOST_CODE, _MOST_TEXT, _MOST_THOUGHT, _MOST_WORK = 8192, 4096, 4096, 24_000
_STRONG_LINE = 240


@dataclass(frozen=True)
class Ceilings:
    """The most tokens of each blank of a reply, of a thought before it, and of the root's work context."""

    reply: ReplyLimits = field(default_factory=ReplyLimits)
    thought: int = THOUGHT
    work: int = WORK


@dataclass(frozen=True)
class GivenCeilings:
    """The ceilings that a person has set, in tokens; 0 leaves one to the model."""

    code: int = 0
    text: int = 0
    thought: int = 0


NONE_GIVEN = GivenCeilings()


def ceilings_for(parameters: int | None, context: int, given: GivenCeilings = NONE_GIVEN) -> Ceilings:
    """Return the ceilings of a model with so many `parameters` (None: unknown) and a `context` in tokens.

    Those of a model of up to STRONG_ABOVE parameters were measured with the default one. A larger model writes
    longer programs that work, so its ceilings grow with its context, and are never lower.
    """
    usual = ReplyLimits()
    line, code, text, thought, work = usual.line, usual.code, usual.text, THOUGHT, WORK
    if parameters is not None and parameters > STRONG_ABOVE:
        line = _STRONG_LINE
        code = max(code, min(context // _CODE_SHARE, _MOST_CODE))
        text = max(text, min(context // _TEXT_SHARE, _MOST_TEXT))
        thought = max(thought, min(context // _THOUGHT_SHARE, _MOST_THOUGHT))
        work = max(work, min(context // _WORK_SHARE, _MOST_WORK))
    return Ceilings(ReplyLimits(line, given.code or code, given.text or text), given.thought or thought, work)
