"""What the English words of a task or a step show: a file to be made, a plain question, something to act on."""

from __future__ import annotations

import re

_MAKING = re.compile(
    r"\b(?:to|into|as|named|called|create|creates|make|makes|write|writes|save|saves|produce|generate|output|export|"
    r"new file|file|store[sd]?)\b[\s:'\"`(]*"
    r"(?:it |them |a |an |the |new |file |json |csv |markdown |text |list )*[\s:'\"`(]*$",
    re.I,
)
_ACTING = re.compile(
    r"\b(?:send|buy|order|book|call|post|submit|register|subscribe|pay|upload|publish|log ?in|sign ?(?:up|in)|"
    r"e-?mail|message|reserve|cancel|vote|delete|change|edit|update|reply)\b",
    re.I,
)
_ASKING = re.compile(
    r"(?:^|[,;:.!]\s+)(?:how|which|what|who|whom|whose|when|where|why|is|are|was|were|does|do|did|has|have)\b[^?]*\?\s*$",
    re.I,
)
_REFERS = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|their|result|results|output|outputs|answer|answers|above"
    r"|previous|previously|preceding|earlier|prior|before|after|afterwards|then|next|finally|same|both|each|again"
    r"|found|steps?|combined?|compared?|merged?|joined?)\b",
    re.I,
)
"""Words that may stand for what an earlier step gave. One too many costs time, one too few a wrong result."""


def is_output(path: str, text: str) -> bool:
    """True where `text` names `path` as something to be made: after `to`, `as`, `write` and the like."""
    if path.startswith("out/"):
        return True
    return any(_MAKING.search(text[: match.start()]) for match in re.finditer(re.escape(path), text))


def asks(text: str) -> bool:
    """True where a text ends in a question."""
    return _ASKING.search(text) is not None


def acts(text: str) -> bool:
    """True where a text wants something done to a page, such as an order: nobody here does that."""
    return _ACTING.search(text) is not None


def refers(text: str) -> bool:
    """True where a step's words may stand for what an earlier step gave."""
    return _REFERS.search(text) is not None
