"""The sentences of a source: cut out of its text, and those that may answer a question, ranked by its words.

Lines that were broken to fit a width are one sentence again; a row of a list or of a table stays by itself.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.document.fill import one_line
from pandora.workspace.full_text import terms

STEM = 5
"""Words are the same where so many of their first letters are."""
LONGEST = 400
"""The most characters of a sentence that is put together of several lines; else each line is one."""
_WIDTH = 50
"""Lines are taken to be broken to a width only where the longest of their paragraph has so many characters."""
_NEAR, _REACH = 0.4, 3
"""What a sentence gains by the words of another: this share for each step between them, up to so many steps."""
_LONG = 250
"""A sentence with so many characters counts for half of a short one with the same words."""
_OWN_LINE = re.compile(r"\s*(?:[-*•|#>+=~]|\d+[.)]\s|[A-Za-z][\w-]*:(?:\s|$))")
"""How a line begins that does not go on with the one before: marks of lists and tables, `Name: value`."""
_END = re.compile(r"(?<=[.!?])\s+(?![a-z])|(?<=;)\s+")
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


def likeliest(texts: Sequence[str], question: str, count: int) -> list[str]:
    """The sentences of `texts` that share most with a question, at most `count`, in the order of the texts.

    Words that few sentences have count for more. A sentence gains by the words of its neighbours: what it is
    about often stands in the sentence before. Each sentence is on one line, and stands once.
    """
    pool = [[one_line(segment.text) for segment in segments(text)] for text in texts]
    asked = {word[:STEM] for word in terms(question)}
    known = [[asked & stems_of(sentence) for sentence in row] for row in pool]
    times = Counter(stem for row in known for stems in row for stem in stems)
    total = sum(map(len, pool))
    weight = {stem: math.log(1 + (total + 0.5) / (times[stem] + 0.5)) for stem in asked}
    scores: dict[str, float] = {}
    for row, row_stems in zip(pool, known, strict=True):
        own = [
            sum(weight[stem] for stem in stems) / (1 + len(sentence) / _LONG)
            for sentence, stems in zip(row, row_stems, strict=True)
        ]
        for place, sentence in enumerate(row):
            reach = range(max(0, place - _REACH), min(len(own), place + _REACH + 1))
            near = max(
                (own[other] * _NEAR ** abs(other - place) for other in reach if other != place), default=0.0
            )
            scores[sentence] = max(scores.get(sentence, 0.0), own[place] + near)
    best = set(sorted(scores, key=lambda sentence: -scores[sentence])[:count])
    return [sentence for sentence in scores if sentence in best]


def stems_of(text: str) -> set[str]:
    """The beginnings of all words of a text, however long it is."""
    return {word[:STEM] for word in _WORD.findall(text.casefold())}


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
        if width >= _WIDTH and full and not _OWN_LINE.match(line):
            last = end
            continue
        yield begin, last
        begin, last = start, end
    yield begin, last
