"""Politeness towards hosts: robots.txt, one request at a time, and a pause between two requests."""

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
AGENT_NAME = "pandora"
MAX_CHARACTERS = 512 << 10
"""Characters of a robots.txt that are read."""


@dataclass(frozen=True)
class Robots:
    """What a robots.txt asks of this program: its rules, and a pause between two requests in seconds.

    Without `rules` every path may be fetched, or none where `closed`.
    """

    rules: Protego | None = None
    pause: float = 0.0
    closed: bool = False

    def allow(self, path: str) -> bool:
        """Whether `path`, with its query, may be fetched."""
        if self.rules is None:
            return not self.closed
        return self.rules.can_fetch(
            f"http://host{path}", AGENT_NAME
        )  # with a host, or //a would be read as one


ALL_CLOSED = Robots(closed=True)
"""The rules where the robots.txt cannot be had for now: every path is closed (RFC 9309, 2.3.1.4)."""


def parse_robots(text: str) -> Robots:
    """The rules of a robots.txt (RFC 9309) for this program, or else for everybody."""
    from protego import Protego

    rules = Protego.parse(text[:MAX_CHARACTERS])
    pause = rules.crawl_delay(AGENT_NAME) or 0.0
    return Robots(rules, min(max(pause, 0.0), LONGEST_PAUSE))


@dataclass
class Politeness:
    """Each origin's rules, its lock, and the time of the last request to it; one for each process."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    robots: dict[str, Robots] = field(default_factory=dict)
    last_request: dict[str, float] = field(default_factory=dict)
    _turns: dict[str, threading.RLock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def turn(self, destination: Target) -> Iterator[None]:
        """Hold the lock of the origin, so that one request at a time is made to it."""
        with self._lock:
            turn = self._turns.setdefault(destination.origin, threading.RLock())
        with turn:
            yield

    def wait(self, destination: Target, pause: float) -> None:
        """Sleep until `pause` seconds have passed since the last request; begin the next pause."""
        last = self.last_request.get(destination.origin)
        if last is not None and (rest := last + pause - self.clock()) > 0:
            self.sleep(rest)
        self.last_request[destination.origin] = self.clock()
