"""What code can hold against a result that ran well: words without work, effects that nobody asked for."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.engine.understand import is_output
from pandora.programs.made_files import ill_formed, other_columns, unlisted
from pandora.programs.mentions import PATH, text_values
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
from pandora.workspace.room import Result

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
_EMPTY_LIST = "nothing matched"
"""What a program's error says of a list that nothing came into."""
SCANNED = 4 << 20


def judged(result: Result, arguments: Mapping[str, str], task: Task, workspace: Path) -> Result:
    """The result, or the failure that it really is, worded so that the next try can do better."""
    if not result.ok:
        other = misspelt(arguments.get("code", ""), task.files, workspace) if _EMPTY_LIST in result.text else ""
        return replace(result, text=f"{result.text}\n{other}") if other else result
    expected = [path for path in task.outputs if is_output(path, task.request or task.text)]
    there = [path for path in expected if _written_again(path, arguments, workspace)]
    if expected:
        made = {each.path: each.content for each in result.changes}
        undone = [path for path in expected if not made.get(path) and path not in there]
        if undone:
            return _failed(result, _undone(undone, made))
    elif task.kind_of_task == "answer" and result.changes:
        result = replace(
            result, changes=(), note="it changed files, though only an answer was asked for: not kept"
        )
        if not result.text.strip():
            return _failed(result, "the program printed nothing; print the answer")
    if "code" in arguments and not result.changes and not there and hard_coded(arguments["code"]):
        return _failed(result, "the program only prints its own words; work the values out with code")
    named = task.request or task.text
    if task.kind_of_task == "answer" and (lack := incomplete(named, result.text, task, workspace)):
        return _failed(result, lack)
    if set(arguments) == {"text"} and task.files:
        known = "\n".join((named, *task.context))
        if made_up := invented(result.text, known, task.files, workspace):
            return _failed(result, f"{', '.join(made_up)} stands nowhere in the text; say what stands there")
    if "command" in arguments and (
        left := [each for each in quoted_words(named) if each not in arguments["command"]]
    ):
        return _failed(result, f"the command does not use {', '.join(map(repr, left))}, which the task names")
    if "code" in arguments and task.kind_of_task != "code":
        unused = lacking(named, arguments["code"], task.files, workspace)
        if unused:
            told = ", ".join(repr(each) for each in unused)
            found = [way for each in unused if (way := where(each, task.files, workspace))]
            ways = f": {' and '.join(found)}" if found else ""
            return _failed(
                result, f"the program does not use {told}, which the task names; use it in the code{ways}"
            )
        if told := unmet(named, arguments["code"]):
            return _failed(result, told)
        empty = nothing_found(result.text) and not result.changes
        many = (
            task.kind_of_task == "answer" and not empty
        )  # of nothing there is no first, and there are no groups
        if many and (told := ungrouped(named, arguments["code"])):
            return _failed(result, told)
        if told := narrower(named, arguments["code"], task.files, workspace):
            return _failed(result, told)
        if empty and (other := misspelt(arguments["code"], task.files, workspace)):
            return _failed(result, f"nothing matched: {other}")
    if "code" in arguments and task.kind_of_task == "answer":
        columns = [word for each in task.columns for word in each.replace("_", " ").split()]
        if idle := not_worked_out(named, arguments["code"], columns):
            return _failed(result, idle)
    for each in result.changes:
        if told := ill_formed(each) or other_columns(each, named, task.columns) or unlisted(each, named):
            return _failed(result, told)
    theirs = {*task.outputs, *(task.files if task.named else ())}
    there = [each.path for each in result.changes if each.before and each.path not in theirs]
    uncalled = [path for path in there if Path(path).name not in named]
    if uncalled and task.kind_of_task != "code":
        return _failed(result, f"it changed {', '.join(uncalled)}, which the task does not name")
    return result


def _written_again(path: str, arguments: Mapping[str, str], workspace: Path) -> bool:
    """True for a file that an earlier attempt left and that is named again: the same bytes are no change."""
    held = arguments.get("code", "") + arguments.get("command", "")
    return any(f"{mark}{path}{mark}" in held for mark in "'\"") and os.path.isfile(workspace / path)


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


def hard_coded(code: str) -> bool:
    """True where every print of the program prints constants, outside of any condition or loop."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
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


def unknown_names(task: Task, workspace: Path) -> list[str]:
    """Names and quoted words of the request that stand in none of the task's files."""
    request = task.request or task.text
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
