"""The operation `repair`: rewrite one code file, and keep the new version only if the tests pass with it."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pandora.operations.fault_search import (
    Outcome,
    Repair,
    code_files,
    outcomes_near,
    search,
    settled_symptoms,
    tried_variants,
)
from pandora.operations.script_trial import try_scripts
from pandora.operations.test import NO_TESTS, run_tests_with
from pandora.programs.code.call_trials import RAISES
from pandora.programs.code.code_mutations import mutations
from pandora.programs.code.fault_symptoms import Symptom, compared_case, written_down
from pandora.programs.code.limit_probes import limit_probes
from pandora.programs.code.lost_definitions import defined_names, with_lost_definitions
from pandora.programs.code.script_runs import decoded_runs
from pandora.regular_file import read_whole
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_test_file, resolve

LARGEST = 256 << 10
"""The most bytes of a file that is repaired."""
_SAME_CALLS = "its functions give what they gave before"
_MOST_SHOWN = 4
"""The most calls of which a result says what they gave before, and give now."""


def repair(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run the tests on a copy of the workspace in which the file `path` has the content `code`.

    If they pass, that file is the only change of the result. Functions and classes that `code` leaves out
    stay as they were. `tests` names one test file to run instead of all. Where there are no tests, the scripts
    of `runs` are run as they are and with the change, and what `request` says of the fault must be gone; where
    nothing can be run, calls of its functions must give something else, in which two tries agree. A file
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
    if not code.strip():
        return Result(False, f"it gives no code for {path} that differs from what is there; change it", 2)
    if path.endswith(".py") and (broken := _syntax_error(code)):
        return Result(False, f"{path}, {broken}", 2)
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
        result = replace(result, ok=True, code=0, text=found.said, held=held)
    elif result.code == NO_TESTS and (symptoms := _symptoms(arguments, context)):
        result = _without_symptoms(result, symptoms, {path: code}, arguments, context)
    elif result.code == NO_TESTS and runs:
        trial = try_scripts(runs, context, place)
        calls = {} if trial.sure else trial.gives
        result = replace(result, ok=trial.ok, text=trial.text, code=0 if trial.ok else 1, calls=calls)
        wanted = [text for run in runs for text in run.quoted]
        if trial.ok and (case := compared_case(old, code, wanted)):
            text = f"{path} compares with {case}, which is the case of the task; mend it for every case"
            result = replace(result, ok=False, text=text, code=1, calls={})
    elif result.code == NO_TESTS:
        result = _compared_by_calls(result, {path: code}, arguments, context)
    note = "; ".join(filter(None, (result.note, f"as it was: {', '.join(kept)}" if kept else "")))
    if not result.ok:
        lost = sorted(defined_names(old) - defined_names(code))
        if lost:
            message = f"{path} no longer has {', '.join(lost)}; write the whole of {path}, not the test"
            return Result(False, message, result.code, note=note, confined=result.confined)
        return replace(result, note=note)
    changes = tuple(_change(name, content, context) for name, content in contents.items())
    return replace(result, changes=changes, note=note)


def _syntax_error(code: str) -> str:
    """Where code is no Python, and why; "" where it is."""
    try:
        ast.parse(code)
    except SyntaxError as error:
        line = (error.text or "").strip()
        return f"line {error.lineno}: {error.msg}" + (f": {line}" if line else "")
    except (ValueError, RecursionError, MemoryError):
        return "no Python"
    return ""


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
    edited = any(one.path == path and one.source.rstrip() == code.rstrip() for one in mutations(files))
    if not edited:
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


def _compared_by_calls(
    result: Result, changed: Mapping[str, str], arguments: Mapping[str, str], context: OperationContext
) -> Result:
    """The result of a change where nothing that can be run tells what is right: what its functions give now.

    They are called around the numbers of the code and of the request. A change that none of these calls shows
    is a failure, and so is one by which a call that gave something ends in an error. In the rest two tries must
    agree.
    """
    files = code_files(arguments.get("files", "").splitlines(), context)
    probes = limit_probes(arguments.get("request", ""), [files, files | dict(changed)])
    ended = tried_variants([{}, changed], probes, [], [], files, context)
    before, now = (ended.get(number, Outcome()).calls for number in (0, 1))
    other = [probe for probe in probes if before.get(probe, RAISES) != now.get(probe, RAISES)]
    if not now or not other:
        return result if not now else replace(result, code=1, text=f"{_SAME_CALLS}; look what is wrong")
    broken = [probe for probe in other if now.get(probe, RAISES).startswith(RAISES)]
    if broken:
        text = f"{broken[0].shown} gave {before[broken[0]]} and now {now[broken[0]]}"
        return replace(result, code=1, text=text)
    shown = [f"{probe.shown} gives {now[probe]}, before {before[probe]}" for probe in other[:_MOST_SHOWN]]
    gives = {probe.shown: said for probe, said in now.items()}
    return replace(result, ok=True, code=0, text="\n".join(shown), calls=gives)


def _change(path: str, content: bytes, context: OperationContext) -> Change:
    """The change of a file, which must be as it was read; Raises RefusedError where it may not be written."""
    real = resolve(path, context.workspace, context.protected, write=True)
    before = read_whole(real, LARGEST, inside=context.workspace, links=False) if os.path.lexists(real) else None
    return Change(path, hashlib.sha256(before).hexdigest() if before is not None else "", content)
