"""The entries of a text that can be ticked off, `- [ ] Ben` or `[ ] Ben`, and how a program ticks them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pandora.programs.inside.file_reading import decoded, encoded_like
from pandora.programs.inside.text_folding import folded

_BOX = re.compile(
    r"^(?P<lead>[ \t]*(?:(?:[-*+•]|\d+[.)])[ \t]+)?\[)(?P<mark>[ xX])"
    r"(?P<rest>\][ \t]+(?P<entry>\S(?:[^\n]*\S)?)[ \t\r]*)$",
    re.M,
)
_MOST_TOLD = 8


def open_entries(text: str) -> list[str]:
    """The entries of a text whose box is empty, in their order."""
    return [box["entry"] for box in _BOX.finditer(text) if box["mark"] == " "]


def tick(path: str, entries: Iterable[object]) -> str:
    """Tick entries of a list off, `- [x] Ben` for `- [ ] Ben`, and keep the rest of the file; return its text.

    An entry is meant by its whole words, or by words that only it has; capitals and accents do not count. What
    is ticked already stays so. Raises ValueError for an entry that is not there, or that may be several.
    """
    with open(path, "rb") as file:
        raw = file.read()
    text = decoded(raw)
    boxes = [*_BOX.finditer(text)]
    wanted = [entries] if isinstance(entries, str) else list(entries)
    marked = {_meant(str(entry), boxes, path).start() for entry in wanted}
    for box in reversed(boxes):
        if box.start() in marked:
            text = f"{text[: box.start('mark')]}x{text[box.end('mark') :]}"
    with open(path, "wb") as file:
        file.write(encoded_like(text, raw))
    return text


def _meant(entry: str, boxes: list[re.Match[str]], path: str) -> re.Match[str]:
    """The box of an entry."""
    words = folded(entry)
    whole = [box for box in boxes if folded(box["entry"]) == words]
    part = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
    found = whole or [box for box in boxes if words and part.search(folded(box["entry"]))]
    if len(found) != 1:
        told = ", ".join(repr(box["entry"]) for box in (found or boxes)[:_MOST_TOLD])
        raise ValueError(
            f"{path} has {'several entries' if found else 'no entry'} {entry!r}: {told or 'no boxes at all'}"
        )
    return found[0]
