"""Faults of a disk, at any one of the calls that write to it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pandora.disk import name_exchange

ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EXDEV)
CALLS = ("open", "write", "fsync", "link", "rename", "replace", "unlink", "swap")
"""What writing a file calls: of `os`, and the exchange of two names, or a move to a free one."""


class Disk:
    """Counts the calls that write, and fails the one that it is told to."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.failing = -1
        self.code = errno.ENOSPC

    def wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if name == "open" and not arguments[1] & os.O_CREAT:
                return real(*arguments, **named)
            self.made.append(name)
            if len(self.made) == self.failing:
                raise OSError(self.code, os.strerror(self.code))
            return real(*arguments, **named)

        return call


@contextmanager
def failing(number: int, code: int, exchanges: bool = True) -> Iterator[Disk]:
    """A disk whose writing call `number` (from 1; 0: none) fails with `code`."""
    disk = Disk()
    disk.failing, disk.code = number or -1, code
    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS[:-1]:
            patch.setattr(os, name, disk.wrap(name, getattr(os, name)))
        real: Callable[..., Any] = name_exchange._rename if exchanges else lambda *arguments: False
        patch.setattr(name_exchange, "_rename", disk.wrap("swap", real))
        yield disk


@contextmanager
def writing(most: int) -> Iterator[None]:
    """A disk that takes at most `most` bytes at once."""
    real = os.write
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", lambda handle, data: real(handle, bytes(data)[:most]))
        yield
