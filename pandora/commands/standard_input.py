"""Standard input of a command: the task itself, or what is piped in for the task to be about."""

from __future__ import annotations

import os
import select
import stat
import sys

import click

_PATIENCE, _LONGEST = 1.0, 5.0
"""Seconds without a byte after which a line says that the command waits, and after which it waits no longer."""


def whole_text() -> str:
    """Everything on standard input, as UTF-8."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def piped_bytes(most: int) -> bytes:
    """What a pipe or a file gives on standard input; b"" on a terminal, and where there is none.

    One byte more than `most` is read at most. If nothing comes for a second, a line on stderr says so; a pipe
    that stays open and empty is left after some more, since many a program starts others with one. A file of
    which somebody has read a part, as a shell's loop does, is not for this command.
    """
    try:
        descriptor = sys.stdin.fileno()
        mode = os.fstat(descriptor).st_mode
    except (OSError, ValueError, AttributeError):
        return b""
    if not (stat.S_ISFIFO(mode) or stat.S_ISREG(mode)):
        return b""
    if stat.S_ISREG(mode) and os.lseek(descriptor, 0, os.SEEK_CUR):
        return b""
    if stat.S_ISFIFO(mode) and not _comes(descriptor, _PATIENCE):
        click.echo("waiting for standard input; `< /dev/null` gives none", err=True)
        if not _comes(descriptor, _LONGEST - _PATIENCE):
            click.echo(f"nothing came in {_LONGEST:.0f} seconds: going on without it", err=True)
            return b""
    data = sys.stdin.buffer.read(most + 1)
    return data if data.strip() else b""


def _comes(descriptor: int, seconds: float) -> bool:
    """True where there is something to read, or the end, within so many seconds."""
    return bool(select.select([descriptor], [], [], seconds)[0])
