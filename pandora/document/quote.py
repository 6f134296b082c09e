"""Quote text of strangers for a document or a prompt, so that it cannot pass for a part of either."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pandora.document.invisible_characters import without_invisible

_BREAKS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_LABELS = (
    *("pandora", "id", "status", "phase", "attempt", "budget", "untrusted", "decisions", "applied", "trust"),
    *("task", "context", "kind", "resolved", "approach", "confidence", "steps", "column"),
    *(
        "done when",
        "rationale",
        "question",
        "answer",
        "result",
        "output",
        "whole",
        "changes",
        "chosen",
        "applied",
    ),
    *("child loops", "shared context", "evidence", "validation", "issues", "decision", "code", "command"),
    *(
        "path",
        "content",
        "level",
        "type",
        "parent",
        "pattern",
        "created",
        "partial result",
        "escalated",
        "failed",
    ),
    *("system", "user", "assistant", "human", "tool"),
)
_STRUCTURE = re.compile(
    r"[ \t]*(?:"
    r"#{1,6}(?=\s|$|§)|§\d|-{3,}\s*$|`{3,}|~{3,}|"
    r"[-*] step \d+\b|[-*] (?:op|tool)-[a-z]|[-*] (?:ok|fail):|\[… |"
    rf"[*_]{{0,2}}(?:{'|'.join(map(re.escape, _LABELS))})[*_]{{0,2}}\s*:|"
    r"[-*] \S.*→ (?:content \d|blobs/|removed)|"
    r"\[/?INST\]|</?s>)",
    re.I,
)
_SPECIAL = re.compile(r"<(?=[|｜])")
"""How most chat templates' marks begin: `<|im_start|>` and its like."""


def quoted(text: str) -> str:
    """Put `> ` before every line of `text` that could be read as part of a document or of a chat.

    Line ends become `\\n`, invisible characters are removed, and marks of chat templates are broken up.
    Quoting a text twice is the same as quoting it once.
    """
    lines = without_marks(text).split("\n")
    return "\n".join(f"> {line}" if _STRUCTURE.match(line) else line for line in lines)


def without_marks(text: str) -> str:
    """Make `text` plain and break up marks of chat templates; for values that are not put in a document."""
    return _SPECIAL.sub("< ", plain(text))


def plain(text: str) -> str:
    """`text` with `\\n` line ends and without invisible characters."""
    return without_invisible(_BREAKS.sub("\n", text))


def sources_of(meta: Mapping[str, Any]) -> tuple[str, ...]:
    """The sources of strangers' text that front matter lists under `untrusted`; () where it has none.

    A value that is not a list, and not empty, gives ("unknown",).
    """
    stored = meta.get("untrusted")
    return (
        tuple(str(source) for source in stored) if isinstance(stored, list) else ("unknown",) if stored else ()
    )
