"""The progress of a run on stderr: a live tree on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from pandora.budget import Usage
from pandora.document.terminal_text import one_line
from pandora.engine.events import Event, Watcher, log_line, nobody

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.tree import Tree

LONGEST_TEXT = 60
_STYLES = {"accepted": "green", "waiting": "yellow", "escalated": "magenta", "failed": "red"}
Clock = Callable[[], float]


@contextmanager
def watching(quiet: bool) -> Iterator[Watcher]:
    """A watcher that shows a run: as nothing if `quiet`, as a live tree on a terminal, else as lines."""
    if quiet:
        yield nobody
    elif not interactive():
        yield plain_lines()
    else:
        from rich.console import Console

        with live_tree(Console(stderr=True, highlight=False)) as watcher:
            yield watcher


def interactive() -> bool:
    """True where stderr is a terminal that may be drawn on."""
    allowed = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return allowed and sys.stderr is not None and sys.stderr.isatty()


def plain_lines() -> Watcher:
    """A watcher that writes a line on stderr for each event that has one."""
    lock = threading.Lock()

    def watch(event: Event) -> None:
        # a closed stderr must not end a run
        with lock, suppress(Exception):
            if line := log_line(event):
                click.echo(f"{event.document}: {line}", err=True)

    return watch


@contextmanager
def live_tree(console: Console) -> Iterator[Watcher]:
    """A watcher that draws the run's documents as a tree on `console`; the last drawing stays there."""
    from rich.live import Live

    board = Board()
    shown = Live(
        get_renderable=board.render,
        console=console,
        refresh_per_second=8,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with shown:
        yield board.take


@dataclass
class Loop:
    """What the tree shows of a loop; `began` and `ended` are seconds of the board's clock."""

    parent: str | None
    began: float
    task: str = ""
    phase: str = ""
    doing: str = ""
    status: str = "running"
    ended: float | None = None
    used: Usage = field(default_factory=Usage)


class Board:
    """The loops of a run, put together from its events; any thread may add one or draw."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._loops: dict[str, Loop] = {}

    def take(self, event: Event) -> None:
        """Take in one event; never raises, since a display must not end a run."""
        with self._lock, suppress(Exception):
            self._update(event)

    def _update(self, event: Event) -> None:
        now = self._clock()
        if event.what == "note":
            if noted := self._loops.get(event.document):
                noted.doing = one_line(event.detail, 2 * LONGEST_TEXT)
            return
        if event.parent is not None:
            # a resumed parent may have had no event yet
            parent = self._loops.setdefault(event.parent, Loop(None, now))
            if event.what != "end":
                parent.phase, parent.doing = "DO", ""
        loop = self._loops.setdefault(event.document, Loop(event.parent, now))
        loop.parent = event.parent
        detail = one_line(event.detail, LONGEST_TEXT)
        if event.what == "end":
            loop.status, loop.doing, loop.ended = detail, "", now
            return
        loop.ended = None
        if event.what == "begin":
            loop.task = detail
        elif event.what == "phase":
            loop.status, loop.phase, loop.doing = "running", detail.upper(), "thinking"
        elif event.what in ("call", "section"):
            loop.phase, loop.doing = detail.upper(), ""
            if event.usage is not None:
                loop.used.add(event.usage)
        elif event.what == "run":
            loop.phase, loop.doing = "DO", detail
        elif event.what == "ask":
            loop.doing = f"asks: {detail}"
        elif event.what == "edited":
            loop.doing = f"keeps your {detail.upper()}"

    def render(self) -> RenderableType:
        """The tree as it is now; the root's line has the totals of the run."""
        from rich.text import Text
        from rich.tree import Tree

        with self._lock:
            roots = [name for name, loop in self._loops.items() if loop.parent is None]
            if not roots:
                return Text("starting", style="dim")
            tree = Tree(self._text(roots[0], total=True), guide_style="dim")
            self._grow(tree, roots[0])
            return tree

    def _grow(self, tree: Tree, parent: str) -> None:
        for name, loop in self._loops.items():
            if loop.parent == parent:
                self._grow(tree.add(self._text(name)), name)

    def _text(self, name: str, total: bool = False) -> RenderableType:
        from rich.text import Text

        loop = self._loops[name]
        text = Text(name, style="bold" if total else "", no_wrap=True, overflow="ellipsis")
        if loop.status == "running":
            text.append(f"  {loop.phase or 'begins'}", style="cyan")
        else:
            text.append(f"  {loop.status}", style=_STYLES.get(loop.status, ""))
        if loop.doing:
            text.append(f"  {loop.doing}")
        text.append(f"  {self._figures(loop, total)}", style="dim")
        if loop.task:
            text.append(f"  {loop.task}", style="italic dim")
        return text

    def _figures(self, loop: Loop, total: bool) -> str:
        """Tokens so far, tokens a second and seconds; of the whole tree on the root's line."""
        used = Usage()
        for counted in self._loops.values() if total else (loop,):
            used.add(counted.used)
        end = self._clock() if loop.ended is None else loop.ended
        figures = [f"{used.calls} calls"] if total else []
        if used.calls:
            figures.append(f"{used.prompt + used.written} tokens")
        if used.model_seconds > 0:
            figures.append(f"{used.written / used.model_seconds:.0f} tok/s")
        return " · ".join([*figures, f"{end - loop.began:.0f} s"])
