"""What a request means of the data without naming it: the model is asked of each value and of each column."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from pandora.engine.loop import Loop
from pandora.engine.yes_or_no import log_odds_of
from pandora.programs.experiments import COLUMNS, MEANT_ROWS, subject_of
from pandora.programs.metamorphic.experiment_subject import Meaning, Place
from pandora.programs.metamorphic.meaning import categories, column_question, meant_column, number_columns
from pandora.workspace.operation_context import Result

Key = TypeVar("Key", bound=Hashable)


def meaning_of(loop: Loop, result: Result) -> Meaning:
    """Return what the request means of the tables that a program read, as far as the pattern asks for it.

    Nothing where the model shows no probabilities: which of several answers is the likeliest is not known then.
    """
    work = loop.work
    if not result.ok or loop.untrusted or not work.rules & {MEANT_ROWS, COLUMNS}:
        return Meaning()
    subject = subject_of(work.words, result, work.workspace)
    rows: dict[Place, tuple[str, ...]] = {}
    for category in categories(subject) if MEANT_ROWS in work.rules else ():
        odds = _odds(loop, {value: category.question(value) for value in category.values})
        if odds and (values := category.meant(odds)):
            rows[category.place] = values
    numbers = number_columns(subject) if COLUMNS in work.rules else ()
    return Meaning(rows, meant_column(_odds(loop, {place: column_question(place) for place in numbers})))


def _odds(loop: Loop, questions: Mapping[Key, str]) -> dict[Key, float]:
    """The log odds of a yes to each question; {} where the model shows none."""
    odds = {}
    for key, question in questions.items():
        if (chance := log_odds_of(loop, question, loop.work.words)) is None:
            return {}
        odds[key] = chance
    return odds
