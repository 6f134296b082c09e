"""What a request means of the data without naming it, told by how likely a model finds each of several answers.

How likely a yes is by itself says nothing. How much likelier it is for one value than for its neighbours does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pandora.programs.altered_copies import Records
from pandora.programs.metamorphic.experiment_subject import LONGEST_NAME, Place, Subject
from pandora.programs.metamorphic.record_columns import column_names, plain_name, text_of

MOST_VALUES = 6
"""The most different values of a column, and columns of numbers of a table, of which each is asked about."""
MOST_COLUMNS = 3
"""The most columns of one request of whose values each is asked about."""
LEAST_GAP = 0.6
"""How much likelier, in log odds, the values that are meant are than the others of their column.

Of 53 columns of few values in 38 requests about tables, 16 had such a gap between two neighbours. Each limits
its rows, 15 to just those with the values above the gap; two of them without naming the value. Of 31 requests
made up for it, ten of sixteen with a limit had it at the right place, and of the others one, which names its
values.
"""
LEAST_LEAD, LEAST_ODDS = 0.5, 0.5
"""How much likelier the column of numbers that is meant is than the next one, and how likely it is at least.

Of 17 requests for a number twelve had such a column, each the right one; of 16 that count or list rows none.
"""


@dataclass(frozen=True)
class Category:
    """A column of few texts in a table of a file, and its different values in the order of the rows."""

    place: Place
    values: tuple[str, ...]

    def question(self, value: str) -> str:
        """The question whose likelier answer tells whether the rows with a value are meant."""
        path, _, column = self.place
        return (
            f'The table {path} has a column "{column}". '
            f'Do the rows whose "{column}" is "{value}" count for this request?'
        )

    def meant(self, odds: Mapping[str, float]) -> tuple[str, ...]:
        """The values that a request means, by the log odds of each; () where none stands out."""
        ranked = sorted(self.values, key=lambda value: -odds[value])
        gaps = [odds[one] - odds[other] for one, other in pairwise(ranked)]
        widest = max(range(len(gaps)), key=lambda at: gaps[at])
        return tuple(ranked[: widest + 1]) if gaps[widest] >= LEAST_GAP else ()


def categories(subject: Subject) -> list[Category]:
    """The columns of categories of which the request names no value; values that it names are tried anyway."""
    named = {place for group in subject.named for place in group.columns}
    found = []
    for path, name, records in subject.tables:
        for column, values in _columns_of_few_values(records):
            if (path, name, column) not in named and len(records) > len(values):
                found.append(Category((path, name, column), values))
    return found[:MOST_COLUMNS]


def _columns_of_few_values(records: Records) -> Iterator[tuple[str, tuple[str, ...]]]:
    for column in column_names(records):
        cells = [record.cells.get(column) for record in records]
        if not all(isinstance(cell, bool) or _is_category(cell) for cell in cells):
            continue
        values = tuple(dict.fromkeys(map(text_of, cells)))
        if 2 <= len(values) <= MOST_VALUES:
            yield column, values


def _is_category(cell: object) -> bool:
    text = cell.strip() if isinstance(cell, str) else ""
    return 0 < len(text) <= LONGEST_NAME and not text[0].isdigit() and any(map(str.isalpha, text))


def number_columns(subject: Subject) -> Sequence[Place]:
    """The columns of numbers of the one table that has any; () where there is no choice, or one is named."""
    places = list(subject.numbers)
    tables = {place[:2] for place in places}
    said = plain_name(subject.request)
    if len(tables) != 1 or not 2 <= len(places) <= MOST_VALUES:
        return ()
    return () if any(plain_name(column) in said for _, _, column in places) else places


def column_question(place: Place) -> str:
    """The question whose likelier answer tells whether a column of numbers is meant."""
    return f'Is the answer to this request a number from the column "{place[2]}"?'


def meant_column(odds: Mapping[Place, float]) -> Place | None:
    """The column of numbers that a request means, by the log odds of each; None where none stands out."""
    ranked = sorted(odds, key=lambda place: -odds[place])
    if len(ranked) < 2 or odds[ranked[0]] < LEAST_ODDS or odds[ranked[0]] - odds[ranked[1]] < LEAST_LEAD:
        return None
    return ranked[0]
