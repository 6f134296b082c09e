"""A program that moves files with a call of Python that makes no folder, and writes over what is there."""

from __future__ import annotations

import re

_RENAMES = re.compile(r"(?<![\w.])(?:os\.(?:rename|renames|replace)|shutil\.move)\(")


def with_moves(program: str) -> str:
    """The program, which calls `move` where it renames: that makes the folder, and keeps what is there."""
    return _RENAMES.sub("move(", program)
