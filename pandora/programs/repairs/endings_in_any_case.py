"""Endings of files that a program compares, where some files have theirs in capitals: `TOASTER.PDF`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

_COMPARED = re.compile(
    r"(?P<path>\b[A-Za-z_]\w*)\.endswith\((?P<quote>['\"])(?P<ending>\.[a-z0-9]+)(?P=quote)\)"
)


def with_endings_in_any_case(program: str, files: Iterable[str]) -> str:
    """The program, which compares the endings of paths in small letters where some file has its in capitals."""
    capital = {ending.lower() for path in files if (ending := os.path.splitext(path)[1]) != ending.lower()}

    def compared(match: re.Match[str]) -> str:
        if match["ending"] not in capital:
            return match[0]
        return f"{match['path']}.lower().endswith({match['quote']}{match['ending']}{match['quote']})"

    return _COMPARED.sub(compared, program) if capital else program
