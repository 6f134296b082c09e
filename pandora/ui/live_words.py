"""What a call of the program reads and writes just now, put together from its events."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from typing import Any

from pandora.commands.run_tree import progress_words
from pandora.models.progress import Progress

_OVER = ("call", "section", "phase", "end", "begin")
"""The events after which nothing is read or written for a document, until that is told again."""


@dataclass(frozen=True)
class Words:
    """How far a phase of a document is, in words, and its reply so far."""

    phase: str
    progress: str
    text: str = ""


@dataclass
class LiveWords:
    """The words of each document that the model is at; one thread adds events, any may read."""

    _words: dict[str, Words] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, document: str) -> Words | None:
        """What is read or written for a document, None where nothing is."""
        with self._lock:
            return self._words.get(document)

    def clear(self) -> None:
        """Forget all: the call has ended."""
        with self._lock:
            self._words.clear()

    def take(self, line: str) -> bool:
        """Take in one line of `--events`; True where something changed. A line that is none changes nothing."""
        try:
            event = json.loads(line)
            with self._lock:
                return self._update(event)
        except (ValueError, TypeError, KeyError, AttributeError):
            return False

    def _update(self, event: dict[str, Any]) -> bool:
        name, document = str(event["event"]), str(event.get("document") or "")
        if name in _OVER:
            return self._words.pop(document, None) is not None
        if name not in ("read", "write"):
            return False
        before = self._words.get(document)
        text = before.text if before else ""
        if name == "write":
            text = text[: int(event["at"])] + str(event["text"])
        done, total, began = int(event["tokens"]), int(event.get("of", 0)), int(event.get("cached", 0))
        progress = Progress("read" if name == "read" else "write", done, total, began, float(event["seconds"]))
        self._words[document] = Words(str(event["phase"]), progress_words(progress), text)
        return True
