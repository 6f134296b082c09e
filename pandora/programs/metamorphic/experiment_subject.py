"""What an experiment works on and gives: a program with its data and its request, copies to run, a verdict."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from pandora.programs.data_columns import LONGEST_NAME, shared_first_words
from pandora.programs.inside.date_columns import Day
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.language.function_words import is_function_word
from pandora.programs.language.month_names import month_of, months_named
from pandora.programs.language.text_language import possible_languages
from pandora.programs.language.word_stems import are_forms, may_be_forms
from pandora.programs.metamorphic.altered_copies import DataFile, Record, Records
from pandora.programs.metamorphic.asked_numbers import numbers_said, numbers_wanted
from pandora.programs.metamorphic.record_columns import (
    column_names,
    distinct_values,
    numeric_values,
    plain_name,
    typed_cells,
)
from pandora.programs.printed_values import Run
from pandora.programs.request.log_words import marks, telling_words
from pandora.programs.request.request_text import has_word, stands_apart
from pandora.programs.sql.query_shape import python_shape

State = Literal["held", "violated", "not applicable"]
_MOST_CATEGORIES = 12
"""The most different values of a column of categories, of which the request may have other forms."""
_MOST_OF_LOG = 1 / 3
"""The largest share of the rows of a log in which a word of a request tells some from the others."""
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_SUMMED, _CENT = 3, 0.005
"""The fewest rows of a table whose last may have their sums, and what a sum may be off by."""
_MANY_SUMMED = 6
"""Of so many whole numbers the last one is not the sum of the others by chance."""
_FEWEST_HEADED, _HEADED = 10, 0.9
"""A line without a digit heads a text of so many lines, of whose others so many have one."""


@dataclass(frozen=True)
class Copy:
    """What one run has in place of the originals: files by path, and a program where it is not ""."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    program: str = ""


@dataclass(frozen=True)
class Verdict:
    """What an experiment found: the two outputs where its relation is violated, and what may exempt it.

    `question` can be answered by yes, where the request itself asks for what the relation forbids; a verdict
    without one is not exempt. `least` is the probability from which a yes counts. Where `asks` is a question,
    only a person can settle it: no other try would help. One that is told `once` refuses one try alone: where
    another one does the same, it may be right. A verdict with a `contrast` is exempt where the model is surer
    of a yes to the first of the two questions than to the second, and its `question` is for one that shows no
    probabilities.
    """

    relation: str
    state: State
    reason: str
    outputs: tuple[str, str] = ("", "")
    question: str = ""
    least: float = 0.5
    asks: str = ""
    once: bool = False
    contrast: tuple[str, str] = ("", "")


Place = tuple[str, str, str]
"""A column of a table: the path of its file, the table's name, and its own."""


@dataclass(frozen=True)
class Meaning:
    """What a request means of the data without naming it, as a model finds.

    `rows` are the values of columns whose rows count, `column` is the column of numbers that is asked for.
    `odds` are the log odds of each value of the columns that were asked about, in lower case. `zeros` are the
    columns of numbers whose blanks count as 0, `untested` those of which it does not ask if they are blank.
    """

    rows: Mapping[Place, tuple[str, ...]] = field(default_factory=dict)
    column: Place | None = None
    odds: Mapping[Place, Mapping[str, float]] = field(default_factory=dict)
    zeros: tuple[Place, ...] = ()
    untested: tuple[Place, ...] = ()

    def __bool__(self) -> bool:
        """True where anything is known."""
        return bool(self.rows or self.odds or self.zeros or self.untested) or self.column is not None


@dataclass(frozen=True)
class Subject:
    """What is experimented on: a request, the program for it, the files that it read, and what it gave.

    `request` has no paths in it. `baseline` is its run on files that were written again unaltered. `meaning` is
    what the request means without naming it, as far as a model was asked. `keyed` are the numbers that the
    files of keys which it read have, by key. `texts_read` are the files without rows that it read.
    """

    request: str
    source: str
    files: tuple[DataFile, ...]
    baseline: Run
    meaning: Meaning = field(default_factory=Meaning)
    keyed: Mapping[str, float] = field(default_factory=dict)
    texts_read: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def shape(self) -> str:
        """The program as Python that shows its conditions and measures, also where it is a query."""
        return python_shape(self.source)

    @cached_property
    def tables(self) -> list[tuple[str, str, Records]]:
        """The path, the name and the records of each table."""
        return [(file.path, name, records) for file in self.files for name, records in file.tables.items()]

    @property
    def rows(self) -> int:
        """The number of records of all tables."""
        return sum(len(records) for _, _, records in self.tables)

    @cached_property
    def numbers(self) -> Mapping[tuple[str, str, str], list[float]]:
        """The values of each column of numbers, by path, table and column."""
        columns = [
            (path, name, column) for path, name, records in self.tables for column in column_names(records)
        ]
        records_of = {(path, name): records for path, name, records in self.tables}
        values = {place: numeric_values(records_of[place[:2]], place[2]) for place in columns}
        return {place: numbers for place, numbers in values.items() if numbers}

    @cached_property
    def texts(self) -> list[tuple[str, str, str, list[str]]]:
        """Path, table, name and different values of each column of texts."""
        return [
            (path, name, column, sorted(distinct_values(records, column)))
            for path, name, records in self.tables
            for column in column_names(records)
            if (path, name, column) not in self.numbers
            and any(isinstance(row.cells.get(column), str) for row in records)
        ]

    @cached_property
    def names_of_rows(self) -> frozenset[str]:
        """The texts each of which is one row's alone, in columns where no text comes twice."""
        unique = set()
        for path, name, column, values in self.texts:
            records = next(rows for place, table, rows in self.tables if (place, table) == (path, name))
            given = [row for row in records if row.cells.get(column) not in (None, "")]
            if len(values) > _MOST_CATEGORIES or len(values) == len(given) > 1:
                cells = Counter(str(row.cells.get(column)) for row in given)
                unique |= {text for text in values if cells[text] == 1}
        return frozenset(unique)

    @cached_property
    def labels_of_totals(self) -> frozenset[str]:
        """The texts, in lower case, of a last row that has the sum of all others in a column: `Total`."""
        labels = set()
        for path, name, records in self.tables:
            if len(records) < _FEWEST_SUMMED:
                continue
            columns = (values for place, values in self.numbers.items() if place[:2] == (path, name))
            whole = (values for values in columns if len(values) == len(records))
            if any(values[-1] and abs(math.fsum(values[:-1]) - values[-1]) < _CENT for values in whole):
                labels |= {cell.casefold() for cell in records[-1].cells.values() if isinstance(cell, str)}
        return frozenset(labels)

    @cached_property
    def tables_with_totals(self) -> frozenset[tuple[str, str]]:
        """Path and name of each table whose last row surely has the sums of the others.

        Of few whole numbers the last may be the sum of the others by chance: 2, 1, 3. So there must be more of
        them, or cents, or two columns with sums, or a cell that this row alone lacks.
        """
        found = set()
        for path, name, records in self.tables:
            if len(records) < _FEWEST_SUMMED:
                continue
            columns = [values for place, values in self.numbers.items() if place[:2] == (path, name)]
            whole = [values for values in columns if len(values) == len(records)]
            sums = [values for values in whole if values[-1] > 0 and min(values[:-1]) >= 0]
            sums = [values for values in sums if abs(math.fsum(values[:-1]) - values[-1]) < _CENT]
            blank = any(
                cell in (None, "") and all(row.cells.get(column) not in (None, "") for row in records[:-1])
                for column, cell in records[-1].cells.items()
            )
            cents = any(not value.is_integer() for values in sums for value in values)
            if sums and (blank or cents or len(sums) > 1 or len(records) >= _MANY_SUMMED):
                found.add((path, name))
        return frozenset(found)

    @cached_property
    def named(self) -> list[Named]:
        """The values of the data that the request names, grouped by the columns that hold them."""
        return _values_named(self)

    @cached_property
    def words_of_log(self) -> list[str]:
        """The words in some messages of a log that the request has, in whatever form."""
        return _words_of_log(self)

    @cached_property
    def marks_of_log(self) -> list[str]:
        """The words in capital letters by which the request tells some messages of a log from the others."""
        return [
            mark for mark in marks(_messages(self), self.request) if mark.casefold() not in self.words_of_log
        ]

    @cached_property
    def numbers_named(self) -> list[float]:
        """The numbers that the request may name, in whatever notation, and that are no part of its values."""
        return numbers_said(_without_values(self))

    @cached_property
    def numbers_wanted(self) -> list[tuple[float, ...]]:
        """The numbers that stand alone in the request, each with all that it may be in a program."""
        return numbers_wanted(_without_values(self))


Runs = Sequence[Run | None]
Trial = Generator[Sequence[Copy], Runs, Verdict]
Relation = Callable[[Subject], Trial]
"""Yields the copies to run, gets their runs (None where one did not end in time), and returns its verdict."""


def altered(subject: Subject, alter: Callable[[str, str, Records], Records]) -> Copy:
    """The copy in which `alter` of its path, name and records stands for each table."""
    return Copy(
        {
            file.path: file.write({name: alter(file.path, name, rows) for name, rows in file.tables.items()})
            for file in subject.files
        }
    )


def inapplicable(relation: str, reason: str) -> Verdict:
    """The verdict of a relation that says nothing of this program."""
    return Verdict(relation, "not applicable", reason)


def clipped(run: Run) -> str:
    """What a run gave, on one short line."""
    text = run.text or "; ".join(f"{path}: {'; '.join(run.rows_of(path))}" for path in run.files)
    text = re.sub(r"\s+", " ", text).strip()
    return (text if len(text) <= 120 else f"{text[:119]}…") or "nothing"


def violated(relation: str, reason: str, subject: Subject, run: Run, question: str) -> Verdict:
    """The verdict of a relation that does not hold, with the outputs of the two runs."""
    return Verdict(relation, "violated", reason, (clipped(subject.baseline), clipped(run)), question)


@dataclass(frozen=True)
class Named:
    """Values of the request that stand in the data, and the columns (path, table, column) that hold them.

    `month` is the number of a month that the request names; the columns then hold dates, whose `months` are
    known by their texts. `longer` are values
    that begin or end with one of the words and that the request names as well, as in "Harbour Gate, not Harbour
    Gate East": rows that hold them do not hold the words. `alike` tells that the request has other forms of the
    words, as `brake` for `Brakes`, or several months: it may mean something else by them.
    """

    words: tuple[str, ...]
    columns: frozenset[tuple[str, str, str]]
    month: int = 0
    longer: tuple[str, ...] = ()
    alike: bool = False
    months: Mapping[str, int] = field(default_factory=dict)

    def holds(self, path: str, name: str, record: Record) -> bool:
        """True where a record holds one of the values."""
        mine = [column for at, table, column in self.columns if (at, table) == (path, name)]
        return any(self.stands_in(record.cells.get(column)) for column in mine)

    def stands_in(self, cell: object) -> bool:
        """True where a cell holds one of the values, or a date of the month."""
        if self.month:
            return self.months.get(str(cell)) == self.month
        return any(has_word(cell, word) for word in self.words) and not any(
            has_word(cell, value) for value in self.longer
        )


def _values_named(subject: Subject) -> list[Named]:
    """The values of the data that the request names, grouped by the columns that hold them.

    A value is a whole cell, or the first word of short cells in one column where few first words stand in
    several rows, as makers do in `nvidia RTX 4050`.
    """
    request = subject.request
    folded = request.casefold()
    headers = {plain_name(column) for _, _, rows in subject.tables for column in column_names(rows)}
    headers |= {plain_name(word) for _, _, rows in subject.tables for word in _words_of_first_line(rows)}
    places: dict[str, set[tuple[str, str, str]]] = {}
    for path, name, column, values in subject.texts:
        for value in values:
            short = 2 <= len(value) <= LONGEST_NAME and plain_name(value) not in headers
            short = short and value.casefold() not in subject.labels_of_totals
            if short and _stands(value, request) and not is_function_word(value):
                places.setdefault(value.casefold(), set()).add((path, name, column))
    whole = " ".join(places)
    firsts: dict[str, set[tuple[str, str, str]]] = {}
    for path, name, records in subject.tables:
        for column in column_names(records):
            for word in sorted(shared_first_words([record.cells.get(column) for record in records])):
                known = word in headers or word in whole or is_function_word(word)
                if not known and _stands(word, folded):
                    firsts.setdefault(word, set()).add((path, name, column))
    places |= {word: columns for word, columns in firsts.items() if len(columns) == 1}
    longest = {value: columns for value, columns in places.items() if stands_apart(value, request, places)}
    groups, alike = _by_columns(longest), _by_columns(_other_forms(subject, headers, places))
    both = {columns: [*groups.pop(columns), *alike[columns]] for columns in set(groups) & set(alike)}
    exact = [_named(values, columns) for columns, values in groups.items()]
    forms = [Named(tuple(values), columns, alike=True) for columns, values in {**alike, **both}.items()]
    return [*_month_named(subject), *exact, *forms]


def _words_of_first_line(records: Records) -> list[str]:
    return _WORD.findall(_written(records[0])) if is_headed(records) else []


def is_headed(records: Records) -> bool:
    """True where the first line of a text heads the others: it has no digit, and they have."""
    digits = [any(map(str.isdigit, _written(record))) for record in records]
    enough = len(digits) >= _FEWEST_HEADED and not digits[0]
    return enough and sum(digits[1:]) >= _HEADED * len(digits[1:])


def _written(record: Record) -> str:
    return " ".join(map(str, record.cells.values()))


def _by_columns(
    places: Mapping[str, set[tuple[str, str, str]]],
) -> dict[frozenset[tuple[str, str, str]], list[str]]:
    """The values, grouped by the columns that hold them."""
    groups: dict[frozenset[tuple[str, str, str]], list[str]] = {}
    for value, columns in places.items():
        groups.setdefault(frozenset(columns), []).append(value)
    return groups


def _other_forms(
    subject: Subject, headers: set[str], known: Mapping[str, object]
) -> dict[str, set[tuple[str, str, str]]]:
    """The values of columns of categories of which the request has another form, and their columns.

    Words of the request that are values themselves, or names of columns, stand for nothing else.
    """
    said = {word.casefold() for word in _WORD.findall(subject.request)}
    words = {word for word in said if len(word) > 3 and word not in headers and word not in " ".join(known)}
    places: dict[str, set[tuple[str, str, str]]] = {}
    for path, name, column, values in subject.texts:
        if len(values) > _MOST_CATEGORIES or 2 * len(values) > _rows_of(subject, path, name):
            continue
        for value in (value for value in values if value.isalpha() and value.casefold() not in known):
            alike = [word for word in words if may_be_forms(word, value)]
            languages = possible_languages(subject.request) if alike else ()
            if any(are_forms(word, value, languages) for word in alike):
                places.setdefault(value.casefold(), set()).add((path, name, column))
    return places


def is_log(path: str, records: Records) -> bool:
    """True for a text whose lines begin with a time."""
    return kind_of(path) == "text" and {"time", "message"} <= set(column_names(records))


def _messages(subject: Subject) -> list[str]:
    return [
        str(record.cells["message"])
        for path, _, records in subject.tables
        if is_log(path, records)
        for record in records
    ]


def _words_of_log(subject: Subject) -> list[str]:
    """The words in few messages of a log of which the request has a form."""
    messages = _messages(subject)
    telling = telling_words(messages, subject.request)
    return sorted(word for word, count in telling.items() if count <= len(messages) * _MOST_OF_LOG)


def _rows_of(subject: Subject, path: str, name: str) -> int:
    return next(len(records) for at, table, records in subject.tables if (at, table) == (path, name))


def _named(values: Sequence[str], columns: frozenset[tuple[str, str, str]]) -> Named:
    """The values of one group of columns, those apart that hold another of them."""
    longer = {value for value in values for other in values if value != other and has_word(value, other)}
    return Named(
        tuple(value for value in values if value not in longer),
        columns,
        longer=tuple(value for value in values if value in longer),
    )


def _month_named(subject: Subject) -> list[Named]:
    """The months that the request names, where a column of dates has the first of them.

    Of several it is not known whether just these are meant, or all from one to the other.
    """
    named = months_named(subject.request)
    if not named:
        return []
    month = next(iter(named.values()))
    found = {}
    for path, name, records in subject.tables:
        for column in column_names(records):
            months = _months_of(records, column)
            different = set(months.values())
            if month in different and different - set(named.values()):
                found[path, name, column] = months
    if len(found) != 1:
        return []
    (months,) = found.values()
    return [Named(tuple(named), frozenset(found), month, alike=len(named) > 1, months=months)]


def _months_of(records: Records, column: str) -> dict[str, int]:
    """The months of the dates of a column by their texts; {} where a cell is none."""
    texts = [str(record.cells.get(column)) for record in records]
    cells = [record.cells.get(column) for record in records]
    months = [
        month_of(text) or (typed.date().month if isinstance(typed, Day) and _is_real(typed) else None)
        for text, typed in zip(texts, typed_cells(cells), strict=True)
    ]
    return {text: month for text, month in zip(texts, months, strict=True) if month} if all(months) else {}


def _is_real(day: Day) -> bool:
    """True for a day that there is."""
    try:
        return bool(day.date())
    except ValueError:
        return False


def _stands(value: str, request: str) -> bool:
    """True where the request has the value as whole words; two or three capital letters in just this case."""
    exact = len(value) <= 3 and value.isupper()
    if (
        not any(map(str.isalpha, value))
        or (len(value) < 3 and not exact)
        or value.casefold() not in request.casefold()
    ):
        return False
    flags = re.RegexFlag(0) if exact else re.I
    return re.search(rf"(?<![\w.-]){re.escape(value)}(?![\w-])", request, flags) is not None


def _without_values(subject: Subject) -> str:
    """The request without the values of the data that it names."""
    request = subject.request
    for group in subject.named:
        for word in group.words:
            request = re.sub(re.escape(word), " ", request, flags=re.I)
    return request
