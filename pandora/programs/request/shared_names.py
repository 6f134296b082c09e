"""The files that a request is about without naming them: those that have a name, or quoted words, of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pandora.programs.inside.file_reading import decoded
from pandora.regular_file import read_regular

FEWEST = 2
"""So many files must have what the request names, before it may be about all of them."""
_LARGEST = 1 << 20
_NAME = re.compile(r"(?<=[^.!?\s]\s)[^\W\d_a-z][^\W\d_]{2,}|[\"“„«‹]\s?([^\"”“»›\n]{2,60}?)\s?[\"”“»›]")
"""A word with a capital that begins no sentence, or what stands in quotes."""


def files_with_names(request: str, files: Sequence[str], workspace: Path) -> tuple[str, ...]:
    """Return the text files with a name of a request, or words that it quotes; () for fewer than FEWEST."""
    names = {(match[1] or match[0]).strip() for match in _NAME.finditer(request)}
    found = []
    for path in files if names else ():
        try:
            content, whole = read_regular(path, _LARGEST, inside=workspace)
        except OSError:
            continue
        text = decoded(content, whole) if whole and b"\0" not in content else ""
        if any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names):
            found.append(path)
    return tuple(found) if len(found) >= FEWEST else ()
