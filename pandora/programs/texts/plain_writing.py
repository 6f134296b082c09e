"""A text for somebody as a person writes it: without the marks of Markdown, and with the hours of one clock."""

from __future__ import annotations

import re

_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_HEADING = re.compile(r"^#{1,6} +", re.M)
_BOTH_CLOCKS = re.compile(r"\b((?:1[3-9]|2[0-3])[:.][0-5]\d)[ \u00a0]?[ap]\.?m\b\.?", re.I)
_MARKED = (".md", ".rst", ".html", ".htm")
"""Endings of files in which such marks are read as what they mean."""


def plainly_written(text: str, path: str = "") -> str:
    """Return a text without `**` and `#` where nothing shows them as bold words and headings.

    `path` is the file that it goes to; "" for an answer, or a mail. An hour after noon that counts to 24 loses
    its `PM`, which a small model puts behind each time once it has written one.
    """
    text = _BOTH_CLOCKS.sub(r"\1", text)
    if path.lower().endswith(_MARKED):
        return text
    return _HEADING.sub("", _BOLD.sub(r"\2", text))
