"""What a block prints: its beginning and its end are kept, and the length of what lies between is said."""

from __future__ import annotations

import collections
import io

_HEAD, _TAIL = 6000, 2000


class BlockOutput(io.TextIOBase):
    """A stream that keeps a bounded part of what is written to it, however much that is."""

    def __init__(self) -> None:
        super().__init__()
        self._head: list[str] = []
        self._room = _HEAD
        self._tail: collections.deque[str] = collections.deque()
        self._tail_size = 0
        self._size = 0

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def write(self, text: str) -> int:
        """Take a text; returns its length."""
        size = len(text)
        self._size += size
        head = text[: self._room]
        if head:
            self._head.append(head)
            self._room -= len(head)
        rest = text[len(head) :][-_TAIL:]
        if rest:
            self._tail.append(rest)
            self._tail_size += len(rest)
            while self._tail_size - len(self._tail[0]) >= _TAIL:
                self._tail_size -= len(self._tail.popleft())
        return size

    def text(self) -> str:
        """What was written, with a note of what was left out in its middle."""
        head, tail = "".join(self._head), "".join(self._tail)[-_TAIL:]
        left = self._size - len(head) - len(tail)
        return f"{head}\n[… {left:,} characters are left out …]\n{tail}" if left else head + tail
