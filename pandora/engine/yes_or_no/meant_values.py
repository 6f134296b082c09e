"""What a request means of the data without naming it: the model is asked of each value and of each column."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from pandora.document.records import section_record
from pandora.engine.loop import Loop
from pandora.engine.yes_or_no.log_odds import log_odds_of
from pandora.errors import PandoraError
from pandora.programs.experiments import COLUMNS, MEANT_ROWS, TESTED, ZEROS, subject_of
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Meaning, Place, Verdict
from pandora.programs.metamorphic.meaning import (
    LEAST_MEASURE,
    LEAST_TESTED,
    LEAST_ZERO,
    added_years,
    blank_questions,
    categories,
    column_question,
    columns_only_tested,
    columns_with_blanks,
    meant_column,
    measure_questions,
    measured_columns,
    number_columns,
    presence_questions,
)
from pandora.workspace.operation_context import Result

Key = TypeVar("Key", bound=Hashable)
MEASURED = "measured_column"
"""The name of the rule in a pattern's `evidence`."""


def meaning_of(loop: Loop, result: Result, source: str = "") -> Meaning:
    """Return what the request means of the tables that a program read, as far as the pattern asks for it.

    Nothing where the model shows no probabilities: which of several answers is the likeliest is not known then.
    """
    work = loop.work
    if not result.ok or loop.untrusted or not work.rules & {MEANT_ROWS, COLUMNS, ZEROS, TESTED}:
        return Meaning()
    subject = subject_of(work.words, result, work.workspace, source)
    rows: dict[Place, tuple[str, ...]] = {}
    known: dict[Place, Mapping[str, float]] = {}
    for category in categories(subject) if MEANT_ROWS in work.rules else ():
        odds = _odds(loop, {value: category.question(value) for value in category.values})
        if odds:
            known[category.place] = {value.casefold(): chance for value, chance in odds.items()}
        if odds and (values := category.meant(odds)):
            rows[category.place] = values
    numbers = number_columns(subject) if COLUMNS in work.rules else ()
    column = meant_column(_odds(loop, {place: column_question(place) for place in numbers}))
    blank = columns_with_blanks(subject) if ZEROS in work.rules else ()
    zeros = []
    for place in blank:
        questions = blank_questions(place[2])
        none, ignored = (log_odds_of(loop, one, f"Task: {work.words}", with_base=True) for one in questions)
        if none is not None and ignored is not None and none - ignored >= LEAST_ZERO:
            zeros.append(place)
    untested = []
    for place in columns_only_tested(subject) if TESTED in work.rules else ():
        chances = [log_odds_of(loop, one, f"Task: {work.words}") for one in presence_questions(place[2])]
        if None not in chances and max(chance for chance in chances if chance is not None) < LEAST_TESTED:
            untested.append(place)
    return Meaning(rows, column, known, tuple(zeros), tuple(untested))


def unheld_measure(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict against a program that measures its rows where no column of numbers holds what is asked.

    [] where the pattern does not ask for it, and where the model shows no probabilities. Whether another column
    is meant, or data that is not there, only a person can tell.
    """
    work, source = loop.work, attempt.argument("program")
    if MEASURED not in work.rules or source is None or loop.untrusted or not attempt.result.ok:
        return []
    if work.task.kind_of_task not in ("", "answer") or attempt.result.changes:
        return []  # what is worked out for a file may be several things
    if person_wrote_plan(loop):
        return []
    subject = subject_of(work.words, attempt.result, work.workspace, source)
    columns = measured_columns(subject)
    if columns and (column := added_years(subject)):
        reason = (
            f"{column!r} holds years, whose sum or mean says nothing; if no column has what is asked, say so"
        )
        return [Verdict(MEASURED, "violated", reason, asks=_question(columns))]
    odds: dict[str, float] = {}
    for column in columns:
        chances = [log_odds_of(loop, question, work.words) for question in measure_questions(column)]
        if None in chances:
            return []
        odds[column] = sum(chance for chance in chances if chance is not None)
        if odds[column] > LEAST_MEASURE:
            return [Verdict(MEASURED, "held", f"column {column} holds what is asked")]
    if not odds:
        return []
    reason = "it is not clear which column holds what is asked"
    return [Verdict(MEASURED, "violated", reason, asks=_question(columns))]


def _question(columns: Sequence[str]) -> str:
    if len(columns) == 1:
        return f"Does the column {columns[0]} hold what is asked? It is the only one of numbers."
    return f"Which column holds what is asked? Those of numbers are {', '.join(columns)}."


def person_wrote_plan(loop: Loop) -> bool:
    """True where a person wrote the steps of the run, who knows which column is meant."""
    try:
        record = section_record(loop.host.store.load(f"system-{loop.task.run}"), 2)
    except PandoraError:
        return False
    return record is not None and record.human


def _odds(loop: Loop, questions: Mapping[Key, str]) -> dict[Key, float]:
    """The log odds of a yes to each question; {} where the model shows none."""
    odds = {}
    for key, question in questions.items():
        if (chance := log_odds_of(loop, question, loop.work.words)) is None:
            return {}
        odds[key] = chance
    return odds
