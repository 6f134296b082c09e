"""Tables and JSON on stdout, safe for any terminal."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Sequence
from typing import Any

import click

_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def print_json(value: Any) -> None:
    """One JSON value on one line; what a terminal might obey, or UTF-8 cannot hold, is written as \\uXXXX."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo(_UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text))


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
