"""How far a model is with loading, reading a prompt or writing a reply, told to whoever listens."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

Stage = Literal["load", "read", "write"]
INTERVAL = 0.05
"""The shortest time between two reports, in seconds; the first and the last report of a stage always come."""
_SHORTEST = 0.001


@dataclass(frozen=True)
class Progress:
    """How far a model is with one stage of its work.

    A `load` counts thousandths, the other stages tokens. `total` is 0 where nobody knows it, as while a reply
    is written. Of the `done` tokens, the first `began` were there when the stage began, such as those that
    the cache holds. `seconds` is the time since then. `text` is all of the reply so far, or the name of what
    is loaded. `over` marks the last report of the stage.
    """

    stage: Stage
    done: int
    total: int = 0
    began: int = 0
    seconds: float = 0.0
    text: str = ""
    over: bool = False

    @property
    def rate(self) -> float:
        """Tokens a second in this stage; 0.0 where too little time has passed to tell."""
        return (self.done - self.began) / self.seconds if self.seconds >= _SHORTEST else 0.0


Listener = Callable[[Progress], None]
_local = threading.local()


@contextmanager
def heard_by(hears: Listener | None) -> Iterator[None]:
    """In the `with` block, what models do in this thread is reported to `hears`, which must not raise."""
    before = listener()
    _local.listener = hears
    try:
        yield
    finally:
        _local.listener = before


def listener() -> Listener | None:
    """Who listens in this thread, if anybody."""
    return getattr(_local, "listener", None)


def _no_text() -> str:
    return ""


class Meter:
    """Reports the stages of one piece of work to the listener of the thread that made the meter, if any.

    Without a listener, it does nothing. `clock` returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._listener = listener()
        self._clock = clock
        self._stage: Stage | None = None
        self._began = self._total = 0
        self._start = self._last = 0.0

    @property
    def heard(self) -> bool:
        """True where somebody listens."""
        return self._listener is not None

    @property
    def stage(self) -> Stage | None:
        """The stage that is going on, or None between two."""
        return self._stage

    def begin(self, stage: Stage, total: int = 0, began: int = 0, text: Callable[[], str] = _no_text) -> None:
        """Begin a stage of `total` units, of which `began` are there already, and report that."""
        if self._listener is None:
            return
        self._stage, self._total, self._began = stage, total, began
        self._start = self._clock()
        self._report(began, text, over=False)

    def correct(self, total: int, began: int) -> None:
        """Replace the figures that the stage began with by better ones; its time goes on."""
        self._total, self._began = total, began

    def advance(self, done: int, text: Callable[[], str] = _no_text) -> None:
        """Report that `done` units are there, unless the last report is younger than INTERVAL."""
        if self._stage is not None and self._clock() - self._last >= INTERVAL:
            self._report(done, text, over=False)

    def end(self, done: int | None = None, text: Callable[[], str] = _no_text, *, timed: bool = True) -> None:
        """End the stage that is going on, if any, and report it with `done` units, by default all of them.

        Where its time is not its own, `timed` is false, and no seconds are reported.
        """
        if self._stage is not None:
            if not timed:
                self._start = self._clock()
            self._report(self._total if done is None else done, text, over=True)
            self._stage = None

    def _report(self, done: int, text: Callable[[], str], *, over: bool) -> None:
        if self._listener is None or self._stage is None:
            return
        self._last = self._clock()
        seconds = self._last - self._start
        self._listener(Progress(self._stage, done, self._total, self._began, seconds, text(), over))
