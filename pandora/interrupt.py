"""A wish to stop: of everything, by a signal, or of one run; whatever takes long looks for it and ends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

CODE = 130
"""The exit code of what was interrupted."""
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
LOOK = 0.2
"""Seconds that anything waits at once: threads are not told of a signal, and the main thread hears one that
came just before a wait only at the end of that wait."""
_wished = threading.Event()
_held = threading.local()
_scope = threading.local()


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; `run` resumes it."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.run = run


def wished() -> bool:
    """True where somebody wants the process to stop, or this thread's run."""
    stop = scope()
    return _wished.is_set() or (stop is not None and stop.is_set())


def scope() -> threading.Event | None:
    """What stops this thread's run alone, if anything does."""
    return getattr(_scope, "stop", None)


def adopt(stop: threading.Event | None) -> None:
    """Have this thread stop when `stop` is set, as a thread that works for a run does for its whole life."""
    _scope.stop = stop


@contextmanager
def stoppable(stop: threading.Event) -> Iterator[None]:
    """Within this, setting `stop` stops what this thread does, and the threads that its run starts."""
    before = scope()
    adopt(stop)
    try:
        yield
    finally:
        adopt(before)


def check() -> None:
    """Raise KeyboardInterrupt where this thread is to stop, unless it holds that back."""
    if wished() and not getattr(_held, "depth", 0):
        raise KeyboardInterrupt


@contextmanager
def held() -> Iterator[None]:
    """What must not be broken off in its middle: a signal that comes meanwhile counts at its end."""
    _held.depth = getattr(_held, "depth", 0) + 1
    try:
        yield
    finally:
        _held.depth -= 1
    check()


@contextmanager
def heard() -> Iterator[None]:
    """Within this SIGINT, SIGTERM and SIGHUP stop every thread's work; a second one ends the process at once.

    What the process was told to ignore (nohup, a shell's background) stays ignored. In a thread other than
    the main one nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _wished.clear()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    taken = [number for number, old in before.items() if old not in (signal.SIG_IGN, None)]
    for number in taken:
        signal.signal(number, _hear)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


def _hear(number: int, frame: FrameType | None) -> None:
    if _wished.is_set():
        os._exit(CODE)  # every document is whole at any moment
    _wished.set()
    check()
