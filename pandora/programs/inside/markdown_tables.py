"""The one Markdown table of a text: its rows, what the text says around it, and the text with other rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pandora.programs.inside.delimited_tables import Row, rows_of

ENDINGS = (".md", ".markdown", ".txt")
"""The endings of texts that may hold a table."""
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")
_FEWEST_ROWS = 2


@dataclass(frozen=True)
class MarkdownTable:
    """The lines of a text with one table: those above it, its header and rule, its rows, and those below."""

    above: Sequence[str]
    head: Sequence[str]
    lines: Sequence[str]
    below: Sequence[str]

    @property
    def rows(self) -> list[Row]:
        """The rows as dicts by column; ValueError where they are no table."""
        return rows_of(_cells(self.head[0]), [_cells(line) for line in self.lines], "|")

    @property
    def around(self) -> str:
        """What the text says above and below the table, in one line."""
        return " ".join(" ".join((*self.above, *self.below)).split())

    def with_lines(self, lines: Sequence[str], head: Sequence[str] = ()) -> str:
        """The text with other lines in the place of the rows, and of the header and rule if they are given."""
        return "".join(f"{line}\n" for line in (*self.above, *(head or self.head), *lines, *self.below))

    def with_rows(self, rows: Sequence[Mapping[str, Any]]) -> str:
        """The text with other rows; a row that was there, and a header of the same columns, stay as written."""
        header, rule, *lines = markdown(rows).splitlines()
        before = self.rows
        if list(dict.fromkeys(name for row in rows for name in row)) != list(before[0]):
            return self.with_lines(lines, (header, rule))
        there = [(dict(row), line) for row, line in zip(before, self.lines, strict=True)]
        kept = (next((line for old, line in there if old == row), None) for row in map(dict, rows))
        return self.with_lines([old or new for old, new in zip(kept, lines, strict=True)])


def table_in(text: str) -> MarkdownTable | None:
    """The one Markdown table of a text; None where there is none, or several.

    It has at least half of the text's filled lines: what stands around it says what it is about.
    """
    lines = text.splitlines()
    tables: list[tuple[int, int]] = []
    end = 0
    for number, line in enumerate(lines):
        if end < number and "|" in line and "|" in lines[number - 1] and _RULE.fullmatch(line):
            end = next((after for after in range(number, len(lines)) if "|" not in lines[after]), len(lines))
            tables.append((number - 1, end))
    if len(tables) != 1:
        return None
    begin, end = tables[0]
    filled = sum(bool(line.strip()) for line in lines)
    if end - begin - 2 < _FEWEST_ROWS or 2 * (end - begin) < filled:
        return None
    return MarkdownTable(lines[:begin], lines[begin : begin + 2], lines[begin + 2 : end], lines[end:])


def markdown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a Markdown table."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [line_of(names), line_of(["---"] * len(names))]
    lines += [line_of([getattr(row.get(name), "written", row.get(name)) for name in names]) for row in rows]
    return "".join(f"{line}\n" for line in lines)


def line_of(cells: Sequence[Any]) -> str:
    """A line of a Markdown table; a bar in a cell stands behind a backslash."""
    texts = ("" if cell is None else " ".join(str(cell).replace("|", "\\|").split()) for cell in cells)
    return f"| {' | '.join(texts)} |"


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return [cell.strip().replace("\\|", "|") for cell in _BAR.split(inner)]
