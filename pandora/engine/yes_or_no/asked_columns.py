"""Whether an answer about a table says all that is asked: the model is asked which column each part means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pandora.document.form import Field, Form, Slot
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import ask_beside, make_prompt
from pandora.engine.yes_or_no.meant_values import person_wrote_plan
from pandora.programs.experiments import subject_of
from pandora.programs.extraction.requested_columns import labels_of
from pandora.programs.help import Try
from pandora.programs.metamorphic.experiment_subject import Subject, Verdict
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.texts.sentences import words

ASKED_COLUMNS = "asked_columns"
"""The name of the rule in a pattern's `evidence`."""
LEAST_SURE = 0.8
"""The least probability of the column that the model chooses for a part.

Of 16 parts of requests in four languages, `and who has it?` among them, it chose the right column 15 times,
with 0.80 to 0.99; of one that no column answers it was sure with 0.55.
"""
MOST_COLUMNS = 12
_FEWEST_VALUES = 3
"""The fewest different values of a column of texts: of `yes` and `no` an answer may say `is not paid`."""


def untold_parts(loop: Loop, attempt: Try) -> list[Verdict]:
    """Return a verdict on an answer by whether it says something of the column that each further part means.

    The first part is what any answer is about. Of a column of texts one of its values must be said, of another
    one some number that is not in these values. [] where the request asks for one thing, where the pattern does
    not ask for this, and where the model shows no probabilities.
    """
    work, source = loop.work, attempt.argument("program")
    if source is None or ASKED_COLUMNS not in work.rules or loop.untrusted:
        return []
    if not attempt.result.ok or attempt.result.changes or person_wrote_plan(loop):
        return []
    if work.task.kind_of_task not in ("", "answer"):
        return []
    parts = asked_parts(work.request)[1:]
    subject = subject_of(work.words, attempt.result, work.workspace, source) if parts else None
    values = _columns(subject) if subject else {}
    if not 2 <= len(values) <= MOST_COLUMNS:
        return []
    told = []
    for part in parts:
        column, chance = _column_of(loop, part, tuple(values))
        if chance is None:
            return []
        if chance < LEAST_SURE:
            continue
        if not _says(attempt.result.text, column, values):
            reason = f"the answer does not say “{part}”; print what the column {column!r} has of it"
            return [Verdict(ASKED_COLUMNS, "violated", reason)]
        told.append(column)
    return [Verdict(ASKED_COLUMNS, "held", f"says of {', '.join(dict.fromkeys(told))}")] if told else []


def _columns(subject: Subject) -> dict[str, list[str]]:
    """The columns of the tables that a program read, with their different values as texts; [] for numbers."""
    columns: dict[str, list[str]] = {column: [] for _, _, column in subject.numbers}
    for _, _, column, texts in subject.texts:
        columns.setdefault(column, []).extend(texts)
    order = dict.fromkeys(name for _, _, records in subject.tables for row in records[:1] for name in row.cells)
    return {name: columns[name] for name in order if name in columns}


def _column_of(loop: Loop, part: str, columns: Sequence[str]) -> tuple[str, float | None]:
    """The column that holds what a part of a request asks for, as the model chooses it, and how sure it is."""
    labels = labels_of(columns)
    field = Field("Column", Slot("choice", "column", tuple(labels)))
    names = ", ".join(labels)
    question = f'The table has the columns {names}. Which column holds what "{part}" asks for?'
    instruction = f"{question}\n\nColumn: {' or '.join(labels)}"
    form = Form((field,))
    phase = Phase("do", "model", question, form, ())
    text = f"Task: {loop.work.request}"
    prompt = replace(make_prompt(loop, phase, form, [text]), base="", parts=(text,), instruction=instruction)
    said, chance = ask_beside(loop, phase, field, prompt)
    return columns[labels.index(said)] if said in labels else "", chance


def _says(text: str, column: str, values: Mapping[str, Sequence[str]]) -> bool:
    """True where a text has a value of a column of texts, or a number beside those in such values."""
    said = set(words(text))
    own = [set(words(value)) for value in values[column]]
    dates = any(re.match(r"\d", value) for value in values[column])  # they may be written in another way
    if len(own) >= _FEWEST_VALUES and not dates:
        return any(value and value <= said for value in own)
    if own and not dates:
        return True
    rest = text.casefold()
    for name, texts in values.items():
        for value in sorted(texts, key=len, reverse=True) if name != column else ():
            rest = rest.replace(value.casefold(), " ")
    return re.search(r"\d", rest) is not None
