"""Cells that were read out of texts, held against other words of their text: the model is asked of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import log_odds_of
from pandora.operations.fields import text_at
from pandora.programs.extraction.requested_columns import columns_of_step
from pandora.programs.extraction.rival_cells import rivals_of
from pandora.programs.extraction.side_by_side import read_rows, shown_rows
from pandora.programs.extraction.table_cells import Cell, Row, quotes_of, read_row, shown_cell, shown_row
from pandora.programs.extraction.text_values import HeldValue, held_value
from pandora.workspace.operation_context import OperationContext, Result

CELLS = "cells"
"""The name of the rule in a pattern's `evidence`."""
LEAST_LEAD = 0.5
"""How much surer, in log odds, the model must be of other words than of those of a cell, to put them there.

Of 39 cells of nine tasks, 37 had a lead; in 36 of these the right words had it.
"""
_MOST_USED = 0.5
"""The share of what a run may use from which on nothing more is asked: the texts must still be read."""


def with_surest_cells(loop: Loop, result: Result, context: OperationContext) -> Result:
    """Return what was read out of texts with the words that these say most surely, where they may be others.

    Each cell of a day, a number or a code is compared with the others of its kind in its text. What was asked
    once is not asked again, so a second reading costs nothing where it has the same words in sight.
    """
    work = loop.work
    if CELLS not in work.rules or not result.ok or loop.untrusted:
        return result
    paths = work.task.files
    columns = columns_of_step(work.task.text, ", ".join(paths))
    rows = read_rows(result.text, paths, columns)
    alone = None if rows or len(paths) != 1 else read_row(result.text, paths[0], columns)
    known = {alone.path: alone} if alone else rows
    surest: dict[str, Row] = {}
    reasons: list[str] = []
    for path, row in known.items():
        text = text_at(path, context)
        cells = {column: _surest(loop, column, cell, text, reasons) for column, cell in row.cells.items()}
        surest[path] = Row(path, cells)
    if not reasons:
        return result
    held = result.held
    if alone:
        held = tuple(quotes_of(surest[alone.path]) if one == quotes_of(alone) else one for one in held)
        return replace(result, text=shown_row(alone.path, _shown(surest[alone.path])), held=(*held, *reasons))
    return replace(result, text=shown_rows({path: _shown(row) for path, row in surest.items()}))


def _surest(loop: Loop, column: str, cell: Cell, text: str, reasons: list[str]) -> Cell:
    """The cell, or one with other words of the text of which the model is surer; then `reasons` says so."""
    odds: dict[str, float] = {}
    host = loop.host
    rivals = rivals_of(cell, text) if host.ledger.share(host.elapsed()) < _MOST_USED else ()
    for words in (*rivals, *([cell.words] if rivals else [])):
        chance = log_odds_of(loop, f"Does the text say this: {column}: {words}", f"Text:\n{text}")
        if chance is None:
            return cell
        odds[words] = chance
    best = max(odds, key=lambda words: odds[words], default=cell.words)
    value = held_value(best, text, loop.work.request)
    if value is None or not odds or odds[best] - odds[cell.words] < LEAST_LEAD:
        return cell
    reasons.append(f"{column}: {best} ({odds[best]:.1f}) before {cell.words} ({odds[cell.words]:.1f})")
    return Cell(value.value, value.words, value.line)


def _shown(row: Row) -> Mapping[str, str]:
    """The cells of a row as `shown_row` takes them; one without a line of the text as it was."""
    shown = {}
    for column, cell in row.cells.items():
        value = HeldValue(cell.value, cell.words, cell.line) if cell.line else None
        shown[column] = (
            f"{cell.value} [{cell.note}]" if cell.value and not value else shown_cell(value, cell.note)
        )
    return shown
