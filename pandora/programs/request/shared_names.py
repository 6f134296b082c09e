"""The files that a request is about without naming them, and the name that is to be another one in all of them.

They have a name, or quoted words, of the request; the new name stands in none.
"""

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
    places = _places(request, files, workspace)
    found = {path for paths in places.values() for path in paths}
    return tuple(path for path in files if path in found) if len(found) >= FEWEST else ()


def possible_new_names(request: str, files: Sequence[str], workspace: Path) -> list[tuple[str, str]]:
    """Return the pairs of a name of a request that several files have and the one name of it that none has.

    Those that the most files have come first; [] where not just one name is new.
    """
    places = _places(request, files, workspace)
    new = [name for name, paths in places.items() if not paths]
    old = [name for name, paths in places.items() if len(paths) >= FEWEST]
    return [(one, new[0]) for one in sorted(old, key=lambda name: -len(places[name]))] if len(new) == 1 else []


def replacing_lines(old: str, new: str, files: Sequence[str]) -> list[str]:
    """The lines of a program that gives each file the new name in the place of the old one, as a whole word."""
    form = rf"(?<!\w){re.escape(old)}(?!\w)"
    return [
        "import re",
        f"for path in {list(files)}:",
        f"    content, count = re.subn({form!r}, lambda _: {new!r}, text(path))",
        "    save(content, path)",
        "    print(path, count)",
    ]


def _places(request: str, files: Sequence[str], workspace: Path) -> dict[str, list[str]]:
    """The names of a request, each with the text files that have it as a whole word."""
    found = ((match[1], match[0]) for match in _NAME.finditer(request))
    names = dict.fromkeys((quoted or word).strip() for quoted, word in found if quoted or not word[0].islower())
    places: dict[str, list[str]] = {name: [] for name in names}
    for path in files if names else ():
        try:
            content, whole = read_regular(path, _LARGEST, inside=workspace)
        except OSError:
            continue
        text = decoded(content, whole) if whole and b"\0" not in content else ""
        for name, paths in places.items():
            if name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
                paths.append(path)
    return places
