"""Where the boxes of a drawing stand: a column for each depth, children beside their parent."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH = 264
"""Of a box, as all measures here in pixels of the unscaled drawing."""
ACROSS, DOWN = 84, 16
"""The free space between columns, and between boxes of a column."""
_NARROW = frozenset("ijlIftr.,:;'`|!()[]{} \"-")
_BROAD = frozenset("mwMW@%—…")


@dataclass(frozen=True)
class Box:
    """A place: the left upper corner and the size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The height of its middle."""
        return self.y + self.height / 2


def layout(children: Mapping[str | None, Sequence[str]], heights: Mapping[str, float]) -> dict[str, Box]:
    """A place for each node below None, parents in the middle of what is below them."""
    order: list[tuple[str, int]] = []
    left = [(each, 0) for each in reversed(children.get(None, ()))]
    while left:
        node, level = left.pop()
        order.append((node, level))
        left += [(each, level + 1) for each in reversed(children.get(node, ()))]
    spans: dict[str, float] = {}
    for node, _ in reversed(order):
        spans[node] = max(heights[node], _block(children.get(node, ()), spans))
    tops: dict[str, float] = {}
    _stack(children.get(None, ()), 0.0, spans, tops)
    places = {}
    for node, level in order:
        below = children.get(node, ())
        _stack(below, tops[node] + (spans[node] - _block(below, spans)) / 2, spans, tops)
        y = tops[node] + (spans[node] - heights[node]) / 2
        places[node] = Box(level * (WIDTH + ACROSS), y, WIDTH, heights[node])
    return places


def _block(nodes: Sequence[str], spans: Mapping[str, float]) -> float:
    return sum(spans[each] for each in nodes) + DOWN * max(0, len(nodes) - 1)


def _stack(nodes: Sequence[str], top: float, spans: Mapping[str, float], tops: dict[str, float]) -> None:
    for each in nodes:
        tops[each] = top
        top += spans[each] + DOWN


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """`text` in at most `most` lines that fit `width` in letters of `size`; what is cut ends in an ellipsis."""
    lines, words = [], text.split()
    while words:
        line = words.pop(0)
        if _wide(line, size) > width:
            line, rest = _parted(line, width, size)
            words.insert(0, rest)
        while words and _wide(f"{line} {words[0]}", size) <= width:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
        if len(lines) == most and words:
            lines[-1] = f"{_parted(f'{line} ', width - size, size)[0].rstrip()}…"
            break
    return lines


def _parted(word: str, width: float, size: float) -> tuple[str, str]:
    """As much of `word` as fits, at least one letter with its marks, and the rest."""
    used = 0.0
    for place, letter in enumerate(word):
        used += _letter(letter) * size
        if used > width and place and _letter(letter):
            return word[:place], word[place:]
    return word, ""


def _wide(text: str, size: float) -> float:
    return sum(map(_letter, text)) * size


def _letter(letter: str) -> float:
    """A letter's width, in letter sizes, in a broad font: what fits here fits in others."""
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return 1.3
    if letter in _NARROW:
        return 0.44
    return 1.02 if letter in _BROAD else 0.79 if letter.isupper() else 0.66
