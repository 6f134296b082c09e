"""The progress of a run on stderr: a live tree on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click

from pandora.commands.event_log import EventLog
from pandora.commands.measured_speed import Clock, MeasuredSpeed, speeds_path
from pandora.engine.events import Event, Watcher, log_line, nobody
from pandora.models.progress import heard_by
from pandora.models.protocol import Model

if TYPE_CHECKING:
    from rich.console import Console

EVERY = 10.0
"""Seconds without a line, after which plain lines tell how far the model is."""


@contextmanager
def watching(quiet: bool, events: EventLog | None = None) -> Iterator[Watcher]:
    """A watcher that shows a run: as nothing if `quiet`, as a live tree on a terminal, else as lines.

    It writes the `events`; where they go to stderr, nothing else is shown. The speed of the model is measured
    and kept for later estimates, even if `quiet`.
    """
    speed = MeasuredSpeed(speeds_path())
    with _shown(quiet or (events is not None and events.stderr), speed) as watcher:
        yield watcher if events is None else events.with_watcher(watcher)


@contextmanager
def _shown(quiet: bool, speed: MeasuredSpeed) -> Iterator[Watcher]:
    try:
        if quiet:
            yield with_speed(speed, nobody)
        elif not interactive():
            yield with_speed(speed, plain_lines(speed))
        else:
            from rich.console import Console

            with live_tree(Console(stderr=True, highlight=False), speed) as watcher:
                yield with_speed(speed, watcher)
    finally:
        speed.save()


def interactive() -> bool:
    """True where stderr is a terminal that may be drawn on; `NO_COLOR` takes only the colours from it."""
    return os.environ.get("TERM") != "dumb" and sys.stderr is not None and sys.stderr.isatty()


def open_watched(watcher: Watcher, open_model: Callable[[], Model]) -> Model:
    """The model that `open_model` opens; the watcher is told how far its load is, and then its name."""
    with heard_by(lambda progress: watcher(Event("", None, "progress", "load", progress=progress))):
        model = open_model()
    watcher(Event("", None, "model", model.name))
    return model


def with_speed(speed: MeasuredSpeed, watcher: Watcher) -> Watcher:
    """A watcher that gives each event to `speed` and then to `watcher`."""

    def watch(event: Event) -> None:
        with suppress(Exception):
            speed.take(event)
        watcher(event)

    return watch


def plain_lines(speed: MeasuredSpeed | None, clock: Clock = time.monotonic) -> Watcher:
    """A watcher that writes a line on stderr for each event that has one.

    After EVERY seconds without one, it writes how far the model is. Of many loops of a kind below one loop, the
    first ones have lines of their own; then it writes how many ended, as often.
    """
    from pandora.commands.run_tree import MOST_ALIKE, kind_of, progress_words

    lock = threading.Lock()
    said, loading = [clock()], [""]
    ended: Counter[tuple[str, str]] = Counter()

    def line_of(event: Event) -> str:
        alike = (event.parent or "", kind_of(event.document))
        ended[alike] += event.what == "end"
        if all(alike) and ended[alike] > MOST_ALIKE and event.what != "ask":
            due = clock() - said[0] >= EVERY
            return f"{event.parent}: {ended[alike]:,} {alike[1]} ended" if due else ""
        if event.progress is None:
            line = log_line(event)
            return f"{event.document}: {line}" if line else ""
        begins = False
        if not event.document:
            name = "" if event.progress.over else event.progress.text or event.detail
            begins, loading[0] = bool(name) and name != loading[0], name
        if not begins and clock() - said[0] < EVERY:
            return ""
        words = progress_words(event.progress, left=speed.call_left(event) if speed else None)
        return f"{event.document}: {event.detail.upper()}: {words}" if event.document else words

    def watch(event: Event) -> None:
        # a closed stderr must not end a run
        with lock, suppress(Exception):
            if line := line_of(event):
                said[0] = clock()
                click.echo(line, err=True)

    return watch


@contextmanager
def live_tree(console: Console, speed: MeasuredSpeed | None = None) -> Iterator[Watcher]:
    """A watcher that draws the run's documents as a tree on `console`; the last drawing stays there."""
    from rich.live import Live

    from pandora.commands.run_tree import Board

    board = Board(speed=speed)
    shown = Live(
        get_renderable=lambda: board,
        console=console,
        refresh_per_second=8,
        redirect_stdout=False,
        redirect_stderr=False,
        vertical_overflow="visible",
    )
    with shown:
        try:
            yield board.take
        finally:
            board.whole = True
