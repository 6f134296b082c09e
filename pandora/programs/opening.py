"""How a program begins: the task's files already loaded, so that a model writes only what is asked.

A coder model goes on as it was begun. With `rows` and a filter that it has to finish, it looks for the
task's condition first; with a name of its own, `laptops`, it forgets it.
"""

from __future__ import annotations

import ast
import json
import os
import re
from fnmatch import fnmatch
from itertools import dropwhile
from pathlib import Path
from textwrap import wrap
from typing import Any

from pandora.document.quote import quoted
from pandora.engine.loop import Loop
from pandora.programs.data import ENDINGS, count_of, held, rows_to_change
from pandora.programs.inside.file_values import KINDS
from pandora.programs.inside.numerals import number
from pandora.programs.made_files import just_columns
from pandora.programs.mentions import part_sought, places
from pandora.programs.opening_joins import join_lines, row_lines
from pandora.programs.opening_prose import prose_lines
from pandora.programs.opening_values import NUMERAL, moment_lines, number_line, part_lines
from pandora.programs.wording_rules import totals_lines
from pandora.workspace.paths import is_test

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
HEAD = 20
"""Lines before the first function that a file is begun with."""
WHOLE = 120
"""Lines of a file that is begun with whole, where it only lacks a name."""
_STARTS = re.compile(r"(?:async\s+)?def\s|class\s|@|if\s+__name__")
_FILTER = "kept = [row for row in rows if"


def _file_opening(loop: Loop) -> dict[str, str]:
    """How the one code file of the task begins, so that it is this file that is written anew, and no other."""
    code = [path for path in loop.task.files if path.endswith(".py") and not is_test(path)]
    if len(code) != 1:
        return {}
    try:
        lines = (loop.host.workspace.root / code[0]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return {}
    if missing := _missing(code[0], "\n".join(lines), "\n".join(loop.task.context)):
        begun = "class" if missing[0].isupper() else "def"
        return {"code": "\n".join([*lines, "", "", f"{begun} {missing}"])}
    first = next((place for place, line in enumerate(lines) if _STARTS.match(line)), len(lines))
    head = [*dropwhile(lambda line: not line.strip(), lines[:first])] or lines[first : first + 1]
    return {"code": "".join(f"{line}\n" for line in head)} if 0 < len(head) <= HEAD else {}


def _missing(path: str, source: str, told: str) -> str:
    """The name that a test wants of the file and that is not in it, or ""."""
    stem = re.escape(Path(path).stem)
    found = re.search(rf"cannot import name '(\w+)' from '{stem}'", told)
    found = found or re.search(rf"module '{stem}' has no attribute '(\w+)'", told)
    if not found or re.search(rf"\b{found[1]}\b\s*[(=]", source) or source.count("\n") > WHOLE:
        return ""
    return found[1]


def opening_for(loop: Loop, number: int) -> dict[str, str]:
    """The first lines of the field `code` for try `number` (from 0), as the pattern's `opening` says.

    `data`: the files loaded, or the words of a task that has none. `file`: the beginning of the file that
    is written anew, in the first two tries; its fault may lie there.
    """
    kind = loop.pattern.keys.get("opening")
    if kind == "file":
        return _file_opening(loop) if number < 2 else {}
    return _data_opening(loop) if kind else {}


def _data_opening(loop: Loop) -> dict[str, str]:
    workspace = loop.host.workspace.root
    request = loop.task.request or loop.task.text
    lines = opening_lines(loop.task.files, workspace)
    if not lines and not loop.task.files:
        told = [f"# {each}" for each in wrap(request, 110)]
        told.append("# There are no files: what is known stands above.")
        return {"code": "\n".join([*told, *_IMPORTS, *moment_lines(request), ""])}
    if not lines:
        return {}
    loaded = _loaded(lines, loop.task.files, workspace)
    if not any(
        path.endswith((".csv", ".tsv")) for path in loop.task.outputs
    ):  # whole rows may be written there
        lines += part_lines(request, loaded)
    numbers = _numbers(loaded) if loop.task.kind_of_task == "answer" else []
    told = places(request, loop.task.files, workspace)
    joins = [*join_lines(loaded), *row_lines(request, loaded)] if len(loaded) > 1 else []
    dressed = [] if numbers else _dressed(loop.task.files, workspace)
    lines += [*numbers, *joins, *(f"# {each}" for each in (*told, *dressed))]
    lines += [f"# {each}" for each in wrap(request, 110)]
    if (
        loop.task.kind_of_task == "answer"
        and lines[0].startswith("rows = ")
        and (told or _CONDITION.search(request))
    ):
        lines.append(f"{_FILTER} {part_sought(request, loop.task.files, workspace)}".rstrip())
        return {"code": "\n".join(lines)}
    if len(loop.task.files) == 1 and isinstance(text := _value(loop.task.files[0], workspace), str):
        lines += prose_lines(request, lines[0].partition(" ")[0], loop.task.files[0], text)
    if lines[0].startswith("rows = "):
        lines += _made(loop, request)
    # After a comment a model may go on in comments and write no code; after code it writes code.
    lines += totals_lines(request, loaded)
    return {"code": "".join(f"{line}\n" for line in lines)}


def _made(loop: Loop, request: str) -> list[str]:
    """The line that takes just the columns that the request wants, where a table is made of one."""
    columns = just_columns(request, loop.task.columns) if loop.task.kind_of_task == "file" else []
    if len(columns) < _SEVERAL:
        return []
    keys = ", ".join(map(repr, columns))
    return [f"made = [{{key: row[key] for key in ({keys})}} for row in rows]  # the columns that are wanted"]


_CALL = re.compile(r"^(\w+) = (?:table|load|log)\((\".*?\")\)  # ")


_MANY_FILES = re.compile(r"^documents = \[load\(path\) for path in files\((?P<glob>'.*?'|\".*?\")\)\]")


def _loaded(lines: list[str], files: tuple[str, ...], workspace: Path) -> dict[str, Any]:
    """The values that the opening's variables hold."""
    found: dict[str, Any] = {}
    for line in lines:
        if call := _CALL.match(line):
            found[call[1]] = _value(json.loads(call[2]), workspace)
        elif many := _MANY_FILES.match(line):
            paths = [path for path in files if fnmatch(path, ast.literal_eval(many["glob"]))]
            found["documents"] = [_value(path, workspace) for path in paths]
    return found


def _numbers(loaded: dict[str, Any]) -> list[str]:
    """The lines that make numbers of amounts in words, for each variable that holds rows."""
    tables = [
        (name, rows)
        for name, rows in loaded.items()
        if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows)
    ]
    return [line for name, rows in tables if (line := number_line(name, rows))]


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


def opening_lines(files: tuple[str, ...], workspace: Path) -> list[str]:
    """One line a file, or one for all of a kind in a folder."""
    groups: dict[tuple[str, str], list[str]] = {}
    for path in (path for path in files if path.endswith(_DATA)):
        groups.setdefault((os.path.dirname(path), os.path.splitext(path)[1]), []).append(path)
    alone = len(groups) == 1 and len(next(iter(groups.values()))) == 1
    lines: list[str] = []
    for (folder, extension), paths in groups.items():
        if len(paths) >= MANY:
            pattern = f"{folder}/*{extension}" if folder else f"*{extension}"
            many = f"one for each of {len(paths)} files, like {_short(_value(paths[0], workspace))}"
            if extension in _PROSE:
                lines.append(f"documents = {{path: text(path) for path in files({pattern!r})}}  # {many}")
            else:
                lines.append(f"documents = [load(path) for path in files({pattern!r})]  # {many}")
        else:
            lines += [_one(path, workspace, alone) for path in paths]
    return lines


def _one(path: str, workspace: Path, alone: bool) -> str:
    value = _value(path, workspace)
    tabular = isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    call = "table" if tabular else "text" if isinstance(value, str) else "load"
    call = "log" if tabular and path.endswith(_PROSE) else call
    name = re.sub(r"\W+", "_", os.path.splitext(os.path.basename(path))[0].lower()).strip("_") or "data"
    if alone:
        name = {"table": "rows", "log": "rows", "load": "data", "text": "content"}[call]
    elif name[0].isdigit() or name in _TAKEN:
        name = f"data_{name}"
    return f"{name} = {call}({json.dumps(path)})  # {example(value, count_of(workspace / path))}"


def _value(path: str, workspace: Path) -> Any:
    try:
        return rows_to_change(held(workspace / path))
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


def file_texts(loop: Loop) -> str:
    """The text of the task's files, one after the other; the prompt's budget cuts it."""
    texts = []
    for path in loop.task.files[:MANY]:
        try:
            data = (loop.host.workspace.root / path).read_bytes()[: 1 << 20]
        except OSError:
            continue
        if b"\0" not in data:
            text = data.decode("utf-8", "replace")
            text = quoted(text) if loop.untrusted else text
            body = "\n".join(f"  {line}" for line in text.splitlines())
            texts.append(f"{path}:\n{body}")
    return "## Files\n" + "\n".join(texts) if texts else ""
