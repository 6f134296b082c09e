"""The script that tries a new module or script in the sandbox and reports what each call of it gives."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from types import FrameType, ModuleType, TracebackType
from typing import Any, TextIO

SECONDS = 1.0
"""The most seconds that one call may take; a call that takes longer says nothing."""
IMPORT_SECONDS = 5.0
_LONGEST = 300
_LONGEST_VALUE = 40
_PLAIN_TYPES = ("builtins", "collections", "datetime", "decimal", "fractions")
_MOST_ITEMS = 100
_DEEPEST = 8
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_NO_NAME = re.compile(rb"^(?:NameError|UnboundLocalError): .*", re.M)


class _TooLongError(BaseException):
    """A call took longer than it may."""


def main() -> int:
    """Do the trial that standard input describes, and print one line of JSON for each call.

    The trial has the `path` of the file, its `calls` (`function`, `arguments` as source, and `any`: where the
    module lacks the function, its one function is meant), `commands` (lists of words) and `seconds` for all.
    A line has `call` (its number), and `gives` (source of the value), `raises` (names of the error and its
    bases) with `says`, the `line` of the module where it arose and the `values` of the variables there, or
    `absent`: the function is not there.
    Each call is done twice, and has no line where the two differ or take too long. `failed` in place of
    `call` says why the module cannot be imported. For a command line, `command` stands in place of `call`,
    and `says` is there where a name is not defined, `status` and `error` where it ends in an error, and
    `crashed` where that was not caught.
    """
    trial = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as report:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        _do(trial, report)
    return 0


def _do(trial: dict[str, Any], report: TextIO) -> None:
    def say(**line: object) -> None:
        report.write(json.dumps(line) + "\n")
        report.flush()

    deadline = time.monotonic() + trial["seconds"]
    for number, words in enumerate(trial["commands"]):
        first = _command_outcome(trial["path"], words, deadline)
        if first is not None and first == _command_outcome(trial["path"], words, deadline):
            say(command=number, **first)
    if not trial["calls"]:
        return
    try:
        with _within(IMPORT_SECONDS):
            module = _imported(trial["path"])
    except _TooLongError:
        say(failed=f"it does not end within {IMPORT_SECONDS:.0f} seconds", error=_TooLongError.__name__)
        return
    except BaseException as error:  # a module may raise anything
        say(failed=f"{type(error).__name__}: {error}"[:_LONGEST], error=type(error).__name__)
        return
    own = [
        name
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    for number, call in enumerate(trial["calls"]):
        if time.monotonic() > deadline:
            return
        name = call["function"]
        if len(own) == 1 and (not name or (call["any"] and not hasattr(module, name))):
            name = own[0]
        function = getattr(module, name, None) if name else None
        if not callable(function):
            say(call=number, name=name, absent=True)
            continue
        outcome = _outcome(function, call["arguments"], module)
        again = _outcome(function, call["arguments"], module) if outcome is not None else None
        if outcome is not None and again is not None and _without_values(outcome) == _without_values(again):
            say(call=number, name=name, **outcome)


def _imported(path: str) -> ModuleType:
    name, folder = os.path.basename(path)[:-3], os.path.dirname(os.path.abspath(path))
    while os.path.exists(os.path.join(folder, "__init__.py")):  # a part of a package imports its siblings
        folder, package = os.path.split(folder)
        name = f"{package}.{name}"
    sys.path.insert(0, os.getcwd())
    sys.path.insert(0, folder)
    if "." in name:
        return importlib.import_module(name)
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    return module


def _outcome(function: Any, arguments: str, module: ModuleType) -> dict[str, object] | None:
    """What one call gives or raises; None where it does not end in time."""
    printed = io.StringIO()
    try:
        with _within(SECONDS), contextlib.redirect_stdout(printed):
            value = eval(f"function({arguments})", {"function": function})
            if hasattr(value, "__next__"):
                value = [item for item, _ in zip(value, range(_MOST_ITEMS), strict=False)]
            text = _ADDRESS.sub("", repr(_plain(value)))
    except _TooLongError:
        return None
    except BaseException as error:
        kinds = [kind.__name__ for kind in type(error).__mro__ if kind not in (object, BaseException)]
        told: dict[str, object] = {"raises": kinds or [BaseException.__name__], "says": str(error)[:_LONGEST]}
        return told | _place_of(error.__traceback__, module.__file__ or "")
    if value is None and printed.getvalue():
        text = f"None, printing {printed.getvalue()[:_LONGEST]!r}"
    return {"gives": _shortened(text)}


def _without_values(outcome: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in outcome.items() if key != "values"}


def _place_of(trace: TracebackType | None, path: str) -> dict[str, object]:
    """The `line` of the module in which an error arose, or that called what raised it, with the values there.

    `values` has the short texts of the variables of that function by their names; {} where it is no line of it.
    """
    last = None
    while trace is not None:
        last = trace if trace.tb_frame.f_code.co_filename == path else last
        trace = trace.tb_next
    if last is None:
        return {}
    values = {}
    for name, value in last.tb_frame.f_locals.items():
        plain = type(value).__module__ in _PLAIN_TYPES  # what a class of the module says may never end
        if not plain or (hasattr(value, "__len__") and len(value) > _LONGEST_VALUE):
            continue
        with contextlib.suppress(Exception):
            text = repr(value) if isinstance(value, str) else str(value)
            if len(text) <= _LONGEST_VALUE and "\n" not in text and not _ADDRESS.search(text):
                values[name] = text
    return {"line": last.tb_lineno, "values": values}


def _plain(value: Any, depth: int = 0) -> Any:
    """A value as the built-in one that it equals: a Counter as a dict, a named tuple as a tuple."""
    if depth > _DEEPEST or value is None or isinstance(value, bool):
        return value
    if isinstance(value, dict):
        return {key: _plain(part, depth + 1) for key, part in value.items()}
    if isinstance(value, list | tuple):
        parts = [_plain(part, depth + 1) for part in value]
        return parts if isinstance(value, list) else tuple(parts)
    if isinstance(value, set | frozenset):
        return set(value)
    kinds: tuple[Any, ...] = (int, float, str)
    for kind in kinds:
        if isinstance(value, kind):
            return value if type(value) is kind else kind.__add__(value, kind())
    return value


def _shortened(text: str) -> str:
    """A long text's beginning and its digest, so that two of them can still be compared."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}… ({len(text)} characters, {hashlib.sha256(text.encode()).hexdigest()[:8]})"


def _command_outcome(path: str, words: list[str], deadline: float) -> dict[str, str] | None:
    """What a command line of the script prints and how it ends; None where it does not end in time."""
    left = min(5.0, deadline - time.monotonic())
    if left <= 0:
        return None
    words, source = _redirected(words)
    try:
        with open(source, "rb") as stdin:
            done = subprocess.run(
                [sys.executable, "-B", "-X", "utf8", path, *words],
                stdin=stdin,
                capture_output=True,
                check=False,
                timeout=left,
            )
    except (subprocess.SubprocessError, OSError):
        return None
    said = _shortened(repr(done.stdout.decode("utf-8", "replace").strip()))
    if done.returncode == 0:
        return {"gives": said}
    names = _NO_NAME.findall(done.stderr)
    failed = {"says": names[-1].decode("utf-8", "replace").strip()[:_LONGEST]} if names else {}
    crashed = {"crashed": "yes"} if b"Traceback (most recent call last)" in done.stderr else {}
    error = _error_of(done.stderr.decode("utf-8", "replace"), path)
    return (
        {"gives": f"{said}, and an error exit", "status": f"{done.returncode}", "error": error}
        | crashed
        | failed
    )


def _redirected(words: list[str]) -> tuple[list[str], str]:
    """The words that a shell leaves to a script, and the file that is its input."""
    ends = [at for at, word in enumerate(words) if word in (">", ">>", "|")]
    words = words[: ends[0]] if ends else words
    if "<" not in words[:-1]:
        return words, os.devnull
    at = words.index("<")
    return [*words[:at], *words[at + 2 :]], words[at + 1]


def _error_of(stderr: str, path: str) -> str:
    """The last line of an error output, behind the line of the script in which it arose; "" for none."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    frames = [
        at for at, line in enumerate(lines[:-1]) if re.match(rf'  File "[^"]*{re.escape(path)}", line', line)
    ]
    where = lines[frames[-1] + 1].strip() if frames else ""
    said = lines[-1].strip() if lines else ""
    return (f"`{where}`: {said}" if where and said else said)[:_LONGEST]


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


if __name__ == "__main__":
    sys.exit(main())
