"""The script that tries edits of code in the sandbox: what calls and command lines give with each of them."""

from __future__ import annotations

import builtins
import contextlib
import datetime
import importlib
import importlib.util
import io
import json
import os
import re
import runpy
import signal
import sys
import time
from types import ModuleType
from typing import Any

SECONDS = 2.0
"""The most seconds that all calls with one edit may take."""
_LONGEST, _LONGEST_MESSAGE = 4000, 200
_OPEN = open
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
NAMES = {"date": datetime.date, "datetime": datetime.datetime, "timedelta": datetime.timedelta}
"""What the source of arguments may name."""


def main() -> int:
    """Do the trial that standard input describes, and print one line of JSON for each of its `variants`.

    A variant maps paths to the text that they have with it. `calls` are `[path, function, arguments]`, the
    arguments as source, `commands` words behind `python`, and `checks` are `[path, function]`: what each gives
    for the value of each call. A line has `variant` (its number), and `calls`, `commands` and `checks`, each a
    text for what came of it, and the `messages` of errors in which calls ended. A variant that takes too long
    has no line.
    """
    trial = json.load(sys.stdin)
    deadline = time.monotonic() + trial["seconds"]
    sys.dont_write_bytecode = True
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as report:
        sink = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(sink, stream)
        for number, files in enumerate(trial["variants"]):
            if time.monotonic() > deadline:
                break
            if (line := _tried(files, trial)) is not None:
                report.write(json.dumps({"variant": number, **line}) + "\n")
                report.flush()
    return 0


def _tried(files: dict[str, str], trial: dict[str, Any]) -> dict[str, Any] | None:
    """What comes of the trial with these files, in a process of its own; None where it does not end."""
    before = {path: _text(path) for path in files}
    for path, text in files.items():
        _write(path, text)
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            os.close(reads)
            builtins.open = _open_path
            with os.fdopen(writes, "w", encoding="utf-8") as pipe:
                pipe.write(json.dumps(_outcomes(trial)))
            status = 0
        finally:
            os._exit(status)
    os.close(writes)
    with os.fdopen(reads, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    for path, old in before.items():
        _write(path, old)
    try:
        line = json.loads(said)
    except ValueError:
        return None
    return line if isinstance(line, dict) else None


def _open_path(file: Any, *rest: Any, **options: Any) -> Any:
    """As `open`, but for a number, as a call `read(6)` gives it: that may be this process's own pipe."""
    if isinstance(file, int):
        raise TypeError(f"a path is a text, not {file}")
    return _OPEN(file, *rest, **options)


def _text(path: str) -> str:
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)  # a file too large to copy is a link to the original
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def _outcomes(trial: dict[str, Any]) -> dict[str, Any]:
    modules: dict[str, ModuleType | str] = {}
    sys.path.insert(0, os.getcwd())
    values = [_called(call, modules) for call in trial["calls"]]
    checks = [
        [_shown(_value(path, name, modules, value)) for value, _, _ in values] for path, name in trial["checks"]
    ]
    return {
        "calls": [said for _, said, _ in values],
        "messages": [message for _, _, message in values],
        "checks": checks,
        "commands": [_commanded(words) for words in trial["commands"]],
    }


def _called(call: list[str], modules: dict[str, ModuleType | str]) -> tuple[Any, str, str]:
    """The value of a call, what it gives in words, and the message of the error in which it ends."""
    path, name, arguments = call
    try:
        function = getattr(_module(path, modules), name)
        value = eval(f"function({arguments})", {**NAMES, "function": function})
    except BaseException as error:
        return None, f"raises {type(error).__name__}", _message(error)
    return value, _repr(value), ""


def _message(error: BaseException) -> str:
    try:
        return str(error)[:_LONGEST_MESSAGE]
    except Exception:  # an error of the code's own may have none
        return ""


def _value(path: str, name: str, modules: dict[str, ModuleType | str], value: Any) -> Any:
    try:
        return getattr(_module(path, modules), name)(value)
    except BaseException:
        return None


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, bool) else ""


def _repr(value: Any) -> str:
    return _ADDRESS.sub("", repr(value))[:_LONGEST]


def _module(path: str, modules: dict[str, ModuleType | str]) -> ModuleType:
    if path not in modules:
        name = os.path.basename(path)[:-3]
        folder = os.path.dirname(os.path.abspath(path))
        while os.path.exists(os.path.join(folder, "__init__.py")):  # a part of a package imports its siblings
            folder, package = os.path.split(folder)
            name = f"{package}.{name}"
        if folder not in sys.path:
            sys.path.insert(0, folder)
        try:
            modules[path] = importlib.import_module(name) if "." in name else _loaded(name, path)
        except BaseException as error:
            modules[path] = type(error).__name__
    module_or_error = modules[path]
    if isinstance(module_or_error, str):
        raise ImportError(module_or_error)
    return module_or_error


def _loaded(name: str, path: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules.setdefault(name, module)
    specification.loader.exec_module(module)
    return module


def _commanded(words: list[str]) -> dict[str, str]:
    """What a command line prints, and the error in which it ends, if it ends in one."""
    printed = io.StringIO()
    for name in [name for name, module in sys.modules.items() if _is_own(module)]:
        del sys.modules[name]
    sys.argv = list(words)
    folder = os.path.dirname(os.path.abspath(words[0]))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    error = ""
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        try:
            runpy.run_path(words[0], run_name="__main__")
        except SystemExit:
            pass
        except BaseException as stop:
            error = f"{type(stop).__name__}: {stop}"[:_LONGEST]
    return {"printed": printed.getvalue()[:_LONGEST], "error": error}


def _is_own(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None) or ""
    return file.startswith(os.getcwd() + os.sep)


if __name__ == "__main__":
    raise SystemExit(main())
