"""Columns of few values, and which of these a request means, by how likely a model finds that each counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pandora.programs.altered_copies import Records
from pandora.programs.inside.text_folding import folded
from pandora.programs.metamorphic.experiment_subject import LONGEST_NAME, Subject
from pandora.programs.metamorphic.record_columns import column_names, text_of

MOST_VALUES = 6
"""The most different values of a column of which each is asked about."""
MOST_COLUMNS = 3
"""The most columns of one request that are asked about."""
LEAST_GAP = 0.6
"""How much likelier, in log odds, the values that are meant are than the others of their column.

Of the columns of 46 requests about tables, none that limits no row had such a gap between two neighbours, and
all but one that the request limits without naming the value had it; of 31 requests made up for it, ten of
sixteen with a limit had it between the right values, and none of the fifteen others that name no value.
"""


@dataclass(frozen=True)
class Category:
    """A column of few texts in a table of a file, and its different values in the order of the rows."""

    path: str
    table: str
    column: str
    values: tuple[str, ...]

    @property
    def place(self) -> tuple[str, str, str]:
        """The path, the table and the column."""
        return self.path, self.table, self.column

    def question(self, value: str) -> str:
        """The question whose likelier answer tells whether the rows with a value are meant."""
        return (
            f'The table {self.path} has a column "{self.column}". '
            f'Do the rows whose "{self.column}" is "{value}" count for this request?'
        )


@dataclass(frozen=True)
class MeantRows:
    """The values of a category whose rows a request means, and the others."""

    category: Category
    meant: tuple[str, ...]
    others: tuple[str, ...]


def categories(subject: Subject) -> list[Category]:
    """The columns of categories of which the request names no value; values that it names are tried anyway."""
    named = {place for group in subject.named for place in group.columns}
    said = folded(subject.request)
    found = []
    for path, name, records in subject.tables:
        for column, values in _columns_of_few_values(records):
            known = (path, name, column) in named or any(folded(value) in said for value in values)
            if not known and len(records) > len(values):
                found.append(Category(path, name, column, values))
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


def meant_rows(category: Category, odds: Mapping[str, float]) -> MeantRows | None:
    """What a request means by the log odds of each value; None where no value stands out."""
    ranked = sorted(category.values, key=lambda value: -odds[value])
    gaps = [odds[one] - odds[other] for one, other in pairwise(ranked)]
    widest = max(range(len(gaps)), key=lambda at: gaps[at])
    if gaps[widest] < LEAST_GAP:
        return None
    return MeantRows(category, tuple(ranked[: widest + 1]), tuple(ranked[widest + 1 :]))
