"""How a program begins: the task's files already loaded, so that a model writes only what is asked.

A coder model goes on as it was begun. With `rows` and a filter that it has to finish, it looks for the
task's condition first; with a name of its own, `laptops`, it forgets it.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from pandora.programs.data import ENDINGS, count_of, held
from pandora.programs.help import Work
from pandora.programs.inside.file_values import KINDS
from pandora.programs.inside.numerals import number
from pandora.programs.made_files import just_columns
from pandora.programs.mentions import part_sought, places
from pandora.programs.opening_joins import join_lines, row_lines
from pandora.programs.opening_prose import prose_lines
from pandora.programs.opening_values import NUMERAL, moment_lines, number_line, part_lines
from pandora.programs.wording_rules import totals_lines

MANY = 4
_SEVERAL = 2
_DATA = (*ENDINGS, ".txt", ".md", ".rst")
_PROSE = (".txt", ".md", ".log", ".rst")
_TAKEN = ("text", "table", "log", "load", "lines", "words", "files", "number", "save", "totals")
LONGEST = 220
_CONDITION = re.compile(
    r"\b(?:than|least|most|between|before|after|with|in|on|over|under|or more)\b.{0,12}\d"
    r"|\bor more\b|\bof (?:\w+ )?\d{4}\b",
    re.I,
)
_IMPORTS = ("import math", "from datetime import date, datetime, timedelta")
_FILTER = "kept = [row for row in rows if"


@dataclass(frozen=True)
class Loaded:
    """A variable that a program begins with: the call that fills it, the comment beside it, and its value."""

    name: str
    call: str
    comment: str
    value: Any

    @property
    def line(self) -> str:
        """Its line of the program."""
        return f"{self.name} = {self.call}  # {self.comment}"


def data_opening(work: Work) -> dict[str, str]:
    """The first lines of the field `code`: the files loaded, or the words of a task that has none."""
    task, workspace, request = work.task, work.workspace, work.request
    variables = loaded_files(task.files, workspace)
    if not variables and not task.files:
        told = [f"# {line}" for line in wrap(request, 110)]
        told.append("# There are no files: what is known stands above.")
        return {"code": "\n".join([*told, *_IMPORTS, *moment_lines(request), ""])}
    if not variables:
        return {}
    first = variables[0]
    lines = [variable.line for variable in variables]
    values = {variable.name: variable.value for variable in variables if variable.value is not None}
    if not any(path.endswith((".csv", ".tsv")) for path in task.outputs):
        lines += part_lines(request, values)  # else whole rows may be written there
    numbers, values = _numbers(values) if task.kind_of_task == "answer" else ([], values)
    told = places(request, task.files, workspace)
    joins = [*join_lines(values), *row_lines(request, values)] if len(values) > 1 else []
    dressed = [] if numbers else _dressed(task.files, workspace)
    lines += [*numbers, *joins, *(f"# {line}" for line in (*told, *dressed))]
    lines += [f"# {line}" for line in wrap(request, 110)]
    rows = first.name == "rows"
    if task.kind_of_task == "answer" and rows and (told or _CONDITION.search(request)):
        lines.append(f"{_FILTER} {part_sought(request, task.files, workspace)}".rstrip())
        return {"code": "\n".join(lines)}
    if len(task.files) == 1 and isinstance(text := _value(task.files[0], workspace), str):
        lines += prose_lines(request, first.name, task.files[0], text)
    if rows:
        lines += _made(work)
    # After a comment a model may go on in comments and write no code; after code it writes code.
    lines += totals_lines(request, values)
    return {"code": "".join(f"{line}\n" for line in lines)}


def _made(work: Work) -> list[str]:
    """The line that takes just the columns that the request wants, where a table is made of one."""
    task = work.task
    columns = just_columns(work.request, task.columns) if task.kind_of_task == "file" else []
    if len(columns) < _SEVERAL:
        return []
    keys = ", ".join(map(repr, columns))
    return [f"made = [{{key: row[key] for key in ({keys})}} for row in rows]  # the columns that are wanted"]


def _numbers(values: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """The lines that make numbers of amounts in words, for each variable of rows, and the values after them."""
    lines, after = [], dict(values)
    for name, rows in values.items():
        tabular = isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)
        if tabular and (numbered := number_line(name, rows)):
            line, after[name] = numbered
            lines.append(line)
    return lines, after


def _dressed(files: tuple[str, ...], workspace: Path) -> list[str]:
    """How to read the first value that is a number in words: `number(...)`."""
    for path in files:
        if not path.endswith(tuple(KINDS)):
            continue
        value = _value(path, workspace)
        row = value[0] if isinstance(value, list) and value else value
        for text in row.values() if isinstance(row, dict) else ():
            if isinstance(text, str) and NUMERAL.match(text) and not text.strip().replace(".", "").isdigit():
                return [f"number({text!r}) is {number(text)}, so use number(...) for {_dressed_keys(row)}"]
    return []


def _dressed_keys(row: dict[str, Any]) -> str:
    found = [key for key, text in row.items() if isinstance(text, str) and NUMERAL.match(text)]
    return ", ".join(repr(key) for key in found[:4])


def loaded_files(files: tuple[str, ...], workspace: Path) -> list[Loaded]:
    """A variable for each file of data or text, or one for all of a kind in a folder."""
    groups: dict[tuple[str, str], list[str]] = {}
    for path in (path for path in files if path.endswith(_DATA)):
        groups.setdefault((os.path.dirname(path), os.path.splitext(path)[1]), []).append(path)
    alone = len(groups) == 1 and len(next(iter(groups.values()))) == 1
    variables: list[Loaded] = []
    for (folder, extension), paths in groups.items():
        if len(paths) >= MANY:
            pattern = f"{folder}/*{extension}" if folder else f"*{extension}"
            variables.append(_many(pattern, paths, workspace, extension in _PROSE))
        else:
            variables += [_one(path, workspace, alone) for path in paths]
    return variables


def _many(pattern: str, paths: list[str], workspace: Path, prose: bool) -> Loaded:
    """The one variable of many files; of texts by their paths nothing is looked up."""
    comment = f"one for each of {len(paths)} files, like {_short(_value(paths[0], workspace))}"
    if prose:
        return Loaded("documents", f"{{path: text(path) for path in files({pattern!r})}}", comment, None)
    values = [_value(path, workspace) for path in paths]
    return Loaded("documents", f"[load(path) for path in files({pattern!r})]", comment, values)


def _one(path: str, workspace: Path, alone: bool) -> Loaded:
    value = _value(path, workspace)
    tabular = isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    function = "table" if tabular else "text" if isinstance(value, str) else "load"
    function = "log" if tabular and path.endswith(_PROSE) else function
    name = re.sub(r"\W+", "_", os.path.splitext(os.path.basename(path))[0].lower()).strip("_") or "data"
    if alone:
        name = {"table": "rows", "log": "rows", "load": "data", "text": "content"}[function]
    elif name[0].isdigit() or name in _TAKEN:
        name = f"data_{name}"
    call = f"{function}({json.dumps(path)})"
    count = count_of(workspace / path)
    # Lines that are worked out from a sample may fail at the rows beyond it.
    return Loaded(name, call, example(value, count), None if function == "text" or count else value)


def _value(path: str, workspace: Path) -> Any:
    try:
        return held(workspace / path)
    except (OSError, ValueError, RecursionError):
        return ""


def example(value: Any, count: str = "") -> str:
    """What a value looks like, in a comment's length: a row or a part of it as Python writes it.

    `count` is how many parts a list has, where the value is a sample of a longer one.
    """
    if isinstance(value, str):
        return f"text of {len(value.splitlines())} lines"
    if isinstance(value, list) and value:
        return f"list of {count or len(value)} like {_short(value[0])}"
    if isinstance(value, dict):
        return f"dict of {len(value)} like {_short(dict(list(value.items())[:4]))}"
    return type(value).__name__


def _short(value: Any) -> str:
    """Python's own spelling of a value, its long texts and lists cut."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key!r}: {_short(each)}" for key, each in list(value.items())[:10])
        return "{" + inside[:LONGEST] + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_short(each) for each in value[:2]) + (", …]" if len(value) > 2 else "]")
    if isinstance(value, str) and len(value) > 30:
        return repr(value[:29] + "…")
    return repr(value)
