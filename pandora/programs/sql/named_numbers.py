"""What a query found, as a person reads it: each number with the name that the query gave it."""

from __future__ import annotations

import re

from pandora.programs.sql.query_shape import selected_names, sql_of_queries

_NUMBER = re.compile(r"-?\d[\d.,]*|\d{4}-\d\d(?:-\d\d)?")


def with_named_numbers(text: str, source: str) -> str:
    """Return what a program of queries printed, its numbers with their names: `total kilos: 13.25`.

    Names and other texts say themselves what they are. The text stays as it is where a query found several
    rows, where its values cannot be told apart, and where it gave a number no name.
    """
    queries, lines = sql_of_queries(source), text.splitlines()
    if len(queries) != len(lines):
        return text
    return "\n".join(_named(line, sql) for line, sql in zip(lines, queries, strict=True))


def _named(line: str, sql: str) -> str:
    names = selected_names(sql)
    values = [line] if len(names) == 1 else line.split(" ")
    if not any(map(_NUMBER.fullmatch, values)) or len(values) != len(names) or not all(names):
        return line
    return ", ".join(
        f"{name.replace('_', ' ')}: {value}" if _NUMBER.fullmatch(value) else value
        for name, value in zip(names, values, strict=True)
    )
