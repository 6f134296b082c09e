"""Texts displaced by an exchange of names, kept while an editor may have them open to write."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.disk import temporary_files
from pandora.document.state_document import Document

KEEP_SECONDS = 0.1
"""Seconds for which a text is kept where the system cannot tell whether somebody has it open."""


@dataclass(frozen=True)
class DisplacedText:
    """A text that had the name `target` until an exchange; it lies at `path` now.

    `base` is what the file holds unless an editor has written to it since; `since` is a monotonic time.
    """

    path: Path
    base: bytes
    target: Path
    since: float = field(default_factory=time.monotonic)

    @property
    def is_old(self) -> bool:
        """True where the text was displaced more than KEEP_SECONDS ago."""
        return time.monotonic() - self.since > KEEP_SECONDS

    def rewritten(self, data: bytes) -> DisplacedText:
        """The same file after its editor, which has it open still, wrote `data` and the document took that.

        The file is renamed, so that recovery after this process knows that `data` is no lost text. Raises
        OSError.
        """
        path = temporary_files.finished_name(temporary_files.unfinished_name(self.target), data, data)
        os.rename(self.path, path)
        return replace(self, path=path, base=data)


class DisplacedTexts:
    """The displaced texts that are still to be looked at again; threads may share it.

    `written` has what the engine last wrote to each of their documents.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: list[DisplacedText] = []
        self.written: dict[Path, Document] = {}

    def add(self, text: DisplacedText) -> None:
        """Add a displaced text."""
        with self._lock:
            self._texts.append(text)

    def wrote(self, target: Path, document: Document | None) -> None:
        """Remember what the engine wrote, while any displaced text of the document is here.

        None where a conflict was reported already, so that it is not reported again.
        """
        if document is not None and target in self.targets():
            self.written[target] = document
        else:
            self.written.pop(target, None)

    def targets(self) -> list[Path]:
        """The documents that have displaced texts, the oldest first."""
        with self._lock:
            return list(dict.fromkeys(text.target for text in self._texts))

    def take(self, target: Path) -> DisplacedText | None:
        """Remove the oldest displaced text of a document and return it; None where there is none."""
        with self._lock:
            for number, text in enumerate(self._texts):
                if text.target == target:
                    return self._texts.pop(number)
        return None
