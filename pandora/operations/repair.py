"""The operation `repair`: rewrite one code file, and keep the new version only if the tests pass with it."""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.operations.script_trial import try_scripts
from pandora.operations.test import NO_TESTS, run_tests_with
from pandora.programs.script_runs import decoded_runs
from pandora.regular_file import read_whole
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_test_file, resolve

LARGEST = 256 << 10
"""The most bytes of a file that is repaired."""


def repair(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run the tests on a copy of the workspace in which the file `path` has the content `code`.

    If they pass, that file is the only change of the result. Functions and classes that `code` leaves out
    stay as they were. `tests` names one test file to run instead of all. Where there are no tests, the scripts
    of `runs` are run as they are and with the change. Raises RefusedError for a `path` that may not be written.
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
    content = code.encode("utf-8", "replace")
    if before is not None and old.rstrip() == code.rstrip():
        return Result(False, f"this is {path} as it was; change it", 2)

    def place(root: Path) -> None:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)  # a file too large to copy is a link to the original
        target.write_bytes(content)

    result = run_tests_with({"path": arguments.get("tests", "")}, context, place)
    runs = decoded_runs(arguments.get("runs", ""))
    if result.code == NO_TESTS and runs:
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
    change = Change(path, hashlib.sha256(before).hexdigest() if before is not None else "", content)
    return replace(result, changes=(change,), note=note)


def with_lost_definitions(before: str, after: str) -> tuple[str, list[str]]:
    """Return `after` plus the functions and classes that only `before` has, and the names of these.

    A model that repairs one function of a file often writes only that function. If either text is not
    Python, or if `after` has no definition of `before` and so is another file, `after` is returned unchanged.
    """
    old, new = _defined(before), _defined(after)
    lost = [name for name in old if name not in new]
    if not lost or len(lost) == len(old):
        return after, []
    lines = before.splitlines()
    kept = ["\n".join(lines[first - 1 : last]) for first, last in (old[name] for name in lost)]
    return "\n\n\n".join([after.rstrip("\n"), *kept]) + "\n", lost


def defined_names(source: str) -> set[str]:
    """Return the names of a module's functions and classes; an empty set if the source is not Python."""
    return set(_defined(source))


def _defined(source: str) -> dict[str, tuple[int, int]]:
    """Return the first and last line, from 1 and with decorators, of each top-level function and class."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    definitions = [node for node in tree.body if isinstance(node, kinds)]
    return {
        node.name: (
            min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]),
            node.end_lineno or 0,
        )
        for node in definitions
    }
