"""JSON and tables on stdout, without control sequences that a terminal would carry out."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from typing import IO, Any

import click

from pandora.document.invisible_characters import INVISIBLE

_COLOURS = {"-": "red", "+": "green", "@": "cyan"}
"""The colour of a line of a unified diff, by its first character."""


def diff_colours(text: str, stream: IO[str]) -> str:
    """The lines of a unified diff, in colours where `stream` is a terminal with colours that wants them."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return "\n".join(
        click.style(line, fg=_COLOURS[line[0]]) if line[:1] in _COLOURS else line for line in text.split("\n")
    )


def print_json(value: Any) -> None:
    """Print JSON on one line, as json_text writes it."""
    click.echo(json_text(value))


def json_text(value: Any) -> str:
    """`value` as JSON on one line.

    Control characters, of which a terminal would carry out sequences, and other invisible characters are
    written as \\uXXXX. It reads back as the same value.
    """
    return INVISIBLE.sub(lambda match: json.dumps(match[0])[1:-1], json.dumps(value, ensure_ascii=False))


ROOM = 20
"""Columns of the terminal that the last cell of a table's row gets at least, where it needs them."""
LEAST = 16
"""Columns that it gets where it goes on in lines of its own."""


def print_table(
    rows: Sequence[Sequence[str]],
    right: Sequence[int] = (),
    optional: Sequence[int] = (),
    wrapped: bool = False,
) -> None:
    """Print `rows` in aligned columns; on a terminal, lines fit its width.

    `right` has the numbers of the columns that are aligned to the right, from 0. `optional` has those that a
    narrow terminal leaves out, the first one first. What is still too long is cut, or, if `wrapped`, the last
    cell goes on in lines of its own.
    """
    click.echo("\n".join(table_lines(rows, right, terminal_width(), optional, wrapped)))


def table_lines(
    rows: Sequence[Sequence[str]],
    right: Sequence[int] = (),
    width: int = 0,
    optional: Sequence[int] = (),
    wrapped: bool = False,
) -> list[str]:
    """The lines of a table that fit `width` columns; 0 sets no limit. See print_table for the rest."""
    sizes = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    shown = _columns_that_fit(sizes, width, optional)
    if wrapped and width and width - sum(sizes[place] + 2 for place in shown[:-1]) < LEAST:
        sizes = [min(size, width // 3) for size in sizes]  # a cell that is longer shifts only its own row
        shown = _columns_that_fit(sizes, width, optional)
    heads, lines = [], []
    for row in rows:
        padding = [" " * (size - columns(cell)) for cell, size in zip(row, sizes, strict=True)]
        cells = [
            padding[place] + row[place] if place in right else row[place] + padding[place] for place in shown
        ]
        heads.append("  ".join((*cells[:-1], "")))
        lines.append("  ".join(cells).rstrip())
    if not wrapped or not width or max(map(columns, lines)) <= width:
        return [cut(line, width) for line in lines]
    return _wrapped(rows, heads, width, sum(sizes[place] + 2 for place in shown[:-1]), shown)


def _wrapped(
    rows: Sequence[Sequence[str]], heads: Sequence[str], width: int, indent: int, shown: Sequence[int]
) -> list[str]:
    """The rows with their last cells wrapped: all at `indent`, or below their heads where that is narrow."""
    below = width - indent < LEAST
    lines = []
    for row, head in zip(rows, heads, strict=True):
        at = 4 if below else indent
        if below or columns(head) > indent:
            lines.append(cut(head.rstrip(), width))
            head = " " * at
        lines += textwrap.wrap(
            row[shown[-1]], width, initial_indent=head, subsequent_indent=" " * at, break_on_hyphens=False
        ) or [cut(head.rstrip(), width)]
    return lines


def _columns_that_fit(sizes: Sequence[int], width: int, optional: Sequence[int]) -> list[int]:
    """The numbers of the columns of a table that are shown: of the `optional` ones as few as must be go."""
    shown = list(range(len(sizes)))
    for place in optional:
        least = sum(sizes[column] + 2 for column in shown[:-1]) + min(ROOM, sizes[shown[-1]])
        if not width or least <= width:
            break
        shown.remove(place)
    return shown


def columns(text: str) -> int:
    """How many columns of a terminal a line of text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def cut(line: str, width: int) -> str:
    """The line, cut with an ellipsis where it takes more than `width` columns; 0 sets no limit."""
    if not width or columns(line) <= width:
        return line
    while columns(line) > width - 1:
        line = line[:-1]
    return f"{line}…"


def terminal_width() -> int:
    """How many columns stdout has; 0 where it is no terminal, so that lines may have any length."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
