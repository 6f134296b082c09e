"""Everything that happens in a run as JSON lines, for programs: what `--events` writes."""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import click

from pandora import __version__
from pandora.commands.printing import json_text
from pandora.document.terminal_text import clean
from pandora.engine.events import Event, Watcher
from pandora.errors import DocumentError, PandoraError, UsageError
from pandora.interrupt import CODE
from pandora.models.progress import Progress

SCHEMA = 1
"""The number of this schema; a reader of it can read every later one with the same number."""

FIELDS: dict[str, tuple[str, ...]] = {
    "start": ("schema", "pandora", "command"),
    "load": ("file", "share", "seconds", "over"),
    "model": ("model",),
    "begin": ("document", "parent", "task"),
    "phase": ("document", "parent", "phase"),
    "read": ("document", "parent", "phase", "tokens", "of", "cached", "seconds", "over"),
    "write": ("document", "parent", "phase", "tokens", "at", "text", "seconds", "over"),
    "call": ("document", "parent", "phase", "usage"),
    "section": ("document", "parent", "phase"),
    "edited": ("document", "parent", "section"),
    "operation": ("document", "parent", "operation"),
    "ask": ("document", "parent", "question"),
    "note": ("document", "parent", "message"),
    "end": ("document", "parent", "status"),
    "result": ("result", "exit_code"),
    "error": ("error", "exit_code"),
}
"""The fields of each event, after `event` and `time`, which every line begins with."""

_NAMES = {"run": "operation"}
"""The names of the engine's events here, where they differ."""
_DETAILS = {
    "begin": "task",
    "edited": "section",
    "operation": "operation",
    "ask": "question",
    "note": "message",
    "end": "status",
}
"""The field that an event's detail goes to; for all others it is `phase`."""


class EventLog:
    """Writes events to `write`, which takes one line without its end; any thread may add one.

    `stdout` is true where the lines go to standard output, so that nothing else may; `stderr`, likewise.
    """

    def __init__(self, write: Callable[[str], None], *, stdout: bool = False, stderr: bool = False) -> None:
        self.stdout, self.stderr = stdout, stderr
        self._write = write
        self._lock = threading.Lock()
        self._texts: dict[str, str] = {}

    def tell(self, event: str, **fields: Any) -> None:
        """Write one line; `fields` are those of the event in FIELDS."""
        now = time.time()
        stamp = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now))}.{int(now * 1000) % 1000:03d}Z"
        with self._lock:
            self._write(json_text({"event": event, "time": stamp, **fields}))

    def result(self, result: Mapping[str, Any], exit_code: int) -> None:
        """Write how the run ended: what `--json` prints, and the exit code."""
        self.tell("result", result=result, exit_code=exit_code)

    def with_watcher(self, watcher: Watcher) -> Watcher:
        """A watcher that writes each event and passes it on."""

        def watch(event: Event) -> None:
            with suppress(Exception):
                self._take(event)
            watcher(event)

        return watch

    def _take(self, event: Event) -> None:
        if event.progress is not None:
            self._progress(event, event.progress)
            return
        if event.what == "model":
            self.tell("model", model=event.detail)
            return
        name = _NAMES.get(event.what, event.what)
        if name not in FIELDS:
            return
        fields: dict[str, Any] = {"document": event.document, "parent": event.parent}
        fields[_DETAILS.get(name, "phase")] = event.detail
        if name == "phase":
            self._texts.pop(event.document, None)
        if name == "call" and (used := event.usage) is not None:
            fields["usage"] = {
                "prompt_tokens": used.prompt,
                "evaluated_tokens": used.evaluated,
                "written_tokens": used.written,
                "model_seconds": round(used.model_seconds, 3),
            }
        self.tell(name, **fields)

    def _progress(self, event: Event, progress: Progress) -> None:
        rest = {"seconds": round(progress.seconds, 3), "over": progress.over}
        if progress.stage == "load":
            share = progress.done / progress.total if progress.total else 0.0
            self.tell("load", file=progress.text, share=share, **rest)
            return
        fields: dict[str, Any] = {"document": event.document, "parent": event.parent}
        fields |= {"phase": event.detail, "tokens": progress.done}
        if progress.stage == "read":
            self.tell("read", **fields, of=progress.total, cached=progress.began, **rest)
            return
        before = self._texts.get(event.document, "")
        self._texts[event.document] = progress.text
        if progress.text != before or progress.over:
            at = _common_beginning(before, progress.text)
            self.tell("write", **fields, at=at, text=progress.text[at:], **rest)


def _common_beginning(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    if other.startswith(one):
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


@contextmanager
def event_log(target: str | None, command: str, as_json: bool = False) -> Iterator[EventLog | None]:
    """The log of the events of a `command` in the file `target`, `-` for standard output; None without one.

    An error that ends the `with` block is the last event. Raises UsageError where the file cannot be written,
    or where standard output is wanted for another thing, too (`as_json`).
    """
    if not target:
        yield None
        return
    if target == "-" and as_json:
        raise UsageError("--json and --events - both write to stdout; leave --json away: the last event has it")
    with _opened(target) as log:
        log.tell("start", schema=SCHEMA, pandora=__version__, command=command)
        try:
            yield log
        except BaseException as error:
            log.tell("error", **error_object(error))
            raise


@contextmanager
def _opened(target: str) -> Iterator[EventLog]:
    if target == "-":
        broken: list[OSError] = []

        def write_to_stdout(line: str) -> None:
            if not broken:
                try:
                    click.echo(line)
                except OSError as error:  # nobody reads on, which ends no run
                    broken.append(error)
                    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

        yield EventLog(write_to_stdout, stdout=True)
        return
    descriptor = _descriptor(target)
    with open(descriptor, "wb", buffering=0) as file:
        failed: list[OSError] = []

        def write(line: str) -> None:
            if failed:
                return
            try:
                file.write(f"{line}\n".encode("utf-8", "replace"))
            except OSError as error:
                failed.append(error)
                click.echo(clean(f"{target}: no more events are written ({error.strerror})"), err=True)

        yield EventLog(write, stderr=_is_stderr(descriptor))


def _is_stderr(descriptor: int) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.fstat(2))
    except OSError:
        return False


def _descriptor(target: str) -> int:
    """Open a file to append to it, or a pipe that somebody reads; raises UsageError."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
    try:
        descriptor = os.open(target, flags, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise UsageError(f"{target}: nobody reads this pipe; start its reader first") from None
        problem = f"{target}: no events can be written to it ({error.strerror})"
        raise UsageError(f"{problem}; give --events a file, or - for stdout") from None
    os.set_blocking(descriptor, True)
    return descriptor


def error_object(error: BaseException) -> dict[str, Any]:
    """An error as plain values: its kind and message, its problems or its run where it has any, its exit code.

    Values of secrets in the environment are taken out.
    """
    from pandora.workspace.secrets import without_secrets

    code, kind, message = 1, "internal", f"{type(error).__name__}: {error}"
    more: dict[str, Any] = {}
    if isinstance(error, KeyboardInterrupt | click.Abort):
        run = getattr(error, "run", None)
        code, kind, message = CODE, "interrupted", interrupted_words(run, getattr(error, "command", RESUME))
        more = {"run": f"system-{run}"} if run else {}
    elif isinstance(error, click.ClickException):
        code, kind, message = 2, "usage", error.format_message()
    elif isinstance(error, PandoraError):
        known = next(base for base in type(error).__mro__ if base.__module__ == PandoraError.__module__)
        code, kind, message = error.exit_code, _kind_of(known.__name__), str(error)
    if isinstance(error, DocumentError):
        more = {"problems": [dataclasses.asdict(problem) for problem in error.problems]}
    return {"error": {"kind": kind, "message": clean(without_secrets(message)), **more}, "exit_code": code}


RESUME = "pandora resume"
"""The command that goes on with a run of a task."""


def interrupted_words(run: str | None, command: str) -> str:
    """What is said of an interrupt: that nothing is lost, and how to go on with `run` where one was begun."""
    goes_on = f", `{command} {run}` goes on" if run else ""
    return f"interrupted; every document is whole{goes_on}"


def _kind_of(name: str) -> str:
    """`no-model` for `NoModelError`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name.removesuffix("Error")).lower()
