"""The commands that the view carries out: each is a call of the `pandora` program in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean, one_line
from pandora.errors import UsageError

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
        said = self.out if self.out.strip() or not lines else lines[-1]
        return one_line(said, 300)


@dataclass
class ProgramCall:
    """One call of the program. `run` is the id of the run that it works on, "" until that is known.

    `line` is the last line of its progress, and `began` is on the monotonic clock.
    """

    root: Path
    arguments: Sequence[str]
    run: str = ""
    line: str = ""
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
        """Start the program and wait for its end; `progress` is called after each line on stderr.

        It may be called in any thread, but once.
        """
        with self._lock:
            if self._stopped:
                return Ended(-signal.SIGINT, "", "")
            self._process = process = subprocess.Popen(
                program(self.root, self.arguments),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                process_group=0,  # ^C in an editor on the same terminal must not reach it
            )
        err: list[str] = []

        def read_progress() -> None:
            assert process.stderr is not None
            for line in process.stderr:
                err.append(line)
                self._take(line)
                progress()

        reader = threading.Thread(target=read_progress, daemon=True)
        reader.start()
        assert process.stdout is not None
        out = process.stdout.read()
        reader.join()
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
