"""A condition that a program has for a part of what it gives, and not for the rest."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pandora.programs.inside.text_folding import folded
from pandora.programs.metamorphic.altered_copies import Records
from pandora.programs.metamorphic.experiment_subject import (
    Place,
    Subject,
    Trial,
    Verdict,
    altered,
    inapplicable,
    violated,
)
from pandora.programs.metamorphic.record_columns import as_number, column_names, text_of
from pandora.programs.parsed_program import read_program

KEPT_CONDITIONS = "kept conditions"
"""The name of the relation in a pattern's `evidence`."""
_SIGNS: Mapping[type[ast.cmpop], tuple[str, Callable[[float, float], bool]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
}
_PERIOD = re.compile(r"\d{4}(?:-\d\d)?-?")
"""A year, or a year with its month, as days begin with it."""
_MOST_TRIED = 2


@dataclass(frozen=True)
class _Condition:
    """A comparison of a column with a number of the request, or with a year or month, and what fulfils it."""

    place: Place
    text: str
    holds: Callable[[object], bool]


def kept_conditions(subject: Subject) -> Trial:
    """M4 of numbers and days: where only rows that fulfil a condition are there, the result stays.

    Asked `which are good until 2024, and how many packets is that?`, a program that lists the rows up to 2024
    and adds up all packets gives another sum then. Where the result stays with the other rows alone, the
    program skips those that fulfil it.
    """
    found = [*_conditions(subject)][:_MOST_TRIED]
    if not found:
        return inapplicable(
            KEPT_CONDITIONS, "no condition on a number that the request names, and none on a year or a month"
        )
    runs = yield [altered(subject, _rows(entry, holds)) for entry in found for holds in (True, False)]
    for entry, kept, others in zip(found, runs[::2], runs[1::2], strict=True):
        if kept is None or others is None or not kept.ok:
            return inapplicable(KEPT_CONDITIONS, "no run ended well in time")
        if kept.same_as(subject.baseline) or others.same_as(subject.baseline):
            continue
        only = f"with only the rows of which `{entry.text}` is true the result is another"
        reason = f"{only}; all that is asked is about these rows"
        question = f"Does the right answer also need rows of which `{entry.text}` is not true, as a share does?"
        return violated(KEPT_CONDITIONS, reason, subject, kept, question)
    return Verdict(KEPT_CONDITIONS, "held", " and ".join(f"`{entry.text}` holds of all" for entry in found))


def _conditions(subject: Subject) -> Iterator[_Condition]:
    """The conditions of a program on one column each; none where two of a column exclude one another."""
    tree = read_program(subject.shape).tree
    by_column: dict[str, list[tuple[str, Callable[[object], bool]]]] = {}
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for column, text, holds in _of_number(node, subject):
                by_column.setdefault(column, []).append((text, holds))
        elif isinstance(node, ast.Call):
            for column, text, holds in _of_period(node):
                by_column.setdefault(column, []).append((text, holds))
    for path, name, records in subject.tables:
        for column in column_names(records):
            held = dict(by_column.get(column, ()))
            if len(held) == 1:
                ((text, holds),) = held.items()
                counted = sum(holds(record.cells.get(column)) for record in records)
                if 0 < counted < len(records):
                    yield _Condition((path, name, column), text, holds)


def _of_number(node: ast.Compare, subject: Subject) -> Iterator[tuple[str, str, Callable[[object], bool]]]:
    """The comparison of a column with a number that the request names."""
    column, value, sign = _column(node.left), node.comparators[0], _SIGNS.get(type(node.ops[0]))
    if column is None or sign is None or not isinstance(value, ast.Constant):
        return
    number = value.value
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        return
    if not any(abs(one - number) <= 1 for one in subject.numbers_named):
        return

    def holds(cell: object) -> bool:
        own = as_number(cell)
        return own is not None and sign[1](own, number)

    yield column, f"{column} {sign[0]} {number:g}", holds


def _of_period(node: ast.Call) -> Iterator[tuple[str, str, Callable[[object], bool]]]:
    """The condition of a query that a day is in a year, or in a month: `LIKE '2025-08%'`."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr != "startswith" or len(node.args) != 1:
        return
    of, begin = node.func.value, node.args[0]
    column = _column(of.args[0]) if isinstance(of, ast.Call) and of.args else None
    if column is None or not isinstance(begin, ast.Constant) or not _PERIOD.fullmatch(str(begin.value)):
        return
    period = str(begin.value)
    yield column, f"{column} LIKE '{period}%'", lambda cell: folded(text_of(cell)).startswith(period)


def _column(node: ast.expr) -> str | None:
    """The column that `row['kg']` or `row.get('kg')` is; None for anything else."""
    key: ast.expr | None = None
    if isinstance(node, ast.Subscript):
        key = node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        key = node.args[0] if node.args else None
    return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None


def _rows(entry: _Condition, holds: bool) -> Callable[[str, str, Records], Records]:
    """The rows that fulfil a condition, or those that do not."""

    def alter(path: str, name: str, records: Records) -> Records:
        if (path, name) != entry.place[:2]:
            return records
        return [record for record in records if entry.holds(record.cells.get(entry.place[2])) is holds]

    return alter
