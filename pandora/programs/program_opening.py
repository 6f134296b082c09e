"""The first lines of a program, which load the task's files, so that a model writes only what is asked.

A coder model goes on as it was begun. With `rows` and a filter that it has to finish, it looks for the
task's condition first; with a name of its own, `laptops`, it forgets it.
"""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from textwrap import wrap
from typing import Any

from pandora.programs.data_columns import columns, tables
from pandora.programs.english_words import (
    NUMBER_WORDS,
    PATH,
    QUOTED,
    TOTAL,
    WORD,
    ignores_case,
    just_columns,
    letters_only,
    names_column,
    whole_words,
)
from pandora.programs.files_opening import loop_over_files
from pandora.programs.help import Work
from pandora.programs.input_files import ENDINGS, count_of, file_value
from pandora.programs.inside.file_reading import KINDS
from pandora.programs.inside.numerals import number
from pandora.programs.inside.text_folding import folded
from pandora.programs.month_names import months_named
from pandora.programs.spelling_variants import spelling_variants

_TWO = 2

_MOST_PLACES = 4
_NEGATION = re.compile(r"\b(?:not|no|without|except|but|never|other|neither|nor)\b|n't\b", re.I)

_MOST_TOTALS = 2

Row = dict[str, Any]
MANY_FILES = 4
_LEAST_BEGIN = 3
"""The fewest characters with which the names of some files of a folder begin, where those of others do not."""
_LEAST_COLUMNS = 2
_MOST_SPELLINGS = 6
_MOST_LISTED = 20
"""The most paths that are listed where no pattern gives them."""
_LOADED_ENDINGS = (*ENDINGS, ".txt", ".md", ".rst")
_TEXT_ENDINGS = (".txt", ".md", ".log", ".rst")
_TAKEN_NAMES = ("text", "table", "log", "load", "lines", "words", "files", "move", "number", "save", "totals")
_LONGEST_DICT = 220
_CONDITION = re.compile(
    r"\b(?:than|least|most|between|before|after|with|in|on|over|under|or more)\b.{0,12}\d"
    r"|\bor more\b|\bof (?:\w+ )?\d{4}\b",
    re.I,
)
_IMPORTS = ("import math", "from datetime import date, datetime, timedelta")
_FILTER = "kept = [row for row in rows if"


OPENINGS: Mapping[str, str] = {
    "opening": "the first lines of the code, with which the model goes on",
    "leads": "those of them that go by the words of the request, such as joins, totals and a begun condition",
}
"""The openings that a pattern may name as `scaffold`."""


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


def data_opening(work: Work) -> dict[str, str]:
    """Return the beginning of the field `code`: lines that load the files, or the text of the task."""
    task, workspace, request = work.task, work.workspace, work.request
    variables = loaded_files(task.files, workspace)
    if "leads" in work.left_out:
        return {"code": "".join(f"{variable.line}\n" for variable in variables)} if variables else {}
    if not variables and not task.files:
        comments = [f"# {line}" for line in wrap(request, 110)]
        comments.append("# There are no files: what is known stands above.")
        return {"code": "\n".join([*comments, *_IMPORTS, *moment_lines(request), ""])}
    rows = any(variable.value is not None for variable in variables)
    names = _call_of_names(task.files, workspace) if len(task.files) >= MANY_FILES and not rows else ""
    if task.kind_of_task == "change" and names:
        prose = all(path.endswith(_TEXT_ENDINGS) for path in task.files)
        texts = {path: str(_sample_of(path, workspace)) for path in task.files} if prose else {}
        return {"code": loop_over_files(request, task.files, names, texts)}
    if not variables:
        return {}
    first = variables[0]
    lines = [variable.line for variable in variables]
    values = {variable.name: variable.value for variable in variables if variable.value is not None}
    if not any(path.endswith((".csv", ".tsv")) for path in task.outputs):
        lines += part_lines(request, values)  # else whole rows may be written there
    numbers, values = _number_lines(values) if task.kind_of_task == "answer" else ([], values)
    comments = [*place_comments(request, task.files, workspace), *_spelling_comments(task.files, workspace)]
    joins = [*join_lines(values), *row_lines(request, values)] if len(values) > 1 else []
    dressed = [] if numbers else _numeral_comment(task.files, workspace)
    lines += [*numbers, *joins, *(f"# {line}" for line in (*comments, *dressed))]
    lines += [f"# {line}" for line in wrap(request, 110)]
    rows = first.name == "rows"
    if task.kind_of_task == "answer" and rows and (comments or _CONDITION.search(request)):
        condition = part_condition(request, task.files, workspace)
        if condition and not any(map(str.isdigit, PATH.sub(" ", request))):
            # Where the line stays open, a model puts limits into it that nobody asked for.
            return {"code": "\n".join([*lines, f"{_FILTER} {condition}]", ""])}
        return {"code": "\n".join([*lines, f"{_FILTER} {condition}".rstrip()])}
    if len(task.files) == 1 and isinstance(text := _sample_of(task.files[0], workspace), str):
        lines += prose_lines(request, first.name, task.files[0], text)
    if rows and task.kind_of_task == "change" and (condition := _row_named(request, task.files, workspace)):
        return {"code": "\n".join([*lines, "for row in rows:", f"    if {condition}:"])}
    if rows:
        lines += _chosen_columns_line(work)
    # After a comment a model may go on in comments and write no code; after code it writes code.
    lines += totals_lines(request, values)
    return {"code": "".join(f"{line}\n" for line in lines)}


def _chosen_columns_line(work: Work) -> list[str]:
    """Return the line that makes rows of only the columns that the request wants; [] for other requests."""
    task = work.task
    columns = just_columns(work.request, task.columns) if task.kind_of_task == "file" else []
    if len(columns) < _LEAST_COLUMNS:
        return []
    keys = ", ".join(map(repr, columns))
    return [f"made = [{{key: row[key] for key in ({keys})}} for row in rows]  # the columns that are wanted"]


def _number_lines(values: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Return the lines that turn columns of amounts into numbers, and the variables' values after them."""
    lines, after = [], dict(values)
    for name, rows in values.items():
        tabular = isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)
        if tabular and (numbered := number_line(name, rows)):
            line, after[name] = numbered
            lines.append(line)
    return lines, after


def _numeral_comment(files: tuple[str, ...], workspace: Path) -> list[str]:
    """Return a comment that says to use `number(...)`, for the first row with a number written as text."""
    for path in files:
        if not path.endswith(tuple(KINDS)):
            continue
        value = _sample_of(path, workspace)
        row = value[0] if isinstance(value, list) and value else value
        for text in row.values() if isinstance(row, dict) else ():
            if isinstance(text, str) and NUMERAL.match(text) and not text.strip().replace(".", "").isdigit():
                return [f"number({text!r}) is {number(text)}, so use number(...) for {_numeral_keys(row)}"]
    return []


def _numeral_keys(row: dict[str, Any]) -> str:
    keys = [key for key, text in row.items() if isinstance(text, str) and NUMERAL.match(text)]
    return ", ".join(repr(key) for key in keys[:4])


def loaded_files(files: tuple[str, ...], workspace: Path) -> list[Loaded]:
    """Return a variable for each data or text file; many files of one kind in a folder share one variable."""
    groups: dict[tuple[str, str], list[str]] = {}
    for path in (path for path in files if path.endswith(_LOADED_ENDINGS)):
        groups.setdefault((os.path.dirname(path), os.path.splitext(path)[1]), []).append(path)
    alone = len(groups) == 1 and len(next(iter(groups.values()))) == 1
    variables: list[Loaded] = []
    for (folder, extension), paths in groups.items():
        if len(paths) >= MANY_FILES:
            pattern = _pattern_of(folder, extension, paths, workspace)
            variables.append(_folder_variable(pattern, paths, workspace, extension in _TEXT_ENDINGS))
        else:
            variables += [_file_variable(path, workspace, alone) for path in paths]
    return variables


def _call_of_names(paths: tuple[str, ...], workspace: Path) -> str:
    """The call that gives these paths and no others, or their list; "" where that would be too long."""
    folders = {os.path.dirname(path) for path in paths}
    endings = {os.path.splitext(path)[1] for path in paths}
    if len(folders) == 1:
        pattern = _pattern_of(folders.pop(), endings.pop() if len(endings) == 1 else "", [*paths], workspace)
        matched = glob.glob(glob.escape(f"{workspace}/") + pattern)
        if {os.path.relpath(path, workspace) for path in matched} == {*paths}:
            return f"files({pattern!r})"
    return f"{sorted(paths)}" if len(paths) <= _MOST_LISTED else ""


def _spelling_comments(files: Iterable[str], workspace: Path) -> list[str]:
    """A line for each value that a column of categories writes in several ways."""
    lines: dict[str, None] = {}
    for _, rows in tables(files, workspace):
        for name in rows[0]:
            for spellings in spelling_variants(row.get(name) for row in rows).values():
                shown = " and ".join(map(repr, spellings))
                lines[f"column {str(name)!r} has {shown} for one value, folded: {folded(spellings[0])!r}"] = (
                    None
                )
    return [*lines][:_MOST_SPELLINGS]


def _row_named(request: str, files: Iterable[str], workspace: Path) -> str:
    """A condition such as `row["name"] == "HP Victus"` where the request names just one row by a cell; else "".

    A cell names a row where it is a text, and no other of its column is the same: `yes` may be the new value.
    """
    said = PATH.sub(" ", request).casefold()
    cells = {
        (name, cell)
        for _, rows in tables(files, workspace)
        for name in rows[0]
        if len({str(row.get(name)) for row in rows}) == len(rows)
        for cell in (row.get(name) for row in rows)
        if isinstance(cell, str) and len(cell) > 1 and _stands_whole(cell, said)
    }
    longest = [one for one in cells if not any(one[1] in other[1] for other in cells - {one})]
    return f"row[{longest[0][0]!r}] == {longest[0][1]!r}" if len(longest) == 1 else ""


def _stands_whole(cell: str, said: str) -> bool:
    text = cell.casefold()
    return text in said and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said) is not None


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
    sample = _short_repr(_sample_of(paths[0], workspace))
    comment = f"one for each of {len(paths)} files, like {f'{paths[0]!r}: ' * prose}{sample}"
    if prose:
        return Loaded("documents", f"{{path: text(path) for path in files({pattern!r})}}", comment, None)
    values = [_sample_of(path, workspace) for path in paths]
    return Loaded("documents", f"[load(path) for path in files({pattern!r})]", comment, values)


def _file_variable(path: str, workspace: Path, alone: bool) -> Loaded:
    value = _sample_of(path, workspace)
    tabular = isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    function = "table" if tabular else "text" if isinstance(value, str) else "load"
    function = "log" if tabular and path.endswith(_TEXT_ENDINGS) else function
    name = re.sub(r"\W+", "_", os.path.splitext(os.path.basename(path))[0].lower()).strip("_") or "data"
    if alone:
        name = {"table": "rows", "log": "rows", "load": "data", "text": "content"}[function]
    elif name[0].isdigit() or name in _TAKEN_NAMES:
        name = f"data_{name}"
    call = f"{function}({json.dumps(path)})"
    count = count_of(workspace / path)
    # Lines that are worked out from a sample may fail at the rows beyond it.
    return Loaded(name, call, example(value, count), None if function == "text" or count else value)


def _sample_of(path: str, workspace: Path) -> Any:
    try:
        return file_value(workspace / path)
    except (OSError, ValueError, RecursionError):
        return ""


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


def _short_repr(value: Any) -> str:
    """Return the `repr` of a value, with long texts, lists and dicts cut."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key!r}: {_short_repr(part)}" for key, part in list(value.items())[:10])
        return "{" + inside[:_LONGEST_DICT] + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_short_repr(part) for part in value[:2]) + (", …]" if len(value) > 2 else "]")
    if isinstance(value, str) and len(value) > 30:
        return repr(value[:29] + "…")
    return repr(value)


_ASKS_PART = re.compile(
    r"\b(?:which|what|each|every|per|by|same)\s+(?:\w+\s+)?"
    r"(?P<part>year|month|weekday|day of the week|hour)s?\b",
    re.I,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b(?!-)")
_DATE, _DATE_TIME = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"\d{4}-\d\d-\d\d[T ](?P<hour>\d\d):")
_SLICES = {
    "year": "[:4]",
    "month": "[:7]",
    "hour": "[11:13]",
    "weekday": "",
}


def part_lines(request: str, loaded: dict[str, Any]) -> list[str]:
    """A line that gives each row of a table the part of its date that is asked for; [] where there is none.

    The tables in `loaded` get new rows that have it, too. A month is written with its year, such as 2024-03: it
    is one month and no other.
    """
    lines = []
    parts = dict.fromkeys(match["part"].lower() for match in _ASKS_PART.finditer(request))
    if parts and _YEAR.search(request):
        parts = {"year": None, **parts}
    for asked in parts:
        part = "weekday" if asked == "day of the week" else asked
        for name, rows in list(loaded.items()):
            if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
                continue
            column = _date_column(rows, _DATE_TIME if part == "hour" else _DATE)
            if not column or any(part in str(key).lower() for key in rows[0]):
                continue
            way = f"row[{column!r}]{_SLICES[part]}"
            way = f'date.fromisoformat({way}[:10]).strftime("%A")' if part == "weekday" else way
            lines += ["from datetime import date"] if part == "weekday" else []
            lines.append(f"for row in {name}:")
            lines.append(f"    row[{part!r}] = {way}  # {_date_part(part, rows[0][column])!r}")
            loaded[name] = [{**row, part: _date_part(part, row[column])} for row in rows]
    return lines


def _date_column(rows: list[dict[str, Any]], form: re.Pattern[str]) -> str:
    """The first column whose every value begins with a date, or ""."""
    for key in rows[0]:
        if all(isinstance(row.get(key), str) and form.match(row[key]) for row in rows):
            return str(key)
    return ""


def _date_part(part: str, value: str) -> str:
    if part == "weekday":
        from datetime import date

        try:
            return date.fromisoformat(value[:10]).strftime("%A")
        except ValueError:
            return ""
    return {"year": value[:4], "month": value[:7], "hour": value[11:13]}[part]


_AM_PM = r"\s*(?P<{}>[ap])\.?m\b"
_CLOCK = re.compile(
    rf"(?<![\d:.])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\d:])(?:{_AM_PM.format('half')})?"
    rf"|(?<![\d:.])(?P<plain>1[0-2]|0?[1-9]){_AM_PM.format('of')}",
    re.I,
)
_UNITS = {"day": "days", "hour": "hours", "hr": "hours", "h": "hours", "minute": "minutes", "min": "minutes"}
_UNITS |= {"second": "seconds", "sec": "seconds"}
_AMOUNT_OF_TIME = re.compile(
    r"(?P<amount>\d+(?:\.\d+)?)[\s-]*(?P<unit>days?|hours?|hrs?|h|minutes?|mins?|seconds?|secs?)\b", re.I
)
_BETWEEN_AMOUNTS = re.compile(r"\s*(?:,|and)?\s*", re.I)


def moment_lines(request: str) -> list[str]:
    """A line for each time of day and each duration; [] where no time of day is named."""
    clocks = dict.fromkeys(line for match in _CLOCK.finditer(request) if (line := _clock_line(match)))
    if not clocks or re.search(r"\b\d{4}-\d\d-\d\d\b", request):
        return []
    return [*clocks, *dict.fromkeys(_duration_lines(_CLOCK.sub(" ", request)))]


def _clock_line(match: re.Match[str]) -> str:
    hour, minute = int(match["hour"] or match["plain"]), int(match["minute"] or 0)
    half = (match["half"] or match["of"] or "").lower()
    if half and hour > 12:
        return ""
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    return f"at_{hour:02}_{minute:02} = datetime(2000, 1, 1, {hour}, {minute})"


def _duration_lines(text: str) -> list[str]:
    """A timedelta for each run of amounts such as "3 hours 38 minutes"."""
    runs: list[list[tuple[str, str]]] = []
    end = -1
    for match in _AMOUNT_OF_TIME.finditer(text):
        part = (_UNITS[re.sub(r"s$", "", match["unit"].lower()) or "h"], match["amount"])
        joined = runs and end >= 0 and _BETWEEN_AMOUNTS.fullmatch(text[end : match.start()])
        if joined and part[0] not in {unit for unit, _ in runs[-1]}:
            runs[-1].append(part)
        else:
            runs.append([part])
        end = match.end()
    return [
        f"{'_'.join(f'{unit}_{amount}'.replace('.', '_') for unit, amount in run)} = "
        f"timedelta({', '.join(f'{unit}={amount}' for unit, amount in run)})"
        for run in runs
    ]


NUMERAL = re.compile(r"[$€£]?\s?\d{1,3}(?:,\d{3})+|[$€£]\s?\d|\d+(?:\.\d+)?\s?(?:%|[a-z]{1,3}\d?\b)")
_NO_AMOUNT = re.compile(r"\d\s?(?:am|pm|st|nd|rd|th)\b", re.I)
_LETTERS = re.compile(r"[^\W\d_]+")
_SIGN = re.compile(r"[$€£%]")
_MOST_NUMBERS = 6


def number_line(name: str, rows: Sequence[Row]) -> tuple[str, list[Row]] | None:
    """The line that makes numbers of the columns of `name` that hold amounts, and the rows as it leaves them.

    Where units differ, or a text is no amount, the column stays as it is: its words matter. `rows` stay as they
    are, for others read them, too.
    """
    keys = [key for key in rows[0] if _are_amounts([row.get(key) for row in rows])] if rows else []
    keys = keys[:_MOST_NUMBERS]
    if not keys:
        return None
    converted = [{**row, **{key: number(row[key]) for key in keys}} for row in rows]
    names = ", ".join(repr(key) for key in keys)
    examples = ", ".join(f"{key!r}: {_numeral_example([row[key] for row in converted])}" for key in keys)
    group = f"({names},)" if len(keys) == 1 else f"({names})"
    update = f"row.update({{key: number(row[key]) for key in {group}}})"
    return f"for row in {name}: {update}  # now numbers, like {examples}", converted


def _numeral_example(values: list[int | float]) -> int | float:
    """One of the numbers, with a fraction where any has one: a program that cuts it off is wrong."""
    return next((amount for amount in values if amount != int(amount)), values[0])


def _are_amounts(values: list[Any]) -> bool:
    units: set[str] = set()
    for value in values:
        if not isinstance(value, str) or not NUMERAL.match(value.strip()) or _NO_AMOUNT.search(value):
            return False
        try:
            number(value)
        except ValueError:
            return False
        signs, words = "".join(_SIGN.findall(value)), _LETTERS.findall(value)
        units.add(signs + (words[0].casefold() if words else ""))
    return len(units) == 1


MOST_JOINS = 3
"""The most lines of each kind among a program's first lines."""
_ROW_WIDTH = 240
"""The most characters of a row that a comment shows."""
_LEAST_MATCHED = 0.8
"""The least fraction of a column's different values that must be keys of the other table."""
_NO_WORD = re.compile(r"\W+")


def join_lines(loaded: dict[str, Any]) -> list[str]:
    """Return lines that add to each row of one table the row of another table that it refers to.

    `loaded` maps variables to values and is changed as the lines would change it. A table that others refer
    to is joined first, so that chains of references work.
    """
    lines: list[str] = []
    for join in _ordered_joins(list(_possible_joins(loaded))[: 2 * MOST_JOINS])[:MOST_JOINS]:
        lookup = join.name
        if join.key is not None:
            lookup = f"{join.name}_by_{_variable_name(join.key)}"
            line = f"{lookup} = {{row[{join.key!r}]: row for row in {join.name}}}"
            lines += [line] if line not in lines else []
        row = f"{{**{lookup}.get(row.get({join.column!r}), {{}}), **row}}"
        rows_by_key = _rows_by_key(loaded[join.name], join.key)
        value = loaded[join.rows]
        if isinstance(value, dict):
            whole = f"{{key: {row} for key, row in {join.rows}.items()}}"
            loaded[join.rows] = {
                key: _joined_row(referring, rows_by_key, join.column) for key, referring in value.items()
            }
        else:
            whole = f"[{row} for row in {join.rows}]"
            loaded[join.rows] = [_joined_row(referring, rows_by_key, join.column) for referring in value]
        example = max(_rows_of(loaded[join.rows]), key=len)
        lines.append(f"{join.rows} = {whole}  # with its {join.name}: {_row_comment(example)}")
    return lines


def _joined_row(row: Mapping[str, Any], rows_by_key: Mapping[Any, Any], column: str) -> dict[str, Any]:
    return {**rows_by_key.get(row.get(column), {}), **row}


def _rows_by_key(value: Any, key: str | None) -> dict[Any, Any]:
    return dict(value) if key is None else {row[key]: row for row in value}


@dataclass(frozen=True)
class Join:
    """A reference: `column` of the variable `rows` holds values of the column `key` of the variable `name`.

    Where `key` is None, `name` is a dict and `column` holds its keys.
    """

    name: str
    key: str | None
    rows: str
    column: str


def _ordered_joins(joins: list[Join]) -> list[Join]:
    """Return one join for each pair of tables, without circles; a table is joined before others refer to it."""
    one: list[Join] = []
    for join in joins:
        pairs = {frozenset((earlier.name, earlier.rows)) for earlier in one}
        if frozenset((join.name, join.rows)) not in pairs and not _refers_to(one, join.name, join.rows):
            one.append(join)
    done: list[Join] = []
    while one:
        waiting = {remaining.rows for remaining in one}
        free = [remaining for remaining in one if remaining.name not in waiting]
        done += free
        one = [remaining for remaining in one if remaining not in free]
    return done


def _refers_to(joins: list[Join], start: str, end: str) -> bool:
    """True where `start` refers to `end`, directly or through other tables."""
    return start == end or any(_refers_to(joins, join.name, end) for join in joins if join.rows == start)


def row_lines(request: str, loaded: Mapping[str, Any]) -> list[str]:
    """Return a line that looks up a row, for each word of the request that names exactly one row."""
    bare = PATH.sub(" ", request)
    words = [
        *QUOTED.findall(bare),
        *(capital for capital in WORD.findall(QUOTED.sub(" ", bare)) if capital[0].isupper()),
    ]
    lines = []
    for word in dict.fromkeys(words):
        hits = [hit for name, value in loaded.items() for hit in _named_rows(word.casefold(), name, value)]
        variable = f"{_variable_name(word)}_row"
        if len(hits) == 1 and variable.isidentifier() and variable not in loaded:
            expression, row = hits[0]
            lines.append(f"{variable} = {expression}  # {_row_comment(row)}")
    return lines[:MOST_JOINS]


def _named_rows(word: str, name: str, value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each row of the variable `name` that `word` names, with the expression that finds it."""
    for row in _rows_of(value) if isinstance(value, list) else ():
        for column, cell in row.items():
            if isinstance(cell, str) and cell.casefold() == word:
                yield f"next(row for row in {name} if row[{column!r}] == {cell!r})", row
    for key, row in value.items() if isinstance(value, dict) and _rows_of(value) else ():
        if key.casefold() == word:
            yield f"{name}[{key!r}]", row


def _possible_joins(loaded: Mapping[str, Any]) -> Iterator[Join]:
    """Yield a join for every column that holds another table's keys."""
    for name, value in loaded.items():
        for key, keys in _lookup_keys(value):
            for other, rows in loaded.items():
                if other == name or not (other_rows := _rows_of(rows)):
                    continue
                for column in other_rows[0]:
                    if not all(_hashable(row.get(column)) for row in other_rows):
                        continue
                    references = {row.get(column) for row in other_rows} - {None, ""}
                    if len(references) > 1 and len(references & keys) >= _LEAST_MATCHED * len(references):
                        yield Join(name, key, other, column)


def _lookup_keys(value: Any) -> Iterator[tuple[str | None, set[Any]]]:
    """Yield the keys that rows can be looked up by: a dict's keys (under None), or a column without repeats."""
    if isinstance(value, dict) and value and all(isinstance(part, (dict, list)) for part in value.values()):
        yield None, set(value)
    rows = _rows_of(value) if isinstance(value, list) else []
    for column in rows[0] if len(rows) > 1 else ():
        cells = [row.get(column) for row in rows]
        texts = all(isinstance(cell, str) and cell for cell in cells)
        ids = str(column).lower() in ("id", "no", "nr", "number", "code", "key") or str(
            column
        ).lower().endswith("id")
        if (texts or ids) and all(map(_hashable, cells)) and len(set(cells)) == len(cells):
            yield str(column), set(cells)


def _rows_of(value: Any) -> list[dict[str, Any]]:
    """The rows of a table, or the values of an object of objects."""
    rows = list(value.values()) if isinstance(value, dict) else value
    return rows if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows) else []


def _hashable(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _variable_name(text: str) -> str:
    return _NO_WORD.sub("_", text.lower()).strip("_")


def _row_comment(row: Mapping[str, Any]) -> str:
    short = {key: value[:30] if isinstance(value, str) else value for key, value in list(row.items())[:8]}
    return repr(short)[:_ROW_WIDTH]


_LINE_WIDTH = 120
_ASKS_LINES = re.compile(r"\b(?:lines?|entry|entries|rows?)\b", re.I)
_ASKS_WORDS = re.compile(r"\bwords?\b", re.I)
_ASKS_ONE_WORD = re.compile(
    r"\b(?:longest|shortest|most\s+(?:common|frequent|often)|commonest)\b.{0,30}\bwords?\b", re.I
)
_ASKS_COUNT = re.compile(
    r"\b(?:how\s+(?:many|often)|number\s+of|count|words?|letters?|longest|shortest)\b", re.I
)
"""Matches requests about a whole text, for which single lines would mislead the model."""
_ASKS_FACT = re.compile(
    r"^\s*(?:how\s+(?:much|long|far|old)|when|where|who|what\s+(?:is|was|are|were|does|do|did))\b", re.I
)
_EVERY_WORD = "all_words = words({!r})  # every word in lower case, without punctuation"
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


def prose_lines(request: str, name: str, path: str, text: str) -> list[str]:
    """Return a line that splits the text of `path` (in the variable `name`) into lines or words, or [].

    Its comment shows the first line of the text that holds a name from the request, so that the model sees
    the form of such lines.
    """
    bare = PATH.sub(" ", request)
    if _ASKS_LINES.search(bare) and (rows := text.splitlines()):
        shown = _example_line([*QUOTED.findall(bare), *_CAPITALS.findall(bare)], rows)
        return [f"all_lines = {name}.splitlines()  # list of {len(rows)} like {shown[:_LINE_WIDTH]!r}"]
    quoted = QUOTED.findall(bare)
    if quoted and all(map(str.isalpha, quoted)) and ignores_case(bare) and whole_words(bare):
        return [_EVERY_WORD.format(path)]
    asks_words = ignores_case(bare) or letters_only(bare) or _ASKS_ONE_WORD.search(bare)
    if asks_words and _ASKS_WORDS.search(bare) and not quoted:
        if letters_only(bare):
            comment = "every word of letters only, in lower case"
            return [f"all_words = [word for word in words({path!r}) if word.isalpha()]  # {comment}"]
        return [_EVERY_WORD.format(path)]
    rows, counted = text.splitlines(), _ASKS_COUNT.search(bare) or quoted
    if len(rows) > 1 and _ASKS_FACT.search(bare) and not counted and (word := _rarest_word(bare, rows)):
        matching = [row for row in rows if word in row.lower()]
        comment = f"list of {len(matching)} like {matching[0][:_LINE_WIDTH]!r}"
        return [f"found = [line for line in {name}.splitlines() if {word!r} in line.lower()]  # {comment}"]
    return []


def _rarest_word(request: str, rows: list[str]) -> str:
    """Return the word of the request that occurs in the fewest lines, but in at least one; else ""."""
    asked = dict.fromkeys(word.lower() for word in _LONG_WORD.findall(QUOTED.sub(" ", request)))
    often = {word: sum(word in row.lower() for row in rows) for word in asked}
    return min((word for word in asked if often[word]), key=lambda word: often[word], default="")


def _example_line(named: list[str], rows: list[str]) -> str:
    for word in named:
        for row in rows:
            if word in row:
                return row
    return next((row for row in rows if row.strip()), "")


def totals_lines(request: str, loaded: Mapping[str, Any]) -> list[str]:
    """Return lines that add up amounts by category, where the request asks for totals and names one."""
    if not TOTAL.search(request):
        return []
    lines = []
    for name, rows in loaded.items():
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            continue
        kinds = [
            column for column, _, categories in columns(rows) if categories and names_column(column, request)
        ]
        amounts = [key for key, value in rows[0].items() if _is_amount(key, value)]
        amounts = (
            amounts if len(amounts) == 1 else [amount for amount in amounts if names_column(amount, request)]
        )
        if kinds and len(amounts) == 1:
            comment = f"list of ({kinds[0]}, sum of {amounts[0]}), the largest first"
            lines.append(f"{amounts[0]}_totals = totals({name}, {kinds[0]!r}, {amounts[0]!r})  # {comment}")
    return lines[:_MOST_TOTALS]


def _is_amount(key: str, value: Any) -> bool:
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return plain and key.isidentifier() and not re.search(r"(?:^|_)(?:id|no|nr|number|code|year)$", key, re.I)


@dataclass(frozen=True)
class MatchedLine:
    """A comment (`line`) that says which column holds the request's `word`.

    Where the word is only a part of a value, `way` is the condition by which a program finds it.
    """

    line: str
    word: str = ""
    way: str = ""


def place_comments(request: str, files: Iterable[str], workspace: Path) -> list[str]:
    """Return the first few lines such as `'atlas' stands in column 'server' of data/servers.csv`."""
    return [place.line for place in _matched_lines(request, files, workspace)][:_MOST_PLACES]


def part_condition(request: str, files: Iterable[str], workspace: Path) -> str:
    """Return a condition such as `'nvidia' in row['gpu']` where the data has one word of the request, or "".

    Source: a 1.5B model writes `row['gpu'] == 'nvidia'` again and again, whatever its prompt says.
    """
    matches = _matched_lines(request, files, workspace)
    return matches[0].way if len(matches) == 1 and not _NEGATION.search(request) else ""


def _matched_lines(request: str, files: Iterable[str], workspace: Path) -> list[MatchedLine]:
    bare = PATH.sub(" ", request)
    quoted = list(QUOTED.findall(bare))
    plain = [
        plain_word
        for plain_word in WORD.findall(QUOTED.sub(" ", bare))
        if plain_word.lower() not in NUMBER_WORDS
    ]
    matches: list[MatchedLine] = []
    months, years = months_named(bare), list(dict.fromkeys(_YEAR.findall(bare)))
    for path, rows in tables(files, workspace):
        if (months or years) and (column := _date_column(rows, _DATE)):
            there = {row[column][:4] for row in rows}
            ways = [(year, f"row[{column!r}][:4] == {year!r}") for year in years if year in there]
            ways += [(word, f"row[{column!r}][5:7] == '{number:02}'") for word, number in months.items()]
            matches += [MatchedLine(f"{word!r} is {way} in {path}", word, way) for word, way in ways]
        for name, values, categories in columns(rows):
            if (
                categories
                and len(values) == _TWO
                and all(map(str.isalpha, values))
                and names_column(name, bare)
            ):
                matches.append(MatchedLine(f"column {name!r} is {values[0]!r} or {values[1]!r}"))
            for word in dict.fromkeys([*quoted, *plain]):
                sure = word in quoted or (word[0].isupper() and not bare.lstrip().startswith(word))
                hit = _matching_value(word, values, sure or categories)
                if hit is None or word.lower() == name.lower():
                    continue
                line = f"{word!r} stands in column {name!r} of {path}"
                if hit.casefold() == word.casefold():
                    matches.append(MatchedLine(line, word))
                else:
                    matches.append(MatchedLine(f"{line} as part of {hit!r}", word, _condition(word, name, hit)))
    whole = {place.word for place in matches if not place.way}
    return [place for place in dict.fromkeys(matches) if not (place.way and place.word in whole)]


def _condition(word: str, column: str, value: str) -> str:
    """Return the condition by which a program finds `word` as a part of a column's values."""
    return f"{word!r} in row[{column!r}]" if word in value else f"{word.lower()!r} in row[{column!r}].lower()"


def _matching_value(word: str, values: list[str], worth: bool) -> str | None:
    if not worth:
        return None
    folded = word.casefold()
    for value in values:
        if value.casefold() == folded:
            return value
    pattern = re.compile(rf"\b{re.escape(folded)}\b")
    return next((value for value in values if pattern.search(value.casefold())), None)
