"""The layout of a drawing: a column of boxes for each depth, children beside their parent."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH = 264
"""The width of a box; all measures here are pixels of the unscaled drawing."""
COLUMN_GAP, ROW_GAP = 84, 16
"""The space between columns, and between the boxes of a column."""
_NARROW_LETTERS = frozenset("ijlIftr.,:;'`|!()[]{} \"-")
_BROAD_LETTERS = frozenset("mwMW@%—…")


@dataclass(frozen=True)
class Box:
    """The upper left corner of a box, and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The y coordinate of the middle."""
        return self.y + self.height / 2


def layout(children: Mapping[str | None, Sequence[str]], heights: Mapping[str, float]) -> dict[str, Box]:
    """A box for each node below None; a parent stands in the middle of the block of its children."""
    order: list[tuple[str, int]] = []
    left = [(root, 0) for root in reversed(children.get(None, ()))]
    while left:
        node, level = left.pop()
        order.append((node, level))
        left += [(child, level + 1) for child in reversed(children.get(node, ()))]
    spans: dict[str, float] = {}
    for node, _ in reversed(order):
        spans[node] = max(heights[node], _block_height(children.get(node, ()), spans))
    tops: dict[str, float] = {}
    _stack(children.get(None, ()), 0.0, spans, tops)
    places = {}
    for node, level in order:
        below = children.get(node, ())
        _stack(below, tops[node] + (spans[node] - _block_height(below, spans)) / 2, spans, tops)
        y = tops[node] + (spans[node] - heights[node]) / 2
        places[node] = Box(level * (WIDTH + COLUMN_GAP), y, WIDTH, heights[node])
    return places


def _block_height(nodes: Sequence[str], spans: Mapping[str, float]) -> float:
    return sum(spans[node] for node in nodes) + ROW_GAP * max(0, len(nodes) - 1)


def _stack(nodes: Sequence[str], top: float, spans: Mapping[str, float], tops: dict[str, float]) -> None:
    for node in nodes:
        tops[node] = top
        top += spans[node] + ROW_GAP


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """`text` in at most `most` lines of `width` pixels in letters of `size`; a cut text ends in an ellipsis."""
    lines, words = [], text.split()
    while words:
        line = words.pop(0)
        if _text_width(line, size) > width:
            line, rest = _split_at_width(line, width, size)
            words.insert(0, rest)
        while words and _text_width(f"{line} {words[0]}", size) <= width:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
        if len(lines) == most and words:
            lines[-1] = f"{_split_at_width(f'{line} ', width - size, size)[0].rstrip()}…"
            break
    return lines


def _split_at_width(word: str, width: float, size: float) -> tuple[str, str]:
    """As much of `word` as fits `width`, at least one letter with its combining marks, and the rest."""
    used = 0.0
    for place, letter in enumerate(word):
        used += _letter_width(letter) * size
        if used > width and place and _letter_width(letter):
            return word[:place], word[place:]
    return word, ""


def _text_width(text: str, size: float) -> float:
    return sum(map(_letter_width, text)) * size


def _letter_width(letter: str) -> float:
    """A letter's width as a multiple of the font size, in a wide font: what fits here fits in other fonts."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return 1.3
    if letter in _NARROW_LETTERS:
        return 0.44
    return 1.02 if letter in _BROAD_LETTERS else 0.79 if letter.isupper() else 0.66
