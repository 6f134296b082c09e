"""The operation `tabulate`: make one table of what was read out of several texts, a row for each of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pandora.errors import RefusedError
from pandora.operations.fields import COLUMNS, REQUEST, text_at
from pandora.programs.extraction.counted_things import settled_by_things
from pandora.programs.extraction.requested_columns import columns_of_step, order_of_step
from pandora.programs.extraction.side_by_side import (
    Difference,
    doubt,
    names_in_doubt,
    read_rows,
    settled,
    settled_by_kind,
    with_names_of_texts,
)
from pandora.programs.extraction.table_cells import (
    Row,
    filled_for_nothing,
    in_order,
    plain_counts,
    quotes_of,
    read_row,
    settled_columns,
    table_text,
)
from pandora.programs.extraction.unread_dates import with_unread_dates
from pandora.workspace import file_head
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import resolve

READINGS, FILES, MAKES = "(readings)", "(files)", "(makes)"
"""The arguments that code fills: what the steps before gave, the texts, and the files to be made."""
MOST_EMPTY = 0.5
"""The largest share of empty cells in a table that is believed."""
_LARGEST = 64 << 20


def tabulate(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the table, and the change that writes it where a file is to be made, by the ending of its path.

    Rows are in the order of the texts' names, or in that which the step names. The result is a failure where
    a text has no row, or where most cells are empty. Where a cell counts what the task does not name, where the
    text alone and all texts side by side gave it different values, or where it is empty and its text has a date
    that no cell has, nothing is written, and the table asks about such cells in its last line (see `doubt`).
    Raises RefusedError for a path that may not be written.
    """
    step = arguments.get(COLUMNS, "")
    columns, order = columns_of_step(step, ""), order_of_step(step)
    request = arguments.get(REQUEST, "")
    files = [path for path in arguments.get(FILES, "").split("\n") if path]
    readings: list[str] = list(json.loads(arguments.get(READINGS) or "{}").values())
    rows = {row.path: row for path in files for row in _rows(readings, path, columns)}
    if missing := [path for path in files if path not in rows]:
        return Result(False, f"nothing was read out of {', '.join(missing)}", 1)
    if not rows or not columns:
        return Result(False, "there are no texts and columns to make a table of", 1)
    ordered = [rows[path] for path in sorted(rows)]
    texts = {path: _text(path, context) for path in files}
    ordered = filled_for_nothing(ordered, columns)
    ordered, unread = with_unread_dates(ordered, columns, texts, request)
    empty = _empty_cells(ordered, columns)
    if len(empty) > MOST_EMPTY * len(ordered) * len(columns):
        return Result(False, "most cells are empty:\n" + "\n".join(empty), 1)
    ordered, differences = _read_twice(with_names_of_texts(ordered, columns), readings, columns, request)
    ordered, differences = settled_by_kind(ordered, differences)
    ordered, differences, others = settled_by_things(ordered, differences, texts)
    ordered, doubts = plain_counts(ordered, columns, request)
    doubts += others + unread + names_in_doubt(ordered, columns)
    values = settled_columns(ordered, columns)
    if order and order.column in values:
        values = in_order(values, order.column, order.falling)
    quotes = tuple(quotes_of(row) for row in ordered)
    sources = tuple(path for path in files if context.distrusts(path))
    makes = [path for path in arguments.get(MAKES, "").split("\n") if path]
    if questions := [difference.question for difference in differences] + doubts:
        return Result(
            True,
            "\n".join([table_text(values).strip(), *empty, doubt(questions)]),
            held=quotes,
            untrusted=sources,
        )
    if not makes:
        return Result(True, "\n".join([table_text(values).strip(), *empty]), held=quotes, untrusted=sources)
    change = _change(makes[0], table_text(values, makes[0]), context)
    text = f"{change.path}: {len(ordered)} rows, a cell for each of {', '.join(columns)}"
    return Result(True, "\n".join([text, *empty]), changes=(change,), held=quotes, untrusted=sources)


def _read_twice(
    rows: Sequence[Row], readings: Sequence[str], columns: Sequence[str], request: str
) -> tuple[list[Row], list[Difference]]:
    """The rows, held against those that were read side by side, and where the two differ."""
    paths = [row.path for row in rows]
    beside = {path: row for text in readings for path, row in read_rows(text, paths, columns).items()}
    pairs = [settled(row, beside.get(row.path, Row(row.path, {})), request) for row in rows]
    return [row for row, _ in pairs], [difference for _, differences in pairs for difference in differences]


def _text(path: str, context: OperationContext) -> str:
    """The text that a row was read out of; "" where it cannot be read any more."""
    try:
        return text_at(path, context)
    except (RefusedError, OSError):
        return ""


def _rows(readings: Sequence[str], path: str, columns: Sequence[str]) -> list[Row]:
    return [row for text in readings if (row := read_row(text, path, columns))]


def _empty_cells(rows: Sequence[Row], columns: Sequence[str]) -> list[str]:
    """A line for each cell without a value, with the reason."""
    cells = [(row, column, row.cells[column]) for row in rows for column in columns]
    return [f"empty: {column} of {row.path} ({cell.note})" for row, column, cell in cells if not cell.value]


def _change(given: str, text: str, context: OperationContext) -> Change:
    real = resolve(given, context.workspace, context.protected, write=True)
    path = real.relative_to(context.workspace.resolve()).as_posix()
    before = ""
    if real.exists():
        before = hashlib.sha256(file_head.head(real, _LARGEST, context.workspace).raw).hexdigest()
    return Change(path, before, text.encode("utf-8"))
