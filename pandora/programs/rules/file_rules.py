"""The rules for files that a try makes or changes: a parser takes them, and nothing else is lost or changed."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

from pandora.programs.file_difference import changed_beside, lost_keys, lost_lines
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.input_files import parse_content
from pandora.programs.inside.delimited_tables import text_above
from pandora.programs.inside.file_reading import decoded, kind_of
from pandora.programs.inside.file_writing import DELIMITERS
from pandora.programs.request.names_by_example import names_by_example
from pandora.programs.request.renaming_examples import objection_to_renaming
from pandora.programs.rules.moved_files import moves_in
from pandora.programs.rules.searched_texts import PROSE
from pandora.regular_file import read_regular
from pandora.workspace.change import Change

PARSED = ("JSON", "JSON lines", "TOML", "YAML", "XML", "INI")
"""The kinds of files that a parser must take."""
_MOST_NAMED = 4
"""The most keys that one objection names."""
MOST_LOST = 0.4
"""The share of a file's lines that a model may lose where it writes the file anew."""


def objection_to_files(work: Work, attempt: Try) -> str:
    """Return the objection to the files that were made or changed; "" where there is none."""
    task, request = work.task, work.request
    for change in attempt.result.changes:
        if problem := file_fault(change):
            return problem
        if change.before and (problem := _too_much(change, attempt, work)):
            return problem
    moves = any(change.content is None for change in attempt.result.changes) or not task.part
    renames = task.kind_of_task == "change" and moves
    if renames and (problem := _objection_by_example(work, attempt)):
        return problem
    if renames and (
        problem := objection_to_renaming(request, task.files, attempt.result.changes, work.workspace)
    ):
        return problem
    moved = moves_in(attempt.result.changes) if task.moves else {}
    named = {*task.outputs, *(task.files if task.named else moved.keys() & {*task.files})}
    there = [change.path for change in attempt.result.changes if change.before and change.path not in named]
    uncalled = [path for path in there if Path(path).name not in request]
    if uncalled and task.kind_of_task != "code" and not attempt.spreads:
        return f"it changed {', '.join(uncalled)}, which the task does not name"
    return ""


def _objection_by_example(work: Work, attempt: Try) -> str:
    """Return which file got another name than one that is made as the request's example is; else ""."""
    changes = attempt.result.changes
    made = {change.path for change in changes if change.content is not None}
    gone = {change.path for change in changes if change.content is None}
    for path, new in names_by_example(work.request, work.task.files, work.workspace).items():
        if new not in made or path not in gone:
            return f"{path} is to become {new}, as the example of the task is made; rename it so"
    return ""


def file_fault(change: Change) -> str:
    """Return what is wrong with a made file and how to mend it, or ""; a very large file is not checked."""
    ending = Path(change.path).suffix.lower()
    if not change.content or len(change.content) > LARGEST_CHECKED:
        return ""
    text = decoded(change.content)
    if ending in DELIMITERS:
        above = text_above(text, ending)
        table, first = text[len(above) :], 1 + sum(map(bool, map(str.strip, above.splitlines())))
        return _uneven_rows(change.path, table, _delimiter_of(table, DELIMITERS[ending]), first)
    if ending == ".py":
        return _syntax_error(change.path, text)
    kind = kind_of(change.path)
    if kind in PARSED:
        try:
            parse_content(change.path, change.content)
        except ValueError as error:
            saved = f"; write it with save(value, {change.path!r})" if kind.startswith("JSON") else ""
            return f"{change.path} is not {kind} (line {error}){saved}"
    return ""


def _syntax_error(path: str, source: str) -> str:
    """Return what Python finds wrong with a module before it runs; else ""."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"{path}:{getattr(error, 'lineno', None) or 1}: not Python: {getattr(error, 'msg', error)}"
    return ""


def _too_much(change: Change, attempt: Try, work: Work) -> str:
    """Return an objection to a changed file of which more was changed or lost than was asked for; else ""."""
    try:
        before, whole = read_regular(change.path, LARGEST_CHECKED, inside=work.workspace)
    except OSError:
        return ""
    if not whole or change.content is None:
        return ""
    lost, written = lost_lines(before, change.content), attempt.argument("content") is not None
    if written and lost > MOST_LOST * len(before.splitlines()):
        return f"{lost} lines of {change.path} are gone; write the whole file, with every line that stays"
    kind, prose = work.task.kind_of_task, Path(change.path).suffix.lower() in PROSE
    indented = kind == "change" and prose and _stripped(before) == _stripped(change.content)
    if written and ((kind == "file" and before.split() == change.content.split()) or indented):
        return f"{change.path} has these very words already; do what the task asks"
    if gone := lost_keys(change.path, before, change.content):
        kept = ", ".join(gone[:_MOST_NAMED])
        return f"{change.path} has no {kept} any more; save the whole object, not a list out of it"
    if beside := changed_beside(change.path, before, change.content, work.request):
        return f"{', '.join(beside)} of {change.path} is changed too, and the task is about another; leave it"
    return ""


def _stripped(content: bytes) -> list[bytes]:
    """The lines of a text without the blanks around them."""
    return [line.strip() for line in content.splitlines()]


def _delimiter_of(text: str, usual: str) -> str:
    """The mark between the cells of a table: the usual one, unless only another one stands in the header.

    Where the comma is the mark of decimals, tables have semicolons.
    """
    header = text.lstrip("\ufeff").partition("\n")[0]
    others = (mark for mark in DELIMITERS.values() if mark in header)
    return usual if usual in header else ";" if ";" in header else next(others, usual)


def _uneven_rows(path: str, text: str, delimiter: str, first: int) -> str:
    """Return the error in a table whose rows differ in length, as from an unquoted delimiter; else "".

    Its header is the file's row `first`.
    """
    try:
        rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error as error:
        return f"{path} is not a table ({error}); write it with save(rows, {path!r})"
    for number, row in enumerate(rows, first):
        if len(row) != len(rows[0]):
            problem = f"row {number} of {path} has {len(row)} values and row {first} has {len(rows[0])}"
            return (
                f"{problem}: a value with {delimiter!r} in it needs quotes; write it with save(rows, {path!r})"
            )
    return ""
