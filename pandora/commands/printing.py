"""JSON and tables on stdout, without anything that a terminal would obey."""

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
    """Print JSON on one line; what a terminal might obey, or UTF-8 cannot hold, is written as \\uXXXX."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo(_UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text))


def print_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Print `rows` in aligned columns; on a terminal, lines are cut to its width.

    `right` has the numbers of the columns that are aligned to the right, from 0.
    """
    click.echo("\n".join(table_lines(rows, right, _width())))


def table_lines(rows: Sequence[Sequence[str]], right: Sequence[int] = (), width: int = 0) -> list[str]:
    """The lines of a table, cut to `width` characters; 0 cuts none."""
    sizes = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
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
