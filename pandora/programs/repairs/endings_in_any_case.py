"""Endings of files that a program compares, where some files have theirs in capitals: `TOASTER.PDF`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

_TEXT = r"(?:'\.[a-z0-9]+'|\"\.[a-z0-9]+\")"
_ENDINGS = rf"{_TEXT}|[(\[{{]\s*{_TEXT}(?:\s*,\s*{_TEXT})*\s*,?\s*[)\]}}]"
_COMPARED = re.compile(
    rf"(?P<path>\b[A-Za-z_]\w*)(?P<ends>\.endswith\()(?P<endings>{_ENDINGS})\)"
    rf"|(?P<ending>\b[A-Za-z_]\w*\.suffix|os\.path\.splitext\(\w+\)\[1\])(?P<sign>\s*(?:==|!=|in)\s*)(?P<own>{_ENDINGS})"
)


def with_endings_in_any_case(program: str, files: Iterable[str]) -> str:
    """The program, which compares the endings of paths in small letters where some file has its in capitals."""
    capital = {ending.lower() for path in files if (ending := os.path.splitext(path)[1]) != ending.lower()}

    def compared(match: re.Match[str]) -> str:
        endings = match["endings"] or match["own"]
        if capital.isdisjoint(re.findall(r"\.[a-z0-9]+", endings)):
            return match[0]
        if match["own"]:
            return f"{match['ending']}.lower(){match['sign']}{endings}"
        return f"{match['path']}.lower(){match['ends']}{endings})"

    return _COMPARED.sub(compared, program) if capital else program
