"""A program that moves or copies files by calls of Python, which make no folder and overwrite what is there."""

from __future__ import annotations

import re

from pandora.programs.parsed_program import read_program
from pandora.programs.repairs.finished_program import writes_files

_RENAMES = re.compile(r"(?<![\w.])(?:os\.(?:rename|renames|replace)|shutil\.move)\((?!\s*src\b)")
_COPIES = re.compile(r"(?<![\w.])shutil\.(?:copy|copy2|copyfile)\((?!\s*src\b)")
"""Match calls by place: `move` and `copy` have other names of arguments than Python's functions."""


def with_moves(program: str, asked: bool = True) -> str:
    """The program, which calls `move` where it renames and `copy` where it copies: both make the folder.

    Where no moves are `asked` for, one that writes files stays: it may put a new file in the place of the old.
    """
    tree = read_program(program).tree
    if not asked and tree is not None and writes_files(tree):
        return program
    return _COPIES.sub("copy(", _RENAMES.sub("move(", program))
