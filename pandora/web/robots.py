"""Politeness: what robots.txt asks for, one request of a host at a time, and a pause between two."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pandora.web.address import Target

if TYPE_CHECKING:
    from protego import Protego

PAUSE = 1.0
"""Seconds between two requests of one host, where its robots.txt does not say more."""
LONGEST_PAUSE = 10.0
NAME = "pandora"


LARGEST = 512 << 10
"""Characters of a robots.txt that are read."""


@dataclass(frozen=True)
class Robots:
    """What a robots.txt asks of this program: its rules, and a pause between two requests in seconds.

    Without `rules` all of the host is open, or nothing of it where `closed`.
    """

    rules: Protego | None = None
    pause: float = 0.0
    closed: bool = False

    def allow(self, path: str) -> bool:
        """Whether `path`, with its query, may be fetched."""
        if self.rules is None:
            return not self.closed
        return self.rules.can_fetch(f"http://host{path}", NAME)  # without a host, //a would be one


NOTHING = Robots(closed=True)
"""A host whose robots.txt cannot be had for now: everything is closed (RFC 9309, 2.3.1.4)."""


def parse_robots(text: str) -> Robots:
    """The rules of a robots.txt (RFC 9309) for this program, or else for everybody."""
    from protego import Protego

    rules = Protego.parse(text[:LARGEST])
    pause = rules.crawl_delay(NAME) or 0.0
    return Robots(rules, min(max(pause, 0.0), LONGEST_PAUSE))


@dataclass
class Manners:
    """What is known of each origin in this process: its rules, its turn, and when it was last asked."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    robots: dict[str, Robots] = field(default_factory=dict)
    asked: dict[str, float] = field(default_factory=dict)
    _turns: dict[str, threading.RLock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def turn(self, wanted: Target) -> Iterator[None]:
        """Wait for the host's turn: one thing is asked of it at a time."""
        with self._lock:
            turn = self._turns.setdefault(wanted.origin, threading.RLock())
        with turn:
            yield

    def wait(self, wanted: Target, pause: float) -> None:
        """Sleep until `pause` seconds have passed since the host was last asked."""
        last = self.asked.get(wanted.origin)
        if last is not None and (rest := last + pause - self.clock()) > 0:
            self.sleep(rest)
        self.asked[wanted.origin] = self.clock()
