"""The rows that a request names, which a program begins by keeping, with what is in them.

A small model reads in a comment how the data writes a word of the request, and writes the condition otherwise
all the same. So code writes the conditions that it knows, and shows the model one of the rows that are left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.programs.data_columns import Rows, tables
from pandora.programs.input_files import count_of
from pandora.programs.language.month_names import months_named
from pandora.programs.language.negations import negates_word
from pandora.programs.opening.data_leads import Condition, MatchedLine, matched_lines, month_range
from pandora.programs.opening.loaded_variables import TEXT_ENDINGS
from pandora.programs.request.asked_parts import asked_parts, parts_with_rows_of
from pandora.programs.request.log_words import forms_in, telling_words
from pandora.programs.request.request_text import PATH, has_word, names_column

_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?!-)")
_MOST_CONDITIONS = 4
_MOST_EMPTY = 4
_MOST_VALUES = 8
"""The most values of a column that a request may name all."""


@dataclass(frozen=True)
class KeptRows:
    """The line of a program that keeps the rows that a request names, the first of them, and comments."""

    line: str
    first: dict[str, Any]
    comments: tuple[str, ...]


def kept_rows(request: str, path: str, workspace: Path) -> KeptRows | None:
    """Return the rows of the table in `path` that the request names.

    None where a word of the request stands in several columns, or a clause says that it is not meant, and where
    no row or every row is left: then the words are meant otherwise. So may one be that is a part of what a
    single row says: what a hut weekend cost is not `hut, first half`.

    Of a request that asks several things, what one of them names says nothing of the others.
    """
    rows = _rows(path, workspace)
    named = _conditions_of_parts(request, path, rows, workspace)
    conditions = named and named.get(0)
    if not conditions or not _readable(conditions, rows):
        return None
    if any(_is_part_of_one(group, rows) for group in conditions):
        return None
    kept = [row for row in rows if all(_holds(group, row) for group in conditions)]
    if not kept or len(kept) == len(rows):
        return None
    condition = " and ".join(map(_expression, conditions))
    sample = count_of(workspace / path) != ""
    share = "" if sample else f"  # {len(kept)} of {len(rows)} rows"
    line = f"kept = [row for row in rows if {condition}]{share}"
    return KeptRows(line, kept[0], tuple(_empty_in(kept, sample)))


def _is_part_of_one(group: Sequence[Condition], rows: Rows) -> bool:
    """True for a word that only one of several rows has, as a part of a value."""
    parts = not any(condition.value for condition in group) and all(
        " in row[" in one.expression for one in group
    )
    return parts and len(rows) > 1 and sum(_holds(group, row) for row in rows) == 1


def conditions_of_parts(request: str, path: str, workspace: Path) -> list[str]:
    """Return a comment with the conditions of each of the things asked that names rows for itself alone."""
    rows = _rows(path, workspace)
    named = _conditions_of_parts(request, path, rows, workspace) if rows else None
    return [
        f"rows of ({part}): {' and '.join(map(_expression, conditions))}"
        for part, conditions in sorted((named or {}).items())
        if part and _readable(conditions, rows)
    ]


def _rows(path: str, workspace: Path) -> Rows:
    return next((rows for _, rows in tables([path], workspace)), [])


def _conditions_of_parts(
    request: str, path: str, rows: Rows, workspace: Path
) -> dict[int, list[list[Condition]]] | None:
    """The conditions of the whole request as those of part 0, and those that only one of its parts has.

    Where all behind that part lean on it, they are those of the whole request, too.
    """
    groups = _conditions(request, path, workspace)
    if not rows or groups is None:
        return None
    groups = [group for group in groups if not _names_all_values(group, request, rows)]
    if path.endswith(TEXT_ENDINGS):
        groups += _of_messages(request, rows, [group.conditions for group in groups])
    asked = asked_parts(request)
    parts: dict[int, list[list[Condition]]] = {}
    for group in groups:
        within = [
            number for number, part in enumerate(asked, 1) if any(has_word(part, word) for word in group.words)
        ]
        alone = len(within) == 1 and len(parts_with_rows_of(within[0], request)) < len(asked)
        parts.setdefault(within[0] if alone else 0, []).append(group.conditions)
    return parts


def _names_all_values(group: _Group, request: str, rows: Rows) -> bool:
    """True where a request names each value of a column, as `yes or no` does: it is asked which one it is."""
    if not all(condition.value for condition in group.conditions):
        return False
    values = {str(row.get(group.conditions[0].column) or "") for row in rows} - {""}
    return len(values) <= _MOST_VALUES and all(has_word(request, value) for value in values)


@dataclass(frozen=True)
class _Group:
    """The conditions of one column, as alternatives, and the words of the request that they come from."""

    conditions: list[Condition]
    words: set[str]


def _conditions(request: str, path: str, workspace: Path) -> list[_Group] | None:
    """The conditions of the request, those of one column as alternatives.

    None where more is meant than they say: a word may mean several columns, or what it means is not known.
    """
    bare = PATH.sub(" ", request)
    said = matched_lines(request, [path], workspace)
    matches = [match for match in said if match.condition]
    if len(matches) < sum(bool(match.word) for match in said) or not _times_are_known(bare, matches):
        return None
    longest = {match.word.casefold() for match in matches if match.whole}
    groups: dict[str, _Group] = {}
    columns: dict[str, set[str]] = {}
    excluded: set[str] = set()
    for match in matches:
        condition, word = match.condition, match.word.casefold()
        if condition is None or any(word != other and word in other and not match.whole for other in longest):
            continue
        if negates_word(match.word, bare):
            excluded.add(_key(condition))
            continue
        columns.setdefault(word, set()).add(condition.column)
        of_column = groups.setdefault(_key(condition), _Group([], set()))
        of_column.words.add(match.word)
        if condition not in of_column.conditions:
            of_column.conditions.append(condition)
    if excluded - set(groups) or len(groups) > _MOST_CONDITIONS:
        return None
    for places in (places for places in columns.values() if len(places) > 1):
        named = {column for column in places if names_column(column, bare)}
        if len(named) != 1:
            return None
        for column in places - named:
            groups.pop(column, None)
    return list(groups.values())


def _of_messages(request: str, rows: Rows, known: Sequence[Sequence[Condition]]) -> list[_Group]:
    """The words of the request in the messages of the rows of a log that are meant so far, each a condition."""
    meant = [row for row in rows if all(_holds(group, row) for group in known)]
    telling = telling_words((str(row.get("message", "")) for row in meant), PATH.sub(" ", request))
    return [_Group([_in_message(word)], {word, *forms_in(word, request)}) for word in telling]


def _times_are_known(request: str, matches: Sequence[MatchedLine]) -> bool:
    """True where each month and each year of the request stands in the data, and which year a month is of.

    Of `November 2023 to February 2024` neither the months nor the years are those of each row that is meant.
    """
    months, years = months_named(request), {*_YEAR.findall(request)}
    numbers = list(months.values())
    over_new_year = bool(month_range(list(months), request)) and numbers[0] > numbers[1]
    if years and (over_new_year or (len(years) > 1 and len({*numbers}) > 1)):
        return False
    named = [*months, *years]
    known = " ".join(match.word for match in matches).casefold()
    return all(word.casefold() in known or negates_word(word, request) for word in named)


def _in_message(word: str) -> Condition:
    expression = f"{word!r} in row['message'].lower()"
    return Condition("message", expression, lambda cell: isinstance(cell, str) and word in cell.lower())


def _key(condition: Condition) -> str:
    """What the alternatives have in common: the column, and for a date the part of it."""
    return condition.expression.partition(" == ")[0] if not condition.value else condition.column


def _holds(group: Sequence[Condition], row: dict[str, Any]) -> bool:
    return any(condition.holds(row.get(condition.column)) for condition in group)


def _expression(group: Sequence[Condition]) -> str:
    if len(group) == 1:
        return group[0].expression
    if all(condition.value for condition in group):
        return f"row[{group[0].column!r}] in {tuple(condition.value for condition in group)!r}"
    return f"({' or '.join(condition.expression for condition in group)})"


def _readable(conditions: Sequence[Sequence[Condition]], rows: Rows) -> bool:
    """True where a program can ask the conditions of every row: `in` and a slice need a text."""
    asked = [condition for group in conditions for condition in group]
    return all(
        condition.column in row and (condition.value or isinstance(row[condition.column], str))
        for condition in asked
        for row in rows
    )


def _empty_in(kept: Rows, sample: bool) -> list[str]:
    """What stands for an empty cell in columns of the rows that are left, and where their numbers stand.

    Told that one column of a cash book is empty, a small model adds that one up.
    """
    lines = []
    filled = [f"row[{name!r}]" for name in kept[0] if any(map(_is_number, (row.get(name) for row in kept)))]
    for name in kept[0] if not sample else ():
        empty = [row.get(name) for row in kept if row.get(name) in (None, "")]
        if empty:
            share = "all" if len(empty) == len(kept) else str(len(empty))
            instead = (
                f"; the numbers of kept are in {' and '.join(filled)}" if share == "all" and filled else ""
            )
            lines.append(f"row[{name!r}] is {empty[0]!r} in {share} of kept{instead}")
    return lines[:_MOST_EMPTY]


def _is_number(cell: object) -> bool:
    return isinstance(cell, (int, float)) and not isinstance(cell, bool)
