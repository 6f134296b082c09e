"""A started worker read to its end, or ended where it takes too long or too much."""

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
from pandora.sandbox.usage import Watch

_CHUNK = 1 << 16
_FLOOD = 16  # a program that prints this many times what is kept is ended
_GRACE = 2.0  # seconds for the worker to end what it started

Sink = Callable[[int, bytes], object]
"""Takes what was printed at once: 1 or 2 for the output it was printed on, and the bytes."""


@dataclass(frozen=True)
class Started:
    """The worker's process and the descriptor of its report."""

    process: subprocess.Popen[bytes]
    report: int


@dataclass(frozen=True)
class Ended:
    """What came of it: the report's lines, both outputs, and why it was ended where it was.

    `excess` is what there was too much of, or "".
    """

    told: str
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool
    excess: str


def supervise(started: Started, seconds: float, output: int, watch: Watch, sink: Sink | None) -> Ended:
    """Read until the worker has ended; at the deadline, or at too much of something, have it end at once.

    With a `sink` nothing printed is kept, and no amount of it is too much.
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
                if max(sizes.values()) > _FLOOD * output:
                    excess = excess or f"more than {_FLOOD} times the output that is kept"
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
    """Kill what is left of the worker's process group; before the wait, while its number is ours."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
