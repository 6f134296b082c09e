"""The operation `test`: run the workspace's tests on a copy of it, and show the first failure in few lines."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from pandora.operations.fault_search import code_files, settled_symptoms
from pandora.operations.script_trial import report_of_scripts
from pandora.operations.staged_command import execute
from pandora.programs.code.script_runs import decoded_runs
from pandora.regular_file import read_text
from pandora.workspace.operation_context import OperationContext, Result, never
from pandora.workspace.paths import is_hidden, resolve

NO_TESTS = 5
"""The exit code of pytest where it finds none."""
_NONE_RAN, _NO_TESTS_HERE = "no tests ran", "there are no tests"
WITHOUT_TESTS = (_NONE_RAN, _NO_TESTS_HERE)
"""How what a step that ran the tests gives begins where there are none."""
_SETTINGS = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")


def run_tests(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Run pytest on `path`, or on the whole workspace if it is empty; file changes by the tests are dropped.

    Where there are no tests, the scripts of `runs` are run, and the calls of the code `files` that `request`
    speaks of; what they give is the report.
    """
    result = run_tests_with(arguments, context, None)
    if result.code != NO_TESTS:
        return result
    runs = decoded_runs(arguments.get("runs", ""))
    files = code_files(arguments.get("files", "").splitlines(), context)
    symptoms = settled_symptoms(arguments.get("request", ""), files, runs, context)
    said = [symptom.said for symptom in symptoms]
    report = "\n".join(filter(None, (report_of_scripts(runs, context), *said)))
    return replace(result, text=f"{_NO_TESTS_HERE}\n{report}") if report else result


def run_tests_with(
    arguments: Mapping[str, str], context: OperationContext, prepare: Callable[[Path], None] | None
) -> Result:
    """Run pytest as `run_tests` does, on a copy that `prepare`, called with its folder, changes first."""
    given = arguments.get("path", "").strip()
    selected: list[str] = []
    if given:
        name, mark, node = given.partition("::")
        real = resolve(name, context.workspace, context.protected, write=False)
        if not real.exists():
            return Result(False, f"there is no {name}", 4)
        selected = [f"./{os.path.relpath(real, os.path.realpath(context.workspace))}{mark}{node}"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--maxfail=20",
        "--no-header",
        "--tb=short",
        "--showlocals",
        "--color=no",
    ]
    command += ["-p", "no:cacheprovider", *_settings(context.workspace), *selected]
    package = _pytest()
    environment = {"PYTHONPATH": str(package)} if package else None
    readable = (package,) if package else ()
    staged = execute(command, context, readable=readable, environment=environment, prepare=prepare)
    if _BROKE_OFF.search(staged.stderr):  # a plugin of this machine, such as one whose library is not there
        alone = {**(environment or {}), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        without = execute(command, context, readable=readable, environment=alone, prepare=prepare)
        staged = staged if _BROKE_OFF.search(without.stderr) else without
    completed = staged.completed
    text = first_failure(
        "\n".join(part for part in (staged.stdout, staged.stderr) if part),
        context.workspace,
        hides=context.hides,
    )
    if completed.timed_out:
        text = f"the tests did not end: {staged.note}\n{text}".strip()
    elif completed.code == NO_TESTS:
        text = f"{_NONE_RAN}\n{text}".strip()
    # Not staged.ok: what tests write is dropped anyway, also where no command may write.
    return Result(completed.code == 0, text, completed.code, note=staged.note, confined=completed.confined)


def _settings(workspace: Path) -> list[str]:
    """Return options that stop pytest from using settings above the copy; none if the workspace has some."""
    if any((workspace / name).is_file() for name in _SETTINGS):
        return []
    return ["-c", os.devnull, "--rootdir", ".", "--confcutdir", "."]


def _pytest() -> Path | None:
    """Return the folder to import pytest from; None if this Python has it in its own folders, or nowhere."""
    spec = importlib.util.find_spec("pytest")
    folder = Path(spec.origin).parent.parent if spec and spec.origin else None
    inside = folder and any(folder.is_relative_to(base) for base in (sys.prefix, sys.base_prefix))
    return None if inside else folder


LINES = 60
_BROKE_OFF = re.compile(r'pytest[/\\]__main__\.py", line \d+')
"""Matches the traceback of pytest itself: it ended before it could say what the tests came to."""
_PARTS = ("FAILURES", "ERRORS")
_SECONDS = re.compile(r"(?<=[a-z]) in \d+\.\d+s(?: \([\d:]+\))?(?=[ =]*$)", re.M)
_MARKS = re.compile(r"\s*[\^~]+\s*|!+ .* !+|\s+\.\d+ +=.*")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+(?=>)")
_SUMMARY = "short test summary info"
_TITLE = re.compile(r"_{3,} .+ _{3,}")
_FRAME = re.compile(r"(?P<path>[^\s:]+\.py):(?P<line>\d+): in (?P<name>\w+)$")
_PASSED = re.compile(r"\b(\d+) passed\b")
_TEST_LINES = 20
_LONGEST_SOURCE = 256 << 10
"""The most bytes of a file whose failing test is shown."""


def first_failure(output: str, root: Path, limit: int = LINES, hides: Callable[[str], bool] = never) -> str:
    """Return the first failure and the last line of pytest's `output`, without durations.

    If that is more than `limit` lines, the middle is left out. A short failing test is shown in full, since
    its calls after the failed line matter as well. `root` is the folder that paths in `output` are relative to;
    a file outside it, or one that `hides` is true for, is not read, because a test can print any path.
    """
    lines = _ADDRESS.sub("", _SECONDS.sub("", output)).splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith("=") and line.strip("= ") in _PARTS]
    lines = lines[starts[0] + 1 :] if starts else lines
    lines = _only_first(lines)
    lines = [line for line in lines if not _MARKS.fullmatch(line)]
    if any(line.startswith("ImportError while importing test module") for line in lines):
        # Only pytest's own frames come before the error: the lines with `E` and the last line are enough.
        errors = [line for line in lines if line.startswith("E ")]
        lines = [*errors, lines[-1]] if errors else lines
    lines = _with_source(lines, root, hides)
    if len(lines) > limit:
        tail = limit // 3
        left_out = len(lines) - (limit - 1)
        lines = [*lines[: limit - 1 - tail], f"… {left_out} lines left out …", *lines[-tail:]]
    return "\n".join(lines).strip()


def passed_count(text: str) -> int:
    """Return the number of passed tests: the last such count in `text`, or 0."""
    counts = _PASSED.findall(text)
    return int(counts[-1]) if counts else 0


def _only_first(lines: list[str]) -> list[str]:
    """Return the lines without the failures after the first and without pytest's summary of failures."""
    ends = [place for place, line in enumerate(lines) if line.startswith("=") and line.strip("= ") == _SUMMARY]
    if not ends:
        return lines
    titles = [place for place, line in enumerate(lines[: ends[0]]) if _TITLE.fullmatch(line)]
    last = titles[1] if len(titles) > 1 else ends[0]
    return [*lines[:last], *lines[-1:]]


def _with_source(lines: list[str], root: Path, hides: Callable[[str], bool]) -> list[str]:
    """Return the lines with the failed test's whole source in place of the one line that pytest shows."""
    for place, line in enumerate(lines):
        frame = _FRAME.match(line)
        if frame is None:
            continue
        path = frame["path"]
        source = [] if is_hidden(path, root, hides) else _source(path, root, frame["name"], int(frame["line"]))
        after = place + 1
        while after < len(lines) and lines[after].startswith("    ") and not lines[after].startswith("     "):
            after += 1
        return [*lines[: place + 1], *source, *lines[after:]] if source else lines
    return lines


def _source(path: str, root: Path, name: str, line: int) -> list[str]:
    try:
        text = read_text(path, _LONGEST_SOURCE, inside=root)
        tree = ast.parse(text)
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return []
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.FunctionDef)
            and node.name == name
            and node.lineno <= line <= (node.end_lineno or 0)
        ):
            whole = text.splitlines()[node.lineno - 1 : node.end_lineno]
            return (
                [f"    {source_line[node.col_offset :]}" for source_line in whole]
                if len(whole) <= _TEST_LINES
                else []
            )
    return []
