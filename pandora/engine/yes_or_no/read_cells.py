"""Cells that were read out of texts, held against other words of their text: the model is asked of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.errors import RefusedError
from pandora.operations.fields import text_at
from pandora.programs.extraction.requested_columns import columns_of_step
from pandora.programs.extraction.rival_cells import rivals_of
from pandora.programs.extraction.side_by_side import Difference, read_rows, settled, shown_rows
from pandora.programs.extraction.table_cells import Cell, Row, quotes_of, read_row, shown_cell, shown_row
from pandora.programs.extraction.text_values import HeldValue, held_value
from pandora.regular_file import read_regular
from pandora.workspace.operation_context import OperationContext, Result

CELLS = "cells"
"""The name of the rule in a pattern's `evidence`."""
LEAST_LEAD, MOST_BEHIND = 0.5, 0.2
"""How much surer, in log odds, the model must be of other words than of those of a cell, to put them there, and
how much less sure at most where it also reads the task.

Of 39 cells of nine tasks it was surest of the right words in 36 without the task: a column `number I counted`
does not say of what. With the task it was in 24 of 25, but for an order of 6 that became one of 8.
"""
LARGEST = 1 << 20
"""The most bytes of a text that a cell in doubt is looked for in."""
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


def with_settled_readings(loop: Loop, given: Mapping[str, str]) -> tuple[Mapping[str, str], list[str]]:
    """Return readings of texts, by step, in which cells that were read in two ways have one, and why.

    Of the two the model is asked with the task before the text; the text alone must not say much else. A cell
    that stays in doubt is for a person.
    """
    work = loop.work
    paths = work.task.files
    columns = columns_of_step(work.task.text, "")
    beside = {path: row for text in given.values() for path, row in read_rows(text, paths, columns).items()}
    if CELLS not in work.rules or loop.untrusted or not beside:
        return given, []
    readings, reasons = dict(given), list[str]()
    for step, reading in given.items():
        row = next((row for path in paths if (row := read_row(reading, path, columns))), None)
        if row is None or row.path not in beside:
            continue
        cells = dict(row.cells)
        for one in settled(row, beside[row.path], work.request)[1]:
            if surer := _settled(loop, one):
                cells[one.column] = surer
                words = surer.words.replace(";", ",")
                reasons.append(f"{one.column} of {row.path}: {words}, which is the surer one")
                other = beside[row.path]
                beside[row.path] = Row(row.path, {**other.cells, one.column: surer})
        if cells != row.cells:
            readings[step] = shown_row(row.path, _shown(Row(row.path, cells)))
    if not reasons:
        return given, []
    for step, reading in given.items():
        if rows := read_rows(reading, paths, columns):
            readings[step] = shown_rows({path: _shown(beside[path]) for path in rows})
    return readings, reasons


def _settled(loop: Loop, difference: Difference) -> Cell | None:
    """The one of two readings of a cell of which the model is surer; None where it is not, or one is empty."""
    one, other = difference.alone, difference.beside
    if not one.line or not other.line:
        return None
    try:
        data, _ = read_regular(difference.path, LARGEST, inside=loop.work.workspace)
    except (OSError, RefusedError):
        return None
    text = f"Text:\n{data.decode('utf-8', 'replace')}"
    asked = _odds(loop, difference.column, (one.words, other.words), f"Task: {loop.work.request}\n\n{text}")
    if not asked or abs(asked[one.words] - asked[other.words]) < LEAST_LEAD:
        return None
    surer, weaker = sorted((one, other), key=lambda cell: -asked[cell.words])
    alone = _odds(loop, difference.column, (surer.words, weaker.words), text)
    return surer if alone and alone[weaker.words] - alone[surer.words] <= MOST_BEHIND else None


def _surest(loop: Loop, column: str, cell: Cell, text: str, reasons: list[str]) -> Cell:
    """The cell, or one with other words of the text of which the model is surer; then `reasons` says so."""
    host = loop.host
    rivals = rivals_of(cell, text) if host.ledger.share(host.elapsed()) < _MOST_USED else ()
    odds = _odds(loop, column, (*rivals, cell.words) if rivals else (), f"Text:\n{text}")
    best = max(odds, key=lambda words: odds[words], default=cell.words)
    value = held_value(best, text, loop.work.request)
    if value is None or not odds or odds[best] - odds[cell.words] < LEAST_LEAD:
        return cell
    asked = _odds(loop, column, (best, cell.words), f"Task: {loop.work.request}\n\nText:\n{text}")
    if not asked or asked[cell.words] - asked[best] > MOST_BEHIND:
        return cell
    reasons.append(f"{column}: {best} ({odds[best]:.1f}) before {cell.words} ({odds[cell.words]:.1f})")
    return Cell(value.value, value.words, value.line)


def _odds(loop: Loop, column: str, candidates: Sequence[str], text: str) -> dict[str, float]:
    """The log odds that a text says each of several words of a column; {} where the model shows none."""
    odds: dict[str, float] = {}
    for words in candidates:
        if (chance := log_odds_of(loop, f"Does the text say this: {column}: {words}", text)) is None:
            return {}
        odds[words] = chance
    return odds


def _shown(row: Row) -> Mapping[str, str]:
    """The cells of a row as `shown_row` takes them; one without a line of the text as it was."""
    shown = {}
    for column, cell in row.cells.items():
        value = HeldValue(cell.value, cell.words, cell.line) if cell.line else None
        shown[column] = (
            f"{cell.value} [{cell.note}]" if cell.value and not value else shown_cell(value, cell.note)
        )
    return shown
