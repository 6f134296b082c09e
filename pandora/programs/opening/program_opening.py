"""The first lines of a program, which load the task's files, so that a model writes only what is asked.

A coder model goes on as it was begun. With `rows` and a filter that it has to finish, it looks for the
task's condition first; with a name of its own, `laptops`, it forgets it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from pandora.programs.data_columns import tables
from pandora.programs.help import Work
from pandora.programs.inside.check_boxes import open_entries
from pandora.programs.inside.nested_rows import is_rows, nested_column
from pandora.programs.inside.text_gaps import COMMA_AMOUNT
from pandora.programs.opening.cell_comments import (
    date_comments,
    empty_comments,
    part_comments,
    time_comments,
    without_dates,
)
from pandora.programs.opening.data_leads import (
    condition_of_named_row,
    group_lines,
    part_condition,
    part_of_named_rows,
    place_comments,
)
from pandora.programs.opening.files_opening import loop_over_files, loop_over_kept_files
from pandora.programs.opening.gap_lines import begun_gap, gap_comments, rows_opening
from pandora.programs.opening.gap_places import gaps_to_fill
from pandora.programs.opening.kept_rows import KeptRows, conditions_of_parts, kept_rows
from pandora.programs.opening.loaded_variables import (
    MANY_FILES,
    TEXT_ENDINGS,
    Loaded,
    call_of_names,
    listed_folder,
    loaded_files,
    row_example,
    sample_of,
)
from pandora.programs.opening.number_lines import number_lines
from pandora.programs.opening.row_groups import group_loop
from pandora.programs.opening.table_joins import join_lines
from pandora.programs.request.asked_parts import asked_parts
from pandora.programs.request.listed_columns import listed_columns
from pandora.programs.request.names_by_example import names_by_example, renaming_lines
from pandora.programs.request.places_by_example import places_by_label
from pandora.programs.request.request_text import PATH, SENTENCE_ENDS
from pandora.programs.request.shared_names import replacing_lines

_LEAST_COLUMNS = 2
_CONDITION = re.compile(
    r"\b(?:than|least|most|between|before|after|with|in|on|over|under|or more)\b.{0,12}\d"
    r"|\bor more\b|\bof (?:\w+ )?\d{4}\b",
    re.I,
)
_IMPORTS = ("import math", "from datetime import date, datetime, timedelta")
_TELLS_ROWS = re.compile(r"^column '.*' (?:is|has) '|^'.*' is '")
"""Matches the comments on a column of few values, or a date, that tell some rows from the others."""
_CHOSEN = "made = [{"
"""How the line begins that makes rows of the columns that are wanted."""
_DAY, _YEAR = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"(?<![\w.,-])(?:19|20)\d\d(?![\w-]|[.,]\d)")
_FILTER, _KEPT_FILTER = "kept = [row for row in rows if", "kept = [row for row in kept if"
_SAVED = "; at the end: save("
_TEXT = re.compile(r'text\(("(?:[^"\\]|\\.)*")\)')
_FEWEST_ENTRIES = 2
_LOADED = re.compile(r'load\(("(?:[^"\\]|\\.)*")\)')
FEWEST_FILES = 2
"""From so many files on that no variable holds, such as pictures, a change is of the files themselves."""
MOST_EMPTY = 4
"""The most keys without a value that a program is told to fill in."""
OPENINGS: Mapping[str, str] = {
    "opening": "the first lines of the code, with which the model goes on",
    "leads": "those of them that go by the words of the request, such as joins, totals and a begun condition",
}
"""The openings that a pattern may name as `scaffold`."""


def data_opening(work: Work, begun: bool = True) -> dict[str, str]:
    """Return the beginning of the field `code`: lines that load the files, or the text of the task.

    Without `begun` it ends behind what is known of the files, and begins no statement of what is asked.
    """
    task, workspace, request = work.task, work.workspace, work.request
    changes = task.kind_of_task == "change"
    variables = loaded_files(task.files, workspace, flat=not changes)
    if task.kind_of_task == "answer" and (listed := listed_folder(task.files, workspace, request)):
        return {"code": _listed(listed, request)}
    if "leads" in work.left_out:
        return {"code": "".join(f"{variable.line}\n" for variable in variables)} if variables else {}
    if not variables and not task.files:
        comments = [f"# {line}" for line in wrap(request, 110)]
        comments.append("# There are no files: what is known stands above.")
        return {"code": "\n".join([*comments, *_IMPORTS, ""])}
    if changes and task.renames:
        comments = [f"# {line}" for line in wrap(request, 110)]
        return {"code": "\n".join([*comments, *replacing_lines(*task.renames, task.files), ""])}
    if changes and (moves := _moves(work, variables)):
        return {"code": moves}
    if not variables:
        return {}
    if changes and any(map(_has_rows_in_rows, variables)):  # what is known of the inner ones is not of these
        return {"code": "".join(f"{variable.line}\n" for variable in variables)}
    if changes and (filled := rows_opening(request, task.files, workspace, variables)):
        return {"code": filled if begun else filled.rpartition("\n")[0] + "\n"}
    facts = _facts(work, variables, begun)
    if not begun:
        lines = [*_text_comment(task.outputs if task.kind_of_task == "file" else ()), *facts.lines]
        return {"code": "".join(f"{line}\n" for line in _code_last(lines))}
    return {"code": _begun(work, facts)}


def _has_rows_in_rows(variable: Loaded) -> bool:
    return is_rows(variable.value) and nested_column(variable.value) != ""


def _listed(rows: Loaded, request: str) -> str:
    """The beginning of a program about the files of a folder: a row for each, and the request."""
    return "".join(f"{line}\n" for line in (*(f"# {line}" for line in wrap(request, 110)), rows.line))


def _moves(work: Work, variables: Sequence[Loaded]) -> str:
    """The beginning of a program that renames or moves many files; "" where the task may not be that."""
    task, workspace = work.task, work.workspace
    if new_names := names_by_example(work.request, task.files, workspace):
        return renaming_lines(new_names, task.files)
    if task.moves and (places := places_by_label(work.request, task.files, workspace)):
        return renaming_lines(places, task.files)
    # Tables and texts that are called by their kinds are files to be put somewhere, whatever is in them.
    kinds = {os.path.splitext(path)[1] for path in task.files}
    called = len(kinds) > 1 and not any(os.path.basename(path) in work.request for path in task.files)
    rows = any(variable.value is not None for variable in variables) and not called
    many = not rows and len(task.files) >= MANY_FILES
    if not (task.moves or many or variables) and len(task.files) >= FEWEST_FILES:
        listed = call_of_names(task.files, workspace)
        return loop_over_kept_files(work.request, task.files, listed) if listed else ""
    names = call_of_names(task.files, workspace) if task.moves or many else ""
    if not names:
        return ""
    prose = [path for path in task.files if path.endswith(TEXT_ENDINGS)]
    texts = (
        {path: str(sample_of(path, workspace)) for path in prose} if 2 * len(prose) > len(task.files) else {}
    )
    return loop_over_files(work.request, task.files, names, texts, copies=task.copies)


def _code_last(lines: Sequence[str]) -> list[str]:
    """The comments before the code: behind a comment a model may end its program, or go on with comments."""
    comments = [line for line in lines if line.startswith("#")]
    return [*comments, *(line for line in lines if not line.startswith("#"))]


@dataclass(frozen=True)
class _Facts:
    """What code knows before a program is begun: its first `lines`, and what the next ones go by.

    `first` is the variable that the program is about, `table` its rows, `groups` the loop over groups that the
    request asks for. `kept` are the rows that it names, and `timeless` is the request without its dates.
    """

    lines: Sequence[str]
    comments: Sequence[str]
    values: Mapping[str, Any]
    first: Loaded
    table: list[dict[str, Any]]
    groups: Sequence[str]
    kept: KeptRows | None
    timeless: str

    @property
    def name(self) -> str:
        """The variable with the rows that are meant."""
        return "kept" if self.kept else "rows"


def _facts(work: Work, variables: Sequence[Loaded], begun: bool) -> _Facts:
    """The lines that load the files and say of their values what the request has to do with."""
    task, workspace, request = work.task, work.workspace, work.request
    first = next((variable for variable in variables if variable.name == "rows"), variables[0])
    if task.kind_of_task == "change" and len(task.files) == 1 and first is not variables[0]:
        variables = [_saved(variables[0], task.files[0]), *variables[1:]]
    if task.kind_of_task == "change":
        variables = [_to_be_ticked(_to_be_filled(variable), workspace) for variable in variables]
    lines, timeless = [variable.line for variable in variables], without_dates(request)
    values = {variable.name: variable.value for variable in variables if variable.value is not None}
    table = next((rows for _, rows in tables(task.files, workspace)), []) if first.name == "rows" else []
    made = task.kind_of_task in ("answer", "file")
    groups = group_loop(timeless, table, "rows") if made and table else []
    numbers, values = number_lines(values) if task.kind_of_task == "answer" else ([], values)
    comments = [
        *date_comments(request, task.files, workspace),
        *time_comments(request, task.files, workspace),
        *place_comments(timeless, task.files, workspace),
    ]
    aside = empty_comments(task.files, workspace)
    if not groups:
        aside = [*part_comments(timeless, task.files, workspace), *aside]
    sources = _without_gaps(work, variables, values)
    joins = join_lines(sources) if len(sources) > 1 else []
    kept = kept_rows(timeless, task.files[0], workspace) if begun and made and table else None
    if kept:
        known = {*place_comments(timeless, task.files, workspace), *empty_comments(task.files, workspace)}
        comments = [line for line in comments if line not in known]
        aside = [*(line for line in aside if line not in known), *kept.comments]
        shown = f"{first.comment.partition(' like ')[0]} like {row_example(kept.first)}"
        lines = [replace(first, comment=shown).line if line == first.line else line for line in lines]
    if task.kind_of_task == "answer" and table:
        aside = [*aside, *conditions_of_parts(timeless, task.files[0], workspace)]
    if task.kind_of_task == "answer" and not groups:
        lines += group_lines(timeless, task.files, workspace, "kept" if kept else "rows")
    lines += [*numbers, *joins, *(f"# {line}" for line in (*comments, *aside))]
    lines += [f"# {line}" for line in wrap(request, 110)]
    lines += _parts_comment(request) if task.kind_of_task == "answer" else []
    lines += gap_comments(request, task.files, workspace) if task.kind_of_task == "change" else []
    return _Facts(lines, comments, values, first, table, groups, kept, timeless)


def _without_gaps(work: Work, variables: Sequence[Loaded], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a task's variables but that of a text whose gaps the task fills in."""
    task = work.task
    gaps = gaps_to_fill(work.request, task.files, work.workspace) if task.kind_of_task == "change" else None
    own = {variable.name for variable in variables if gaps and json.dumps(gaps.path) in variable.call}
    return {name: value for name, value in values.items() if name not in own}


def _saved(whole: Loaded, path: str) -> Loaded:
    """The variable of a whole file, with how it is saved again: with its rows alone the rest would be lost."""
    return replace(whole, comment=f"{whole.comment}{_SAVED}{whole.name}, {path!r})")


def _to_be_filled(variable: Loaded) -> Loaded:
    """The variable of a file of keys of which some have no value yet, with how these get one."""
    loaded, value = _LOADED.fullmatch(variable.call), variable.value
    empty = [key for key in value if value[key] in (None, "")] if isinstance(value, dict) else []
    if not loaded or not 0 < len(empty) <= MOST_EMPTY or _SAVED in variable.comment:
        return variable
    keys = " and ".join(f"{variable.name}[{key!r}]" for key in empty)
    saved = f"{_SAVED}{variable.name}, {json.loads(loaded[1])!r})"
    return replace(variable, comment=f"{variable.comment}; give {keys} a value{saved}")


def _to_be_ticked(variable: Loaded, workspace: Path) -> Loaded:
    """The variable of a text with a list of entries that can be ticked off, with how a program does that."""
    loaded = _TEXT.fullmatch(variable.call)
    if loaded is None:
        return variable
    path = json.loads(loaded[1])
    entries = open_entries(str(sample_of(path, workspace)))
    if len(entries) < _FEWEST_ENTRIES:
        return variable
    like = f"{len(entries)} entries like '- [ ] {entries[0]}'"
    return replace(
        variable, comment=f"{like}; tick({path!r}, [{entries[0]!r}, ...]) ticks off those that are meant"
    )


def _begun(work: Work, facts: _Facts) -> str:
    """The facts, and the first statement of what is asked: a filter, a loop or the rows that are made."""
    task, workspace, request = work.task, work.workspace, work.request
    lines, table, kept, name = [*facts.lines], facts.table, facts.kept, facts.name
    lines += [kept.line] if kept else []
    if gap := begun_gap(lines):
        return "\n".join([*lines, gap])
    if facts.groups:
        lines += _made_line(task.outputs, work.request) if task.kind_of_task == "file" else []
        return "\n".join([*lines, *group_loop(facts.timeless, table, name), ""])
    if kept and task.kind_of_task == "answer":
        return "\n".join([*lines, _KEPT_FILTER if _asks_by_date(request) else ""])
    if task.kind_of_task == "answer" and table and (facts.comments or _CONDITION.search(request)):
        condition = part_condition(facts.timeless, task.files, workspace) if facts.timeless == request else ""
        return "\n".join([*lines, f"{_FILTER} {condition}".rstrip()])
    if table and task.kind_of_task == "change":
        condition = condition_of_named_row(request, task.files, workspace)
        if condition:
            return "\n".join([*lines, "for row in rows:", f"    if {condition}:"])
        if condition := part_of_named_rows(facts.timeless, task.files, workspace):
            return "\n".join([*lines, "for row in rows:", f"    if {condition}"])
    if task.kind_of_task == "file" and table and any(map(_TELLS_ROWS.search, facts.comments)):
        return "\n".join([*lines, *_open_rows(_chosen_columns_line(work, name, table), name)])
    chosen = _chosen_columns_line(work, name, table) if table else []
    if any(line.startswith(_CHOSEN) for line in chosen) and _may_limit_by_date(request, table):
        return "\n".join([*lines, *_open_rows(chosen, name)])
    return "".join(f"{line}\n" for line in (*lines, *chosen))


def _asks_by_date(request: str) -> bool:
    """True where a question has a date, or a request without a question: it may limit the rows."""
    asking = [sentence for sentence in SENTENCE_ENDS.split(request) if sentence.rstrip().endswith("?")]
    asked = " ".join(asking) or request
    return without_dates(asked) != asked


def _may_limit_by_date(request: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """True where a request names a date, or a year, and rows have days: it may mean only some of them."""
    days = any(isinstance(cell, str) and _DAY.match(cell) for row in rows for cell in row.values())
    bare = PATH.sub(" ", request)
    return days and (without_dates(bare) != bare or _YEAR.search(bare) is not None)


def _parts_comment(request: str) -> list[str]:
    """A comment that names each of the things that a request asks; [] where it asks one."""
    parts = asked_parts(request)
    listed = "; ".join(f"({number}) {part}" for number, part in enumerate(parts, 1))
    return [f"# {line}" for line in wrap(f"print all {len(parts)}: {listed}", 110)] if parts else []


def _chosen_columns_line(work: Work, name: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the line that makes rows of only the columns that the request wants; [] for other requests.

    `name` is the variable that has the `rows`. A key of the file that is none of theirs is no column.
    """
    task = work.task
    columns: list[str] = []
    if task.kind_of_task == "file":
        there = [column for column in task.columns if any(column in row for row in rows)]
        columns = listed_columns(work.request, there)
    if len(columns) < _LEAST_COLUMNS:
        return _made_line(task.outputs, work.request) if task.kind_of_task == "file" else []
    keys = ", ".join(map(repr, columns))
    return [f"{_CHOSEN}key: row[key] for key in ({keys})}} for row in {name}]  # the columns that are wanted"]


def _open_rows(lines: Sequence[str], name: str) -> list[str]:
    """The lines that make the wanted rows of the table in `name`, open where they say which rows are meant."""
    chosen = [line.partition("]  #")[0] for line in lines if line.startswith(_CHOSEN)]
    return [f"{line} if" for line in chosen] or [*lines, f"for row in {name}:", "    if"]


def _text_comment(outputs: Sequence[str]) -> list[str]:
    """How the one plain text is saved that is to be made: a small model saves rows, as its instructions do."""
    if len(outputs) != 1 or not outputs[0].endswith(".txt"):
        return []
    return [f"# {outputs[0]} is plain text: save(value, {outputs[0]!r}) with one value, or a list of its lines"]


def _made_line(outputs: Sequence[str], request: str) -> list[str]:
    """Return the line that begins the rows of the one table, or lines of the one text, that is to be made.

    Where the request gives an amount with a decimal comma, the numbers of the table are written like it.
    """
    made = [path for path in outputs if path.endswith((".csv", ".tsv"))]
    texts = [path for path in outputs if path.endswith((".md", ".txt"))]
    if len(outputs) == len(texts) == 1:
        what = "the lines, or a dict for each row of a table," if texts[0].endswith(".md") else "the lines"
        return [f"made = []  # {what} of {texts[0]!r}; at the end: save(made, {texts[0]!r})"]
    if len(made) != 1:
        return []
    like = next((match[0] for match in COMMA_AMOUNT.finditer(request)), "")
    call = f"save(made, {made[0]!r}{f', like={like!r}' if like else ''})"
    return [f"made = []  # a dict for each row of {made[0]!r}; at the end: {call}"]
