"""The file that a reply in a person's words is about: its block of code, and which file that is to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

_BLOCK = re.compile(r"^[ \t]*```[\w+-]*[ \t]*\n(?P<code>.*?)(?:^[ \t]*```[ \t]*$|\Z)", re.S | re.M)
LEAST_ALIKE = 0.3
"""The least likeness of a block to the file that it is to be; a smaller one only shows how it is called."""


def replied_file(reply: str, files: Mapping[str, str]) -> tuple[str, str] | None:
    """The path and the new code of the first file that a reply changes; None where it gives none of them.

    A block is that file whose name stands on the line above it, or else the one that it is most like. A reply
    without blocks is the code itself.
    """
    blocks = [*_blocks(reply)] or [("", reply)]
    for above, code in blocks:
        named = [path for path in files if path and path in above]
        path, alike = max(
            ((path, _likeness(code, files[path])) for path in named or files),
            key=lambda pair: pair[1],
            default=("", 0.0),
        )
        if path and alike >= LEAST_ALIKE and code.strip() != files[path].strip():
            return path, code.rstrip("\n")
    return None


def _blocks(reply: str) -> Iterator[tuple[str, str]]:
    """Each block of code, with the line above it."""
    for block in _BLOCK.finditer(reply):
        yield reply[: block.start()].rstrip().rpartition("\n")[2], block["code"]


def _likeness(code: str, text: str) -> float:
    """The part of the lines of both that they share, in their order."""
    return SequenceMatcher(None, code.splitlines(), text.splitlines(), autojunk=False).ratio()
