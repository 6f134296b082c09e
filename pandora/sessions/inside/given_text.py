"""`Text`: a text that a session was given, with functions to select parts of it by code."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator


def blob_name(data: bytes) -> str:
    """The name under which the engine stores bytes: the beginning of their SHA-256."""
    return f"blobs/{hashlib.sha256(data).hexdigest()[:32]}"


class Text(str):
    """A given text, whole; everything that a str can do, and its `name`.

    A snapshot stores it by reference to its bytes, however many snapshots there are. A slice of it is a str.
    """

    name: str
    _blob: str

    def __new__(cls, content: str, name: str = "") -> Text:
        """Make the text `content`, which the session knows by `name`."""
        text = super().__new__(cls, content)
        text.name = name
        text._blob = ""
        return text

    @property
    def data(self) -> bytes:
        """The bytes of the text, in UTF-8; bytes that were none are given back as they were."""
        return self.encode("utf-8", "surrogateescape")

    @property
    def blob(self) -> str:
        """The name under which its bytes are stored."""
        if not self._blob:
            self._blob = blob_name(self.data)
        return self._blob

    @property
    def lines(self) -> list[str]:
        """Its lines, without their ends."""
        return self.splitlines()

    def parts(self, size: int = 4000, overlap: int = 0) -> list[str]:
        """Parts of at most `size` characters, cut at ends of lines where there are any.

        Each part begins with the last `overlap` characters of the one before. Without an overlap the parts
        together are the text. Raises ValueError where `overlap` is not smaller than `size`.
        """
        if size < 1 or not 0 <= overlap < size:
            raise ValueError("parts need a size of at least 1 and an overlap that is smaller")
        return list(self._parts(size, overlap))

    def _parts(self, size: int, overlap: int) -> Iterator[str]:
        start = 0
        while start < len(self):
            end = min(len(self), start + size)
            if end < len(self):
                line_end = self.rfind("\n", start + overlap, end) + 1
                end = line_end if line_end > start + overlap else end
            yield self[start:end]
            if end == len(self):
                return
            start = end - overlap

    def near(self, word: str, size: int = 300, count: int = 10) -> list[str]:
        """Passages of about `size` characters around the first `count` places of `word`; case is ignored.

        Places within one passage share it.
        """
        passages: list[str] = []
        reached = 0
        for match in re.finditer(re.escape(word), self, re.IGNORECASE):
            if len(passages) >= count:
                break
            if match.start() < reached:
                continue
            start = max(0, match.start() - size // 2)
            reached = min(len(self), match.end() + size // 2)
            passages.append(self[start:reached])
        return passages

    def matching(self, pattern: str, count: int = 1000) -> list[str]:
        """The first `count` lines in which the regular expression `pattern` matches somewhere."""
        expression = re.compile(pattern)
        lines: list[str] = []
        for line in self.splitlines():
            if len(lines) >= count:
                break
            if expression.search(line):
                lines.append(line)
        return lines
