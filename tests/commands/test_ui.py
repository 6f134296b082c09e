from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.conftest import Run
from tests.interrupted import unmeasured

PATIENCE = 120.0
"""Seconds after which a terminal that does not show something is given up."""


class Terminal:
    """A pseudo-terminal of 110 columns in which `pandora ui` runs, and all that it wrote."""

    def __init__(self, workspace: Path) -> None:
        self.written = b""
        self.child, self.end = pty.fork()
        if self.child == 0:
            environment = {**unmeasured(), "TERM": "xterm-256color", "COLUMNS": "110", "LINES": "40"}
            os.execve(
                sys.executable, [sys.executable, "-m", "pandora", "-C", str(workspace), "ui"], environment
            )
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 110, 0, 0))

    def read_until(self, text: str) -> None:
        """Read until the text was written after all that was looked for before."""
        deadline, wanted = time.monotonic() + PATIENCE, text.encode()
        while wanted not in self.written:
            assert time.monotonic() < deadline, f"{text!r} is not in {self.written[-3000:]!r}"
            self._read()
        self.written = self.written.partition(wanted)[2]

    def _read(self) -> bool:
        """Read some; False at the end."""
        if not select.select([self.end], [], [], 1.0)[0]:
            return True
        try:
            data = os.read(self.end, 65536)
        except OSError:
            return False
        self.written += data
        return bool(data)

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def ended(self) -> int:
        """Its exit code, and all that it wrote is read."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


@pytest.fixture
def terminal(
    finished: str, workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Terminal]:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\necho "it is $1"; read word; echo "$word" >> "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    opened = Terminal(workspace)
    yield opened
    try:
        os.kill(opened.child, signal.SIGKILL)
        os.waitpid(opened.child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass
    os.close(opened.end)


def test_the_editor_gets_the_terminal_and_gives_it_back(
    terminal: Terminal, workspace: Path, finished: str
) -> None:
    path = workspace / "state" / f"{finished}.md"
    terminal.read_until("OUTPUT")
    terminal.type("e")
    terminal.read_until(f"it is {path}")
    terminal.type("as a person types\n")
    terminal.read_until("\x1b[?1049h")  # the view has the terminal again
    terminal.read_until("resume")
    assert path.read_text(encoding="utf-8").endswith("as a person types\n")
    terminal.type("q")
    assert terminal.ended() == 0
    assert b"\x1b[?1049l" in terminal.written
    assert b"Traceback" not in terminal.written


def test_a_signal_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    terminal.read_until("OUTPUT")
    os.kill(terminal.child, signal.SIGTERM)
    assert terminal.ended() == 130
    after = terminal.written.partition(b"\x1b[?1049l")[2]
    assert b"pandora: interrupted" in after
    assert b"Traceback" not in after


def test_without_a_terminal_it_says_what_does_the_same(pandora: Run) -> None:
    result = pandora("ui")
    assert (result.code, result.out) == (2, "")
    assert "pandora: the view needs a terminal; `pandora -C " in result.err
    assert result.err.endswith(" ls`, `tree` and `show` print the same\n")
