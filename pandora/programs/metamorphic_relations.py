"""Metamorphic relations: what must hold between a program's result and those on altered copies of its files."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from pandora.programs import altered_programs
from pandora.programs.altered_copies import DataFile, Record, Records
from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of
from pandora.programs.inside.text_folding import folded
from pandora.programs.inside.typed_columns import column as typed_column
from pandora.programs.month_names import month_of, months_named
from pandora.programs.printed_values import Line, Run, numbers_of, tokens, words_of
from pandora.programs.spelling_variants import spelling_variants

State = Literal["held", "violated", "not applicable"]
_LARGE = 1e9
"""What a number of the request is moved by: past any limit that the data have."""
_LARGEST = 1e100
"""The largest number that is reckoned with; a longer one is a text."""
_LONGEST_NAME = 40
"""The most characters of a cell that may be a name or a category."""
_MOST_GROUPS = 200
_FEWEST_SORTED = 3
_SHARES = (1.0, 100.0)
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,]\d+)*(?![\w:/-])")
_SAID_IN_WORDS = 12
"""Whole numbers up to here are said in words as often as in digits, in any language."""
_SCALES = (1, 100, 0.01, 1000, 0.001, 60, 3600, 24)
"""What a number of the request may be multiplied by in a program: percents, thousands, minutes, hours, days."""
_WORD = re.compile(r"[^\W\d_]+")
_NOTHING = {"none", "nan", "null"}
_REPR = re.compile(
    r"^(?:[\[{(]['\"{\[(]|<.+ at 0x|(?:datetime|Decimal|OrderedDict|defaultdict|dict_\w+)\b.*\()"
)


@dataclass(frozen=True)
class Copy:
    """What one run has in place of the originals: files by path, and a program where it is not ""."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    program: str = ""


@dataclass(frozen=True)
class Verdict:
    """What an experiment found: the two outputs where its relation is violated, and what may exempt it.

    `question` can be answered by yes, where the request itself asks for what the relation forbids; a verdict
    without one is not exempt.
    """

    relation: str
    state: State
    reason: str
    outputs: tuple[str, str] = ("", "")
    question: str = ""


@dataclass(frozen=True)
class Subject:
    """What is experimented on: a request, the program for it, the files that it read, and what it gave.

    `request` has no paths in it. `baseline` is its run on files that were written again unaltered.
    """

    request: str
    source: str
    files: tuple[DataFile, ...]
    baseline: Run

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
        columns = [(path, name, column) for path, name, records in self.tables for column in _columns(records)]
        records_of = {(path, name): records for path, name, records in self.tables}
        values = {place: _numeric_values(records_of[place[:2]], place[2]) for place in columns}
        return {place: numbers for place, numbers in values.items() if numbers}

    @cached_property
    def texts(self) -> list[tuple[str, str, str, list[str]]]:
        """Path, table, name and different values of each column of texts."""
        return [
            (path, name, column, sorted(_distinct(records, column)))
            for path, name, records in self.tables
            for column in _columns(records)
            if (path, name, column) not in self.numbers
            and any(isinstance(row.cells.get(column), str) for row in records)
        ]

    @cached_property
    def named(self) -> list[Named]:
        """The values of the data that the request names, grouped by the columns that hold them."""
        return _values_named(self)

    @cached_property
    def numbers_named(self) -> list[float]:
        """The numbers that stand alone in the request and are no part of a value of the data."""
        return _numbers_named(self)


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


def _inapplicable(relation: str, reason: str) -> Verdict:
    return Verdict(relation, "not applicable", reason)


def _clipped(run: Run) -> str:
    text = run.text or "; ".join(f"{path}: {'; '.join(run.rows_of(path))}" for path in run.files)
    text = re.sub(r"\s+", " ", text).strip()
    return (text if len(text) <= 120 else f"{text[:119]}…") or "nothing"


def _violated(relation: str, reason: str, subject: Subject, run: Run, question: str) -> Verdict:
    return Verdict(relation, "violated", reason, (_clipped(subject.baseline), _clipped(run)), question)


# Order


def order(subject: Subject) -> Trial:
    """M1: the rows in reverse order give the same values; rows that tie are told from a reliance on order.

    The reverse order turns every two rows round, which one shuffle does not.
    """
    if subject.rows < 2:
        return _inapplicable("order", "there are no rows to reorder")
    (turned,) = yield [altered(subject, lambda *table: table[2][::-1])]
    if turned is None:
        return _inapplicable("order", "no run ended in time")
    if turned.same_as(subject.baseline):
        return Verdict("order", "held", "order")
    column = _printed_column(subject)
    distinct = {(path, name): _without_ties(rows, column) for path, name, rows in subject.tables}
    one, other = yield [
        altered(subject, lambda path, name, _: distinct[path, name]),
        altered(subject, lambda path, name, _: distinct[path, name][::-1]),
    ]
    if one is None or other is None or not one.ok or one.same_as(other):
        return _inapplicable("order", "several rows are equally good")
    reason = "the result depends on the order of the rows; take a row by its values (min, max, sorted)"
    question = "Does the task itself ask for a place in the data's order: a first or last row, a line number, "
    return _violated("order", reason, subject, turned, question + "or what follows what?")


def _without_ties(records: Records, column: str) -> Records:
    """Rows of which no two share a number or a date, with another number of rows for each value of `column`."""
    measures = [
        name for name in _columns(records) if _is_numeric(records, name) or _begins_with_digit(records, name)
    ]
    seen: set[tuple[str, str]] = set()
    kept = []
    for record in records:
        values = {(name, str(record.cells.get(name))) for name in measures}
        if not values & seen:
            kept.append(record)
            seen |= values
    if not column:
        return kept
    counts = Counter(str(record.cells.get(column)) for record in kept)
    used: set[int] = set()
    weights: dict[str, int] = {}
    for value, count in sorted(counts.items()):
        weights[value] = next(weight for weight in itertools.count(1) if weight * count not in used)
        used.add(weights[value] * count)
    if max(used, default=0) > 4 * len(records) + 100:
        return kept
    return [record for record in kept for _ in range(weights[str(record.cells.get(column))])]


# Duplication


def duplication(subject: Subject) -> Trial:
    """M2: with every row twice, each number of the output stays or doubles."""
    (doubled,) = yield [
        altered(subject, lambda *table: [record for record in table[2] for _ in range(2)]),
    ]
    if doubled is None or not doubled.ok:
        return _inapplicable("duplication", "the program does not take rows that stand twice")
    several = len(subject.tables) > 1
    known = _all_numbers(subject)
    faults = []
    for comma in (False, True):
        before, after = subject.baseline.lines(comma), doubled.lines(comma)
        if not set(_all(after)) - set(_all(before)):
            return Verdict("duplication", "held", "duplication")
        names = _names(subject)
        fault, aligned = _not_doubled(before, after, names, several, known)
        fault = fault or _replaced(before, after, names)
        if not fault:
            state: State = "held" if aligned else "not applicable"
            return Verdict("duplication", state, "duplication")
        faults.append(fault)
    reason = f"with every row twice {faults[0]}; a count or sum doubles, a mean, a name or a limit stays"
    question = "Would the right answer change otherwise than by doubling if every row stood twice, as for "
    return _violated(
        "duplication", reason, subject, doubled, question + "duplicates, pairs or a sample deviation?"
    )


def _all(lines: Iterable[Line]) -> list[Any]:
    return [token for line in lines for token in line]


def _not_doubled(
    before: Sequence[Line], after: Sequence[Line], names: set[str], several: bool, known: set[float]
) -> tuple[str, bool]:
    """What number neither stays nor doubles, or "", and whether there was a line to compare with.

    What a sum lacks to, or has above, a number that is `known` may do otherwise.
    """
    factors = (1.0, 2.0, 4.0) if several else (1.0, 2.0)
    ways: dict[tuple[tuple[str, ...], int], set[float]] = {}
    aligned = False
    for line in before:
        numbers = numbers_of(line)
        candidates = [
            numbers_of(other)
            for other in after
            if words_of(other) == words_of(line) and len(numbers_of(other)) == len(numbers)
        ]
        if not candidates or not numbers:
            continue
        aligned = True
        for candidate in candidates:
            own = [_factor(old, new, factors, known) for old, new in zip(numbers, candidate, strict=True)]
            if None not in own:
                break
        else:
            place = own.index(None)
            return f"{numbers[place]:g} becomes {candidates[-1][place]:g}", True
        frame = tuple(word for word in words_of(line) if word not in names)
        if len(frame) < len(words_of(line)):
            for place, (old, factor) in enumerate(zip(numbers, own, strict=True)):
                if old and factor:
                    ways.setdefault((frame, place), set()).add(factor)
    mixed = next((place for (_, place), kinds in ways.items() if len(kinds) > 1), None)
    return ("" if mixed is None else "some groups double and others do not"), aligned


def _replaced(before: Sequence[Line], after: Sequence[Line], names: set[str]) -> str:
    """Which names gave way to others where as many lines are printed, as where a place in a list is taken."""
    old, new = ({*map(str, _all(lines))} & names for lines in (before, after))
    if len(before) != len(after) or not old - new or not new - old:
        return ""
    return f"{' '.join(sorted(old - new))} gives way to {' '.join(sorted(new - old))}"


def _factor(old: float, new: float, factors: Sequence[float], known: set[float]) -> float | None:
    """By what of `factors` a number grew; what was lost when it was printed rounded is allowed for.

    Of a difference to a `known` number one part grows and the other does not: 0.
    """
    digits = len(f"{old:g}".partition(".")[2])
    room = 1.5 * 10.0**-digits if digits else 1.0 if abs(old) >= 50 else 0.0
    rooms = ((factor, room if factor > 1 else 1e-6) for factor in factors)
    factor = next((factor for factor, room in rooms if abs(old * factor - new) <= room), None)
    fixed = round(2 * old - new, 6)
    return 0.0 if factor is None and abs(fixed) > 1 and {fixed, -fixed} & known else factor


def _all_numbers(subject: Subject) -> set[float]:
    """The numbers of the data and of the request."""
    values = (value for numbers in subject.numbers.values() for value in numbers)
    return {round(value, 6) for value in values} | set(subject.numbers_named)


# Named values


@dataclass(frozen=True)
class Named:
    """Values of the request that stand in the data, and the columns (path, table, column) that hold them.

    `month` is the number of a month that the request names; the columns then hold dates.
    """

    words: tuple[str, ...]
    columns: frozenset[tuple[str, str, str]]
    month: int = 0

    def holds(self, path: str, name: str, record: Record) -> bool:
        """True where a record holds one of the values."""
        mine = [column for at, table, column in self.columns if (at, table) == (path, name)]
        return any(self.stands_in(record.cells.get(column)) for column in mine)

    def stands_in(self, cell: object) -> bool:
        """True where a cell holds one of the values, or a date of the month."""
        return month_of(cell) == self.month if self.month else any(_has(cell, word) for word in self.words)


def _has(cell: object, word: str) -> bool:
    if not isinstance(cell, str) or word.casefold() not in cell.casefold():
        return False
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", cell, re.I) is not None


def named_values(subject: Subject) -> Trial:
    """M3 and M4: a value that the request names selects or leaves out the rows that hold it."""
    named = subject.named[:2]
    if not named:
        return _inapplicable("named values", "the request names no value of the data")
    runs = yield [altered(subject, alter) for group in named for alter in (_without(group), _only(group))]
    unclear = []
    for group, without, only in zip(named, runs[::2], runs[1::2], strict=True):
        if without is None or only is None:
            return _inapplicable("named values", "no run ended in time")
        dropped, kept = not without.same_as(subject.baseline), only.same_as(subject.baseline) or _is_whole(only)
        if not (dropped and kept):
            unclear.append((group, dropped, without, only))
    everywhere = (yield [altered(subject, _everywhere(group)) for group, *_ in unclear]) if unclear else []
    for (group, dropped, without, only), labelled in zip(unclear, everywhere, strict=True):
        if labelled is None:
            return _inapplicable("named values", "no run ended in time")
        word = _quoted(group.words)
        if labelled.same_as(subject.baseline):
            reason = f"it makes no difference which rows hold {word}, which the task names"
            question = f"Is {word} in the task no condition on the data?"
            return _violated("named values", reason, subject, labelled, question)
        if dropped:
            reason = f"with only the rows that hold {word}, which the task names, the result is another"
            question = f"Does the right answer also need rows without {word}, as a share or a comparison does?"
            return _violated("named values", reason, subject, only, question)
        reason = f"without the rows that hold {word}, which the task names, the result is the same"
        question = f"Does the task ask to leave out the rows with {word}?"
        return _violated("named values", reason, subject, without, question)
    return Verdict("named values", "held", " and ".join(f"{_quoted(group.words)} matters" for group in named))


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(map(repr, words))


def _without(group: Named) -> Callable[[str, str, Records], Records]:
    return lambda path, name, records: [row for row in records if not group.holds(path, name, row)]


def _only(group: Named) -> Callable[[str, str, Records], Records]:
    def alter(path: str, name: str, records: Records) -> Records:
        return [row for row in records if group.holds(path, name, row)] or records

    return alter


def _everywhere(group: Named) -> Callable[[str, str, Records], Records]:
    """Every row gets the value in the columns that hold it somewhere."""

    def alter(path: str, name: str, records: Records) -> Records:
        labelled = list(records)
        for _, _, column in (place for place in group.columns if place[:2] == (path, name)):
            cell = next(row.cells[column] for row in records if group.stands_in(row.cells.get(column)))
            labelled = [
                row if group.stands_in(row.cells.get(column)) else row.altered(column, cell) for row in labelled
            ]
        return labelled

    return alter


def _is_whole(run: Run) -> bool:
    """True where a share became the whole."""
    return run.ok and any(abs(number - whole) < 1e-6 for number in run.numbers() for whole in _SHARES)


def _values_named(subject: Subject) -> list[Named]:
    """The values of the data that the request names, grouped by the columns that hold them.

    A value is a whole cell, or the first word of short cells in one column where few first words stand in many
    rows, as makers do in `nvidia RTX 4050`.
    """
    request = subject.request
    folded = request.casefold()
    headers = {_plain_name(column) for _, _, rows in subject.tables for column in _columns(rows)}
    places: dict[str, set[tuple[str, str, str]]] = {}
    for path, name, column, values in subject.texts:
        for value in values:
            short = 2 <= len(value) <= _LONGEST_NAME and _plain_name(value) not in headers
            if short and _stands(value, request):
                places.setdefault(value.casefold(), set()).add((path, name, column))
    whole = " ".join(places)
    firsts: dict[str, set[tuple[str, str, str]]] = {}
    for path, name, records in subject.tables:
        for column in _columns(records):
            heads = [_first_word(record.cells.get(column)) for record in records]
            if "" in heads or 2 * len(set(heads)) > len(heads):
                continue
            for word in set(heads):
                if len(word) > 2 and word not in headers and word not in whole and _stands(word, folded):
                    firsts.setdefault(word, set()).add((path, name, column))
    places |= {word: columns for word, columns in firsts.items() if len(columns) == 1}
    longest = {value: columns for value, columns in places.items() if not _inside_another(value, places)}
    groups: dict[frozenset[tuple[str, str, str]], list[str]] = {}
    for value, columns in longest.items():
        groups.setdefault(frozenset(columns), []).append(value)
    return [*_month_named(subject), *(Named(tuple(values), columns) for columns, values in groups.items())]


def _month_named(subject: Subject) -> list[Named]:
    """The month that the request names, where it names one and a column of dates has it."""
    named = months_named(subject.request)
    if len(named) != 1:
        return []
    ((word, month),) = named.items()
    columns = set()
    for path, name, records in subject.tables:
        for column in _columns(records):
            months = {month_of(record.cells.get(column)) for record in records}
            if None not in months and month in months and len(months) > 1:
                columns.add((path, name, column))
    return [Named((word,), frozenset(columns), month)] if len(columns) == 1 else []


def _first_word(cell: object) -> str:
    """The first word of a short cell, in lower case."""
    match = _WORD.search(cell) if isinstance(cell, str) and len(cell) <= _LONGEST_NAME else None
    return match[0].casefold() if match else ""


def _inside_another(value: str, others: Iterable[str]) -> bool:
    return any(value != other and _has(other, value) for other in others)


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


# Groups


def groups(subject: Subject) -> Trial:
    """M5: a group's values stay where the rows of the other groups are taken out."""
    column = _printed_column(subject, grouped=True)
    if not column:
        return _inapplicable("groups", "the output has no groups")
    names = _names_of(subject, column)
    before = _by_name(subject.baseline, names)
    if len(before) < 2 or _shares(before):
        return _inapplicable("groups", "the output has no groups, or their shares")
    first = next(iter(before))

    def alter(path: str, name: str, records: Records) -> Records:
        return [row for row in records if str(row.cells.get(column)).casefold() == first] or records

    (alone,) = yield [altered(subject, alter)]
    after = _by_name(alone, names).get(first) if alone and alone.ok else None
    if alone is None or after is None or len(after) != len(before[first]):
        return _inapplicable("groups", "the group is not there without the others")
    if Counter(after) == Counter(before[first]):
        return Verdict("groups", "held", f"groups ({column})")
    reason = f"the values of {first!r} change where the rows of the other groups of {column} are taken out"
    question = "Does a group's value depend on the other groups in this task, as a share or a rank does?"
    return _violated("groups", reason, subject, alone, question)


def _by_name(run: Run, names: set[str]) -> dict[str, list[float]]:
    """The numbers that are printed with each name, in the order of the names."""
    whole = " ".join([run.text, *(row for path in run.files for row in run.rows_of(path))]).casefold()
    names = {name for name in names if name in whole}
    if not names:
        return {}
    choice = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{choice})(?!\w)", re.I)
    texts = [*run.text.splitlines(), *(row for path in run.files for row in run.rows_of(path))]
    numbers: dict[str, list[float]] = {}
    for text in texts:
        places = list(pattern.finditer(text))
        ends = [*(place.start() for place in places), len(text)][1:]
        for place, end in zip(places, ends, strict=True):
            part = (
                text[place.end() : end]
                if len(places) > 1
                else text[: place.start()] + " " + text[place.end() :]
            )
            numbers.setdefault(place[0].casefold(), []).extend(numbers_of(tokens(part)))
    return {name: values for name, values in numbers.items() if values}


def _shares(values: Mapping[str, Sequence[float]]) -> bool:
    """True where one number of each group adds up to 1 or 100."""
    least = min(map(len, values.values()))
    sums = [math.fsum(numbers[place] for numbers in values.values()) for place in range(least)]
    return any(abs(total - whole) <= 0.02 * whole for total in sums for whole in _SHARES)


# Columns


def columns(subject: Subject) -> Trial:
    """M6: the one column of numbers that the request names matters, where any such column does.

    So does the one column of repeated texts that it names, where the output is by another one that it does not.
    """
    grouped, named_group = _printed_column(subject, grouped=True), _named_group(subject)
    if grouped and named_group and grouped != named_group[2] and not _names_column(subject.request, grouped):
        (mixed,) = yield [altered(subject, _with_values([named_group], _drawn))]
        if mixed is not None and mixed.same_as(subject.baseline):
            reason = f"the values are given for each {grouped}, and the task names the column {named_group[2]}"
            question = f"Can this task be done without the values of the column {named_group[2]}?"
            return _violated("columns", reason, subject, mixed, question)
    numeric = set(subject.numbers)
    named = {place for place in numeric if _names_column(subject.request, place[2])}
    if len({column for _, _, column in named}) != 1:
        return _inapplicable("columns", "the request names no single column of numbers")
    column = next(iter(named))[2]
    (own,) = yield [altered(subject, _with_values(named, _turned))]
    if own is None:
        return _inapplicable("columns", "no run ended in time")
    if not own.same_as(subject.baseline):
        return Verdict("columns", "held", f"column {column} matters")
    others = numeric - named
    if not others:
        return _inapplicable("columns", f"no other column of numbers than {column}")
    own, other = yield [
        altered(subject, _with_values(named, _drawn)),
        altered(subject, _with_values(others, _turned)),
    ]
    if own is None or other is None:
        return _inapplicable("columns", "no run ended in time")
    if not own.same_as(subject.baseline):
        return Verdict("columns", "held", f"column {column} matters")
    if other.same_as(subject.baseline):
        return _inapplicable("columns", "no column of numbers matters")
    reason = f"the result does not depend on the column {column}, which the task names, but on another one"
    question = f"Can this task be done without the values of the column {column}?"
    return _violated("columns", reason, subject, other, question)


def _named_group(subject: Subject) -> tuple[str, str, str] | None:
    """The one column of repeated texts that the request names."""
    rows = {(path, name): len(records) for path, name, records in subject.tables}
    named = [
        (path, name, column)
        for path, name, column, values in subject.texts
        if len(values) < rows[path, name] and _names_column(subject.request, column)
    ]
    return named[0] if len(named) == 1 else None


def _with_values(
    places: Iterable[tuple[str, str, str]], draw: Callable[[list[Any]], list[Any]]
) -> Callable[[str, str, Records], Records]:
    """Columns whose values are drawn anew from their own, so that the form of the values stays."""
    drawn = frozenset(places)

    def alter(path: str, name: str, records: Records) -> Records:
        result = list(records)
        for column in sorted(column for at, table, column in drawn if (at, table) == (path, name)):
            values = draw([row.cells.get(column) for row in records])
            result = [row.altered(column, value) for row, value in zip(result, values, strict=True)]
        return result

    return alter


def _turned(values: list[Any]) -> list[Any]:
    """The values with the largest where the smallest was, and the smallest third lost: sums change too."""
    numbers = [cell if isinstance(cell, (int, float)) else 0.0 for cell in _typed(values)]
    ranks = sorted(range(len(values)), key=lambda at: numbers[at])
    turned = list(values)
    for rank, at in enumerate(ranks):
        turned[at] = values[ranks[max(len(ranks) - 1 - rank, len(ranks) // 3)]]
    return turned


def _drawn(values: list[Any]) -> list[Any]:
    """As many of the values, drawn by chance with repetition."""
    return random.Random(7).choices(values[1:] or values, k=len(values))


def _names_column(request: str, column: str) -> bool:
    name = _plain_name(column)
    return len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}\w{{0,2}}(?!\w)", request, re.I) is not None


# Constants


def constants(subject: Subject) -> Trial:
    """M7: a number that the request names stands in the program, and moving it changes the result."""
    wanted = subject.numbers_named
    if not wanted:
        return _inapplicable("constants", "the request names no number")
    source = subject.source
    there = altered_programs.numbers_in(source) | altered_programs.strict_bounds(source)
    for number in wanted:
        if number > 1 and not any(abs(number * scale - other) < 1e-9 for scale in _SCALES for other in there):
            if any(abs(1 + sign * number / 100 - other) < 1e-9 for sign in (1, -1) for other in there):
                continue
            reason = f"the program does not use the number {number:g}, which the task names"
            question = f"Can this task be done without the number {number:g}?"
            return _violated("constants", reason, subject, subject.baseline, question)
    moved = altered_programs.with_number_moved(source, wanted[0], lambda value: value + _LARGE)
    if not moved:
        return _inapplicable("constants", "the number stands in no constant of its own")
    (more,) = yield [Copy(program=moved)]
    if more is None:
        return _inapplicable("constants", "no run ended in time")
    if more.same_as(subject.baseline):
        moved = altered_programs.with_number_moved(source, wanted[0], lambda value: value - _LARGE)
        (less,) = yield [Copy(program=moved)]
        if less is None:
            return _inapplicable("constants", "no run ended in time")
        if less.same_as(subject.baseline):
            reason = f"the number {wanted[0]:g}, which the task names, makes no difference in the program"
            question = f"Can this task be done without the number {wanted[0]:g}?"
            return _violated("constants", reason, subject, less, question)
    return Verdict("constants", "held", f"number {wanted[0]:g} matters")


# Limits


def limits(subject: Subject) -> Trial:
    """M7, turned round: a limit of the program that the request does not name decides nothing.

    Small whole numbers are left alone: a request says them in words.
    """
    named = subject.numbers_named

    def known(number: float) -> bool:
        small = number == int(number) and abs(number) <= _SAID_IN_WORDS
        return small or any(abs(abs(number) - one * scale) <= 1 for one in named for scale in _SCALES)

    program, removed = altered_programs.without_limits(subject.source, known)
    if not program:
        return _inapplicable("limits", "the program has no limit of its own")
    reverse = altered(subject, lambda *table: table[2][::-1])
    here, there, unaltered = yield [Copy(program=program), Copy(reverse.files, program), reverse]
    if here is None or there is None or unaltered is None or not (here.ok and there.ok):
        return _inapplicable("limits", "without its own limits the program did not end well")
    pairs = [(here, subject.baseline), (there, unaltered)]
    other = next((run for run, same in pairs if not run.same_as(same)), None)
    if other is None:
        return Verdict("limits", "held", f"`{removed[0]}` decides nothing")
    reason = f"`{removed[0]}` decides the result, and the task names no such limit; do it without one"
    return _violated(
        "limits", reason, subject, other, f"Does the task itself ask for the limit `{removed[0]}`?"
    )


def _numbers_named(subject: Subject) -> list[float]:
    """The numbers that stand alone in the request and are no part of a value of the data that it names."""
    request = subject.request
    for group in subject.named:
        for word in group.words:
            request = re.sub(re.escape(word), " ", request, flags=re.I)
    numbers = []
    for match in _NUMBER.finditer(request):
        text = match[0]
        if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", text):
            text = re.sub(r"[.,]", "", text)
        with_point = text.replace(",", ".")
        if with_point.count(".") <= 1:
            numbers.append(float(with_point))
    return list(dict.fromkeys(numbers))


# Rows


def blanks(subject: Subject) -> Trial:
    """A mean of a column with blank cells stays without the rows that have none of its values."""
    for path, name, column in subject.numbers:
        records = next(rows for at, table, rows in subject.tables if (at, table) == (path, name))
        if not (empty := _blank_rows(records, column)):
            continue
        selections = [list(range(len(records)))]
        for group in subject.named:
            selections.append([at for at, record in enumerate(records) if group.holds(path, name, record)])
        for chosen in selections:
            filled = [at for at in chosen if at not in empty]
            if not filled or len(filled) == len(chosen):
                continue
            total = sum(_numeric_values([records[at] for at in filled], column))
            low, mean = total / len(chosen), total / len(filled)
            if not (wrong := [number for number in subject.baseline.numbers() if _rounded_to(number, low)]):
                continue
            if any(_rounded_to(number, mean) for number in wrong):
                continue
            kept = [record for at, record in enumerate(records) if at not in empty]
            (run,) = yield [
                altered(
                    subject,
                    lambda *table, place=(path, name), kept=kept: kept if table[:2] == place else table[2],
                )
            ]
            if run is not None and run.ok and any(_rounded_to(number, mean) for number in run.numbers()):
                reason = (
                    f"{wrong[0]:g} is the sum of {column!r} divided by {len(chosen)} rows, of which "
                    f"{len(chosen) - len(filled)} have no value; divide by the rows that have one"
                )
                question = f"Does the task itself say that a blank {column!r} counts as zero?"
                return _violated("blanks", reason, subject, run, question)
            return Verdict("blanks", "held", "blanks")
    return _inapplicable("blanks", "no mean of a column with blanks is given")


def spellings(subject: Subject) -> Trial:
    """A value that a column writes in several ways, such as `sí` and `SI`, is one value to the program."""
    one_way: dict[tuple[str, str, str], dict[str, str]] = {}
    shown: list[str] = []
    for path, name, column, _ in subject.texts:
        records = next(rows for at, table, rows in subject.tables if (at, table) == (path, name))
        variants = spelling_variants(record.cells.get(column) for record in records)
        if variants:
            one_way[path, name, column] = {cell: usual for usual, cells in variants.items() for cell in cells}
            shown += [f"{column!r} has {' and '.join(map(repr, cells))}" for cells in variants.values()]
    if not one_way:
        return _inapplicable("spellings", "no value is written in several ways")

    def written_alike(path: str, name: str, records: Records) -> Records:
        for (at, table, column), usual in one_way.items():
            if (at, table) == (path, name):
                cells = [str(record.cells.get(column)) for record in records]
                records = [
                    record.altered(column, usual[cell]) if cell in usual else record
                    for record, cell in zip(records, cells, strict=True)
                ]
        return records

    (run,) = yield [altered(subject, written_alike)]
    if run is None or not run.ok:
        return _inapplicable("spellings", "the program does not take values in one spelling")
    if _folded(run).same_as(_folded(subject.baseline)):
        return Verdict("spellings", "held", "spellings")
    reason = f"{'; '.join(shown[:3])} for one value; compare folded(value), which has no case and no accents"
    question = "Does the task itself tell values apart that differ in capital letters or accents alone?"
    return _violated("spellings", reason, subject, run, question)


def _folded(run: Run) -> Run:
    """The run with all that it gave in lower case and without accents."""
    rows = (row for path in sorted(run.files) for row in run.rows_of(path))
    return Run(run.ok, folded("\n".join((run.text, *rows))))


def alphabet(subject: Subject) -> Trial:
    """Names that are sorted stand as a dictionary has them, not with capitals first and accents last."""
    run = subject.baseline
    listed = [run.text.splitlines(), *(run.rows_of(path) for path in sorted(run.files))]
    for lines in listed:
        names = [line for line in lines if line.strip()][-_MOST_GROUPS:]
        if len(names) < _FEWEST_SORTED or any(name[:1].isdigit() for name in names):
            continue
        if names == sorted(names) and names != (right := sorted(names, key=folded)):
            place = next(at for at, (one, other) in enumerate(zip(names, right, strict=True)) if one != other)
            reason = f"sorted() puts {names[place]!r} before {right[place]!r}; sort with key=folded"
            question = "Does the task itself ask for capital letters before all small ones?"
            return _violated("alphabet", reason, subject, run, question)
        if names == sorted(names, key=folded):
            return Verdict("alphabet", "held", "alphabet")
    return _inapplicable("alphabet", "no names are sorted")
    yield  # the result alone tells


def _blank_rows(records: Records, column: str) -> set[int]:
    cells = _typed([record.cells.get(column) for record in records])
    return {at for at, cell in enumerate(cells) if cell in (None, "")}


def _rounded_to(number: float, value: float) -> bool:
    """True where a number is the value, rounded to as many places as it has."""
    return abs(number - round(value, len(repr(number).partition(".")[2]))) < 1e-9


def rows(subject: Subject) -> Trial:
    """M8: a name and a number that are printed together stand in one row, or the number is worked out."""
    yield from ()
    if len(subject.tables) != 1:
        return _inapplicable("rows", "the values come from several tables")
    records = subject.tables[0][2]
    column = _printed_column(subject)
    printed = _by_name(subject.baseline, _names_of(subject, column)) if column else {}
    per_row = [set(_all([tokens(str(cell)) for cell in record.cells.values()])) for record in records]
    worked_out = set(_aggregates(records)) | set(subject.numbers_named)
    together = 0
    for name, numbers in printed.items():
        mine = [at for at, record in enumerate(records) if str(record.cells.get(column)).casefold() == name]
        own = worked_out | set(_aggregates([records[at] for at in mine]))
        for number in numbers:
            if number in own or any(number in per_row[at] for at in mine):
                together += 1
            elif _is_measure(number) and (others := [at for at, row in enumerate(per_row) if number in row]):
                if len(others) != 1:
                    continue
                other = str(records[others[0]].cells.get(column))
                reason = f"{name!r} is printed with {number:g}, which stands in the row of {other!r}"
                question = f"Is {number:g} in the result worked out from other values?"
                return _violated("rows", reason, subject, subject.baseline, question)
    if not together:
        return _inapplicable("rows", "no name is printed with a number of a row")
    return Verdict("rows", "held", f"rows ({together} values looked up)")


def _is_measure(number: float) -> bool:
    return abs(number) >= 100 or number != int(number)


def _aggregates(records: Records) -> list[float]:
    """Sums, means, extremes and counts of the columns of numbers."""
    numbers = [float(len(records))]
    for column in _columns(records):
        values = _numeric_values(records, column)
        if values:
            total = math.fsum(values)
            mean = total / len(values)
            numbers += [total, round(total, 2), mean, round(mean, 2), round(mean, 1), round(mean)]
            numbers += [min(values), max(values)]
        numbers.append(float(len(_distinct(records, column))))
    return [round(number, 6) for number in numbers]


# Made file


def made_file(subject: Subject) -> Trial:
    """M9: a made file has whole values of the same types, and its rows are counted against the source."""
    yield from ()
    if not subject.baseline.files:
        return _inapplicable("made file", "no file was made")
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
                    return Verdict("made file", "violated", reason, (_clipped(subject.baseline), cell[:80]))
        for column in rows[0] if rows else ():
            types = {_is_numeric(records, column) for records in sources if column in _columns(records)}
            cells = [row.get(column) for row in rows if row.get(column) not in (None, "")]
            numeric = [_as_number(cell) is not None for cell in cells]
            if types == {True} and any(numeric) and not all(numeric):
                odd = next(cell for cell, is_number in zip(cells, numeric, strict=True) if not is_number)
                reason = f"{path}: {column} holds numbers and {odd!r}; in the source it holds numbers alone"
                question = f"Does the task ask for words among the numbers of {column}?"
                return Verdict(
                    "made file", "violated", reason, (_clipped(subject.baseline), str(odd)), question
                )
        counts.append(_row_counts(path, rows, sources))
    return (
        Verdict("made file", "held", ", ".join(counts))
        if counts
        else _inapplicable("made file", "it has no rows")
    )


def _made_rows(path: str, content: bytes) -> list[dict[str, Any]] | None:
    if kind_of(path) not in ("table", "JSON", "JSON lines", "YAML"):
        return None
    try:
        value = parse_content(path, content)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) and all(isinstance(row, dict) for row in value) else None


def _row_counts(path: str, rows: Sequence[Mapping[str, Any]], sources: Sequence[Records]) -> str:
    """How many rows of the source a made file has as they were, changed, left out and added."""
    columns = list(rows[0]) if rows else []
    source = next((records for records in sources if set(columns) & set(_columns(records))), None)
    if source is None:
        return f"{path}: {len(rows)} rows"
    common = [column for column in columns if column in _columns(source)]
    before = Counter(_row_key([row.cells.get(column) for column in common]) for row in source)
    after = Counter(_row_key([row.get(column) for column in common]) for row in rows)
    kept = sum((before & after).values())
    return f"{path}: {len(rows)} rows, {kept} of {len(source)} as in the source, {len(rows) - kept} others"


def _row_key(cells: Iterable[object]) -> tuple[object, ...]:
    return tuple(tokens("" if cell is None else str(cell)) for cell in cells)


# Selection


def selection(subject: Subject) -> Trial:
    """M10: where nothing is found, the condition that nothing meets is told, and what the data hold instead."""
    if not is_empty(subject):
        return _inapplicable("selection", "something was found")
    counting = altered_programs.counting_conditions(subject.source)
    (counted,) = (yield [Copy(program=counting)]) if counting else (None,)
    if counted is None or altered_programs.COUNTS not in counted.files:
        return _inapplicable("selection", "the conditions cannot be counted")
    for condition in altered_programs.conditions(counted.files[altered_programs.COUNTS]):
        if condition.true or not condition.tested:
            continue
        left_varies = len(condition.left) >= len(condition.right)
        values, wanted = (condition.left, condition.right) if left_varies else (condition.right, condition.left)
        bound = condition.operator in ("<", "<=", ">", ">=")
        if not values or (bound and not all(isinstance(value, str) for value in values)):
            continue
        instead = f"go from {min(values)!r} to {max(values)!r}" if bound else _some(values)
        reason = (
            f"nothing is found: {condition.text} holds for none of {condition.tested}; the values {instead}"
        )
        spelled = {str(value).strip().casefold() for value in values}
        said = subject.baseline.text
        if (
            any(str(value).strip().casefold() in spelled for value in wanted) and condition.operator == "=="
        ) or _of_another_kind(wanted, values):
            question = ""
        elif set(words_of(tokens(said))) - _NOTHING and not any(map(str.isdigit, said)):
            continue  # it says in words that there is nothing, and nothing there is
        else:
            question = "May the right answer be that there is nothing of the kind in the data?"
        outputs = (_clipped(subject.baseline), str(values[0]))
        return Verdict("selection", "violated", reason, outputs, question)
    return _inapplicable("selection", "each condition is met by some row")


def _of_another_kind(wanted: Sequence[object], values: Sequence[object]) -> bool:
    """True where words are looked for among values that have no letter: a month's name among dates."""
    letters = all(any(map(str.isalpha, str(value))) for value in wanted)
    return bool(wanted) and letters and not any(any(map(str.isalpha, str(value))) for value in values)


def _some(values: Sequence[object]) -> str:
    return "are " + ", ".join(repr(value)[:40] for value in values[:6]) + (" …" if len(values) > 6 else "")


def is_empty(subject: Subject) -> bool:
    """True where the output has nothing but words of the program itself, zeros and None."""
    own = {word for text in altered_programs.texts_in(subject.source) for word in words_of(tokens(text))}
    rows = [row for path in subject.baseline.files for row in subject.baseline.rows_of(path)]
    numbers = set(_all(replace(subject.baseline, files={}).lines())) - own
    return not rows and numbers <= {0.0, *_NOTHING}


# What the relations know of data


def _columns(records: Records) -> list[str]:
    return list(records[0].cells) if records else []


def _distinct(records: Records, column: str) -> set[str]:
    return {str(cell) for row in records if (cell := row.cells.get(column)) not in (None, "")}


def _plain_name(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name).strip().casefold()


def _as_number(cell: object) -> float | None:
    values = _typed([cell])
    number = values[0]
    return float(number) if isinstance(number, (int, float)) and abs(number) <= _LARGEST else None


def _typed(cells: Sequence[object]) -> list[Any]:
    """The cells as a program's `table` has them: numbers, where the texts of a column are some."""
    if not any(isinstance(cell, str) for cell in cells):
        return list(cells)
    return typed_column(["" if cell is None else str(cell).strip() for cell in cells])


def _numeric_values(records: Records, column: str) -> list[float]:
    """The values of a column of numbers; [] where it holds anything else."""
    cells = [cell for cell in _typed([row.cells.get(column) for row in records]) if cell not in (None, "")]
    if not all(isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in cells):
        return []
    if any(abs(cell) > _LARGEST for cell in cells):
        return []
    return [float(cell) for cell in cells]


def _begins_with_digit(records: Records, column: str) -> bool:
    return all(value[0].isdigit() for value in _distinct(records, column))


def _is_numeric(records: Records, column: str) -> bool:
    return bool(_numeric_values(records, column))


def _names(subject: Subject) -> set[str]:
    """The words of all short texts in the data."""
    values = (value for *_, values in subject.texts for value in values if len(value) <= _LONGEST_NAME)
    return {word for value in values for word in words_of(tokens(value))}


def _names_of(subject: Subject, column: str) -> set[str]:
    """The short values of a column, in lower case."""
    return {
        value.casefold()
        for _, _, other, values in subject.texts
        if other == column
        for value in values
        if 0 < len(value) <= _LONGEST_NAME
    }


def _printed_column(subject: Subject, grouped: bool = False) -> str:
    """The column of texts of which the output shows the most values; "" where it shows none.

    With `grouped`, only a column whose values repeat, and of which at least two are shown.
    """
    best, most = "", 1 if grouped else 0
    text = "\n".join(
        [
            subject.baseline.text,
            *(row for path in subject.baseline.files for row in subject.baseline.rows_of(path)),
        ]
    ).casefold()
    shown_tokens = set(tokens(text))
    rows_of = {(path, name): len(records) for path, name, records in subject.tables}
    for path, name, column, values in subject.texts:
        if grouped and not 2 <= len(values) <= min(_MOST_GROUPS, rows_of[path, name] - 1):
            continue
        shown = sum(
            set(tokens(value)) <= shown_tokens and _has(text, value)
            for value in values
            if 0 < len(value) <= _LONGEST_NAME
        )
        if shown > most:
            best, most = column, shown
    return best
