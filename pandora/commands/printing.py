"""Tables and JSON on stdout, safe for any terminal."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Sequence
from typing import Any

import click

_CONTROL = re.compile(
    r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)|.)|[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]"
)
"""Escapes and control characters. A string of an operating system command that is never closed is text: only
its opening goes, so that it cannot swallow the rest of an answer."""
_BIDI = re.compile("[\u061c\u202a-\u202e\u2066-\u2069\u200e\u200f\U000e0000-\U000e007f]")
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NEWLINES = re.compile(r"\r\n?")


def print_json(value: Any) -> None:
    """One JSON value on one line; what a terminal might obey, or UTF-8 cannot hold, is written as \\uXXXX."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo(_UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text))


def clean(text: str) -> str:
    """`text` for a terminal: no escapes, `\\n` newlines, and `?` for what UTF-8 cannot hold."""
    return _plain(_NEWLINES.sub("\n", text)).encode("utf-8", "replace").decode("utf-8")


def _plain(text: str) -> str:
    """`text` without terminal escapes, control characters, direction overrides and letters that nobody sees."""
    return _BIDI.sub("", _CONTROL.sub("", text))


def one_line(text: str, longest: int = 80) -> str:
    """The first line of `text` that says something, cut where it is long."""
    line = next((" ".join(each.split()) for each in clean(text).split("\n") if each.strip()), "")
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def print_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """`rows` in aligned columns, those in `right` to the right; on a terminal lines are cut to its width."""
    click.echo("\n".join(table_lines(rows, right, _width())))


def table_lines(rows: Sequence[Sequence[str]], right: Sequence[int] = (), width: int = 0) -> list[str]:
    """The lines of a table; `width` 0 is unbounded."""
    sizes = [max(len(each) for each in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(size) if place in right else cell.ljust(size)
            for place, (cell, size) in enumerate(zip(row, sizes, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        lines.append(f"{line[: width - 1]}…" if width and len(line) > width else line)
    return lines


def _width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
