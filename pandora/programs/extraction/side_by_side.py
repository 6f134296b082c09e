"""Rows that were read out of several texts side by side, and where they differ from those of one text alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

from pandora.document.figures import normal_number, numbers
from pandora.programs.extraction.table_cells import (
    FOR_NOTHING,
    ITS_NAME,
    OF_CHOICES,
    Cell,
    Row,
    read_row,
    shown_row,
)
from pandora.programs.extraction.text_values import (
    HeldValue,
    choices_of,
    held_cell,
)
from pandora.programs.inside.text_folding import folded
from pandora.programs.inside.written_dates import date_of
from pandora.programs.request.request_text import has_word
from pandora.programs.texts.text_notation import in_notation_of

_WORD = re.compile(r"[\w.,:]+")
_ADDRESS = re.compile(r"\S@\S|://|^www\.|\w\.\w+/")
_AMOUNT = re.compile(r"(?:[A-Z]{3}|[$€£¥])?\d[\d.,]*(?:[$€£¥%]|[^\W\d_]{1,12})?")
_SHORTEST_NAME = 4
_FEWEST_WORDS = 4
"""The fewest words of a cell that has one number among others, and no range."""
HEADING = "Side by side:"
"""The line above rows that were read side by side; what was read out of one text alone has none."""
NOTHING_SAID = "nothing"
_DOUBT = "in doubt: "
MOST_ASKED = 4
"""The most cells that a question is about."""
MOST_TEXTS = 8
"""The most texts that are read side by side."""


@dataclass(frozen=True)
class Difference:
    """A cell of the text at `path` whose two readings differ; `beside` was read with other texts in sight."""

    path: str
    column: str
    alone: Cell
    beside: Cell

    @property
    def question(self) -> str:
        """The question that settles it, with both readings and their lines."""
        return f"{self.column} of {self.path}: {_with_line(self.alone)} or {_with_line(self.beside)}?"


def groups(sizes: Mapping[str, int], room: int) -> list[tuple[str, ...]]:
    """Part texts into groups that are read side by side; `sizes` are their tokens and `room` those of a group.

    A text that stands alone in its group is left out: there is nothing beside it.
    """
    parts: list[list[str]] = [[]]
    for path, size in sizes.items():
        taken = sum(sizes[other] for other in parts[-1])
        if parts[-1] and (taken + size > room or len(parts[-1]) == MOST_TEXTS):
            parts.append([])
        parts[-1].append(path)
    for before, after in pairwise(parts):
        if len(after) == 1 and len(before) > 2 and sizes[before[-1]] + sizes[after[0]] <= room:
            after.insert(0, before.pop())
    return [tuple(part) for part in parts if len(part) > 1]


def rows_of_texts(
    lines: Sequence[str], texts: Mapping[str, str], columns: Sequence[str], request: str
) -> dict[str, dict[str, HeldValue | None]]:
    """Return the values of each text, by path and column, as the texts carry them; None for what none carries.

    `lines` are rows with `|` between their cells. A model that reads several texts at once may write the row of
    one where that of another belongs; so a row goes to the text that carries the most of its cells. One of the
    columns' names is none.
    """
    rows = [_cells(line, len(columns)) for line in lines]
    heading = [column.casefold() for column in columns]
    rows = [cells for cells in rows if [cell.casefold() for cell in cells] != heading]
    chosen = [choices_of(column, request) for column in columns]
    values = {
        (place, path): [
            held_cell(cell, text, path, choices, request) for cell, choices in zip(row, chosen, strict=True)
        ]
        for place, row in enumerate(rows)
        for path, text in texts.items()
    }
    order = list(texts)
    by_fit = sorted(
        values,
        key=lambda pair: (-sum(map(bool, values[pair])), order.index(pair[1]) != pair[0], pair[0]),
    )
    taken: dict[str, int] = {}
    for place, path in by_fit:
        if path not in taken and place not in taken.values():
            taken[path] = place
    nothing: list[HeldValue | None] = [None] * len(columns)
    return {
        path: dict(zip(columns, values[taken[path], path] if path in taken else nothing, strict=True))
        for path in texts
    }


def _cells(line: str, size: int) -> list[str]:
    """The cells of a row; one of another size is read as far as its cells go."""
    line = line.strip()
    line = line.strip("|").strip() if size == 1 or line.startswith("|") else line
    if size == 1:
        return [line]
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) == 1 and len(parts := line.split(", ")) == size:
        cells = parts  # some models write commas between the cells, whatever they are told
    return (cells + [""] * size)[:size]


def shown_rows(rows: Mapping[str, Mapping[str, str]]) -> str:
    """Rows of texts under the heading that tells them from those of one text."""
    return "\n\n".join([HEADING, *(shown_row(path, cells) for path, cells in rows.items())])


def read_rows(text: str, paths: Iterable[str], columns: Sequence[str]) -> dict[str, Row]:
    """Read what `shown_rows` wrote; {} for any other text."""
    heading, *blocks = re.split(r"\n[ \t]*\n", text.strip())
    if heading.strip() != HEADING:
        return {}
    rows = [row for path in paths for block in blocks if (row := read_row(block, path, columns))]
    return {row.path: row for row in rows}


def settled(alone: Row, beside: Row, request: str) -> tuple[Row, list[Difference]]:
    """Return a row that was read twice, and where its readings differ.

    They differ where both are words of the text and not the same, or where one alone found something. What the
    text does not carry counts for nobody, and what a person wrote stands. Where the request has the words of
    one of the two and not of the other, as when a person answered the question, these are the cell.
    """
    cells = dict(alone.cells)
    differences = []
    for column, cell in alone.cells.items():
        other = beside.cells.get(column, Cell())
        if cell.note == OF_CHOICES:
            if other.note == OF_CHOICES and other.value != cell.value:
                differences.append(Difference(alone.path, column, cell, other))
            continue
        named = cell.note == ITS_NAME
        filled = cell.note == FOR_NOTHING
        written = bool(cell.value) and not cell.line and not named and not filled
        if written or not other.line:
            continue
        if named:
            cells[column] = other
            continue
        if _is_address_of(cell, other) or _is_one_number_of(other, cell):
            cells[column] = other
        if _same(cell, other) or _is_address_of(cell, other) or _is_address_of(other, cell):
            continue
        asked = [_is_asked(candidate, request) and not filled for candidate in (cell, other)]
        if asked == [False, True]:
            cells[column] = other
        elif asked != [True, False]:
            differences.append(Difference(alone.path, column, cell, other))
    return Row(alone.path, cells), differences


def settled_by_kind(
    rows: Sequence[Row], differences: Sequence[Difference]
) -> tuple[list[Row], list[Difference]]:
    """The rows, and the differences that are left where one reading alone is of its column's kind.

    A column whose other cells are mostly days, numbers or codes has one there: `3 April 2024`, no `152.50`.
    """
    left, cells = [], {row.path: dict(row.cells) for row in rows}
    for one in differences:
        kinds = [_kind(row.cells[one.column]) for row in rows if row.path != one.path]
        usual = next((kind for kind in {*kinds} if kind and 2 * kinds.count(kind) > len(kinds)), "")
        fits = [_kind(cell) == usual for cell in (one.alone, one.beside)]
        if not usual or not one.alone.value or not one.beside.value or fits[0] == fits[1]:
            left.append(one)
        elif fits[1]:
            cells[one.path][one.column] = one.beside
    return [Row(row.path, cells[row.path]) for row in rows], left


def _kind(cell: Cell) -> str:
    """What a cell is: a day, a number, a code behind whatever label; "" for words."""
    last = cell.words.split()[-1:]
    if date_of(cell.words):
        return "day"
    if _AMOUNT.fullmatch("".join(cell.words.split())):
        return "number"
    return "code" if last and any(map(str.isdigit, last[0])) else ""


def with_names_of_texts(rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """The rows with the names of their texts in each column in which most of them have these."""
    named = [
        column for column in columns if 2 * sum(row.cells[column].note == ITS_NAME for row in rows) > len(rows)
    ]
    return [
        Row(row.path, {**row.cells, **{column: _name_of(row.path) for column in named}}) if named else row
        for row in rows
    ]


def names_in_doubt(rows: Sequence[Row], columns: Sequence[str]) -> list[str]:
    """Return a question for each name of a text in a column of which most cells stand in the texts."""
    return [
        f"{column} of {row.path}: {row.cells[column].value}, which is the file's name?"
        for column in columns
        if 2 * sum(bool(row.cells[column].line) for row in rows) > len(rows)
        for row in rows
        if row.cells[column].note == ITS_NAME
    ]


def _name_of(path: str) -> Cell:
    name = PurePosixPath(path).name
    return Cell(name, name, note=ITS_NAME)


def doubt(questions: Sequence[str]) -> str:
    """The line with which a table tells of cells that are in doubt: a question for each."""
    asked = " ".join(questions[:MOST_ASKED])
    more = f" (and {len(questions) - MOST_ASKED} more)" if len(questions) > MOST_ASKED else ""
    return f"{_DOUBT}{asked}{more}"


def doubt_in(output: str) -> str:
    """The questions in the last line of a table, where `doubt` wrote it; else ""."""
    last = output.rstrip("\n").rpartition("\n")[2]
    return last.removeprefix(_DOUBT) if last.startswith(_DOUBT) else ""


def _same(cell: Cell, other: Cell) -> bool:
    """True for the same value, day or number, or where one has the other's words and more."""
    if cell.value == other.value:
        return True
    days = [date_of(one.words) for one in (cell, other)]
    if days[0] and days[1]:
        return days[0].day == days[1].day
    figures = [[normal_number(number) for number in numbers(one.words)] for one in (cell, other)]
    if figures[0] == figures[1] and len(figures[0]) == 1:
        return True
    if in_notation_of(other.words, cell.words) == other.words:
        return True
    first, second = (f" {' '.join(_WORD.findall(one.words.casefold()))} " for one in (cell, other))
    if not first.strip() or not second.strip():
        return False
    return first in second or second in first or _abbreviates(first.split(), second.split())


def _is_address_of(cell: Cell, other: Cell) -> bool:
    """True where one cell is an address of mail or of a page that has the other, a name, in its letters."""
    address, name = ("".join(filter(str.isalnum, folded(one.words))) for one in (cell, other))
    if not _ADDRESS.search(cell.words) or _ADDRESS.search(other.words):
        return False
    return len(name) >= _SHORTEST_NAME and name.isalpha() and name in address


def _is_one_number_of(cell: Cell, other: Cell) -> bool:
    """True where one cell is a number and the other has it among several: `840` and `840 euros plus 190`."""
    one, several = ({normal_number(number) for number in numbers(each.words)} for each in (cell, other))
    if len(other.words.split()) < _FEWEST_WORDS or date_of(other.words):
        return False  # such as `3 to 5`
    return len(one) == 1 < len(several) and one <= several


def _abbreviates(words: Sequence[str], others: Sequence[str]) -> bool:
    """True where one has initials for words of the other: `D. Low` and `Dora Low`."""
    pairs = [
        sorted((one.strip("."), other.strip(".")), key=len) for one, other in zip(words, others, strict=False)
    ]
    alike = (short == long or (len(short) == 1 and long.startswith(short)) for short, long in pairs)
    return len(words) == len(others) and any(len(short) > 1 for short, _ in pairs) and all(alike)


def _is_asked(cell: Cell, request: str) -> bool:
    return bool(cell.value) and (has_word(request, cell.value) or has_word(request, cell.words))


def _with_line(cell: Cell) -> str:
    if cell.note == OF_CHOICES:
        return cell.words
    return f"{cell.words} (line {cell.line})" if cell.line else NOTHING_SAID
