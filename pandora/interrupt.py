"""A person's wish to stop: a signal tells it, and whatever takes long looks for it and ends."""

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
_wished = threading.Event()
_held = threading.local()


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; `run` resumes it."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.run = run


def wished() -> bool:
    """True where somebody wants the process to stop."""
    return _wished.is_set()


def check() -> None:
    """Raise KeyboardInterrupt where somebody wants the process to stop, unless this thread holds it back."""
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
    if wished():
        os._exit(CODE)  # every document is whole at any moment
    _wished.set()
    check()
