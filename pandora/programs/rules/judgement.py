"""The judgement of a try's result, to which a rule may object although it ran without an error."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.programs.file_difference import differences
from pandora.programs.help import LARGEST_CHECKED, Try, Work
from pandora.programs.parsed_program import hard_coded, written_files
from pandora.programs.repairs.program_continuation import NOTHING_PRINTED
from pandora.programs.request.request_text import is_question
from pandora.programs.rules.file_rules import objection_to_files
from pandora.programs.rules.program_rules import misspelling, objection_to_figures, objection_to_program
from pandora.programs.rules.searched_texts import as_the_files_write, passages_of, searched_texts
from pandora.programs.rules.written_text_rules import objection_to_words
from pandora.programs.texts.passages import resting_places
from pandora.regular_file import read_regular
from pandora.workspace.operation_context import Result

_WRITES = re.compile(r"\bsave\(|write|dump|copy|move|rename|replace|to_\w+\(|['\"][wax]b?\+?['\"]")
"""Matches the source of a program that writes a file."""
ONLY_ANSWER = "though only an answer was asked for"
"""What is said of a program that changes a file which the request names, where the task is to say something."""
_OBJECT = re.compile(
    r"<(?:function|built-in|bound method|generator object|class|module|[\w.]+ object at 0x)[^\n>]{0,20}"
)
"""What Python prints of a function or an object."""
_EMPTY_LIST = "nothing matched"
"""The words in a program's error text that show that a list stayed empty."""


def judge_result(work: Work, attempt: Try) -> Result:
    """Return the result; where a rule objects to it, a failure whose text helps the next try."""
    task, result, program = work.task, attempt.result, attempt.program
    if not result.ok:
        nothing = program if _EMPTY_LIST in result.text else None
        spelling = misspelling(nothing, task.files, work.workspace) if nothing else ""
        return replace(result, text=f"{result.text}\n{spelling}") if spelling else result
    expected = [path for path in task.makes if path in work.request]
    there = [path for path in expected if written_again(path, attempt, work.workspace)]
    if expected:
        contents = {change.path: change.content for change in result.changes}
        undone = [path for path in expected if not _is_filled(contents.get(path)) and path not in there]
        if undone:
            return _failure(result, _missing_files(undone, contents))
    elif task.kind_of_task == "answer" and result.changes and not _changes_what_is_named(work, result):
        note = f"it changed files, {ONLY_ANSWER}: not kept"
        result = replace(result, changes=(), note=note)
        if not result.text.strip():
            return _failure(result, NOTHING_PRINTED)
    if program and not result.changes and _is_left_undone(work, attempt):
        return _failure(result, "no file was changed; the program must change the files itself")
    if program and (shown := _OBJECT.search(result.text)):
        return _failure(result, f"it prints {shown[0]}…, which is no value; print what it holds or gives")
    if program and not result.changes and not there and hard_coded(program):
        return _failure(result, "the program only prints its own words; work the values out with code")
    attempt = replace(attempt, result=result)
    for objection in (objection_to_words, objection_to_program, objection_to_figures, objection_to_files):
        if problem := objection(work, attempt):
            return _failure(result, problem)
    return _with_differences(_with_passages(work, attempt), work.workspace)


def _is_filled(content: bytes | None) -> bool:
    """True where a file that was made holds something: rows of which none is meant make a file of blanks."""
    return content is not None and content.strip() != b""


def asks_for_no_answer(work: Work, attempt: Try) -> str:
    """Say which file of the request a program writes to, where that is taken for one for an answer; else "".

    So it is no answer that is asked for, unless it is a question.
    """
    task, program = work.task, attempt.program
    if program is None or task.kind_of_task != "answer" or task.may_change or task.part:
        return ""
    named = [path for path in task.files if Path(path).name in work.request and not is_question(work.request)]
    written = written_files(program, named)
    return f"it writes to {written[0]}, {ONLY_ANSWER}" if written else ""


def _is_left_undone(work: Work, attempt: Try) -> bool:
    """True where this step alone is to change files, and wrote none, not with the same bytes either."""
    change = work.task.kind_of_task == "change" and not work.task.part
    return change and not any(written_again(path, attempt, work.workspace) for path in work.task.files)


def _changes_what_is_named(work: Work, result: Result) -> bool:
    """True where an answer may not be all that is asked for, and the request names each changed file.

    Then what programs do decides: two of them must do the same.
    """
    there = [change for change in result.changes if change.before and Path(change.path).name in work.request]
    return work.task.may_change and len(there) == len(result.changes)


def _with_passages(work: Work, attempt: Try) -> Result:
    """Return the result with a note of the passages of the files that an answer in words rests on."""
    result, answer = attempt.result, attempt.argument("answer")
    if answer is None or "passages" not in work.rules:
        return result
    texts = searched_texts(work)
    rests = resting_places(as_the_files_write(answer, work.request, texts), work.request, passages_of(texts))
    places = dict.fromkeys(f"{passage.path}:{passage.line}" for passage in rests)
    return replace(result, note=f"rests on {', '.join(places)}") if places else result


def _with_differences(result: Result, workspace: Path) -> Result:
    """Return the result with a note, which stands in §3, of what differs in the files that it changes."""
    notes = [result.note] if result.note else []
    for change in [change for change in result.changes if change.before and change.content is not None][:4]:
        try:
            before, whole = read_regular(change.path, LARGEST_CHECKED, inside=workspace)
        except OSError:
            continue
        assert change.content is not None
        if whole and len(change.content) <= LARGEST_CHECKED:
            notes.append(f"{change.path}: {differences(change.path, before, change.content)}")
    return replace(result, note="; ".join(notes)) if notes else result


def written_again(path: str, attempt: Try, workspace: Path) -> bool:
    """True where a file exists and the try names it as a file to write; equal bytes are no change."""
    if not os.path.isfile(workspace / path):
        return False
    if attempt.argument("path") == path:
        return True
    code, command = attempt.argument("program") or "", attempt.argument("command") or ""
    text = (code if _WRITES.search(code) else "") + command
    return any(f"{mark}{path}{mark}" in text for mark in "'\"")


def _missing_files(paths: list[str], contents: Mapping[str, bytes | None]) -> str:
    empty = [path for path in paths if contents.get(path) == b""]
    if empty:
        advice = "no row was kept: compare with the values that are in the file"
        return f"{', '.join(empty)} is empty; {advice}"
    return f"{', '.join(paths)} was not made; the program must write it"


def _failure(result: Result, problem: str) -> Result:
    return replace(result, ok=False, text=problem, changes=(), code=result.code or 1)
