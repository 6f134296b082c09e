"""The operation `rows`: hold what a model read out of several texts side by side to these texts."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.operations.fields import COLUMNS, REQUEST, text_at
from pandora.programs.extraction.requested_columns import columns_of_step
from pandora.programs.extraction.side_by_side import rows_of_texts, shown_rows
from pandora.programs.extraction.table_cells import NOT_SAID, shown_cell
from pandora.workspace.operation_context import OperationContext, Result

FILES = "(files)"
"""The argument that code fills: the texts, one a line."""


def rows(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return for each text the value of each column that it carries, with its line.

    This second reading is held against that of each text alone, so it never fails: a value that no text
    carries is left out. Raises RefusedError for a path that may not be read.
    """
    request = arguments.get(REQUEST, "")
    paths = [path for path in arguments.get(FILES, "").split("\n") if path]
    columns = columns_of_step(arguments.get(COLUMNS, ""), ", ".join(paths))
    texts = {path: text_at(path, context) for path in paths}
    lines = [value for name, value in arguments.items() if not name.startswith("(")]
    values = rows_of_texts(lines, texts, columns, request)
    shown = {
        path: {column: shown_cell(value, NOT_SAID) for column, value in row.items()}
        for path, row in values.items()
    }
    untrusted = tuple(path for path in paths if context.distrusts(path))
    return Result(True, shown_rows(shown), untrusted=untrusted)
