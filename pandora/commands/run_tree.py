"""The loops of a run as a tree for a terminal, with what the model reads and writes just now."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pandora.budget import Usage
from pandora.commands.measured_speed import MeasuredSpeed
from pandora.document.counted import counted
from pandora.document.terminal_text import clean, one_line
from pandora.engine.events import Event
from pandora.models.progress import Progress

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

LONGEST_TEXT = 60
NARROW = 72
"""Below this width, in columns, names are short, and figures and tasks have lines of their own."""
LEAST_SPENT = 0.01
"""The share of the ceilings that a run has used from which the tree tells it."""
MOST_ALIKE = 12
"""Of more loops of one kind below one loop, those that ended stand together in one line."""
_TAIL = 4
"""How many lines of a reply are shown while it is written."""
_STYLES = {"accepted": "green", "waiting": "yellow", "escalated": "magenta", "failed": "red"}
_SPINNERS = {True: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", False: "|/-\\"}
_GUIDES = {
    (True, True): ("├── ", "└── ", "│   "),
    (True, False): ("|-- ", "`-- ", "|   "),
    (False, True): ("├ ", "└ ", "│ "),
    (False, False): ("| ", "` ", "| "),
}
"""The guides of a child, of the last child, and beside grandchildren: by wide or narrow, and by Unicode."""
Clock = Callable[[], float]


def progress_words(progress: Progress, name: str = "", left: float | None = None) -> str:
    """How far a model is, as `reads 512 of 900 tokens · 61 tok/s · about 6 s left`.

    `name` is what is loaded, where the progress does not say it.
    """
    figures = []
    if progress.stage == "load":
        done = 100 * progress.done // progress.total if progress.total else 0
        figures = [f"loads {one_line(progress.text or name, LONGEST_TEXT)}"]
        figures += [f"{done} %"] if progress.total else []
    elif progress.stage == "read":
        figures = [f"reads {progress.done:,} of {progress.total:,} tokens"]
    else:
        figures = [f"writes, {progress.done:,} token{'s' * (progress.done != 1)}"]
    if progress.stage != "load" and progress.rate:
        figures.append(rate_words(progress.rate))
    return " · ".join([*figures, *left_words(left)])


def rate_words(rate: float) -> str:
    """A speed in tokens a second, with a digit after the point below ten."""
    return f"{rate:.1f} tok/s" if rate < 9.95 else f"{rate:.0f} tok/s"


def left_words(seconds: float | None) -> list[str]:
    """The time left in words; none where it is not known or less than a second."""
    if seconds is None or seconds < 1:
        return []
    return [f"about {seconds:.0f} s left" if seconds < 100 else f"about {seconds / 60:.0f} min left"]


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
    progress: Event | None = None


class Board:
    """The loops of a run, put together from its events; any thread may add one or draw.

    It is drawn by rich. While the run goes on, no more lines are drawn than the terminal has; set `whole` for
    the last drawing. `speed` estimates the time left; who made it gives it the events.
    """

    def __init__(self, clock: Clock = time.monotonic, speed: MeasuredSpeed | None = None) -> None:
        self.whole = False
        self._clock = clock
        self._speed = speed or MeasuredSpeed()
        self._lock = threading.RLock()
        self._loops: dict[str, Loop] = {}
        self._loading: Event | None = None
        self._spent = 0.0

    def take(self, event: Event) -> None:
        """Take in one event; never raises, since a display must not end a run."""
        with self._lock, suppress(Exception):
            self._update(event)

    def _update(self, event: Event) -> None:
        now = self._clock()
        if not event.document:
            self._loading = event if event.what == "progress" else None
            return
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
        loop.progress = event if event.what == "progress" else None
        if event.what == "end":
            loop.status, loop.doing, loop.ended = detail, "", now
            return
        loop.ended = None
        if event.what == "begin":
            loop.task = detail
        elif event.what == "phase":
            loop.status, loop.phase, loop.doing = "running", detail.upper(), "thinking"
        elif event.what == "progress":
            loop.phase, loop.doing = detail.upper(), ""
        elif event.what in ("call", "section"):
            loop.phase, loop.doing = detail.upper(), ""
            if event.usage is not None:
                loop.used.add(event.usage)
            self._spent = max(self._spent, event.spent or 0.0)
        elif event.what == "run":
            loop.phase, loop.doing = "DO", detail
        elif event.what == "ask":
            loop.doing = f"asks: {detail}"
        elif event.what == "edited":
            loop.doing = f"keeps your {detail.upper()}"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """The lines of the tree as it is now, for rich."""
        if self.whole and not self._loops:
            return
        height = console.size.height if console.is_terminal and not self.whole else 0
        with self._lock:
            drawing = _Drawing(self, options.max_width, not options.ascii_only)
            rows = drawing.rows()
        rows = [_ascii(row) for row in rows] if options.ascii_only else rows
        if height and len(rows) >= height:
            rows = [rows[0], drawing.dim("…"), *rows[len(rows) - height + 3 :]]
        yield from rows


class _Drawing:
    """One drawing of a board, `width` columns wide; the board is locked meanwhile."""

    def __init__(self, board: Board, width: int, unicode: bool) -> None:
        self._loops, self._loading, self._speed = board._loops, board._loading, board._speed
        self._now, self._spent = board._clock(), board._spent
        self._width, self._wide, self._moves = width, width >= NARROW, not board.whole
        self._guides = _GUIDES[self._wide, unicode]
        spinner = _SPINNERS[unicode]
        self._spinner = spinner[int(self._now * 8) % len(spinner)]
        self._children: dict[str | None, list[str]] = {}
        for name, loop in self._loops.items():
            self._children.setdefault(loop.parent, []).append(name)
        running = sum(loop.progress is not None for loop in self._loops.values())
        self._tail = _TAIL if running <= 1 else 1

    def rows(self) -> list[Text]:
        """The lines: the root's has the totals of the run; above it, what is loaded."""
        rows: list[Text] = []
        if self._loading is not None and self._loading.progress is not None:
            left = self._speed.call_left(self._loading)
            words = progress_words(self._loading.progress, self._loading.detail, left)
            rows.append(self.dim(f"{self._spinner} {words}"))
        if roots := self._children.get(None):
            self._grow(rows, roots[0], "", "")
        return rows or [self.dim(f"{self._spinner} starting")]

    def dim(self, words: str = "") -> Text:
        """A line in dim letters, cut where the terminal ends."""
        from rich.text import Text

        return Text(words, style="dim", no_wrap=True, overflow="ellipsis")

    def _grow(self, rows: list[Text], name: str, first: str, rest: str) -> None:
        loop = self._loops[name]
        alike, children = self._folded(name)
        rows.append(self._head(name, loop, first))
        beside = rest + (self._guides[2] if alike or children else " " * len(self._guides[2]))
        rows += [self.dim(beside).append(row) for row in self._details(loop, self._width - len(beside))]
        for place, words in enumerate(alike, 1):
            last = place == len(alike) and not children
            rows.append(self.dim(rest + self._guides[1 if last else 0]).append(words, style="not dim"))
        for place, child in enumerate(children):
            last = place == len(children) - 1
            below = rest + (" " * len(self._guides[2]) if last else self._guides[2])
            self._grow(rows, child, rest + self._guides[1 if last else 0], below)

    def _folded(self, name: str) -> tuple[list[str], list[str]]:
        """A line for each kind of which many loops ended below a loop, and the children that have their own."""
        ended: dict[str, list[str]] = {}
        for child in self._children.get(name, ()):
            if self._loops[child].status != "running" and child not in self._children:
                ended.setdefault(kind_of(child), []).append(child)
        many = {kind: names for kind, names in ended.items() if kind and len(names) > MOST_ALIKE}
        hidden = {child for names in many.values() for child in names}
        own = [child for child in self._children.get(name, ()) if child not in hidden]
        return [self._together(kind, names) for kind, names in many.items()], own

    def _together(self, kind: str, names: list[str]) -> str:
        loops = [self._loops[name] for name in names]
        states = Counter(loop.status for loop in loops)
        tokens = sum(loop.used.prompt + loop.used.written for loop in loops)
        figures = [f"{count:,} {status}" for status, count in states.items()]
        return f"{len(names):,} {kind}  {' · '.join([*figures, f'{tokens:,} tokens'])}"

    def _head(self, name: str, loop: Loop, first: str) -> Text:
        from rich.text import Text

        row, root, running = self.dim(first), loop.parent is None, loop.status == "running"
        if root and running and self._moves:
            row.append(f"{self._spinner} ")
        row.append_text(Text(name if self._wide or root else _short(name), style="bold" if root else "not dim"))
        if running:
            row.append(f"  {loop.phase or 'begins'}", style="not dim cyan")
        else:
            row.append(f"  {loop.status}", style=f"not dim {_STYLES.get(loop.status, '')}")
        if loop.doing and self._wide:
            row.append(f"  {loop.doing}", style="not dim")
        if self._wide:
            row.append(f"  {' · '.join(self._figures(loop, root))}")
        else:
            row.append(f"  {self._seconds(loop)}")
        if loop.task and self._wide:
            row.append(f"  {loop.task}", style="italic")
        return row

    def _details(self, loop: Loop, width: int) -> list[Text]:
        """The lines below a loop's own: what the model does, its words, and on a narrow terminal figures."""
        rows: list[Text] = []
        root = loop.parent is None
        if not self._wide and root:
            rows += [self.dim(row) for row in _packed(self._figures(loop, root)[:-1], width)]
            rows += [self.dim().append(loop.task, style="italic")] if loop.task else []
        if not self._wide and loop.doing:
            rows.append(self.dim().append(loop.doing, style="not dim"))
        if self._moves and loop.progress is not None and loop.progress.progress is not None:
            progress = loop.progress.progress
            words = progress_words(progress, "", self._speed.call_left(loop.progress))
            rows += [self.dim().append(row, style="not dim cyan") for row in _packed(words.split(" · "), width)]
            if progress.stage == "write":
                tail = last_rows(progress.text, width - 2, self._tail)
                rows += [self.dim("  ").append(row, style="not dim") for row in tail]
        return rows

    def _seconds(self, loop: Loop) -> str:
        return f"{(self._now if loop.ended is None else loop.ended) - loop.began:.0f} s"

    def _figures(self, loop: Loop, total: bool) -> list[str]:
        """Tokens so far and seconds; on the root's line of the whole tree, with the share of the ceilings that
        is used, speeds and the time left."""
        used = Usage()
        for one_loop in self._loops.values() if total else (loop,):
            used.add(one_loop.used)
        figures = [counted(used.calls, "call")] if total else []
        if used.calls:
            figures.append(f"{used.prompt + used.written:,} tokens")
        if total and self._moves and self._spent >= LEAST_SPENT:
            figures.append(f"{self._spent * 100:.0f} % of the budget")
        if total:
            speeds = {"reads": "read", "writes": "write"}.items()
            rates = [(word, self._speed.sitting[stage].a_second) for word, stage in speeds]
            figures += [f"{word} {rate_words(rate)}" for word, rate in rates if rate]
            if loop.status == "running" and self._moves:
                figures += left_words(self._speed.run_left())
        return [*figures, self._seconds(loop)]


def kind_of(document: str) -> str:
    """The kind of a loop as its name has it: `op-leaf` of `op-leaf-k3f9a2-1.2`; "" for a root."""
    return "-".join(document.split("-")[:-2])


def last_rows(text: str, width: int, most: int) -> list[str]:
    """The last `most` lines of a text as a terminal of `width` columns wraps it; blank lines are left out."""
    from rich.cells import chop_cells

    rows: list[str] = []
    for line in reversed(clean(text).expandtabs(4).split("\n")):
        if line.strip() and len(rows) < most:
            rows = [*chop_cells(line.rstrip(), max(8, width)), *rows]
    return rows[-most:]


def _ascii(row: Text) -> Text:
    """A line for a terminal that has no other letters."""
    from rich.text import Text

    words = row.plain.replace("·", "-").replace("…", ".").encode("ascii", "replace").decode("ascii")
    return Text(words, style=row.style, no_wrap=True, overflow="crop")


def _packed(figures: list[str], width: int) -> list[str]:
    """The figures, joined by dots into as few lines as the width allows."""
    rows: list[str] = []
    for figure in figures:
        joined = f"{rows[-1]} · {figure}" if rows else figure
        if rows and len(joined) <= width:
            rows[-1] = joined
        else:
            rows.append(figure)
    return rows


def _short(name: str) -> str:
    """A document's name without its run: `python 1.2` for `op-python-k3f9a2-1.2`."""
    parts = name.split("-")
    return f"{'-'.join(parts[1:-2])} {parts[-1]}" if len(parts) >= 4 else name
