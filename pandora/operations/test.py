"""The operation `test`: the workspace's own tests, run on a copy of it, and the first failure in few lines."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from pandora.operations.command import execute
from pandora.operations.pytest_output import first_failure
from pandora.workspace.paths import resolve
from pandora.workspace.room import Result, Room

_NO_TESTS = 5
_SETTINGS = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")


def run_tests(arguments: Mapping[str, str], room: Room) -> Result:
    """Run pytest on `path`, or on everything; what it changed in files is not kept."""
    return run_tests_with(arguments, room, None)


def run_tests_with(arguments: Mapping[str, str], room: Room, prepare: Callable[[Path], None] | None) -> Result:
    """The same on a copy that `prepare` has changed first."""
    given = arguments.get("path", "").strip()
    selected: list[str] = []
    if given:
        name, mark, node = given.partition("::")
        found = resolve(name, room.workspace, room.protected, write=False)
        if not found.exists():
            return Result(False, f"there is no {name}", 4)
        selected = [f"./{os.path.relpath(found, os.path.realpath(room.workspace))}{mark}{node}"]
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
    command += ["-p", "no:cacheprovider", *_settings(room.workspace), *selected]
    package = _pytest()
    environment = {"PYTHONPATH": str(package)} if package else None
    readable = (package,) if package else ()
    staged = execute(command, room, readable=readable, environment=environment, prepare=prepare)
    completed = staged.completed
    text = first_failure("\n".join(part for part in (staged.stdout, staged.stderr) if part), room.workspace)
    if completed.timed_out:
        text = f"the tests did not end: {staged.note}\n{text}".strip()
    elif completed.code == _NO_TESTS:
        text = f"no tests ran\n{text}".strip()
    return Result(staged.ok, text, completed.code, note=staged.note, confined=completed.confined)


def _settings(workspace: Path) -> list[str]:
    """Where the workspace has no settings, have pytest look for none above the copy."""
    if any((workspace / name).is_file() for name in _SETTINGS):
        return []
    return ["-c", os.devnull, "--rootdir", ".", "--confcutdir", "."]


def _pytest() -> Path | None:
    """The folder that pytest is in, where it is not one of this Python's own."""
    found = importlib.util.find_spec("pytest")
    folder = Path(found.origin).parent.parent if found and found.origin else None
    inside = folder and any(folder.is_relative_to(base) for base in (sys.prefix, sys.base_prefix))
    return None if inside else folder
