"""What a request means of the data without naming it: the model is asked of each value and of each column."""

from __future__ import annotations

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import log_odds_of
from pandora.programs.experiments import COLUMNS, MEANT_ROWS, subject_of
from pandora.programs.metamorphic.experiment_subject import Meaning
from pandora.programs.metamorphic.meaning import categories, column_question, meant_column, number_columns
from pandora.workspace.operation_context import Result


def meaning_of(loop: Loop, result: Result) -> Meaning:
    """Return what the request means of the tables that a program read, as far as the pattern asks for it."""
    work = loop.work
    if not result.ok or loop.untrusted or not work.rules & {MEANT_ROWS, COLUMNS}:
        return Meaning()
    subject = subject_of(work.words, result, work.workspace)

    def odds(question: str) -> float:
        return log_odds_of(loop, question, work.words)

    rows = {
        category.place: category.meant({value: odds(category.question(value)) for value in category.values})
        for category in (categories(subject) if MEANT_ROWS in work.rules else ())
    }
    numbers = number_columns(subject) if COLUMNS in work.rules else ()
    column = meant_column({place: odds(column_question(place)) for place in numbers})
    return Meaning({place: values for place, values in rows.items() if values}, column)
