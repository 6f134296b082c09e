"""Read the output of a started worker until it ends, and end it where it takes too long or uses too much."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from pandora import interrupt
from pandora.sandbox.resource_usage import Watch

_CHUNK = 1 << 16
_FLOOD = 16  # a program that prints this many times what is kept is ended
_GRACE = 2.0  # seconds for the worker to end what it started

Sink = Callable[[int, bytes], object]
"""A function that takes output as soon as it is printed: 1 for stdout or 2 for stderr, and the bytes."""


@dataclass(frozen=True)
class Started:
    """The worker's process, and the descriptor from which its report is read."""

    process: subprocess.Popen[bytes]
    report: int


@dataclass(frozen=True)
class Ended:
    """How a worker ended: the text of its report, its output, and the reason where it was stopped.

    `told` is the report. `excess` says which limit was passed, or is "".
    """

    told: str
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool
    excess: str


def supervise(started: Started, seconds: float, output: int, watch: Watch, sink: Sink | None) -> Ended:
    """Read until the worker has ended; stop it after `seconds`, or when it passes a limit.

    `output` is how many bytes of each stream are kept. With a `sink` no output is kept or limited.
    """
    process = started.process
    assert process.stdout is not None
    assert process.stderr is not None
    numbers = {process.stdout.fileno(): 1, process.stderr.fileno(): 2}
    streams = {descriptor: bytearray() for descriptor in numbers}
    sizes = dict.fromkeys(streams, 0)
    report = bytearray()
    timed_out = ending = False
    excess = ""
    deadline = time.monotonic() + seconds
    try:
        with selectors.DefaultSelector() as selector:
            for descriptor in (started.report, *streams):
                selector.register(descriptor, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(max(0.0, min(watch.pause, interrupt.LOOK, deadline - time.monotonic())))
                interrupt.check()
                for key, _ in ready:
                    chunk = os.read(key.fd, _CHUNK)
                    if not chunk:
                        selector.unregister(key.fd)
                        if key.fd == started.report:  # only a stray process can hold the others open now
                            end_group(process)
                            deadline = min(deadline, time.monotonic() + _GRACE)
                    elif key.fd == started.report:
                        report += chunk
                    elif sink is not None:
                        sink(numbers[key.fd], chunk)
                    else:
                        sizes[key.fd] += len(chunk)
                        streams[key.fd] += chunk[: max(0, output - len(streams[key.fd]))]
                ended = started.report not in selector.get_map()
                late = time.monotonic() >= deadline
                for descriptor, size in sizes.items():
                    if size > _FLOOD * output:
                        excess = excess or f"more than {_FLOOD} times the output that is kept"
                        if descriptor in selector.get_map():  # who goes on to print waits until it is ended
                            selector.unregister(descriptor)
                if not (ended or ending or excess):
                    excess = watch.excess()
                if (late and (ended or ending)) or (excess and ended):
                    break
                if (late or excess) and not ending:
                    timed_out, ending = not excess, True
                    process.send_signal(signal.SIGTERM)
                    deadline = time.monotonic() + _GRACE
    finally:
        end_group(process)
        process.wait()
        process.stdout.close()
        process.stderr.close()
        os.close(started.report)
    out, err = (bytes(text) for text in streams.values())
    truncated = any(size > output for size in sizes.values())
    return Ended(bytes(report).decode("utf-8", "replace"), out, err, timed_out, truncated, excess)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the worker's process group.

    Call this before `process.wait()`: after it, another process may get the same id.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
