"""The check that a program used the column that the request asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from pandora.programs.data_columns import columns as table_columns
from pandora.programs.data_columns import columns_of, tables
from pandora.programs.help import Evidence, Work
from pandora.programs.language.text_language import likely_language_of
from pandora.programs.language.unit_names import is_unit_of
from pandora.programs.parsed_program import Program, combines, counts, keys_used

NONE = "none of these"
LIKELY_CHANCE = 0.9
"""The least probability that suffices where a program used `totals`, which is only offered for a file with one
column of amounts."""
SURE_CHANCE = 0.95
"""The least probability at which a match of measure and column counts, although their words are not alike."""
_EVEN_CHANCE = 0.5
"""The least probability that suffices where a file has but one column of amounts, and it was added up."""
_MOST_FILES = 8
_PART_OF_TIME = re.compile(
    r"\b(?:years?|months?|weeks?|weekdays?|days?|dates?|quarters?|decades?|hours?|minutes?|times?)\b", re.I
)
_MOMENT = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:\b|T)|\d\d?[./]\d\d?[./]\d{4}\b|\d\d?:\d\d\b")


def measure_evidence(work: Work, programs: Sequence[Program]) -> list[Evidence]:
    """Return evidence whether a column holds the measure that UNDERSTAND named; [] if PLAN chose none.

    The measure is a guess in English, so its likeness to the columns says nothing where the request is in
    another language: there the one thing that counts against a result is that no column was chosen.
    """
    task, measure, columns = work.task, work.fields.get("measure", ""), work.task.columns
    if not measure or "column" not in work.fields or not columns:
        return []
    if task.kind_of_task == "change" and len(task.files) > 1:
        return []  # what is worked out from one file for another may be several things, and no column
    column, chance = work.fields["column"], work.probabilities.get("column", 1.0)
    if any(words_alike(measure, name) for name in columns):
        return [Evidence(True, f"a column is named like {measure!r}")]
    if whole := _dated_column(measure, programs, work):
        return [Evidence(True, f"{measure!r} is a part of the column {whole!r}")]
    if task.kind_of_task == "file" and any(words_alike(measure, Path(path).stem) for path in task.files):
        return [Evidence(True, f"each row is about one {measure!r}, and the new file is made from the rows")]
    units = [name for name in columns if is_unit_of(measure, name)]
    if units and all(units[0] in keys_used(program) for program in programs):
        return [Evidence(True, f"{units[0]!r} is a unit of {measure!r}")]
    message = f"{measure!r} is matched with the column {column!r} ({chance:.2f})"
    matched = column in columns and column != columns[0]
    if matched and chance >= SURE_CHANCE:
        return [Evidence(True, message)]
    if matched and column == _only_amounts(measure, programs, work):
        return [Evidence(True, f"{message}, the one column of numbers of a file about it")]
    if matched and chance >= LIKELY_CHANCE and any("totals(" in program.source for program in programs):
        return [Evidence(True, f"{message}, the one column of amounts, which was added up")]
    if matched and chance >= _EVEN_CHANCE and column == _added_up(programs, work):
        return [Evidence(True, f"{message}, the one column of amounts, which was added up")]
    if any(counts(program) for program in programs):
        return [Evidence(True, "the answer is a count, which needs no column")]
    if any(combines(program) for program in programs):
        return [Evidence(True, f"{measure!r} is worked out from several columns")]
    if any(_joins(program, work) for program in programs):
        return [Evidence(True, f"{measure!r} is looked up through several files")]
    if column in columns and likely_language_of(task.text) not in (None, "en"):
        return [Evidence(True, f"{message}; the measure is guessed in English, the request is not")]
    message = f"it is not clear which column holds {measure!r}; the columns are {', '.join(columns)}"
    return [Evidence(False, message, f"Which column holds {measure!r}?")]


def _only_amounts(measure: str, programs: Sequence[Program], work: Work) -> str:
    """The one column of numbers of a table whose file is named like it; "" where programs use others."""
    for path, rows in tables(work.task.files, work.workspace):
        amounts = [name for name in rows[0] if _is_number(rows[0][name])]
        used = len(amounts) == 1 and all(amounts[0] in keys_used(program) for program in programs)
        if used and words_alike(measure, Path(path).stem):
            return str(amounts[0])
    return ""


def _added_up(programs: Sequence[Program], work: Work) -> str:
    """The one column of amounts of the tables, where every program adds up and uses it; "" otherwise."""
    amounts = {
        str(name)
        for _, rows in tables(work.task.files, work.workspace)
        for name in rows[0]
        if all(_is_number(row.get(name)) or row.get(name) in (None, "") for row in rows)
        and not _numbers_rows([row.get(name) for row in rows])
    }
    adds = all(re.search(r"\b(?:totals|sum)\(", program.source) for program in programs)
    if len(amounts) != 1 or not programs or not adds:
        return ""
    (only,) = amounts
    return (
        only if all(re.search(rf"['\"]{re.escape(only)}['\"]", program.source) for program in programs) else ""
    )


def _numbers_rows(values: Sequence[object]) -> bool:
    """True for whole numbers of which each row has its own, one after the other."""
    first = values[0]
    if len(values) < 2 or not isinstance(first, int):
        return False
    return list(values) == list(range(first, first + len(values)))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _joins(program: Program, work: Work) -> bool:
    """True where the program looks up columns that only one file has, of at least two files each its own."""
    keys = keys_used(program)
    used = [keys & set(columns_of(work.workspace / path)) for path in work.task.files[:_MOST_FILES]]
    return any(one - other and other - one for one, other in combinations(used, 2))


def _dated_column(measure: str, programs: Sequence[Program], work: Work) -> str:
    """Return the column of dates or times that a program uses for a measure such as a year, or ""."""
    if not _PART_OF_TIME.search(measure):
        return ""
    for _, rows in tables(work.task.files, work.workspace):
        for name, values, _ in table_columns(rows):
            if all(map(_MOMENT.match, values)) and any(repr(name) in program.source for program in programs):
                return name
    return ""


def words_alike(measure: str, column: str) -> bool:
    """True where a word of one begins a word of the other."""
    a = [word for word in re.findall(r"[a-z]+", measure.lower()) if len(word) > 2]
    b = [word for word in re.findall(r"[a-z]+", column.lower()) if len(word) > 1]
    return any(
        x[:5].startswith(y[:5]) or y[:5].startswith(x[:5]) for x in a for y in b if min(len(x), len(y)) > 2
    )
