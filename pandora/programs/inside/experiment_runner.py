"""The script that runs a program in the sandbox again and again, each time on another copy of its files."""

from __future__ import annotations

import base64
import contextlib
import importlib.util
import json
import os
import select
import shutil
import signal
import stat
import sys
import time
from collections.abc import Mapping
from typing import Any

FOLDER = ".experiments"
"""The folder in which the runs lie, and beside it nothing that a program sees."""
PLAN, REPORT = "plan.json", "report.json"
_MOST_OUTPUT = 4 << 20


def main() -> int:
    """Do the runs that PLAN lists and write of each, into REPORT, how it ended and what it gave.

    PLAN has `seconds`, the paths that a run gets as files of its own (`own`), and `runs`: each has its
    program's file and the folder of the files that it gets in place of the originals.
    """
    root = os.getcwd()
    home = os.path.join(root, FOLDER)
    with open(os.path.join(home, PLAN), encoding="utf-8") as file:
        plan = json.load(file)
    runner = _program_runner()
    functions = runner.modules(*runner.MODULES)
    deadline = time.monotonic() + plan["seconds"]
    report = []
    for number, given in enumerate(plan["runs"]):
        folder = os.path.join(home, f"run{number}")
        left = deadline - time.monotonic()
        report.append(None if left <= 0 else _run(runner, functions, root, folder, given, plan["own"], left))
    for name in os.listdir(home):
        place = os.path.join(home, name)
        shutil.rmtree(place) if os.path.isdir(place) else os.unlink(place)
    with open(os.path.join(home, REPORT), "w", encoding="utf-8") as file:
        json.dump(report, file)
    return 0


def _program_runner() -> Any:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program_runner.py")
    specification = importlib.util.spec_from_file_location("program_runner", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def _run(
    runner: Any,
    functions: Mapping[str, Any],
    root: str,
    folder: str,
    given: Mapping[str, str],
    own: list[str],
    seconds: float,
) -> dict[str, Any] | None:
    """Run the program in a copy of `root`, in a process of its own; None where it does not end in time."""
    _fill(root, folder, "", {os.path.normpath(path) for path in own})
    _replace(os.path.join(root, FOLDER, given["files"]), folder)
    before = _stamps(folder)
    output = f"{folder}.txt"
    process = os.fork()
    if not process:
        _become(runner, functions, folder, output, os.path.join(root, FOLDER, given["program"]))
    code = _wait(process, seconds)
    if code is None:
        return None
    files = {}
    for path, stamp in _stamps(folder).items():
        if before.get(path) != stamp:
            with open(os.path.join(folder, path), "rb") as file:
                files[path] = base64.b64encode(file.read(_MOST_OUTPUT)).decode("ascii")
    with open(output, "rb") as file:
        text = file.read(_MOST_OUTPUT).decode("utf-8", "replace").replace(f"{folder}/", "").strip()
    shutil.rmtree(folder)
    return {"code": code, "text": text, "files": files}


def _become(runner: Any, functions: Mapping[str, Any], folder: str, output: str, program: str) -> None:
    """Become the process of one program; its output goes into a file, and it never returns."""
    code = 1
    with contextlib.suppress(BaseException):
        os.setpgid(0, 0)
        target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        errors = os.open(os.devnull, os.O_WRONLY)
        os.dup2(target, 1)
        os.dup2(errors, 2)
        os.chdir(folder)
        try:
            code = runner.run(program, functions)
        except SystemExit as ended:
            code = 0 if ended.code in (0, None) else 1
    with contextlib.suppress(BaseException):
        sys.stdout.flush()
    os._exit(code)


def _wait(process: int, seconds: float) -> int | None:
    """The exit code of a child, which is killed after so many seconds; then None."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        select.select([], [], [], 0.002)
    with contextlib.suppress(OSError):
        os.killpg(process, signal.SIGKILL)
    with contextlib.suppress(OSError):
        os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return None


def _fill(root: str, folder: str, inner: str, own: set[str]) -> None:
    """Fill a folder with links to what lies in `root`, and with copies of what is a run's own."""
    os.mkdir(os.path.join(folder, inner))
    for name in os.listdir(os.path.join(root, inner)):
        path = os.path.join(inner, name)
        source, target = os.path.join(root, path), os.path.join(folder, path)
        if path == FOLDER:
            continue
        if path in own:
            shutil.copyfile(source, target)
        elif any(other.startswith(path + os.sep) for other in own) and not os.path.islink(source):
            _fill(root, folder, path, own)
        else:
            os.symlink(source, target)


def _replace(source: str, folder: str) -> None:
    for place, _, names in os.walk(source):
        for name in names:
            target = os.path.join(folder, os.path.relpath(place, source), name)
            shutil.copyfile(os.path.join(place, name), target)


def _stamps(folder: str) -> dict[str, tuple[int, int]]:
    """The files of a run, which are no links, with what tells whether one was changed."""
    stamps = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            status = os.lstat(path)
            if stat.S_ISREG(status.st_mode):
                stamps[os.path.relpath(path, folder)] = (status.st_mtime_ns, status.st_size)
    return stamps


if __name__ == "__main__":
    sys.exit(main())
