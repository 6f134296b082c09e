"""The commands that the view carries out: each is a call of the `pandora` program in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean, one_line
from pandora.errors import UsageError
from pandora.ui.live_words import LiveWords

END_SECONDS = 5.0
"""Seconds after SIGINT until a call is killed; a command leaves whole documents at any moment."""


def program(root: Path, arguments: Sequence[str]) -> list[str]:
    """The words that start the same program in the workspace `root` with these arguments."""
    return [sys.executable, "-m", "pandora", "-C", str(root), *arguments]


@dataclass(frozen=True)
class Ended:
    """How a call ended: its exit code (negative: the signal that killed it), and what it printed."""

    code: int
    out: str
    err: str

    @property
    def summary(self) -> str:
        """The last line of what went wrong, or else the first of the result."""
        lines = [line for line in clean(self.err).splitlines() if line.strip()]
        text = self.out if self.out.strip() or not lines else lines[-1]
        return one_line(text, 300)


@dataclass
class ProgramCall:
    """One call of the program. `run` is the id of the run that it works on, "" until that is known.

    `line` is the last line of its progress, and `began` is on the monotonic clock. If it `streams`, the command
    tells its events, and `words` has what the model reads and writes.
    """

    root: Path
    arguments: Sequence[str]
    run: str = ""
    line: str = ""
    streams: bool = False
    words: LiveWords = field(default_factory=LiveWords)
    began: float = field(default_factory=time.monotonic)
    _process: subprocess.Popen[str] | None = None
    _stopped: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def verb(self) -> str:
        """The command's name."""
        return self.arguments[0]

    @property
    def stopped(self) -> bool:
        """True where a person interrupted it."""
        return self._stopped

    @property
    def code(self) -> int | None:
        """Its exit code, None while it goes on."""
        return self._process.poll() if self._process is not None else None

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.began

    def carry_out(self, progress: Callable[[], None] = lambda: None) -> Ended:
        """Start the program and wait for its end; `progress` is called after each line on stderr and event.

        It may be called in any thread, but once.
        """
        with ExitStack() as stack:
            ours, theirs = os.pipe() if self.streams else (-1, -1)
            events = (
                stack.enter_context(open(ours, encoding="utf-8", errors="replace")) if self.streams else None
            )
            try:
                process = self._start(theirs)
            finally:
                if self.streams:
                    os.close(theirs)
            if process is None:
                return Ended(-signal.SIGINT, "", "")
            return self._read(process, events, progress)

    def _start(self, events: int) -> subprocess.Popen[str] | None:
        """Start the program, its events going to that descriptor unless it is -1; None where it was stopped."""
        streamed = ["--events", f"/dev/fd/{events}"] if events >= 0 else []
        with self._lock:
            if self._stopped:
                return None
            self._process = subprocess.Popen(
                program(self.root, [*self.arguments, *streamed]),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                process_group=0,  # ^C in an editor on the same terminal must not reach it
                pass_fds=[events] if streamed else [],
            )
            return self._process

    def _read(
        self, process: subprocess.Popen[str], events: TextIO | None, progress: Callable[[], None]
    ) -> Ended:
        """Read what the program says until it has ended."""
        err: list[str] = []

        def read_progress() -> None:
            assert process.stderr is not None
            for line in process.stderr:
                err.append(line)
                self._take(line)
                progress()

        def read_events() -> None:
            for line in events or ():
                if self.words.take(line):
                    progress()

        readers = [threading.Thread(target=read, daemon=True) for read in (read_progress, read_events)]
        for reader in readers:
            reader.start()
        assert process.stdout is not None
        out = process.stdout.read()
        for reader in readers:
            reader.join()
        self.words.clear()
        return Ended(process.wait(), out, "".join(err))

    def stop(self) -> None:
        """Interrupt the program, as ^C would; it leaves what `resume` goes on from."""
        with self._lock:
            self._stopped = True
            if self._process is not None and self._process.poll() is None:
                self._process.send_signal(signal.SIGINT)

    def _take(self, line: str) -> None:
        self.line = one_line(line.rsplit("\r", 1)[-1], 200) or self.line
        if not self.run:
            with suppress(UsageError):
                self.run = parse_id(line.partition(":")[0].strip()).run

    def end(self, deadline: float) -> None:
        """Wait until `deadline` on the monotonic clock, then kill it."""
        with suppress(subprocess.TimeoutExpired):
            if self._process is not None:
                self._process.wait(max(0.0, deadline - time.monotonic()))
        if self._process is not None and self._process.poll() is None:
            self._process.kill()


def stop_all(calls: Iterable[ProgramCall]) -> None:
    """Interrupt all calls, and wait for their ends."""
    running = list(calls)
    for call in running:
        call.stop()
    deadline = time.monotonic() + END_SECONDS
    for call in running:
        call.end(deadline)
