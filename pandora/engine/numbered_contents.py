"""Contents of files and values that §3 of an operation names by number; the front matter has their digests."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pandora.document.meta_values import mapping
from pandora.document.state_document import Document

KEY = "contents"
"""The front matter key: by number, the blob of a content, or the digest of one that stood there before."""
NUMBERED = r"content \d{1,6}"
"""What §3 writes in the place of a digest, as a regular expression."""
_WORDS = re.compile(r"content (\d{1,6})")
_NAMED = re.compile(r"(?:→|\(was) content (\d{1,6})\b")


class Contents:
    """The numbered contents of one document; numbers are given once, and never again to another content."""

    def __init__(self, by_number: Mapping[str, str] | None = None, used: int = 0) -> None:
        self.by_number = dict(by_number or {})
        self._used = max([used, *(int(number) for number in self.by_number if number.isdecimal())])

    @classmethod
    def of(cls, document: Document) -> Contents:
        """The contents that a document's front matter has; a number that only its text has counts as given."""
        recorded = {str(number): str(content) for number, content in mapping(document.meta, KEY).items()}
        return cls(recorded, max(map(int, _NAMED.findall(document.text)), default=0))

    def numbered(self, content: str) -> str:
        """Return the words that name `content`, a blob or a digest; a new one gets a number."""
        for number, known in self.by_number.items():
            if known == content:
                return f"content {number}"
        self._used += 1
        self.by_number[str(self._used)] = content
        return f"content {self._used}"

    def named(self, words: str) -> str:
        """Return what `words` name: of `content 3` the content with that number, "" where none has it.

        Earlier versions wrote the content itself, which is returned as it is.
        """
        match = _WORDS.fullmatch(words)
        return self.by_number.get(match[1], "") if match else words
