"""The state of one `pandora mcp` session, and the messages that a running tool sends to its client."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeVar, get_args

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.session import ServerSession
from mcp.shared.context import RequestContext
from pydantic import AnyUrl

from pandora import interrupt

Level = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
LEVELS: tuple[Level, ...] = get_args(Level)
POLL = 0.5
"""Seconds between two checks of the resources that a client subscribed to."""
T = TypeVar("T")


@dataclass
class Session:
    """One client's session: the lowest log level that it wants, and the resources that it subscribed to."""

    stamp: Callable[[str], object]
    """Returns a value that changes whenever the resource at a URI changes; may raise if there is none."""
    level: Level = "info"
    _watched: dict[str, tuple[object, ServerSession]] = field(default_factory=dict)

    async def subscribe(self, uri: str, session: ServerSession) -> None:
        """Notify the client from now on whenever the resource changes."""
        self._watched[uri] = (await anyio.to_thread.run_sync(self.stamp, uri), session)

    def unsubscribe(self, uri: str) -> None:
        """Stop notifying the client about this resource."""
        self._watched.pop(uri, None)

    async def watch(self) -> None:
        """Check the subscribed resources every `POLL` seconds and notify the client of changes."""
        while True:
            await anyio.sleep(POLL)
            for uri, (before, session) in list(self._watched.items()):
                now: object = None
                with suppress(Exception):  # one that is gone has changed
                    now = await anyio.to_thread.run_sync(self.stamp, uri)
                if now != before and uri in self._watched:
                    self._watched[uri] = (now, session)
                    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                        await session.send_resource_updated(AnyUrl(uri))


class Caller:
    """The client that waits for one call of a tool. Any thread may use every method except `run`.

    Messages are sent in order and before the result; a slow or disconnected client does not delay the call.
    `stop` is set when the client cancels the call or disconnects: a run then ends the next time it checks,
    and its documents stay complete.
    """

    def __init__(self, context: RequestContext[ServerSession, Session, Any]) -> None:
        self.context, self.stop = context, threading.Event()
        self._loop = asyncio.get_running_loop()
        self._put, self._notes = anyio.create_memory_object_stream[Callable[[], Awaitable[None]]](math.inf)

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Report how far the call is; nothing is sent if the client gave no progress token."""
        token = self.context.meta.progressToken if self.context.meta else None
        if token is not None:
            send = self.context.session.send_progress_notification
            self._tell(partial(send, token, done, total, message, str(self.context.request_id)))

    def log(self, text: str, level: Level = "info") -> None:
        """Send a line to the client's log, unless `level` is below the lowest one that the client wants."""
        if LEVELS.index(level) >= LEVELS.index(self.context.lifespan_context.level):
            send = self.context.session.send_log_message
            self._tell(partial(send, level, text, "pandora", self.context.request_id))

    def ask(self, question: Callable[..., Coroutine[Any, Any, T]], *arguments: Any, **named: Any) -> T:
        """Send the client a request and return its answer; to be called in the thread that runs the tool."""
        named["related_request_id"] = self.context.request_id
        return anyio.from_thread.run(partial(question, *arguments, **named))

    def _tell(self, note: Callable[[], Awaitable[None]]) -> None:
        def put() -> None:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                self._put.send_nowait(note)

        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(put)

    async def run(self, work: Callable[[], T]) -> T:
        """Run `work` in its own thread, so that other calls are served meanwhile, and return its result.

        Raises what `work` raises. Setting `stop` interrupts the work.
        """

        def stoppable() -> T:
            with interrupt.stoppable(self.stop):
                return work()

        error: Exception | None = None
        async with anyio.create_task_group() as group:
            group.start_soon(self._forward)
            try:
                result = await anyio.to_thread.run_sync(stoppable, abandon_on_cancel=True)
            except Exception as raised:
                error = raised  # a group would wrap it
            finally:
                self.stop.set()
                self._put.close()
        if error is not None:
            raise error
        return result

    async def _forward(self) -> None:
        async for note in self._notes:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                await note()
