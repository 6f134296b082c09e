"""The rows that a request means without naming a value of theirs: the model is asked of each value."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import log_odds_of
from pandora.programs.experiments import MEANT_ROWS, categories_read
from pandora.programs.metamorphic.categories import MeantRows, meant_rows
from pandora.workspace.operation_context import Result


def rows_meant(loop: Loop, result: Result) -> tuple[MeantRows, ...]:
    """Return the values of columns whose rows the request means, of the tables that a program read.

    () where the pattern does not ask for it, or no value of a column stands out.
    """
    work = loop.work
    if MEANT_ROWS not in work.rules or not result.ok or loop.untrusted:
        return ()
    meant = []
    for category in categories_read(work.words, result, work.workspace):
        odds = {value: log_odds_of(loop, category.question(value), work.words) for value in category.values}
        if (rows := meant_rows(category, odds)) is not None:
            meant.append(rows)
    return tuple(meant)
