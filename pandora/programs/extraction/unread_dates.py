"""Dates of a text that stand in no cell of its row, where a column of dates has an empty cell for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pandora.programs.extraction.table_cells import Row
from pandora.programs.inside.written_dates import date_of, dates_in


def unread_dates(rows: Sequence[Row], columns: Sequence[str], texts: Mapping[str, str]) -> list[str]:
    """Return a question for each empty cell of a column of dates whose text has a date that no cell has.

    `texts` are the texts by path. A model that reads past a date twice reads alike twice, so that two readings
    that agree say nothing.
    """
    questions = []
    for column in columns:
        said = [row.cells[column].words for row in rows if row.cells[column].value]
        if not said or not all(date_of(words, "\n".join(said)) for words in said):
            continue
        for row in rows:
            if row.cells[column].value:
                continue
            text = texts.get(row.path, "")
            taken = {entry.day for cell in row.cells.values() if (entry := date_of(cell.words, text))}
            left = [entry for entry in dates_in(text) if entry.day not in taken]
            if left:
                words = " ".join(text[left[0].start : left[0].end].split())
                line = text.count("\n", 0, left[0].start) + 1
                questions.append(f"{column} of {row.path}: nothing or {words} (line {line})?")
    return questions
