"""The kernel's end of the pipe: it takes one request after another, and answers each."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from pandora.sessions.inside.block_runner import BlockRunner
from pandora.sessions.inside.frames import Frame, FrameReader

_CHUNK = 1 << 16
_STARTS_PROCESSES = (
    "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "pty.spawn",
    "subprocess.Popen",
)  # fmt: skip


class KernelLoop:
    """Reads frames from one descriptor and writes frames to another, until there are none."""

    def __init__(self, receive: int, send: int) -> None:
        self._receive = receive
        self._send = send
        self._reader = FrameReader()
        self._frames: list[Frame] = []
        self._runner: BlockRunner | None = None
        self._process = os.getpid()

    def serve(self) -> None:
        """Answer every request; returns when the engine closes the pipe."""
        sys.set_int_max_str_digits(0)
        sys.addaudithook(_refuse_processes)
        while (frame := self._next()) is not None:
            try:
                self._write(self._answer(frame))
            except ValueError as error:
                self._write(Frame("failed", {"message": str(error)}))

    def _next(self) -> Frame | None:
        while not self._frames:
            chunk = os.read(self._receive, _CHUNK)
            if not chunk:
                return None
            self._frames += self._reader.feed(chunk)
        return self._frames.pop(0)

    def _write(self, frame: Frame) -> None:
        if os.getpid() != self._process:  # a copy that a block forked all the same
            os._exit(1)
        view = memoryview(frame.encoded())
        while view:
            view = view[os.write(self._send, view) :]

    def _call(self, request: Frame) -> Frame:
        self._write(request)
        reply = self._next()
        if reply is None or reply.kind != "replies":
            os._exit(1)  # the engine is gone
        return reply

    def _answer(self, frame: Frame) -> Frame:
        fields, parts = frame.fields, frame.parts
        if frame.kind == "begin":
            self._runner = BlockRunner(self._call, fields["seconds"], fields["fanout"], fields["stub"])
            return Frame("begun", {})
        runner = self._runner
        assert runner is not None
        if frame.kind == "restore":
            runner.restore(fields["manifest"], dict(zip(fields["blobs"], parts, strict=True)))
        elif frame.kind == "texts":
            for name, data in zip(fields["names"], parts, strict=True):
                runner.load_text(name, data, len(parts) == 1)
            for name, why in fields["missing"].items():
                runner.lack_input(name, why)
        elif frame.kind == "load":
            for name, data in zip(fields["names"], parts, strict=True):
                runner.load(name, data)
        elif frame.kind == "declare":
            runner.checks.begin(fields["checks"])
        elif frame.kind == "run":
            return _run(runner, fields)
        else:
            raise ValueError(f"an unknown request: {frame.kind}")
        return _with_snapshot(runner, "done", {}, ())


def _run(runner: BlockRunner, fields: Mapping[str, Any]) -> Frame:
    outcome = runner.run(fields["number"], fields["source"])
    answer = {
        "output": outcome.output, "error": outcome.error, "final": outcome.final, "stray": outcome.stray,
        "warnings": outcome.warnings,
    }  # fmt: skip
    return _with_snapshot(runner, "ran", answer, (outcome.final_value,))


def _with_snapshot(
    runner: BlockRunner, kind: str, fields: Mapping[str, Any], parts: tuple[bytes, ...]
) -> Frame:
    manifest, blobs = runner.snapshot()
    return Frame(kind, {**fields, "manifest": manifest}, (*parts, *blobs.values()))


def _refuse_processes(event: str, arguments: tuple[Any, ...]) -> None:
    """Turn the start of a process into an error that a block can read; the sandbox holds without it, too."""
    if event in _STARTS_PROCESSES:
        raise PermissionError("a block starts no process: it works on its variables")


def serve() -> None:
    """Be the kernel: the pipe is taken away from stdin and stdout, which the blocks have for themselves."""
    receive, send = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    KernelLoop(receive, send).serve()
    os._exit(0)  # a thread that a block left does not hold the end up
