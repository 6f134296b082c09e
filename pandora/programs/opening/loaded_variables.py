"""The variables with which a program begins: each loads a file of the task, or all files of a kind."""

from __future__ import annotations

import builtins
import glob
import itertools
import json
import keyword
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from pandora.programs.data_columns import inner_rows
from pandora.programs.input_files import ENDINGS, count_of, file_value, read_input
from pandora.programs.inside.headed_texts import rows_of_texts
from pandora.programs.inside.markdown_tables import ENDINGS as MARKDOWN_ENDINGS
from pandora.programs.inside.markdown_tables import table_in
from pandora.programs.inside.nested_rows import flat_rows, is_rows, nested_column
from pandora.programs.request.request_text import has_word
from pandora.regular_file import read_regular

MANY_FILES = 4
FEWEST_LISTED = 3
"""The fewest texts of several folders or kinds that a program begins with as rows, one for each file."""
MIXED = 3
"""Kinds of files from which a folder of texts and others is no set of tables with a text about them."""
MOST_BELOW = 500
"""The most files of a folder that are counted."""
LARGEST_LISTED = 1 << 20
"""The most bytes of a file that are read to show its row."""
_MOST_TABLES = 4
"""The most tables in one file that get a variable each."""
_LEAST_BEGIN = 3
"""The fewest characters with which the names of some files of a folder begin, where those of others do not."""
_SETTINGS = "pandora.toml"
"""The one file beside those of the user at the root of a workspace."""
_MOST_LISTED = 20
"""The most paths that are listed where no pattern gives them."""
_LOADED_ENDINGS = (*ENDINGS, ".txt", ".md", ".rst")
TEXT_ENDINGS = (".txt", ".md", ".log", ".rst")
_TAKEN_NAMES = (
    *("text", "table", "log", "load", "lines", "words", "files", "listing", "records"),
    *("move", "copy", "number", "save", "fill", "tick", "totals"),
)
_LONGEST_DICT = 220
_LONGEST_AROUND = 300
"""The most characters that are shown of the text around a table."""
_LONGEST_TEXT, _LONGEST_MESSAGE = 30, 90
"""The most characters of a text in an example."""


@dataclass(frozen=True)
class Loaded:
    """A variable that a program's first lines define: its name, the call, a comment, and the value."""

    name: str
    call: str
    comment: str
    value: Any

    @property
    def line(self) -> str:
        """The program's line that defines the variable."""
        return f"{self.name} = {self.call}  # {self.comment}"


def loaded_files(files: tuple[str, ...], workspace: Path, flat: bool = False) -> list[Loaded]:
    """Return a variable for each data or text file; many files of one kind in a folder share one variable.

    With `flat`, rows inside the rows of a file that stands alone are the rows of its variable, and so is each
    of the texts of one folder that begin with the same fields.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for path in (path for path in files if path.endswith(_LOADED_ENDINGS)):
        groups.setdefault((os.path.dirname(path), os.path.splitext(path)[1]), []).append(path)
    alone = len(groups) == 1 and len(next(iter(groups.values()))) == 1
    variables: list[Loaded] = []
    for (folder, extension), paths in groups.items():
        if len(paths) >= MANY_FILES:
            pattern = _pattern_of(folder, extension, paths, workspace)
            prose = extension in TEXT_ENDINGS
            headed = _headed_texts(pattern, paths, workspace) if flat and prose and len(groups) == 1 else None
            variables.append(headed or _folder_variable(pattern, paths, workspace, prose))
        else:
            variables += [_file_variable(path, workspace, alone) for path in paths]
    if not alone or len(variables) != 1:
        return _told_apart(variables)
    nested = _flat(variables[0], files[0]) if flat else None
    return [nested] if nested else _with_inner_rows(variables[0])


def _told_apart(variables: Sequence[Loaded]) -> list[Loaded]:
    """The variables, those of a name that another has already with a number behind it."""
    apart: list[Loaded] = []
    for variable in variables:
        taken = {other.name for other in apart}
        names = (f"{variable.name}_{number}" for number in itertools.count(2))
        name = variable.name if variable.name not in taken else next(one for one in names if one not in taken)
        apart.append(replace(variable, name=name))
    return apart


def listed_folder(files: tuple[str, ...], workspace: Path, request: str = "") -> Loaded | None:
    """The variable with a row for each of some files of several folders or kinds, without their text.

    None for other files: those of one folder and kind are loaded together, and tables are asked about for what
    is in them. A folder of MIXED kinds, texts among them, is asked about for its files; so is a folder of texts
    that a request names, where there are pictures or other files beside them that no variable holds.
    """
    folder = asked_folder(files, workspace, request)
    below = _count_below(workspace / folder) if has_word(request, os.path.basename(folder)) else 0
    rows = rows_of_files(files, workspace) if folder else []
    return Loaded("rows", f"listing({folder!r})", example(rows, _shown_count(below)), None) if rows else None


def asked_folder(files: tuple[str, ...], workspace: Path, request: str) -> str:
    """The folder whose files a request asks about as files, as `listed_folder` says; "" for none."""
    kinds = {(os.path.dirname(path), os.path.splitext(path)[1]) for path in files}
    texts = [path.endswith(TEXT_ENDINGS) for path in files]
    folder = folder_of(files, workspace)
    if not folder or names_one(files, request):
        return ""
    asked = has_word(request, os.path.basename(folder)) and not any(path.endswith(ENDINGS) for path in files)
    below = _count_below(workspace / folder) if asked else 0
    beside = below > len(files) or not all(path.endswith(_LOADED_ENDINGS) for path in files)
    mixed = any(texts) and len({kind for _, kind in kinds}) >= MIXED
    if not (asked and beside) and (len(kinds) == 1 or not (all(texts) or mixed)):
        return ""
    return folder if max(below, len(files)) >= FEWEST_LISTED else ""


def folder_of(files: tuple[str, ...], workspace: Path) -> str:
    """The folder in which all of some files lie, or in a folder below it; "" for that of the workspace."""
    folder = os.path.commonpath(files) if files else ""
    return folder if os.path.isdir(workspace / folder) else os.path.dirname(folder)


def names_one(files: tuple[str, ...], request: str) -> bool:
    """True where a request names one of some files."""
    return any(os.path.basename(path) in request for path in files)


def rows_of_files(files: tuple[str, ...], workspace: Path) -> list[dict[str, Any]]:
    """The rows that `listing` has of some files, which were read for the task; what cannot be read has none."""
    rows = []
    for path in sorted(files):  # what the policy hides is not among these
        try:
            content, _ = read_regular(path, LARGEST_LISTED, inside=workspace)
        except OSError:
            continue
        held = content.decode("utf-8", "replace")
        row = {"path": path, "name": os.path.basename(path), "size": len(content)}
        rows.append({**row, "text": held, "lines": held.splitlines()})
    return rows


def _count_below(folder: Path) -> int:
    """How many files `listing` gives of a folder; it is not counted further than MOST_BELOW."""
    count = 0
    for _, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        count += sum(not name.startswith(".") for name in names)
        if count > MOST_BELOW:
            break
    return count


def _shown_count(count: int) -> str:
    return f"more than {MOST_BELOW}" if count > MOST_BELOW else str(count or "")


def _with_inner_rows(variable: Loaded) -> list[Loaded]:
    """A variable, and where it is an object with lists of objects, one for each (`rows` for a single one)."""
    value = variable.value if isinstance(variable.value, dict) else {}
    key, rows = inner_rows(value)
    inner = {name: part for name, part in value.items() if is_rows(part)}
    named = {name: re.sub(r"\W+", "_", str(name)).strip("_") for name in inner}  # a sheet may be `Week 2`
    distinct = len({*named.values()}) == len(named)
    if 1 < len(inner) <= _MOST_TABLES and distinct and all(map(_is_variable, named.values())):
        names = ", ".join(map(repr, list(value)[:_MOST_LISTED]))
        outer = replace(variable, comment=f"dict of {len(value)} with {names}", value=None)
        call = variable.name
        return [
            outer,
            *(Loaded(named[name], f"{call}[{name!r}]", example(part), part) for name, part in inner.items()),
        ]
    if not key:
        return [variable]
    keys = ", ".join(map(repr, list(variable.value)[:_MOST_LISTED]))
    outer = replace(variable, comment=f"dict of {len(variable.value)} with {keys}", value=None)
    return [outer, Loaded("rows", f"{variable.name}[{key!r}]", example(rows), rows)]


def _flat(variable: Loaded, path: str) -> Loaded | None:
    """The variable with a row for each of the rows inside the rows of a file; None where it has no such."""
    value = variable.value
    rows = inner_rows(value)[1] if isinstance(value, dict) else value
    nested = nested_column(rows) if is_rows(rows) else ""
    if not nested:
        return None
    flat = flat_rows(rows, nested, value)
    return Loaded("rows", f"table({json.dumps(path)}, {json.dumps(nested)})", example(flat), flat)


def _is_variable(name: object) -> bool:
    """True for the key of a table that can be the name of a variable, and is not one that means something."""
    taken = {*_TAKEN_NAMES, *dir(builtins), "data", "rows"}
    return isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name) and name not in taken


def call_of_names(paths: tuple[str, ...], workspace: Path) -> str:
    """The call that gives these paths and no others, or their list; "" where that would be too long."""
    folders = {os.path.dirname(path) for path in paths}
    endings = {os.path.splitext(path)[1] for path in paths}
    if len(folders) == 1:
        pattern = _pattern_of(folders.pop(), endings.pop() if len(endings) == 1 else "", [*paths], workspace)
        found = filter(os.path.isfile, glob.glob(glob.escape(f"{workspace}/") + pattern))
        matched = {os.path.relpath(path, workspace) for path in found}
        if matched == {*paths}:
            return f"files({pattern!r})"
        if matched - {_SETTINGS} == {*paths} and len(paths) > _MOST_LISTED:
            return f"[path for path in files({pattern!r}) if path != {_SETTINGS!r}]"
    return f"{sorted(paths)}" if len(paths) <= _MOST_LISTED else ""


def _pattern_of(folder: str, extension: str, paths: list[str], workspace: Path) -> str:
    """The pattern of files by folder and ending; where others match it too, by the beginning of their names."""
    names = sorted(os.path.basename(path) for path in paths)
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(names[0], names[-1], strict=False))
    same = "".join(one for one, _ in pairs)
    whole_words = same.rstrip("".join(filter(str.isalnum, same)))
    begin = whole_words if len(whole_words) >= _LEAST_BEGIN else same
    matched = glob.glob(glob.escape(f"{workspace / folder}/") + "*" + glob.escape(extension))
    if len(matched) == len(paths) or len(begin) < _LEAST_BEGIN or glob.has_magic(begin):
        begin = ""
    return os.path.join(folder, begin.removesuffix(extension) + "*" + extension)


def _folder_variable(pattern: str, paths: list[str], workspace: Path, prose: bool) -> Loaded:
    """Return the one variable for many files; for texts (`prose`) its `value` is None."""
    sample = _short_repr(sample_of(paths[0], workspace))
    comment = f"one for each of {len(paths)} files, like {f'{paths[0]!r}: ' * prose}{sample}"
    if prose:
        return Loaded("documents", f"{{path: text(path) for path in files({pattern!r})}}", comment, None)
    values = [sample_of(path, workspace) for path in paths]
    return Loaded("documents", f"[load(path) for path in files({pattern!r})]", comment, values)


def _headed_texts(pattern: str, paths: list[str], workspace: Path) -> Loaded | None:
    """The variable with a row for each of some texts that begin with the same fields; None for others."""
    texts = [(path, text) for path in paths if isinstance(text := sample_of(path, workspace), str)]
    rows = rows_of_texts(texts)
    return Loaded("rows", f"records({pattern!r})", example(rows), rows) if rows else None


def _file_variable(path: str, workspace: Path, alone: bool) -> Loaded:
    value = sample_of(path, workspace)
    tabular = isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    function = "table" if tabular else "text" if isinstance(value, str) else "load"
    is_log = tabular and path.endswith(TEXT_ENDINGS) and next(iter(value[0])) == "line"
    function = "log" if is_log else function
    name = re.sub(r"\W+", "_", os.path.splitext(os.path.basename(path))[0].lower()).strip("_") or "data"
    if alone:
        name = {"table": "rows", "log": "rows", "load": "data", "text": "content"}[function]
    elif name[0].isdigit() or name in _TAKEN_NAMES:
        name = f"data_{name}"
    call = f"{function}({json.dumps(path)})"
    count = count_of(workspace / path)
    comment = example(value, count)
    if function == "table" and (around := _around(path, workspace)):
        comment += f"; the text around it: {around!r}"
    # Lines that are worked out from a sample may fail at the rows beyond it.
    return Loaded(name, call, comment, None if function == "text" or count else value)


def _around(path: str, workspace: Path) -> str:
    """What a text says around its one table; "" for any other file."""
    table = table_in(read_input(workspace / path).text) if path.endswith(MARKDOWN_ENDINGS) else None
    return table.around[:_LONGEST_AROUND] if table else ""


def sample_of(path: str, workspace: Path) -> Any:
    """The value of a file, or of the beginning of a long one; "" where it cannot be read."""
    try:
        return file_value(workspace / path)
    except (OSError, ValueError, RecursionError):
        return ""


def row_example(row: dict[str, Any]) -> str:
    """A row in Python's notation; the message of a log shows what a program may cut out of it."""
    return _short_repr(row, _LONGEST_MESSAGE if "message" in row else _LONGEST_TEXT)


def example(value: Any, count: str = "") -> str:
    """Describe a value in a short comment that shows its first row or items in Python's notation.

    `count` is how many parts a list has, where the value is a sample of a longer one.
    """
    if isinstance(value, str):
        return f"text of {len(value.splitlines())} lines"
    if isinstance(value, list) and value:
        return f"list of {count or len(value)} like {_short_repr(value[0])}"
    if isinstance(value, dict):
        return f"dict of {len(value)} like {_short_repr(dict(list(value.items())[:4]))}"
    return type(value).__name__


def _short_repr(value: Any, longest: int = _LONGEST_TEXT) -> str:
    """Return the `repr` of a value, with long texts, lists and dicts cut."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key!r}: {_short_repr(part, longest)}" for key, part in list(value.items())[:10])
        return "{" + inside[:_LONGEST_DICT] + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_short_repr(part) for part in value[:2]) + (", …]" if len(value) > 2 else "]")
    if isinstance(value, str) and len(value) > longest:
        return repr(value[: longest - 1] + "…")
    return repr(value)
