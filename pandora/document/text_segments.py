"""The sentences of a text with their places: cut at their ends, and joined where only a margin broke them.

Lines that were broken to fit a width are one sentence again; a row of a list, of a table or of a log stays by
itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONGEST = 400
"""The most characters of a sentence that is put together of several lines; else each line is one."""
_WIDTH = 50
"""Lines are taken to be broken to a width only where the longest of their paragraph has so many characters."""
_OWN_LINE = re.compile(
    r"\s*(?:[-*•|#>+=~]|\d+[.)]\s|[A-Za-z][\w-]*:(?:\s|$)|\[?(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d))"
)
"""How a line begins that does not go on with the one before: marks of lists and tables, `Name: value`, a day or
a time."""
_GOES_ON = re.compile(r"\s*[^\W\d_A-Z]")
"""How a line begins that goes on with one of any width: with a small letter."""
_END = re.compile(r"(?<=[.!?;])\s+(?![a-z])")
_ENDED = re.compile(r"[.!?:;]\s*$")
_NUMBERED = re.compile(r"\W*\d{1,3}\.")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Segment:
    """A sentence, or a line without an end of a sentence, at `start` among a text's characters."""

    text: str
    start: int


def segments(text: str) -> Iterator[Segment]:
    """The sentences of a text that have a word, in order, with their places."""
    for start, end in _lines(text):
        place = start
        for match in [*_END.finditer(text, start, end), None]:
            if match and _NUMBERED.fullmatch(text, place, match.start()):
                continue  # `2. Lift`: the number belongs to what it counts
            stop = match.start() if match else end
            parts = [text[place:stop]] if stop - place <= LONGEST else text[place:stop].split("\n")
            for part in parts:
                if _WORD.search(part):
                    yield Segment(part.strip(), place + len(part) - len(part.lstrip()))
                place += len(part) + 1
            place = match.end() if match else stop


def sentences(text: str) -> list[str]:
    """The sentences of a text of one line."""
    return [segment.text for segment in segments(text)]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """The lines of a text by their first and last offset; those that were broken to a width are one."""
    paragraph: list[tuple[int, int]] = []
    start = 0
    for line in [*text.split("\n"), ""]:
        if line.strip():
            paragraph.append((start, start + len(line)))
        else:
            yield from _joined(text, paragraph)
            paragraph = []
        start += len(line) + 1


def _joined(text: str, paragraph: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    if not paragraph:
        return
    width = max(end - start for start, end in paragraph)
    begin, last = paragraph[0]
    for start, end in paragraph[1:]:
        line = text[start:end]
        full = last - max(begin, text.rfind("\n", 0, last) + 1) + 1 + len(line.split(None, 1)[0]) > width
        goes_on = _GOES_ON.match(line) and not _ENDED.search(text, begin, last)
        if ((width >= _WIDTH and full) or goes_on) and not _OWN_LINE.match(line):
            last = end
            continue
        yield begin, last
        begin, last = start, end
    yield begin, last
