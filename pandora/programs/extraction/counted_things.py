"""What a number of a cell counts in its text: the thing that the column names, or another one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.programs.extraction.side_by_side import Difference
from pandora.programs.extraction.table_cells import Cell, Row
from pandora.programs.language.text_language import LANGUAGES, possible_languages
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.texts.sentences import words

_LABEL = re.compile(r"\s*([^\W\d][^:\n]{0,30}):")
_THING = r"\s+(?P<thing>[^\W\d_]{3,})"


def counts_its_column(cell: Cell, text: str, column: str) -> bool | None:
    """True where the word behind a whole number is one of its column's (`two nights` of `number of nights`).

    So it is where the line begins with such a word, as in `Nights: Friday and Saturday, so two days`. False for
    another word (`two rooms`); None for any other cell, and where no word stands behind it.
    """
    lines = text.split("\n")
    if not cell.value.isdigit() or not 0 < cell.line <= len(lines):
        return None
    match = re.search(rf"(?<!\w){re.escape(cell.words)}{_THING}", " ".join(lines[cell.line - 1].split()))
    if match is None:
        return None
    languages = possible_languages(text) or tuple(LANGUAGES.values())
    label = _LABEL.match(lines[cell.line - 1])
    things = [match["thing"], *(words(label[1]) if label else ())]
    return any(
        thing == word or (may_be_forms(thing, word) and are_forms(thing, word, languages))
        for thing in (thing.casefold() for thing in things)
        for word in words(column)
    )


def settled_by_things(
    rows: Sequence[Row], differences: Sequence[Difference], texts: Mapping[str, str]
) -> tuple[list[Row], list[Difference], list[str]]:
    """Return the rows, the differences that are left, and a question for each number of other things.

    Of two readings, of which one alone counts what its column names, that one is the cell. A number that counts
    another thing is asked about where a row of the same column counts its thing.
    """
    settled = {row.path: row for row in rows}
    left = []
    for difference in differences:
        column, text = difference.column, texts.get(difference.path, "")
        alone, beside = (
            counts_its_column(cell, text, column) for cell in (difference.alone, difference.beside)
        )
        if beside and not alone:
            row = settled[difference.path]
            settled[row.path] = replace(row, cells={**row.cells, column: difference.beside})
        elif not alone or beside:
            left.append(difference)
    questions = []
    for column in rows[0].cells if rows else ():
        told = {
            path: counts_its_column(row.cells[column], texts.get(path, ""), column)
            for path, row in settled.items()
        }
        odd = [path for path, of_column in told.items() if of_column is False]
        for path in odd if any(told.values()) else ():
            cell = settled[path].cells[column]
            questions.append(
                f"{column} of {path}: {cell.value} (line {cell.line}), which counts something else?"
            )
    return [settled[row.path] for row in rows], left, questions
