"""The process of a kernel: started in the sandbox, spoken to over a pipe, and ended where it must be."""

from __future__ import annotations

import os
import queue
import select
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pandora import interrupt
from pandora.errors import PandoraError
from pandora.sandbox import scratch
from pandora.sandbox.process import Completed, Limits, run
from pandora.sessions.inside import kernel_main
from pandora.sessions.inside.frames import Frame, FrameError, FrameReader

_WAITING_FRAMES = 1000
_KEPT_ERRORS = 4000
_GOODBYE = 2.0


class KernelEndedError(PandoraError):
    """The kernel's process has ended, or said what no kernel says; the message says why."""

    exit_code = 5


class KernelLateError(PandoraError):
    """The kernel did not answer in its time."""

    exit_code = 5


@dataclass
class _Ended:
    completed: Completed | None = None
    error: BaseException | None = None


class KernelProcess:
    """One process of a kernel. It must be closed; what it started ends with it."""

    def __init__(self, limits: Limits, required: Sequence[str], workspace: Path | None) -> None:
        """Start it; raises RefusedError where the sandbox lacks a confinement that is `required`."""
        self._reader = FrameReader()
        self._frames: queue.Queue[Frame | None] = queue.Queue()
        self._errors = b""
        self._broken = ""
        self._ended = _Ended()
        self._stop = threading.Event()
        self._folder = scratch.make("kernel", workspace)
        receive, self._send = os.pipe()
        os.set_blocking(self._send, False)
        self._thread = threading.Thread(
            target=self._live,
            args=(receive, replace(limits, seconds=float("inf")), tuple(required)),
            daemon=True,
        )
        self._thread.start()

    def _live(self, receive: int, limits: Limits, required: tuple[str, ...]) -> None:
        interrupt.stop_with(self._stop)
        script = Path(kernel_main.__file__)
        command = (sys.executable, "-I", "-B", "-W", "ignore", "-X", "utf8", str(script))
        try:
            self._ended.completed = run(
                command,
                cwd=self._folder,
                readable=(script.parent,),
                limits=limits,
                stdin=receive,
                required=required,
                sink=self._take,
            )
        except BaseException as error:
            self._ended.error = error
        finally:
            os.close(receive)
            self._frames.put(None)

    def _take(self, stream: int, chunk: bytes) -> None:
        if stream == 2:
            self._errors = (self._errors + chunk)[-_KEPT_ERRORS:]
            return
        if self._broken:
            return
        try:
            for frame in self._reader.feed(chunk):
                self._frames.put(frame)
            if self._frames.qsize() > _WAITING_FRAMES:
                raise FrameError("more messages than anybody asked for")
        except FrameError as error:
            self._broken = str(error)
            self._stop.set()

    @property
    def is_quiet(self) -> bool:
        """Whether it lives and has said nothing that nobody asked for."""
        return self._frames.empty() and not self._broken

    def send(self, frame: Frame, seconds: float) -> None:
        """Send a frame; raises KernelEndedError, or KernelLateError where it is not taken in time."""
        view = memoryview(frame.encoded())
        deadline = time.monotonic() + seconds
        while view:
            interrupt.check()
            _, ready, _ = select.select([], [self._send], [], interrupt.LOOK)
            try:
                view = view[os.write(self._send, view) :] if ready else view
            except BlockingIOError:
                continue
            except OSError:
                raise self._end() from None
            if not self._thread.is_alive():
                raise self._end()
            if time.monotonic() > deadline:
                raise KernelLateError("the kernel takes no message")

    def receive(self, seconds: float) -> Frame:
        """The next frame; raises KernelEndedError, or KernelLateError where none comes in so many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            interrupt.check()
            left = deadline - time.monotonic()
            try:
                frame = self._frames.get(timeout=max(0.001, min(left, interrupt.LOOK)))
            except queue.Empty:
                if left <= 0:
                    raise KernelLateError("the kernel does not answer") from None
                continue
            if frame is None:
                raise self._end()
            return frame

    def _end(self) -> PandoraError:
        """Why the process is gone, as an error."""
        self._thread.join()
        self._frames.put(None)
        error, completed = self._ended.error, self._ended.completed
        if isinstance(error, PandoraError):
            return error
        if self._broken:
            return KernelEndedError(f"the block broke the kernel's pipe: {self._broken}")
        if error is not None and not isinstance(error, KeyboardInterrupt):
            return KernelEndedError(f"the kernel could not run: {error}")
        error_lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        why = completed.excess if completed else ""
        why = why or (f"exit code {completed.code}" if completed else "it was stopped")
        last_words = f" ({error_lines[-1][:200]})" if error_lines else ""
        return KernelEndedError(f"the kernel ended: {why}{last_words}")

    def close(self, gently: bool = True) -> None:
        """End the process: by closing its pipe and a short wait, or at once; never raises."""
        with suppress(OSError):
            os.close(self._send)
        if gently:
            self._thread.join(_GOODBYE)
        self._stop.set()
        self._thread.join()
        scratch.discard(self._folder)
