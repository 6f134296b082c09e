"""Standard input of a command: the task itself, or what is piped in for the task to be about."""

from __future__ import annotations

import os
import select
import stat
import sys

import click

_PATIENCE = 1.0
"""Seconds without a byte after which a line says that the command waits for its input."""


def whole_text() -> str:
    """Everything on standard input, as UTF-8."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def piped_bytes(most: int) -> bytes:
    """What a pipe or a file gives on standard input; b"" on a terminal, and where there is none.

    One byte more than `most` is read at most. If nothing comes for a second, a line on stderr says so.
    """
    try:
        descriptor = sys.stdin.fileno()
        mode = os.fstat(descriptor).st_mode
    except (OSError, ValueError, AttributeError):
        return b""
    if not (stat.S_ISFIFO(mode) or stat.S_ISREG(mode)):
        return b""
    if stat.S_ISFIFO(mode) and not select.select([descriptor], [], [], _PATIENCE)[0]:
        click.echo("waiting for the end of standard input; `< /dev/null` gives none", err=True)
    data = sys.stdin.buffer.read(most + 1)
    return data if data.strip() else b""
