"""Windows: the parts of a source that is longer than its reader's context, cut at lines."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pandora.research.source_files import Place, Source, SourceText
from pandora.research.source_index import SourceIndex


@dataclass(frozen=True)
class Window:
    """The lines `first` to `last` of a source's text."""

    source: Source
    first: int
    last: int
    text: str

    def holds(self, place: Place) -> bool:
        """True where the place lies in this window."""
        return place.digest == self.source.digest and self.first <= place.line <= self.last


def key_windows(
    index: SourceIndex, digest: str, question: str, count: Callable[[str], int], most: int, number: int
) -> list[Window]:
    """The windows of a source around its passages nearest to a question, at most `number`, in the text's order.

    A source that fits into one window is that window. A passage that lies for the most part in an earlier one
    has none of its own. Raises UsageError where no file has the digest any more.
    """
    text = index.text(digest)
    lines = _Lines(text, count, most)
    if lines.end_from(0) >= len(lines.lines):
        return [lines.window(0, len(lines.lines))]
    chosen: list[Window] = []
    for passage in index.nearest(question, number * 4, only={digest}):
        if len(chosen) == number:
            break
        if not any(_has_most_of(window, passage.text) for window in chosen):
            chosen.append(lines.around(passage.place.line, passage.text))
    return sorted(chosen, key=lambda window: window.first) or [lines.window(0, lines.end_from(0))]


def _has_most_of(window: Window, passage: str) -> bool:
    """True where a window shows at least half of a passage: one line may be cut between two windows."""
    shown = sum(len(line) for line in passage.split("\n") if line.strip() in window.text)
    return 2 * shown >= len(passage)


def windows_line(read: Sequence[Window], text: SourceText) -> str:
    """Say which lines of a source were read: `a.md: lines 1-80, 160-240 of 400`, or `a.md: all 40 lines`."""
    total = text.text.count("\n") + 1
    spans: list[list[int]] = []
    for window in sorted(read, key=lambda window: window.first):
        if spans and window.first <= spans[-1][1] + 1:
            spans[-1][1] = max(spans[-1][1], window.last)
        else:
            spans.append([window.first, window.last])
    if spans == [[1, total]]:
        return f"{text.source.path}: all {total} lines"
    shown = ", ".join(f"{first}-{last}" for first, last in spans) or "none"
    return f"{text.source.path}: lines {shown} of {total}"


class _Lines:
    """The lines of a source with their tokens; a line that fits into no window is cut first, between words."""

    def __init__(self, text: SourceText, count: Callable[[str], int], most: int) -> None:
        self.text = text
        self.count = count
        self.most = max(1, most)
        self.lines: list[str] = []
        self.numbers: list[int] = []
        self.sizes: list[int] = []
        for number, line in enumerate(text.text.split("\n"), 1):
            for piece, size in _pieces(line, count, self.most):
                self.lines.append(piece)
                self.numbers.append(number)
                self.sizes.append(size)

    def end_from(self, first: int) -> int:
        """The end of the longest window that begins with a line: the first line behind it."""
        size = 0
        for end in range(first, len(self.lines)):
            size += self.sizes[end]
            if size > self.most and end > first:
                return end
        return len(self.lines)

    def around(self, number: int, passage: str) -> Window:
        """The window that holds a passage, which begins in the line with this number.

        What stands before it takes a third of the window at most, and leaves room for the passage.
        """
        first = self._cut_at(number, passage.split("\n")[0].strip())
        end = bisect.bisect_right(self.numbers, number + passage.count("\n"), first)
        before, size = 0, sum(self.sizes[first:end])
        while first > 0:
            before, size = before + self.sizes[first - 1], size + self.sizes[first - 1]
            if before > self.most // 3 or size > self.most:
                break
            first -= 1
        return self.window(first, self.end_from(first))

    def _cut_at(self, number: int, words: str) -> int:
        """The piece that begins with `words`, in the line with this number: one in pieces is cut there, too."""
        same = [place for place, line in enumerate(self.numbers) if line == number]
        offset = self.text.text.split("\n")[number - 1].find(words)
        place, at = same[0], max(0, offset)
        while len(same) > 1 and place < same[-1] and at >= len(self.lines[place]):
            at -= len(self.lines[place]) + 1
            place += 1
        if len(same) == 1 or at <= 0:
            return place
        pieces = [self.lines[place][:at].rstrip(" "), self.lines[place][at:]]
        self.lines[place : place + 1] = pieces
        self.numbers[place : place + 1] = [number, number]
        self.sizes[place : place + 1] = [self.count(f"{piece}\n") for piece in pieces]
        return place + 1

    def window(self, first: int, last: int) -> Window:
        """The window of the lines from `first` up to `last`, which is the first behind it."""
        shown = "\n".join(self.lines[first:last])
        return Window(self.text.source, self.numbers[first], self.numbers[last - 1], shown)


def _pieces(line: str, count: Callable[[str], int], most: int) -> list[tuple[str, int]]:
    """A line in pieces of at most `most` tokens, each with its tokens.

    It is halved, at a blank if there is one: a word is cut only where it alone is too long.
    """
    size = count(f"{line}\n")
    if size <= most or len(line) < 2:
        return [(line, size)]
    middle = len(line) // 2
    begin = len(line) - len(line.lstrip(" "))
    blank = line.rfind(" ", begin, middle)
    blank = blank if blank > 0 else line.find(" ", max(begin, middle))
    cut = blank if blank > 0 else middle
    return [*_pieces(line[:cut], count, most), *_pieces(line[cut:].lstrip(" "), count, most)]
