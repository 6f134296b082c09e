"""The events of a run, and the watchers that receive them, such as the live tree or a log."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass, field
from typing import Protocol

from pandora.budget import Usage
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.disk.written_sections import keep
from pandora.document.state_document import Document
from pandora.document.terminal_text import one_line
from pandora.errors import PandoraError
from pandora.models.progress import Progress


@dataclass(frozen=True)
class Event:
    """One event: the document, what happened (`phase`, `call`, `section`, `end`, …), and details.

    `progress` says how far the model is with a phase; while a model is loaded, before any document,
    `document` is empty. A `note` carries a message about the document for the reader, such as that an editor
    has it open. `state` is the document as it is then on disk, if the event reports a write. `spent` is the
    share of the run's ceilings that is used after a call, of the one that is nearest.
    """

    document: str
    parent: str | None
    what: str
    detail: str = ""
    usage: Usage | None = None
    state: Document | None = None
    progress: Progress | None = None
    spent: float | None = None


class Watcher(Protocol):
    """Anything that takes events; it must not raise."""

    def __call__(self, event: Event) -> None:
        """Take one event."""


def nobody(event: Event) -> None:
    """The watcher of a run that nobody watches."""


_WRITTEN = ("section", "edited", "ask", "end")


@dataclass
class SectionKeeper:
    """A watcher that saves a copy of what the engine wrote in each section, and passes each event on."""

    workspace: Workspace
    watcher: Watcher
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, event: Event) -> None:
        """Take one event; never raises."""
        if event.what in _WRITTEN:
            with self._lock, contextlib.suppress(PandoraError, OSError, ValueError, KeyError):
                keep(self.workspace, event.state or Store(self.workspace).load(event.document))
        self.watcher(event)


_WORDS = {
    "begin": "begins: ",
    "ask": "asks: ",
    "edited": "keeps a person's ",
    "end": "",
    "run": "runs ",
    "note": "",
}
"""The words before an event's detail in a log, by what happened; other events are not logged."""


def log_line(event: Event) -> str:
    """Return an event in a few words for a log; "" if it is not to be logged."""
    detail = one_line(event.detail, 200)
    if event.what == "call" and event.usage is not None:
        used = event.usage
        tokens = f"{used.prompt} prompt tokens ({used.evaluated} evaluated), {used.written} written"
        return f"{detail.upper()}: {tokens}, {used.model_seconds:.1f} s"
    return f"{_WORDS[event.what]}{detail}" if event.what in _WORDS else ""
