"""Which slot of a llama-server each document's calls go to, so that a slot keeps the prefix of one branch."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from pandora.document.ids import ID

_LEAST = 64
"""Tokens of a shared prefix below which a miss says nothing."""
_MOST_PROMPTS = 256


def _nobody() -> Collection[int]:
    return ()


class Slots:
    """The slots of one server, each with the document that last asked there.

    At first the server chooses, which is best where it keeps prompts in memory. Once it has read again what a
    document had asked before, slots are named: a document keeps its own, and another one takes the idle slot
    that was not used for longest, those of documents above it last, since they go on with the prefix that
    their slot holds. Servers that empty idle slots are worse off so; then the choice is theirs again.
    `processing` gives the slots that work now, also for others.
    """

    def __init__(self, count: int, processing: Callable[[], Collection[int]] = _nobody) -> None:
        self._owners = [""] * count
        self._used = [0] * count
        self._taken: set[int] = set()
        self._prompts: dict[str, str] = {}
        self._misses = 0
        self._clock = 0
        self._processing = processing
        self._lock = threading.Lock()

    @property
    def named(self) -> bool:
        """True while slots are named."""
        return len(self._owners) > 1 and self._misses == 1

    @contextmanager
    def take(self, document: str) -> Iterator[int | None]:
        """Take a slot for a call of `document`; None where the server is to choose."""
        if not self.named:
            yield None
            return
        busy = self._processing()
        with self._lock:
            slot = self._choose(document, busy)
            if slot is not None:
                self._clock += 1
                self._owners[slot], self._used[slot] = document, self._clock
                self._taken.add(slot)
        try:
            yield slot
        finally:
            with self._lock:
                self._taken.discard(slot if slot is not None else -1)

    def learn(self, document: str, prompt: str, tokens: int, cached: int) -> None:
        """Take in that a call of `document` had a prompt of so many `tokens`, of which `cached` were reused.

        Where that is less than half of what the prompt shares with the document's last one, the way in which
        slots are chosen has cost its prefix.
        """
        if len(self._owners) < 2:
            return
        with self._lock:
            shared = _shared(self._prompts.pop(document, ""), prompt)
            self._prompts[document] = prompt
            while len(self._prompts) > _MOST_PROMPTS:
                del self._prompts[next(iter(self._prompts))]
            expected = tokens * shared // max(1, len(prompt))
            if expected >= _LEAST and cached < expected // 2:
                self._misses += 1
                self._owners = [""] * len(self._owners)

    def _choose(self, document: str, busy: Collection[int]) -> int | None:
        idle = [slot for slot in range(len(self._owners)) if slot not in self._taken and slot not in busy]

        def order(slot: int) -> tuple[bool, bool, int]:
            owner = self._owners[slot]
            return owner != document, is_above(owner, document), self._used[slot]

        return min(idle, key=order, default=None)


def _shared(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


def is_above(upper: str, lower: str) -> bool:
    """True if the document `upper` is a parent of `lower`, or a parent of that, and so on, by their ids."""
    one, other = ID.match(upper), ID.match(lower)
    if not one or not other or other["system"]:
        return False
    if (one["run1"] or one["run2"]) != other["run2"]:
        return False
    return bool(one["system"]) or other["number"].startswith(f"{one['number']}.")
