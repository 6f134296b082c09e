"""One command in its own process group, with limits, a clean environment and no network."""

from __future__ import annotations

import marshal
import math
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pandora.errors import RefusedError
from pandora.sandbox import places, scratch

_CHUNK = 1 << 16
_FLOOD = 16  # a program that prints this many times what is kept is ended
_GRACE = 2.0  # seconds for the worker to end what it started
_TIMED_OUT, _KILLED = 124, 137


@dataclass(frozen=True)
class Limits:
    """Ceilings of one command: seconds of wall clock, bytes of memory, of one file, and of output."""

    seconds: float = 30.0
    memory: int = 2 << 30
    file: int = 256 << 20
    output: int = 1 << 20
    processes: int = 64


@dataclass(frozen=True)
class Completed:
    """How a command ended, and which confinements were really in force while it ran.

    `code` is 124 after a timeout, 127 where the command could not be started, 128 + N after signal N.
    """

    code: int
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool
    confined: tuple[str, ...]


def run(
    command: Sequence[str],
    *,
    cwd: Path,
    writable: Sequence[Path] = (),
    readable: Sequence[Path] = (),
    limits: Limits | None = None,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    required: Sequence[str] = (),
) -> Completed:
    """Run `command` in `cwd`, confined as far as this machine can, and leave nothing of it running.

    It may read `cwd`, `readable`, the system's libraries and this Python; write `writable` and a
    temporary folder of its own; `environment` is added to the minimal one. Where a confinement named in
    `required` cannot be had, the command is not started and RefusedError is raised.
    """
    limits = limits or Limits()
    own = scratch.make("run")
    spec = {
        "command": list(command),
        "cwd": str(cwd),
        "parent": os.getpid(),
        "readable": [str(path) for path in (cwd, *readable, *places.system(), *places.interpreter())],
        "writable": [str(path) for path in (own, *writable)],
        "environment": {**places.environment(own), **(environment or {})},
        "memory": limits.memory,
        "file": limits.file,
        "processes": limits.processes,
        "cpu": math.ceil(limits.seconds) + 1,
        "required": list(required),
    }
    try:
        with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as given:
            marshal.dump(spec, asked)
            asked.seek(0)
            given.write(stdin)
            given.seek(0)
            return _supervise(_start(asked, given, bool(stdin)), limits)
    finally:
        scratch.discard(own)


@dataclass(frozen=True)
class _Started:
    process: subprocess.Popen[bytes]
    report: int


def _start(asked: IO[bytes], given: IO[bytes], has_input: bool) -> _Started:
    receive, send = os.pipe()
    worker = Path(__file__).with_name("worker.py")
    try:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(worker), str(asked.fileno()), str(send)],
            stdin=given if has_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(asked.fileno(), send),
            env={"LANG": "C.UTF-8"},
            start_new_session=True,
        )
    except BaseException:
        os.close(receive)
        raise
    finally:
        os.close(send)
    return _Started(process, receive)


def _supervise(started: _Started, limits: Limits) -> Completed:
    """Read until the worker has ended; at the deadline, or at a flood of output, have it end at once."""
    process = started.process
    assert process.stdout is not None
    assert process.stderr is not None
    streams = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
    sizes = dict.fromkeys(streams, 0)
    told = bytearray()
    timed_out = flooded = False
    deadline = time.monotonic() + limits.seconds
    try:
        with selectors.DefaultSelector() as selector:
            for descriptor in (started.report, *streams):
                selector.register(descriptor, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(max(0.0, deadline - time.monotonic()))
                for key, _ in ready:
                    chunk = os.read(key.fd, _CHUNK)
                    if not chunk:
                        selector.unregister(key.fd)
                        if key.fd == started.report:  # only a stray process can hold the others open now
                            _end_group(process)
                            deadline = min(deadline, time.monotonic() + _GRACE)
                    elif key.fd == started.report:
                        told += chunk
                    else:
                        sizes[key.fd] += len(chunk)
                        streams[key.fd] += chunk[: max(0, limits.output - len(streams[key.fd]))]
                ended = started.report not in selector.get_map()
                late = time.monotonic() >= deadline
                flood = max(sizes.values()) > _FLOOD * limits.output
                if (late and (ended or timed_out or flooded)) or (flood and ended):
                    break
                if (late or flood) and not (timed_out or flooded):
                    timed_out, flooded = not flood, flood
                    process.send_signal(signal.SIGTERM)
                    deadline = time.monotonic() + _GRACE
    finally:
        _end_group(process)
        process.wait()
        process.stdout.close()
        process.stderr.close()
        os.close(started.report)
    out, err = (bytes(text) for text in streams.values())
    truncated = any(size > limits.output for size in sizes.values())
    return _completed(bytes(told).decode("utf-8", "replace"), out, err, timed_out, truncated)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the worker's process group; before the wait, while its number is ours."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _completed(told: str, out: bytes, err: bytes, timed_out: bool, truncated: bool) -> Completed:
    confined: list[str] = []
    code = _KILLED
    for line in told.splitlines():
        kind, _, text = line.partition(" ")
        if kind == "refused":
            raise RefusedError(
                f"this machine cannot confine commands (missing: {text}); `pandora doctor` says more, "
                "and --unsafe runs them all the same"
            )
        if kind == "confined":
            confined.append(text)
        elif kind == "code":
            code = int(text)
        elif kind == "failed":
            code, err = 127, err + f"{text}\n".encode()
    return Completed(_TIMED_OUT if timed_out else code, out, err, timed_out, truncated, tuple(confined))
