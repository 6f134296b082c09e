"""The operation `repair`: rewrite one code file, and keep the new version only if the tests pass with it."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pandora.operations.fault_search import Repair, code_files, outcomes_near, search, settled_symptoms
from pandora.operations.script_trial import try_scripts
from pandora.operations.test import NO_TESTS, run_tests_with
from pandora.programs.code.code_mutations import mutations
from pandora.programs.code.fault_symptoms import Symptom, written_down
from pandora.programs.code.script_runs import decoded_runs
from pandora.regular_file import read_whole
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_test_file, resolve

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
LARGEST = 256 << 10
"""The most bytes of a file that is repaired."""


def repair(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run the tests on a copy of the workspace in which the file `path` has the content `code`.

    If they pass, that file is the only change of the result. Functions and classes that `code` leaves out
    stay as they were. `tests` names one test file to run instead of all. Where there are no tests, the scripts
    of `runs` are run as they are and with the change, and what `request` says of the fault must be gone. A file
    as `found_by_search` gave it is tried and changed together with the others of that repair. Raises
    RefusedError for a `path` that may not be written.
    """
    given, code = arguments.get("path", "").strip(), arguments.get("code", "")
    real = resolve(given, context.workspace, context.protected, write=True)
    path = os.path.relpath(real, os.path.realpath(context.workspace))
    if is_test_file(path):
        return Result(False, f"{path} is a test; mend the code that it tests", 2)
    before: bytes | None = None
    if os.path.lexists(real):
        try:
            before = read_whole(real, LARGEST, inside=context.workspace, links=False)
        except OSError as error:
            return Result(False, f"{path}: not read: {error.strerror}", 2)
    old = (before or b"").decode("utf-8", "replace")
    code, kept = with_lost_definitions(old, code.rstrip("\n") + "\n")
    if before is not None and old.rstrip() == code.rstrip():
        return Result(False, f"this is {path} as it was; change it", 2)
    runs, found = decoded_runs(arguments.get("runs", "")), _as_found(path, code, arguments, context)
    contents = {path: code.encode("utf-8", "replace")}
    if found is not None:
        contents = {name: text.encode("utf-8") for name, text in found.files.items()}

    def place(root: Path) -> None:
        for name, content in contents.items():
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)  # a file too large to copy is a link to the original
            target.write_bytes(content)

    result = run_tests_with({"path": arguments.get("tests", "")}, context, place)
    if found is not None and result.code in (0, NO_TESTS):
        held = tuple(f"{symptom.shown}, as the task says" for symptom in found.symptoms)
        held = held or tuple(f"no object or call shares {edit.before} any more" for edit in found.edits)
        result = replace(result, ok=True, code=0, text=found.said, held=held)
    elif result.code == NO_TESTS and (symptoms := _symptoms(arguments, context)):
        result = _without_symptoms(result, symptoms, {path: code}, arguments, context)
    elif result.code == NO_TESTS and runs:
        trial = try_scripts(runs, context, place)
        calls = {} if trial.sure else trial.gives
        result = replace(result, ok=trial.ok, text=trial.text, code=0 if trial.ok else 1, calls=calls)
    note = "; ".join(filter(None, (result.note, f"as it was: {', '.join(kept)}" if kept else "")))
    if not result.ok:
        lost = sorted(defined_names(old) - defined_names(code))
        if lost:
            message = f"{path} no longer has {', '.join(lost)}; write the whole of {path}, not the test"
            return Result(False, message, result.code, note=note, confined=result.confined)
        return replace(result, note=note)
    changes = tuple(_change(name, content, context) for name, content in contents.items())
    return replace(result, changes=changes, note=note)


def found_by_search(arguments: Mapping[str, str], context: OperationContext) -> Mapping[str, str] | None:
    """Return a first try that needs no model: a file with the edit that mends what the request says of a fault.

    Where two files must change, it is the first; `repair` changes the other one, too. None where the request
    says nothing that can be run, or no small edit mends it.
    """
    found = _search(arguments, context)
    if found is None:
        return None
    path = found.edits[0].path
    return {"path": path, "change": found.said, "code": found.files[path].rstrip("\n")}


_LAST: list[tuple[tuple[str, ...], Repair]] = []
"""The last repair that was found, with what it was found for: it is carried out right after."""


def _search(arguments: Mapping[str, str], context: OperationContext) -> Repair | None:
    files = code_files(arguments.get("files", "").splitlines(), context)
    found = search(arguments.get("request", ""), files, decoded_runs(arguments.get("runs", "")), context)
    _LAST[:] = [(_looked_at(files, arguments, context), found)] if found is not None else []
    return found


def _looked_at(
    files: Mapping[str, str], arguments: Mapping[str, str], context: OperationContext
) -> tuple[str, ...]:
    parts = (arguments.get("request", ""), arguments.get("runs", ""), str(context.workspace))
    return (*parts, *(text for entry in files.items() for text in entry))


def _as_found(path: str, code: str, arguments: Mapping[str, str], context: OperationContext) -> Repair | None:
    """The repair that the search finds, where the file is as that leaves it; else None."""
    files = code_files(arguments.get("files", "").splitlines(), context)
    if not any(one.path == path and one.source.rstrip() == code.rstrip() for one in mutations(files)):
        return None
    looked_at = _looked_at(files, arguments, context)
    found = next((repair for key, repair in _LAST if key == looked_at), None) or _search(arguments, context)
    if found is None or found.files.get(path, "").rstrip() != code.rstrip():
        return None
    runs = decoded_runs(arguments.get("runs", ""))
    return found if not outcomes_near(found.symptoms, found.files, files, runs, context)[0] else None


def _symptoms(arguments: Mapping[str, str], context: OperationContext) -> list[Symptom]:
    files = code_files(arguments.get("files", "").splitlines(), context)
    runs = decoded_runs(arguments.get("runs", ""))
    return settled_symptoms(arguments.get("request", ""), files, runs, context)


def _without_symptoms(
    result: Result,
    symptoms: Sequence[Symptom],
    changed: Mapping[str, str],
    arguments: Mapping[str, str],
    context: OperationContext,
) -> Result:
    """The result of a change where there are no tests: a failure where a symptom stays, or is written down.

    Else it has what calls near the symptoms give, in which two tries must agree.
    """
    files = code_files(arguments.get("files", "").splitlines(), context)
    for path, code in changed.items():
        if special := written_down(files.get(path, ""), code, symptoms, arguments.get("request", "")):
            text = f"{path} writes down {special} for the case of the task; mend what is wrong for every case"
            return replace(result, ok=False, text=text, code=1)
    runs = decoded_runs(arguments.get("runs", ""))
    left, gives = outcomes_near(symptoms, changed, files, runs, context)
    if left:
        said = "\n".join(symptom.said for symptom in left)
        passed = len(symptoms) - len(left)
        return replace(result, ok=False, code=1, text=f"{said}\n{len(left)} failed, {passed} passed")
    text = "\n".join(symptom.shown for symptom in symptoms)
    return replace(result, ok=True, code=0, text=f"{text}\n{len(symptoms)} passed", calls=gives)


def _change(path: str, content: bytes, context: OperationContext) -> Change:
    """The change of a file, which must be as it was read; Raises RefusedError where it may not be written."""
    real = resolve(path, context.workspace, context.protected, write=True)
    before = read_whole(real, LARGEST, inside=context.workspace, links=False) if os.path.lexists(real) else None
    return Change(path, hashlib.sha256(before).hexdigest() if before is not None else "", content)


def with_lost_definitions(before: str, after: str) -> tuple[str, list[str]]:
    """Return `after` plus the functions and classes that only `before` has, and the names of these.

    A model that repairs one function of a file often writes only that function. Where `after` has definitions
    alone, they stand in `before` in the places of the old ones: what `before` imports and runs stays, too. So
    it is where `after` begins with a definition, and `before` does not; what else it has goes. A class that
    lacks methods of the old one has only its own methods replaced in it. If either text is not Python, or if
    `after` has no definition of `before` and so is another file, `after` is returned unchanged.
    """
    after = _from_the_middle(before, after)
    old, new = _defined(before), _defined(after)
    lost = [name for name in old if name not in new]
    if len(lost) == len(old):
        return after, []
    lines = before.splitlines()
    if _only_defines(after) and not (_only_defines(before) and not lost):
        return _put_in_place(lines, after.splitlines(), old, new), lost
    if not lost:
        return after, []
    kept = ["\n".join(lines[first - 1 : last]) for first, last in (old[name] for name in lost)]
    return "\n\n\n".join([after.rstrip("\n"), *kept]) + "\n", lost


def _put_in_place(
    lines: list[str], written: list[str], old: Mapping[str, tuple[int, int]], new: Mapping[str, tuple[int, int]]
) -> str:
    """The lines of a file with the definitions that were written, each in the place of the old one.

    New ones stand before the first that is replaced.
    """
    texts = {name: written[first - 1 : last] for name, (first, last) in new.items()}
    for name in texts:
        if name in old:
            texts[name] = _with_lost_methods(lines[old[name][0] - 1 : old[name][1]], texts[name])
    added = [line for name, text in texts.items() if name not in old for line in (*text, "", "")]
    replaced = sorted((name for name in texts if name in old), key=old.__getitem__)
    whole = list(lines)
    for name in reversed(replaced):
        first, last = old[name]
        whole[first - 1 : last] = [*(added if name == replaced[0] else []), *texts[name]]
    return "\n".join(whole).rstrip("\n") + "\n"


def _from_the_middle(before: str, after: str) -> str:
    """`after` with its definitions alone, where it begins with one that `before` has further down."""
    try:
        body, others = ast.parse(after).body, ast.parse(before).body
    except (SyntaxError, ValueError, RecursionError):
        return after
    if not body or not isinstance(body[0], _DEFINITIONS) or not others or isinstance(others[0], _DEFINITIONS):
        return after
    if body[0].name not in _defined(before) or _only_defines(after):
        return after
    lines, places = after.splitlines(), _defined(after).values()
    return "\n\n\n".join("\n".join(lines[first - 1 : last]) for first, last in places) + "\n"


def _with_lost_methods(old: list[str], new: list[str]) -> list[str]:
    """The lines of a class; where it lacks methods of the old one, that with the methods of this one."""
    try:
        before, after = ast.parse("\n".join(old)).body[0], ast.parse("\n".join(new)).body[0]
    except (SyntaxError, ValueError, RecursionError, IndexError):
        return new
    if not isinstance(before, ast.ClassDef) or not isinstance(after, ast.ClassDef):
        return new
    had, has = _methods(before), _methods(after)
    if not has or had.keys() <= has.keys():
        return new
    at = min((had[name][0] for name in has if name in had), default=len(old) + 1)
    whole = list(old)
    for name in sorted((name for name in has if name in had), key=had.__getitem__, reverse=True):
        whole[had[name][0] - 1 : had[name][1]] = new[has[name][0] - 1 : has[name][1]]
    added = [line for name in has if name not in had for line in (*new[has[name][0] - 1 : has[name][1]], "")]
    return [*whole[: at - 1], *added, *whole[at - 1 :]]


def _methods(node: ast.ClassDef) -> dict[str, tuple[int, int]]:
    return {
        method.name: (
            min([method.lineno, *(one.lineno for one in method.decorator_list)]),
            method.end_lineno or method.lineno,
        )
        for method in node.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def _only_defines(source: str) -> bool:
    """True for Python code that has functions and classes alone, and nothing that it imports or runs."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError):
        return False
    return bool(body) and all(isinstance(node, _DEFINITIONS) for node in body)


def defined_names(source: str) -> set[str]:
    """Return the names of a module's functions and classes; an empty set if the source is not Python."""
    return set(_defined(source))


def _defined(source: str) -> dict[str, tuple[int, int]]:
    """Return the first and last line, from 1 and with decorators, of each top-level function and class."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    definitions = [node for node in tree.body if isinstance(node, _DEFINITIONS)]
    return {
        node.name: (
            min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]),
            node.end_lineno or 0,
        )
        for node in definitions
    }
