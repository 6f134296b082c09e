"""A program that moves or copies files by calls of Python, which make no folder and overwrite what is there."""

from __future__ import annotations

import re

_RENAMES = re.compile(r"(?<![\w.])(?:os\.(?:rename|renames|replace)|shutil\.move)\(")
_COPIES = re.compile(r"(?<![\w.])shutil\.(?:copy|copy2|copyfile)\(")


def with_moves(program: str) -> str:
    """The program, which calls `move` where it renames and `copy` where it copies: both make the folder."""
    return _COPIES.sub("copy(", _RENAMES.sub("move(", program))
