"""A wish to stop: of everything, by a signal, of one run, or at its deadline; what takes long looks for it."""

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
"""The exit code of what was interrupted."""
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
LOOK = 0.2
"""Seconds that anything waits at once: threads are not told of a signal, and the main thread hears one that
came just before a wait only at the end of that wait."""
_stop_event = threading.Event()
_delay = threading.local()
_scope = threading.local()
_deadline = threading.local()


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; `run` resumes it."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.run = run


class Expired(Exception):
    """The seconds that `within` gave are over."""


def stop_requested() -> bool:
    """True where somebody wants the process to stop, or this thread's run, or where its time is over."""
    stop = scope()
    return _stop_event.is_set() or (stop is not None and stop.is_set()) or seconds_left() <= 0


def seconds_left() -> float:
    """The seconds that this thread's work may still take; infinite where nothing bounds it."""
    return float(getattr(_deadline, "at", math.inf)) - time.monotonic()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Within this, this thread's work ends with Expired after `seconds`; a shorter limit around it holds."""
    before = getattr(_deadline, "at", math.inf)
    _deadline.at = min(before, time.monotonic() + seconds)
    try:
        yield
    finally:
        _deadline.at = before


def scope() -> threading.Event | None:
    """What stops this thread's run alone, if anything does."""
    return getattr(_scope, "stop", None)


def stop_with(stop: threading.Event | None) -> None:
    """Have this thread stop when `stop` is set, as a thread that works for a run does for its whole life."""
    _scope.stop = stop


@contextmanager
def stoppable(stop: threading.Event) -> Iterator[None]:
    """Within this, setting `stop` stops what this thread does, and the threads that its run starts."""
    before = scope()
    stop_with(stop)
    try:
        yield
    finally:
        stop_with(before)


def check() -> None:
    """Raise KeyboardInterrupt, or Expired, where this thread is to stop, unless it holds that back."""
    if stop_requested() and not getattr(_delay, "depth", 0):
        stop = scope()
        if _stop_event.is_set() or (stop is not None and stop.is_set()):
            raise KeyboardInterrupt
        raise Expired


@contextmanager
def uninterrupted() -> Iterator[None]:
    """What must not be broken off in its middle: a signal that comes meanwhile counts at its end."""
    _delay.depth = getattr(_delay, "depth", 0) + 1
    try:
        yield
    finally:
        _delay.depth -= 1
    check()


@contextmanager
def signals_handled() -> Iterator[None]:
    """Within this SIGINT, SIGTERM and SIGHUP stop every thread's work; a second one ends the process at once.

    What the process was told to ignore (nohup, a shell's background) stays ignored. In a thread other than
    the main one nothing is changed.
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
