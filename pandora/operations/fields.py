"""The operation `fields`: hold what a model read out of one text to that text, and give each value its line."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pandora.document.terminal_text import one_line
from pandora.errors import RefusedError
from pandora.programs.extraction.requested_columns import columns_of_step, labels_of
from pandora.programs.extraction.table_cells import (
    NOT_SAID,
    quotes_of,
    read_row,
    shown_cell,
    shown_for_nothing,
    shown_row,
)
from pandora.programs.extraction.text_values import (
    choices_for,
    choices_of,
    held_cell,
    is_nothing,
    stands_for_nothing,
)
from pandora.programs.inside.file_reading import decoded
from pandora.regular_file import read_regular
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import resolve

LARGEST = 1 << 20
"""The most bytes of a text that fields are read out of."""
PATH, COLUMNS, REQUEST, TRIES = "(path)", "(columns)", "(request)", "(tries)"
"""The arguments that code fills; a column of a form has no such name."""


def fields(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the value of each column, with the line of the text at `(path)` that carries it.

    A value that the text does not carry fails the try, and the next one is told. A later try need only mend
    what was wrong: of a column for which it has nothing that holds, the value of an earlier try counts. Where
    no try is left, such a cell stays empty. The result is a failure where the text says nothing of any column.
    Raises RefusedError for a path that may not be read.
    """
    path, request = arguments.get(PATH, ""), arguments.get(REQUEST, "")
    if not path:
        raise RefusedError("no text is given whose fields are to be read; name one")
    columns = columns_of_step(arguments.get(COLUMNS, ""), path)
    text = text_at(path, context)
    sources = (path,) if context.distrusts(path) else ()
    tries = json.loads(arguments.get(TRIES) or "{}")
    earlier: list[Mapping[str, str]] = tries.get("earlier", [])
    cells: dict[str, str] = {}
    wrong: list[str] = []
    carried = 0
    for column, label in zip(columns, labels_of(columns), strict=True):
        given = arguments.get(label.lower(), "").strip()
        values = [given, *(one.get(label.lower(), "") for one in reversed(earlier))]
        choices = choices_of(column, request)
        cell = (held_cell(value, text, path, choices, request) for value in values)
        value = next(filter(None, cell), None)
        carried += value is not None
        if value is None and stands_for_nothing(given, request):
            cells[column] = shown_for_nothing(_without_brackets(given))
            continue
        choices = choices_for(given, choices, text)
        fault = f"is none of {', '.join(choices)}" if choices else "does not stand in the text"
        if value is None and (choices or not is_nothing(given)):
            remedy = "choose one of them" if choices else "copy words of the text, or write -"
            wrong.append(f"{column}: {one_line(given, 60)!r} {fault}; {remedy}")
        note = NOT_SAID if is_nothing(given) else f"{_without_brackets(given)} {fault}"
        cells[column] = shown_cell(value, note)
    if wrong and tries.get("left"):
        return Result(False, "; ".join(wrong), 1, untrusted=sources)
    if not carried:
        return Result(False, f"{path} says nothing of {', '.join(columns)}", 1, untrusted=sources)
    shown = shown_row(path, cells)
    row = read_row(shown, path, columns)
    return Result(True, shown, untrusted=sources, held=(quotes_of(row),) if row else ())


def text_at(path: str, context: OperationContext) -> str:
    """The text that values are held to, with plain line breaks. Raises RefusedError as `fields` does."""
    resolve(path, context.workspace, context.protected, write=False)
    raw, whole = read_regular(path, LARGEST, inside=context.workspace)
    return decoded(raw, whole).replace("\r\n", "\n").replace("\r", "\n")


def _without_brackets(text: str) -> str:
    return one_line(text, 60).replace("[", "(").replace("]", ")")
