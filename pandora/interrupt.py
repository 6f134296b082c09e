"""Requests to stop: the whole process by a signal, one run by an event, or a thread's work by a deadline.

Long work calls `check` or `stop_requested` regularly.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

CODE = 130
"""The exit code of a command that was interrupted."""
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
LOOK = 0.2
"""The longest single wait, in seconds, before a waiting thread checks again whether to stop.

A signal does not wake other threads, and a signal just before a wait reaches the main thread only after it."""
_stop_event = threading.Event()
_delay = threading.local()
_scope = threading.local()
_deadline = threading.local()


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; `command` with the id `run` behind it goes on with it."""

    def __init__(self, run: str, command: str = "pandora resume") -> None:
        super().__init__(run)
        self.run, self.command = run, command


class Expired(Exception):
    """The time limit set by `within` has passed."""


def stop_requested() -> bool:
    """True when the process or this thread's run was asked to stop, or when this thread's time is over."""
    stop = scope()
    return _stop_event.is_set() or (stop is not None and stop.is_set()) or seconds_left() <= 0


def seconds_left() -> float:
    """Return the seconds that this thread's work may still take; infinite without a deadline."""
    return float(getattr(_deadline, "at", math.inf)) - time.monotonic()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit this thread's work in the `with` block to `seconds`; after that, `check` raises Expired.

    An enclosing limit that ends earlier still applies.
    """
    before = getattr(_deadline, "at", math.inf)
    _deadline.at = min(before, time.monotonic() + seconds)
    try:
        yield
    finally:
        _deadline.at = before


def scope() -> threading.Event | None:
    """Return the event that stops only this thread's run, or None where it has none."""
    return getattr(_scope, "stop", None)


def stop_with(stop: threading.Event | None) -> None:
    """Make this thread stop when `stop` is set; a thread that works for a run calls this at its start."""
    _scope.stop = stop


@contextmanager
def stoppable(stop: threading.Event) -> Iterator[None]:
    """Within the `with` block, setting `stop` stops this thread's work and the threads that its run starts."""
    before = scope()
    stop_with(stop)
    try:
        yield
    finally:
        stop_with(before)


def check() -> None:
    """Raise KeyboardInterrupt, or Expired at a deadline, if this thread should stop.

    Inside `uninterrupted` nothing is raised.
    """
    if stop_requested() and not getattr(_delay, "depth", 0):
        stop = scope()
        if _stop_event.is_set() or (stop is not None and stop.is_set()):
            raise KeyboardInterrupt
        raise Expired


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Run the `with` block without interruption; a stop requested meanwhile takes effect at its end."""
    _delay.depth = getattr(_delay, "depth", 0) + 1
    try:
        yield
    finally:
        _delay.depth -= 1
    check()


@contextmanager
def signals_handled() -> Iterator[None]:
    """In the `with` block SIGINT, SIGTERM and SIGHUP stop every thread; a second one ends the process at once.

    A signal that the process already ignores (nohup, a shell's background job) stays ignored. In a thread
    other than the main one this changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _stop_event.clear()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    taken = [number for number, old in before.items() if old not in (signal.SIG_IGN, None)]
    for number in taken:
        signal.signal(number, _on_signal)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


def _on_signal(number: int, frame: FrameType | None) -> None:
    if _stop_event.is_set():
        os._exit(CODE)  # every document is whole at any moment
    _stop_event.set()
    check()
