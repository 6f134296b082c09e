"""Faults inside a child process: its calls of the system are counted, and at one of them something happens.

What Python's own files write passes by unseen; strace, in the whole form, sees everything.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pandora.disk import name_exchange

CALLS = (
    *("open", "write", "pwrite", "fsync", "rename", "replace", "link", "unlink", "mkdir", "ftruncate", "chmod"),
)
CHANGES = tuple(each for each in CALLS if each != "open")


def counted(act: Callable[[str, int], None], names: tuple[str, ...] = CALLS) -> None:
    """From here on `act` is called before each call of the system with its name and number, from 1.

    It may raise OSError in the call's place, or end the process.
    """
    made = [0]

    def wrap(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            made[0] += 1
            act(name, made[0])
            return real(*arguments, **named)

        return call

    for name in names:
        setattr(os, name, wrap(name, getattr(os, name)))
    name_exchange._rename = wrap("swap", name_exchange._rename)


def dies_at(number: int) -> Callable[[str, int], None]:
    """SIGKILL at that call."""

    def act(name: str, made: int) -> None:
        if made == number:
            os.kill(os.getpid(), signal.SIGKILL)

    return act


def fails_at(number: int, code: int, seen: Path) -> Callable[[str, int], None]:
    """That call fails with an error, and its name is written to `seen`."""

    def act(name: str, made: int) -> None:
        if made == number:
            seen.write_text(name, encoding="utf-8")
            raise OSError(code, os.strerror(code))

    return act


def short_writes(most: int) -> None:
    """From here on a write takes at most that many bytes."""
    real = os.write

    def write(handle: int, data: Any) -> int:
        return real(handle, bytes(data)[:most])

    os.write = write
