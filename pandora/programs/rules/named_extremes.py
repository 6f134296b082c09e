"""The row of an extreme: a printed largest or smallest value is told together with what it belongs to."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pandora.document.figures import normal_number, numbers
from pandora.programs.data_columns import Rows, tables
from pandora.programs.parsed_program import Program

MOST_CELLS = 3
"""The most cells of the row that are told."""
_LONGEST_CELL = 60
_EXTREMES = ("max", "min", "sorted", "sort", "nlargest", "nsmallest")


def with_rows_of_extremes(text: str, program: Program, files: tuple[str, ...], workspace: Path) -> str:
    """Return what a program printed, with the row behind each extreme that is printed by its number alone.

    `1256.75` becomes `1256.75 (2025-12-27, car hire)`, where the program takes the largest or the smallest of a
    column, one row alone has that number there, and the line names nothing of that row.
    """
    columns = set(_columns_of_extremes(program.tree)) if program.tree else set()
    if not columns:
        return text
    rows = [row for _, table in tables(files, workspace) for row in table]
    return "\n".join(_told_with_row(line, columns, rows) for line in text.split("\n"))


def _told_with_row(line: str, columns: set[str], rows: Rows) -> str:
    said = line.casefold()
    for number in numbers(line):
        holding = [row for row in rows if any(_is_number(row.get(name), number) for name in columns)]
        if len(holding) != 1:
            continue
        cells = [cell for name, cell in _text_cells(holding[0]) if name not in columns]
        if cells and not any(cell.casefold() in said for cell in cells):
            told = ", ".join(cells[:MOST_CELLS])
            return line.replace(number, f"{number} ({told})", 1) if line.count(number) == 1 else line
    return line


def _columns_of_extremes(tree: ast.AST) -> Iterator[str]:
    """The columns named within the calls that take a largest or a smallest value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            if called in _EXTREMES:
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Constant):
                        yield str(inner.slice.value)


def _is_number(cell: Any, number: str) -> bool:
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return False
    return normal_number(str(cell)) == normal_number(number)


def _text_cells(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names and texts of a row's cells that name something."""
    for name, cell in row.items():
        if isinstance(cell, str) and 0 < len(cell) <= _LONGEST_CELL:
            yield str(name), str(cell)
