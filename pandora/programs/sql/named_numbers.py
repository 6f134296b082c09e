"""What a query found, as a person reads it: each number with the name that the query gave it."""

from __future__ import annotations

import re

from pandora.programs.sql.query_shape import selected_names, sql_of_queries
from pandora.programs.texts.request_clauses import word_beginnings

_NUMBER = re.compile(r"-?\d[\d.,]*|\d{4}-\d\d(?:-\d\d)?")


def with_named_numbers(text: str, source: str, request: str) -> str:
    """Return what a program of queries printed, its numbers with their names: `total kilos: 13.25`.

    So has a text of a column that the request does not name: `donated by: Ann` is not who bought it. Other
    texts say themselves what they are. The text stays as it is where a query found several rows, where its
    values cannot be told apart, and where it gave a number no name.
    """
    queries, lines = sql_of_queries(source), text.splitlines()
    if len(queries) != len(lines):
        return text
    return "\n".join(_named(line, sql, request) for line, sql in zip(lines, queries, strict=True))


def _named(line: str, sql: str, request: str) -> str:
    names = selected_names(sql)
    values = [line] if len(names) == 1 else line.split(" ")
    if len(values) != len(names) or not all(names):
        return line
    if not any(map(_NUMBER.fullmatch, values)):
        other = len(names) == 1 and word_beginnings(names[0]).isdisjoint(word_beginnings(request))
        return f"{names[0]}: {line}" if other and " " in names[0] else line
    return ", ".join(
        f"{name.replace('_', ' ')}: {value}" if _NUMBER.fullmatch(value) else value
        for name, value in zip(names, values, strict=True)
    )
