"""The file that a reply in a person's words is about: its block of code, and which file that is to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from pandora.programs.code.definitions import definitions
from pandora.programs.code.lost_definitions import only_defines

_BLOCK = re.compile(r"^[ \t]*```[\w+-]*[ \t]*\n(?P<code>.*?)(?:^[ \t]*```[ \t]*$|\Z)", re.S | re.M)
LEAST_ALIKE = 0.3
"""The least likeness of a block to the file that it is to be; a smaller one only shows how it is called."""
MORE_ALIKE = 0.2
"""The least by which code is more like another file than like the one that it is said to be."""


def replied_file(reply: str, files: Mapping[str, str]) -> tuple[str, str] | None:
    """The path and the new code of the first file that a reply changes; None where it gives none of them.

    A block is that file whose name stands on the line above it, or else the one that it is most like. One that
    only defines, and defines again what a file defines, is a part of it: a short function shares few lines with
    its whole file. A reply without blocks is the code itself.
    """
    blocks = [*_blocks(reply)] or [("", reply)]
    for above, code in blocks:
        named = [path for path in files if path and path in above]
        path, (part, alike) = max(
            ((path, (_is_part(code, files[path]), _likeness(code, files[path]))) for path in named or files),
            key=lambda pair: pair[1],
            default=("", (False, 0.0)),
        )
        if path and (part or alike >= LEAST_ALIKE) and code.strip() != files[path].strip():
            return path, code.rstrip("\n")
    return None


def file_of_code(path: str, code: str, files: Mapping[str, str]) -> str:
    """The file that a model meant with new code for `path`: another one where it is far more like that.

    A small model that may choose among the files chooses the script, and mends the module that it imports.
    """
    alike = {name: _likeness(code, text) for name, text in files.items()}
    best = max(alike, key=lambda name: alike[name], default=path)
    return best if alike.get(best, 0.0) >= max(LEAST_ALIKE, alike.get(path, 0.0) + MORE_ALIKE) else path


def _blocks(reply: str) -> Iterator[tuple[str, str]]:
    """Each block of code, with the line above it."""
    for block in _BLOCK.finditer(reply):
        yield reply[: block.start()].rstrip().rpartition("\n")[2], block["code"]


def _likeness(code: str, text: str) -> float:
    """The part of the lines of both that they share, in their order."""
    return SequenceMatcher(None, code.splitlines(), text.splitlines(), autojunk=False).ratio()


def _is_part(code: str, text: str) -> bool:
    """Return True for code that only defines, one function or class at least which `text` defines."""
    known = {defined.name for defined in definitions(text)}
    return only_defines(code) and any(defined.name in known for defined in definitions(code))
