"""Dates of a text that stand in no cell of its row, where a column of dates has an empty cell for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.programs.extraction.table_cells import Cell, Row, date_of_cell
from pandora.programs.inside.written_dates import TextDate, dates_in
from pandora.programs.request.request_text import has_word
from pandora.programs.texts.sentences import words
from pandora.programs.texts.text_dates import written_like

NEAR = 3
"""So many words before a date may say what it is the date of."""


def with_unread_dates(
    rows: Sequence[Row], columns: Sequence[str], texts: Mapping[str, str], request: str
) -> tuple[list[Row], list[str]]:
    """Return the rows with dates that were read past, and a question for each that may be another column's.

    A model that reads past a date twice reads alike twice, so that two readings that agree say nothing. A date
    that no cell has is the cell of a column of dates where it is the only one and a word of the column's name
    stands right before it (`available from`, `Free from 1 July 2025`), or where the request has it, as when a
    person answered the question; any other is asked about. `texts` are by path.
    """
    filled, questions = list(rows), list[str]()
    for column in columns:
        said = [row.cells[column] for row in rows if row.cells[column].value]
        hints = "\n".join(cell.words for cell in said)
        if not said or not all(date_of_cell(cell, hints) for cell in said):
            continue
        for place, row in enumerate(filled):
            text = texts.get(row.path, "")
            left = [] if row.cells[column].value else _unread(row, text)
            if not left:
                continue
            named = [entry for entry in left if has_word(request, _words(text, entry))]
            found = next(iter(named), left[0])
            shown, line = _words(text, found), text.count("\n", 0, found.start) + 1
            if found.day and (named or (len(left) == 1 and _says(text, found, column))):
                cell = Cell(written_like(found.day, said[0].value), shown, line)
                filled[place] = replace(row, cells={**row.cells, column: cell})
            else:
                questions.append(f"{column} of {row.path}: nothing or {shown} (line {line})?")
    return filled, questions


def _unread(row: Row, text: str) -> list[TextDate]:
    """The dates of a text that no cell of its row has."""
    taken = {entry.day for cell in row.cells.values() if (entry := date_of_cell(cell, text))}
    return [entry for entry in dates_in(text) if entry.day not in taken]


def _says(text: str, found: TextDate, column: str) -> bool:
    """True where a word of three letters and more stands in the column's name and right before the date."""
    before = text[: found.start].rpartition("\n")[2]
    return any(len(word) > 2 and word in words(column) for word in words(before)[-NEAR:])


def _words(text: str, found: TextDate) -> str:
    return " ".join(text[found.start : found.end].split())
