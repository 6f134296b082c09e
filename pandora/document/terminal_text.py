"""Make text safe to print on a terminal: it has no escape sequences and no invisible characters."""

from __future__ import annotations

import re

_CONTROL = re.compile(
    r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|.)|[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]"
)
"""Matches escape sequences and control characters. Where an operating system command is never closed, only its
opening matches, so that it cannot swallow the rest of an answer."""
_BIDI = re.compile("[\u061c\u202a-\u202e\u2066-\u2069\u200e\u200f\U000e0000-\U000e007f]")
_NEWLINES = re.compile(r"\r\n?")


def clean(text: str) -> str:
    """`text` for a terminal: no escapes, `\\n` newlines, and `?` for what UTF-8 cannot hold."""
    return _plain(_NEWLINES.sub("\n", text)).encode("utf-8", "replace").decode("utf-8")


def _plain(text: str) -> str:
    """Remove terminal escapes, control characters, direction overrides and invisible letters from `text`."""
    return _BIDI.sub("", _CONTROL.sub("", text))


def one_line(text: str, longest: int = 80) -> str:
    """The first line of `text` that is not blank, cut at `longest` characters."""
    line = next((" ".join(row.split()) for row in clean(text).split("\n") if row.strip()), "")
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
