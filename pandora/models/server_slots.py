"""Which slot of a llama-server each document's calls go to, so that a slot keeps the prefix of one branch."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from pandora.document.ids import ID


def _nobody() -> Collection[int]:
    return ()


class Slots:
    """The slots of one server, each with the document that last asked there.

    A document keeps its slot. Another one takes the idle slot that was not used for longest, and those of
    documents above its own last: they go on when it has ended, with the prefix that their slot holds. For a
    request that names its slot, the server also looks up no state in its cache in memory. `processing` gives
    the slots that work now, also for others.
    """

    def __init__(self, count: int, processing: Callable[[], Collection[int]] = _nobody) -> None:
        self._owners = [""] * count
        self._used = [0] * count
        self._taken: set[int] = set()
        self._clock = 0
        self._processing = processing
        self._lock = threading.Lock()

    @contextmanager
    def taken(self, document: str) -> Iterator[int | None]:
        """Take a slot for a call of `document`; None where the server is to choose, as none is idle."""
        busy = self._processing() if self._owners else ()
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

    def _choose(self, document: str, busy: Collection[int]) -> int | None:
        idle = [slot for slot in range(len(self._owners)) if slot not in self._taken and slot not in busy]

        def order(slot: int) -> tuple[bool, bool, int]:
            owner = self._owners[slot]
            return owner != document, is_above(owner, document), self._used[slot]

        return min(idle, key=order, default=None)


def is_above(upper: str, lower: str) -> bool:
    """True if the document `upper` is a parent of `lower`, or a parent of that, and so on, by their ids."""
    one, other = ID.match(upper), ID.match(lower)
    if not one or not other or other["system"]:
        return False
    if (one["run1"] or one["run2"]) != other["run2"]:
        return False
    return bool(one["system"]) or other["number"].startswith(f"{one['number']}.")
