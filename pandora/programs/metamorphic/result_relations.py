"""Relations within one result: names that are sorted, values of one row, the rows of a made file."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from pandora.document.counted import counted
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.inside.text_folding import folded
from pandora.programs.metamorphic.altered_copies import Record, Records
from pandora.programs.metamorphic.experiment_subject import (
    Subject,
    Trial,
    Verdict,
    altered,
    clipped,
    inapplicable,
    violated,
)
from pandora.programs.metamorphic.printed_names import (
    _MOST_GROUPS,
    all_tokens,
    numbers_by_name,
    printed_column,
    short_values,
)
from pandora.programs.metamorphic.record_columns import (
    as_number,
    column_names,
    distinct_values,
    is_numeric,
    numeric_values,
)
from pandora.programs.parsed_program import printed_labels, read_program
from pandora.programs.printed_values import Run, numbers_of, tokens
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.listed_columns import is_called_column, named_columns, unnamed_columns
from pandora.programs.request.listed_columns import listed_columns as columns_listed

_FEWEST_SORTED = 3
_SORTS = re.compile(r"sort|order\s+by|\bmin\(|\bmax\(", re.I)
_FEWEST_COPIED = 3
"""The fewest columns of a table of which its rows are looked up: of two, one is soon a number worked out."""
_SURE_OF_ALL = 0.9
"""The probability from which a model is believed that one value answers several questions."""
_REPR = re.compile(
    r"^(?:[\[{(]['\"{\[(]|<.+ at 0x|(?:datetime|Decimal|OrderedDict|defaultdict|dict_\w+)\b.*\()"
)


def alphabet(subject: Subject) -> Trial:
    """Names that are sorted stand as a dictionary has them, not with capitals first and accents last."""
    run = subject.baseline
    if not _SORTS.search(subject.source):  # rows may stand so in their file
        return inapplicable("alphabet", "the program sorts nothing")
    listed = [run.text.splitlines(), *(run.rows_of(path) for path in sorted(run.files))]
    for lines in listed:
        names = [line for line in lines if line.strip()][-_MOST_GROUPS:]
        if len(names) < _FEWEST_SORTED or any(name[:1].isdigit() for name in names):
            continue
        if names == sorted(names) and names != (right := sorted(names, key=folded)):
            place = next(at for at, (one, other) in enumerate(zip(names, right, strict=True)) if one != other)
            reason = f"sorted() puts {names[place]!r} before {right[place]!r}; sort with key=folded"
            question = "Does the task itself ask for capital letters before all small ones?"
            return violated("alphabet", reason, subject, run, question)
        if names == sorted(names, key=folded):
            return Verdict("alphabet", "held", "alphabet")
    return inapplicable("alphabet", "no names are sorted")
    yield  # the result alone tells


def rows(subject: Subject) -> Trial:
    """M8: a name and a number that are printed together stand in one row, or the number is worked out."""
    yield from ()
    if len(subject.tables) != 1:
        return inapplicable("rows", "the values come from several tables")
    records = subject.tables[0][2]
    column = printed_column(subject)
    printed = numbers_by_name(subject.baseline, short_values(subject, column)) if column else {}
    per_row = [set(all_tokens([tokens(str(cell)) for cell in record.cells.values()])) for record in records]
    worked_out = set(_aggregates(records)) | set(subject.numbers_named)
    together = 0
    for name, numbers in printed.items():
        mine = [at for at, record in enumerate(records) if str(record.cells.get(column)).casefold() == name]
        own = worked_out | set(_aggregates([records[at] for at in mine]))
        for number in numbers:
            if number in own or any(number in per_row[at] for at in mine):
                together += 1
            elif _is_measure(number) and (others := [at for at, row in enumerate(per_row) if number in row]):
                if len(others) != 1 or _in_one_cell(name, number, records[others[0]]):
                    continue
                other = str(records[others[0]].cells.get(column))
                reason = f"{name!r} is printed with {number:g}, which stands in the row of {other!r}"
                question = f"Is {number:g} in the result worked out from other values?"
                return violated("rows", reason, subject, subject.baseline, question)
    if not together:
        return inapplicable("rows", "no name is printed with a number of a row")
    return Verdict("rows", "held", f"rows ({counted(together, 'value')} looked up)")


def _in_one_cell(name: str, number: float, record: Record) -> bool:
    """True where a cell of a row has the name and the number, as a message that names somebody."""
    cells = (tokens(str(cell)) for cell in record.cells.values())
    return any(number in cell and {*tokens(name)} <= {*cell} for cell in cells)


def parts(subject: Subject) -> Trial:
    """Of several things that are asked, each gets a value, and two not the same whatever rows there are."""
    asked = asked_parts(subject.request)
    values = worked_out_words(subject.source, subject.baseline.text)
    if values and not subject.baseline.files and len(values) < len(asked):
        what = "; ".join(f"({number}) {part}" for number, part in enumerate(asked, 1))
        reason = f"{len(asked)} things are asked, {what}, and the program works out only {' '.join(values)}"
        question = f"Does “{clipped(subject.baseline)}” alone answer all of this: {what}?"
        return replace(violated("parts", reason, subject, subject.baseline, question), least=_SURE_OF_ALL)
    before = _numbers_of_parts(subject.baseline, len(asked), subject)
    pairs = combinations(range(len(before)), 2)
    pair = next(((one, other) for one, other in pairs if before[one] == before[other]), None)
    if pair is None:
        return inapplicable("parts", "no two things are asked that got the same number")
    runs = yield [
        altered(subject, lambda *table: table[2][::2]),
        altered(subject, lambda *table: [row for at, row in enumerate(table[2]) for _ in range(at % 3 + 1)]),
        altered(subject, lambda *table: table[2][1::2]),
    ]
    for run in runs:
        after = _numbers_of_parts(run, len(asked), subject) if run and run.ok else []
        if not after or after[pair[0]] != after[pair[1]]:
            return Verdict("parts", "held", "parts")
    one, other = (asked[place] for place in pair)
    reason = f"({pair[0] + 1}) and ({pair[1] + 1}) of what is asked get the same number from whatever rows"
    question = f"Must the answers to “{one}” and to “{other}” be the same number?"
    return violated("parts", reason, subject, subject.baseline, question)


def worked_out_words(source: str, text: str) -> list[str]:
    """The words and numbers of an output without those that every run of the program prints as they are.

    A text that is printed under a condition, such as `Yes`, is worked out.
    """
    labels = Counter(token for label in printed_labels(read_program(source)) for token in tokens(label))
    left = Counter(tokens(text)) - labels
    return [f"{token:g}" if isinstance(token, float) else token for token in left.elements()]


def _numbers_of_parts(run: Run, count: int, subject: Subject) -> list[float]:
    """The one number of each line that was printed; [] where the lines are not those of so many parts."""
    said = set(numbers_of(tokens(subject.request)))
    lines = [tokens(line) for line in run.text.splitlines() if line.strip()]
    numbers = [[number for number in numbers_of(line) if number not in said] for line in lines]
    alone = all(len(own) == 1 for own in numbers)
    return [own[0] for own in numbers] if alone and len(lines) == count > 1 else []


def _is_measure(number: float) -> bool:
    return abs(number) >= 100 or number != int(number)


def _aggregates(records: Records) -> list[float]:
    """Sums, means, extremes and counts of the columns of numbers."""
    numbers = [float(len(records))]
    for column in column_names(records):
        values = numeric_values(records, column)
        if values:
            total = math.fsum(values)
            mean = total / len(values)
            numbers += [total, round(total, 2), mean, round(mean, 2), round(mean, 1), round(mean)]
            numbers += [min(values), max(values)]
        numbers.append(float(len(distinct_values(records, column))))
    return [round(number, 6) for number in numbers]


def made_file(subject: Subject) -> Trial:
    """M9: a made file has whole values of the same types, and its rows are counted against the source."""
    yield from ()
    if not subject.baseline.files:
        return inapplicable("made file", "no file was made")
    sources = [records for _, _, records in subject.tables]
    counts = []
    for path, content in subject.baseline.files.items():
        rows = _made_rows(path, content)
        if rows is None:
            continue
        given = {str(cell) for records in sources for row in records for cell in row.cells.values()}
        for number, row in enumerate(rows, 1):
            for column, cell in row.items():
                if isinstance(cell, str) and _REPR.match(cell) and cell not in given:
                    reason = (
                        f"{path}: {column} of row {number} is {cell[:40]!r}, which is how Python shows a value"
                    )
                    return Verdict("made file", "violated", reason, (clipped(subject.baseline), cell[:80]))
        for column in rows[0] if rows else ():
            types = {is_numeric(records, column) for records in sources if column in column_names(records)}
            cells = [row.get(column) for row in rows if row.get(column) not in (None, "")]
            numeric = [as_number(cell) is not None for cell in cells]
            if types == {True} and any(numeric) and not all(numeric):
                odd = next(cell for cell, is_number in zip(cells, numeric, strict=True) if not is_number)
                reason = f"{path}: {column} holds numbers and {odd!r}; in the source it holds numbers alone"
                question = f"Does the task ask for words among the numbers of {column}?"
                return Verdict("made file", "violated", reason, (clipped(subject.baseline), str(odd)), question)
        counts.append(_row_counts(path, rows, sources))
    return (
        Verdict("made file", "held", ", ".join(counts))
        if counts
        else inapplicable("made file", "it has no rows")
    )


def copied_rows(subject: Subject) -> Trial:
    """A made table that has only columns of the data has whole rows of it, where it has any of them.

    A column whose values are others than those of the rows that they stand in was not copied, but made up.
    """
    yield from ()
    said = inapplicable("copied rows", "no made table has only columns of the data, and rows of it")
    for path, content in subject.baseline.files.items():
        rows = _made_rows(path, content) or []
        for _, _, records in subject.tables:
            columns = [*rows[0]] if rows else []
            if len(columns) < _FEWEST_COPIED or not set(columns) <= set(map(str, column_names(records))):
                continue
            there = {_row_key([row.cells.get(name) for name in columns]) for row in records}
            others = [row for row in rows if _row_key([row.get(name) for name in columns]) not in there]
            if len(others) == len(rows):
                continue
            said = Verdict("copied rows", "held", "copied rows")
            for name in columns if others else ():
                rest = [other for other in columns if other != name]
                own = {_row_key([row.cells.get(key) for key in rest]): row.cells.get(name) for row in records}
                keys = [_row_key([row.get(key) for key in rest]) for row in others]
                if all(key in own for key in keys):
                    has, had = (_shown(cell) for cell in (others[0].get(name), own[keys[0]]))
                    reason = (
                        f"{path}: {name} is {has} in {counted(len(others), 'row')} where the data has {had}"
                    )
                    question = f"Does the task ask for other values of {name} than the data has?"
                    return violated("copied rows", reason, subject, subject.baseline, question)
    return said


def _shown(cell: object) -> str:
    return "blank" if cell in (None, "") else repr(str(cell))


def listed_columns(subject: Subject) -> Trial:
    """A made table has no other columns than those that the request lists, where it lists columns of it."""
    yield from ()
    for path, content in subject.baseline.files.items():
        made = list((_made_rows(path, content) or [{}])[0])
        if missing := unnamed_columns(subject.request, made):
            named = ", ".join(named_columns(subject.request))
            reason = f"{path} has the columns {', '.join(made)}; the task names them: {named}"
            question = f"Is the column {missing[0]} to have another name?"
            return violated("listed columns", reason, subject, subject.baseline, question)
        own = columns_listed(subject.request, made)
        asked = {*own, *(name for name in made if is_called_column(subject.request, name))}
        if others := [name for name in made if own and name not in asked]:
            reason = f"{path} also has the columns {', '.join(others)}; the task lists {', '.join(own)}"
            question = f"Does the task ask for the column {others[0]} as well?"
            return violated("listed columns", reason, subject, subject.baseline, question)
    headers = list(dict.fromkeys(name for _, _, records in subject.tables for name in column_names(records)))
    listed = columns_listed(subject.request, headers)
    if not listed or not subject.baseline.files:
        return inapplicable("listed columns", "the request lists no columns of a table to make")
    for path, content in subject.baseline.files.items():
        made = list((_made_rows(path, content) or [{}])[0])
        if not set(made) & set(listed):
            continue
        if others := [name for name in made if name in headers and name not in listed]:
            reason = f"{path} also has the columns {', '.join(others)}; the task lists {', '.join(listed)}"
            question = f"Does the task ask for the column {others[0]} as well?"
            return violated("listed columns", reason, subject, subject.baseline, question)
        if lost := [name for name in listed if name not in made]:
            reason = f"{path} lacks the columns {', '.join(lost)}, which the task lists"
            question = f"Is the column {lost[0]} to have another name?"
            return violated("listed columns", reason, subject, subject.baseline, question)
        return Verdict("listed columns", "held", f"columns {', '.join(listed)}")
    return inapplicable("listed columns", "the table that was made has none of them")


def _made_rows(path: str, content: bytes) -> list[dict[str, Any]] | None:
    if kind_of(path) not in ("table", "JSON", "JSON lines", "YAML"):
        return None
    try:
        value = parse_content(path, content)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) and all(isinstance(row, dict) for row in value) else None


def made_columns(subject: Subject) -> set[str]:
    """The names of the columns of the tables that were made, in lower case."""
    rows = (_made_rows(path, content) or [{}] for path, content in subject.baseline.files.items())
    return {str(name).casefold() for own in rows for name in own[0]}


def _row_counts(path: str, rows: Sequence[Mapping[str, Any]], sources: Sequence[Records]) -> str:
    """How many rows of the source a made file has as they were, changed, left out and added."""
    columns = list(rows[0]) if rows else []
    source = next((records for records in sources if set(columns) & set(column_names(records))), None)
    if source is None:
        return f"{path}: {len(rows)} rows"
    common = [column for column in columns if column in column_names(source)]
    before = Counter(_row_key([row.cells.get(column) for column in common]) for row in source)
    after = Counter(_row_key([row.get(column) for column in common]) for row in rows)
    kept = sum((before & after).values())
    return f"{path}: {len(rows)} rows, {kept} of {len(source)} as in the source, {len(rows) - kept} others"


def _row_key(cells: Iterable[object]) -> tuple[object, ...]:
    return tuple(tokens("" if cell is None else str(cell)) for cell in cells)
