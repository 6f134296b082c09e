"""A watch on a connection: where nothing arrives for too long it is shut, and whoever reads it wakes up."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from types import TracebackType
from typing import Any


class SilenceWatch:
    """Shuts a connection when `extend` was not called in time; `expired` is then true.

    `stream` is what httpx calls the network stream of a response; without one, nothing is watched.
    """

    def __init__(self, stream: Any, seconds: float) -> None:
        self.expired = False
        self._socket: Any = stream.get_extra_info("socket") if stream is not None else None
        self._end = time.monotonic() + seconds
        self._changed = threading.Condition()
        self._over = self._socket is None

    def extend(self, seconds: float) -> None:
        """Something arrived: from now on, the silence may last `seconds`."""
        with self._changed:
            self._end = time.monotonic() + seconds
            self._changed.notify()

    def __enter__(self) -> SilenceWatch:
        if not self._over:
            threading.Thread(target=self._watch, name="silence", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._over:
                left = self._end - time.monotonic()
                if left <= 0:
                    self.expired = self._over = True
                    with contextlib.suppress(OSError):
                        self._socket.shutdown(socket.SHUT_RDWR)
                    return
                self._changed.wait(min(left, threading.TIMEOUT_MAX))
