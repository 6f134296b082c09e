"""Old texts that came out of an exchange, kept while an editor may have them open to write."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from pandora.text.document import Document

MOMENT = 0.1
"""Seconds for which a text is kept where the system cannot tell whether somebody has it open."""


@dataclass(frozen=True)
class Late:
    """A text that came out of the document at `target`: where it lies, what it should hold, since when."""

    path: Path
    target: Path
    base: Document
    since: float = field(default_factory=time.monotonic)

    @property
    def is_old(self) -> bool:
        """True where the moment is over."""
        return time.monotonic() - self.since > MOMENT


class Latecomers:
    """The texts that are still to be looked at again; threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: list[Late] = []

    def add(self, late: Late) -> None:
        """Keep one."""
        with self._lock:
            self._kept.append(late)

    def take(self, target: Path | None = None) -> list[Late]:
        """Those of a document, or all, oldest first; they are kept no longer."""
        with self._lock:
            taken = [each for each in self._kept if target in (None, each.target)]
            self._kept = [each for each in self._kept if each not in taken]
            return taken
