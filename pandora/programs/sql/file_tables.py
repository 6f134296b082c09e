"""The files of a folder as tables: one row for each file, and one for each line.

A small model writes a query about files more surely than a program that walks through folders: what it counts,
groups, sorts and looks for stands in one statement.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pandora.programs.opening.loaded_variables import (
    FEWEST_LISTED,
    TEXT_ENDINGS,
    Loaded,
    asked_folder,
    folder_of,
    names_one,
    rows_of_files,
)
from pandora.programs.request.request_text import has_word
from pandora.programs.sql.queried_tables import QueriedColumn, QueriedTable, Reference, column_of

FILES, LINES = "files", "lines"
"""The names of the two tables in SQL."""
_OF_FILES = ("path", "name", "ending", "size")
_ENDING = re.compile(r"(?<!\w)\.\w{1,5}\b")
_VARIABLES = ("file_rows", "line_rows")


def file_tables(
    files: tuple[str, ...], workspace: Path, request: str, beside: bool = False
) -> list[QueriedTable]:
    """The tables of the files that a request asks about; [] where it is about one of them, or about tables.

    They are described by the files of the task, which were read for it. With `beside` they stand beside what
    tables among the files hold: which of several sheets are empty is asked of the files, what is in them of
    the sheets.
    """
    several = len(files) >= FEWEST_LISTED and not names_one(files, request)
    texts = several and (beside or all(path.endswith(TEXT_ENDINGS) for path in files))
    if not texts and not asked_folder(files, workspace, request):
        return []
    rows = rows_of_files(files, workspace)
    if not rows:
        return []
    folder = folder_of(files, workspace)
    call = f"file_tables({folder!r})" if folder else "file_tables()"
    file_rows, line_rows = (Loaded(name, call, "", None) for name in _VARIABLES)
    paths: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in ("path", "name", "size")}
    endings = [os.path.splitext(row["name"])[1] for row in rows]
    lines = [line for row in rows for line in row["lines"] if line.strip()]
    columns = [
        *(column_of(name, paths[name]) for name in ("path", "name")),
        *([column_of("ending", endings)] if _matter(endings, request) else []),
        column_of("size", paths["size"]),
        QueriedColumn("text", "text", False, "the whole text of the file"),
    ]
    in_lines = [
        QueriedColumn("path", "text", False, "that of the file"),
        QueriedColumn("name", "text", False, "that of the file"),
        QueriedColumn("number", "number", False, "of the line in its file, from 1"),
        column_of("line", lines),
    ]
    below = f"each file below {folder}, in its subfolders too" if folder else "each file"
    return [
        QueriedTable(FILES, file_rows, columns, about=f"a row for {below}"),
        QueriedTable(
            LINES,
            line_rows,
            in_lines,
            about="a row for each line of these files",
            references=[Reference(LINES, "path", FILES, "path")],
        ),
    ]


def _matter(endings: Sequence[str], request: str) -> bool:
    """True where files are told apart by their endings: some are no texts, or the request names an ending.

    Of recipes in `.txt` and `.md` a model else takes one kind only.
    """
    texts = all(ending in TEXT_ENDINGS for ending in endings)
    named = _ENDING.search(request) or any(has_word(request, ending[1:]) for ending in endings if ending)
    return not texts or bool(named)


def loads_files(table: QueriedTable) -> bool:
    """True for a table of the files themselves."""
    return table.variable.call.startswith("file_tables(")


def loading_of_files(table: QueriedTable) -> str:
    """The line of a program that loads both tables."""
    return f"{', '.join(_VARIABLES)} = {table.variable.call}"


def reads_files(queries: Sequence[str]) -> bool:
    """True where queries read the files, or their lines."""
    return any(re.search(rf"\b(?:from|join)\s+[\"\[`]?(?:{FILES}|{LINES})\b", sql, re.I) for sql in queries)


def each_file_once(sql: str) -> str:
    """A query that finds files by their lines, with each file once, however many lines of it are meant."""
    try:
        tree = sqlglot.parse_one(sql, read="sqlite")
    except (SqlglotError, RecursionError):
        return sql
    reads = {table.name.casefold() for table in tree.find_all(exp.Table)}
    if not isinstance(tree, exp.Select) or LINES not in reads or tree.args.get("group"):
        return sql
    of_files = all(
        isinstance(part.unalias(), exp.Column) and part.unalias().name.casefold() in _OF_FILES
        for part in tree.selects
    )
    return tree.distinct().sql(dialect="sqlite", pretty=True) if of_files else sql
