"""Make text safe to print on a terminal: it has no escape sequences and no invisible characters."""

from __future__ import annotations

import re

from pandora.document.invisible_characters import without_invisible

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|.)")
"""Matches escape sequences. Where an operating system command is never closed, only its
opening matches, so that it cannot swallow the rest of an answer."""
_NEWLINES = re.compile("\r\n?|[\u2028\u2029]")


def clean(text: str) -> str:
    """`text` for a terminal: no escapes, `\\n` newlines, and `?` for what UTF-8 cannot hold."""
    plain = _ESCAPES.sub("", _NEWLINES.sub("\n", text))
    return without_invisible(plain.encode("utf-8", "replace").decode("utf-8"))


def one_line(text: str, longest: int = 80) -> str:
    """The first line of `text` that is not blank, cut at `longest` characters."""
    line = next((" ".join(row.split()) for row in clean(text).split("\n") if row.strip()), "")
    return shortened(line, longest)


def shortened(text: str, longest: int) -> str:
    """`text`, cut with an ellipsis where it has more than `longest` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
