"""Old texts that came out of an exchange, kept while an editor may have them open to write."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.disk import temporary_files
from pandora.document.state_document import Document

MOMENT = 0.1
"""Seconds for which a text is kept where the system cannot tell whether somebody has it open."""


@dataclass(frozen=True)
class Late:
    """A text that came out of the document at `target`: where it lies, what it should hold, since when."""

    path: Path
    base: bytes
    target: Path
    since: float = field(default_factory=time.monotonic)

    @property
    def is_old(self) -> bool:
        """True where the moment is over."""
        return time.monotonic() - self.since > MOMENT

    def followed(self, data: bytes) -> Late:
        """The same text, where its editor wrote `data`, which was taken, and has it open still.

        Its new name says so to whoever finds it after this process. Raises OSError.
        """
        path = temporary_files.finished(temporary_files.unfinished(self.target), data, data)
        os.rename(self.path, path)
        return replace(self, path=path, base=data)


class Latecomers:
    """The texts that are still to be looked at again; threads may share it.

    `written` has, for their documents, what the engine last wrote there.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: list[Late] = []
        self.written: dict[Path, Document] = {}

    def add(self, late: Late) -> None:
        """Keep one."""
        with self._lock:
            self._kept.append(late)

    def wrote(self, target: Path, document: Document | None) -> None:
        """Remember what the engine wrote while any text of that document is kept; None for what was told of."""
        if document is not None and target in self.targets():
            self.written[target] = document
        else:
            self.written.pop(target, None)

    def targets(self) -> list[Path]:
        """The documents of which there are any, oldest first."""
        with self._lock:
            return list(dict.fromkeys(each.target for each in self._kept))

    def take(self, target: Path) -> Late | None:
        """The oldest of a document, which is kept no longer; None where there is none."""
        with self._lock:
            for number, late in enumerate(self._kept):
                if late.target == target:
                    return self._kept.pop(number)
        return None
