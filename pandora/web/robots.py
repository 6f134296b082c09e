"""Politeness: what robots.txt asks for, one request of a host at a time, and a pause between two."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

from pandora.web.address import Target

PAUSE = 1.0
"""Seconds between two requests of one host, where its robots.txt does not say more."""
LONGEST_PAUSE = 10.0
NAME = "pandora"


@dataclass(frozen=True)
class Robots:
    """The rules for us: pairs of a path pattern and whether it is open, and the pause that is asked for."""

    rules: tuple[tuple[str, bool], ...] = ()
    pause: float = 0.0

    def allow(self, path: str) -> bool:
        """Whether `path` may be fetched: the longest pattern that fits decides, an open one among equals."""
        fitting = [(len(pattern), opened) for pattern, opened in self.rules if fits(pattern, _decoded(path))]
        return max(fitting)[1] if fitting else True


NOTHING = Robots((("/", False),))
"""A host whose robots.txt cannot be had for now: everything is closed (RFC 9309, 2.3.1.4)."""


def parse_robots(text: str) -> Robots:
    """The rules of a robots.txt (RFC 9309) for this program, or else for everybody."""
    groups: dict[str, list[tuple[str, str]]] = {}
    names: list[str] = []
    fresh = True
    for line in text[: 512 << 10].splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not colon:
            continue
        if key == "user-agent":
            names = [value.lower()] if not fresh else [*names, value.lower()]
            fresh = True
            for name in names:
                groups.setdefault(name, [])
        elif key in ("allow", "disallow", "crawl-delay"):
            fresh = False
            for name in names:
                groups[name].append((key, value))
    ours = groups.get(NAME, groups.get("*", []))
    rules = tuple((_decoded(value), key == "allow") for key, value in ours if key != "crawl-delay" and value)
    pauses = [_seconds(value) for key, value in ours if key == "crawl-delay"]
    return Robots(rules[:2000], min(max(pauses, default=0.0), LONGEST_PAUSE))


def fits(pattern: str, path: str) -> bool:
    """Whether a path begins with a pattern in which `*` is anything and a last `$` the end; in linear time."""
    ends = pattern.endswith("$")
    first, *others = (pattern[:-1] if ends else pattern).split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    for number, part in enumerate(others, 1):
        if ends and number == len(others):
            return len(path) - len(part) >= place and path.endswith(part)
        place = path.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return not ends or place == len(path)


def _decoded(path: str) -> str:
    return unquote(path, errors="replace")


def _seconds(value: str) -> float:
    try:
        return max(0.0, float(value))
    except ValueError:
        return 0.0


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
