"""What code can hold against a result that ran well: words without work, effects that nobody asked for."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.programs.help import Try, Work
from pandora.programs.made_files import ill_formed, other_columns, unlisted
from pandora.programs.mentions import PATH, text_values
from pandora.programs.program import Program
from pandora.programs.request_words import is_output
from pandora.programs.wording_rules import (
    invented,
    lacking,
    misspelt,
    narrower,
    not_worked_out,
    quoted_words,
    ungrouped,
    unmet,
    where,
)
from pandora.task import Task
from pandora.workspace.operation_context import Result

_EMPTY = {
    "none",
    "null",
    "nan",
    "not",
    "found",
    "no",
    "nothing",
    "empty",
    "0",
    "unknown",
    "match",
    "matches",
    "matching",
    "matched",
    "n",
    "a",
    "error",
    "such",
}
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][a-zà-ÿ]{2,}(?:'s)?\b|['\"“‘]([^'\"”’]{2,40})['\"”’](?!\w)")
_COMMON = {
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "json",
    "csv",
    "markdown",
    "python",
    "unix",
}
_WHICH = re.compile(r"\b(?:which|who|whom|whose)\b", re.I)
_DERIVED = re.compile(
    r"\b(?:which|what)\s+(?:\w+\s+)?"
    r"(?:months?|years?|days?|dates?|week\w*|quarters?|hours?|minutes?|times?|lines?|rows?)\b",
    re.I,
)
"""What no value of the data has to be called: it is a part of one, or a place."""
_WHICH_FILE = re.compile(r"\b(?:which|what)\s+(?:\w+\s+)?files?\b", re.I)
_HOW_MUCH = re.compile(r"^\s*how\s+(?:much|many|long|far|old|often|tall|high|heavy|large|big)\b", re.I)
_FIND = re.compile(r"\bfind the (?:\w+est|most|least)\b", re.I)
_NO_MATCH = re.compile(r"\bno\b|\bnothing\b|\bnot found\b", re.I)
_WRITES = re.compile(r"\bsave\(|write|dump|copy|move|rename|replace|to_\w+\(|['\"][wax]b?\+?['\"]")
"""What stands in a program that writes some file."""
_EMPTY_LIST = "nothing matched"
"""What a program's error says of a list that nothing came into."""
SCANNED = 4 << 20


RULES: Mapping[str, str] = {
    "complete_answer": "an answer to which, who, how much or find has the name and the number",
    "conditions": "the program does what the request says of limits, case, order, words and repeated ones",
    "every_group": "the program counts for each year or month that is asked for, and prints all of several",
    "list_items": "a text that is to be a markdown list has list items",
    "named_values": "the program uses the numbers, quoted words and categories that the request names",
    "quoted_words": "a command uses what the request quotes",
    "same_width": "the program compares with no longer value than the request says, where others fit too",
    "totals": "the program adds up where a total is asked for, and divides where an average is",
    "wanted_columns": "a table has just the columns that the request lists",
}
"""The rules that go by the English words of a request, by name, with what holds where they are kept.

They can refuse right work, so each is off unless a pattern asks for it.
"""


def judged(work: Work, attempt: Try) -> Result:
    """The result, or the failure that it really is, worded so that the next try can do better."""
    task, result, program = work.task, attempt.result, attempt.program
    if not result.ok:
        nothing = program if _EMPTY_LIST in result.text else None
        spelling = misspelt(nothing, task.files, work.workspace) if nothing else ""
        return replace(result, text=f"{result.text}\n{spelling}") if spelling else result
    expected = [path for path in task.outputs if is_output(path, work.request)]
    there = [path for path in expected if written_again(path, attempt, work.workspace)]
    if expected:
        contents = {change.path: change.content for change in result.changes}
        undone = [path for path in expected if not contents.get(path) and path not in there]
        if undone:
            return _failed(result, _undone(undone, contents))
    elif task.kind_of_task == "answer" and result.changes:
        note = "it changed files, though only an answer was asked for: not kept"
        result = replace(result, changes=(), note=note)
        if not result.text.strip():
            return _failed(result, "the program printed nothing; print the answer")
    if program and not result.changes and not there and hard_coded(program):
        return _failed(result, "the program only prints its own words; work the values out with code")
    attempt = replace(attempt, result=result)
    for objection in (_of_words, _of_program, _of_files):
        if told := objection(work, attempt):
            return _failed(result, told)
    return result


def _of_words(work: Work, attempt: Try) -> str:
    """What is wrong with an answer in words, or with a command, or ""."""
    task, result, arguments = work.task, attempt.result, attempt.arguments
    if "complete_answer" in work.rules and task.kind_of_task == "answer":
        lack = incomplete(work.request, result.text, task, work.workspace)
        if lack:
            return lack
    if set(arguments) == {"text"} and task.files:
        known = "\n".join((work.request, *task.context))
        if numbers := invented(result.text, known, task.files, work.workspace):
            return f"{', '.join(numbers)} stands nowhere in the text; say what stands there"
    if "quoted_words" in work.rules and "command" in arguments:
        left = [word for word in quoted_words(work.request) if word not in arguments["command"]]
        if left:
            return f"the command does not use {', '.join(map(repr, left))}, which the task names"
    return ""


def _of_program(work: Work, attempt: Try) -> str:
    """What the program does not do that the request says, or ""."""
    task, result, program, rules = work.task, attempt.result, attempt.program, work.rules
    if program is None:
        return ""
    request, files, workspace = work.request, task.files, work.workspace
    answer = task.kind_of_task == "answer"
    if task.kind_of_task != "code":
        unused = lacking(request, program, files, workspace) if "named_values" in rules else []
        if unused:
            words = ", ".join(map(repr, unused))
            ways = [way for word in unused if (way := where(word, files, workspace))]
            way = f": {' and '.join(ways)}" if ways else ""
            return f"the program does not use {words}, which the task names; use it in the code{way}"
        if "conditions" in rules and (told := unmet(request, program)):
            return told
        empty = nothing_found(result.text) and not result.changes
        # Of nothing there is no first, and there are no groups.
        if "every_group" in rules and answer and not empty and (told := ungrouped(request, program)):
            return told
        if "same_width" in rules and (told := narrower(request, program, files, workspace)):
            return told
        if empty and (spelling := misspelt(program, files, workspace)):
            return f"nothing matched: {spelling}"
    if "totals" in rules and answer:
        columns = [word for column in task.columns for word in column.replace("_", " ").split()]
        return not_worked_out(request, program, columns)
    return ""


def _of_files(work: Work, attempt: Try) -> str:
    """What is wrong with the files that were made or changed, or ""."""
    task, request, rules = work.task, work.request, work.rules
    for change in attempt.result.changes:
        if told := ill_formed(change):
            return told
        if "wanted_columns" in rules and (told := other_columns(change, request, task.columns)):
            return told
        if "list_items" in rules and (told := unlisted(change, request)):
            return told
    named = {*task.outputs, *(task.files if task.named else ())}
    there = [change.path for change in attempt.result.changes if change.before and change.path not in named]
    uncalled = [path for path in there if Path(path).name not in request]
    if uncalled and task.kind_of_task != "code":
        return f"it changed {', '.join(uncalled)}, which the task does not name"
    return ""


def written_again(path: str, attempt: Try, workspace: Path) -> bool:
    """True for a file that stands there and that a try names to write: the same bytes are no change."""
    if not os.path.isfile(workspace / path):
        return False
    if attempt.arguments.get("path") == path:
        return True
    code, command = attempt.arguments.get("code", ""), attempt.arguments.get("command", "")
    text = (code if _WRITES.search(code) else "") + command
    return any(f"{mark}{path}{mark}" in text for mark in "'\"")


def _undone(paths: list[str], made: Mapping[str, bytes | None]) -> str:
    empty = [path for path in paths if made.get(path) == b""]
    if empty:
        told = "no row was kept: compare with the values that stand in the file"
        return f"{', '.join(empty)} is empty; {told}"
    return f"{', '.join(paths)} was not made; the program must write it"


def _failed(result: Result, told: str) -> Result:
    return replace(result, ok=False, text=told, changes=(), code=result.code or 1)


def incomplete(request: str, text: str, task: Task, workspace: Path) -> str:
    """What an answer to `which`, `who`, `how much` or `find the …est` lacks: a name, or the number."""
    given, told = ({each.strip(".,;:?!'\"()") for each in PATH.findall(said)} for said in (request, text))
    if _WHICH_FILE.search(request) and len(given) == 1 and told and told <= given:
        return "it names the file that was given; print the one that stands in it"
    if _HOW_MUCH.search(request) and not re.search(r"\d", text) and not nothing_found(text):
        return "the answer lacks the number that is asked for: print it"
    find, values = _FIND.search(request), text_values(task.files, workspace)
    held = text.casefold()
    if not find and _DERIVED.search(request):
        return ""
    if not (find or _WHICH.search(request)) or not values or re.search(r"\b(?:no|none|nothing)\b", held):
        return ""
    paths = [Path(path) for path in task.files]
    names = {*values, *(path.name for path in paths), *(path.stem for path in paths)}
    found = sorted((each.casefold() for each in names if each.casefold() in held), key=len, reverse=True)
    if not found:
        return "the answer lacks the name: print the name and the number that decides"
    for each in found:
        held = held.replace(each, " ")
    return (
        "the answer lacks the number that decides: print it beside the name"
        if find and not re.search(r"\d", held)
        else ""
    )


def hard_coded(program: Program) -> bool:
    """True where every print of the program prints constants, outside of any condition or loop."""
    tree = program.tree
    if tree is None:
        return False
    prints = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"
    ]
    conditional = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.FunctionDef))
        for inner in ast.walk(node)
    }
    return bool(prints) and all(_constant(each) and id(each) not in conditional for each in prints)


def _constant(call: ast.Call) -> bool:
    return all(
        isinstance(each, ast.Constant)
        or (isinstance(each, ast.JoinedStr) and all(isinstance(part, ast.Constant) for part in each.values))
        for each in call.args
    )


def nothing_found(text: str) -> bool:
    """True where an output says no more than that there is nothing."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return all(word in _EMPTY for word in words)


def says_no(text: str) -> bool:
    """True where an output says in words that there is nothing."""
    return _NO_MATCH.search(text) is not None


def unknown_names(work: Work) -> list[str]:
    """Names and quoted words of the request that stand in none of the task's files."""
    task, workspace, request = work.task, work.workspace, work.request
    names = [(match.group(1) or match.group(0)).removesuffix("'s") for match in _NAME.finditer(request)]
    wanted = [each for each in dict.fromkeys(names) if each.lower() not in _COMMON]
    if not wanted or not task.files:
        return []
    held = " ".join(task.files).lower()
    for path in task.files:
        try:
            held += (workspace / path).read_bytes()[:SCANNED].decode("utf-8", "ignore").lower()
        except OSError:
            continue
    return [each for each in wanted if each.lower() not in held]
