"""What one session of `pandora mcp` keeps, and how a tool at work reaches its client."""

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
"""Seconds between two looks at the resources that a client subscribed to."""
T = TypeVar("T")


@dataclass
class Session:
    """The least level of what is logged to a client, and the resources that it wants to hear about."""

    stamp: Callable[[str], object]
    """What differs whenever a resource of this URI does; it may raise where there is none."""
    level: Level = "info"
    _watched: dict[str, tuple[object, ServerSession]] = field(default_factory=dict)

    async def subscribe(self, uri: str, session: ServerSession) -> None:
        """Tell the client whenever the resource changes from what it is now."""
        self._watched[uri] = (await anyio.to_thread.run_sync(self.stamp, uri), session)

    def unsubscribe(self, uri: str) -> None:
        """Tell it no more."""
        self._watched.pop(uri, None)

    async def watch(self) -> None:
        """Look at what was subscribed to, for as long as the session lives."""
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
    """The client that waits for one call of a tool. Every method but `run` may be used by any thread.

    What it is told is sent in its order and before the result; a client that is gone or slow holds up
    nothing. A call that the client cancels, or leaves, has `stop` set: a run ends at its next look, with its
    documents whole.
    """

    def __init__(self, context: RequestContext[ServerSession, Session, Any]) -> None:
        self.context, self.stop = context, threading.Event()
        self._loop = asyncio.get_running_loop()
        self._put, self._notes = anyio.create_memory_object_stream[Callable[[], Awaitable[None]]](math.inf)

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """How far the call is; told only where the client gave a token for it."""
        token = self.context.meta.progressToken if self.context.meta else None
        if token is not None:
            send = self.context.session.send_progress_notification
            self._tell(partial(send, token, done, total, message, str(self.context.request_id)))

    def log(self, text: str, level: Level = "info") -> None:
        """A line for the client's log, unless it wants none of this level."""
        if LEVELS.index(level) >= LEVELS.index(self.context.lifespan_context.level):
            send = self.context.session.send_log_message
            self._tell(partial(send, level, text, "pandora", self.context.request_id))

    def ask(self, question: Callable[..., Coroutine[Any, Any, T]], *arguments: Any, **named: Any) -> T:
        """What the client answers to a request of the server, from the thread of the call."""
        named["related_request_id"] = self.context.request_id
        return anyio.from_thread.run(partial(question, *arguments, **named))

    def _tell(self, note: Callable[[], Awaitable[None]]) -> None:
        def put() -> None:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                self._put.send_nowait(note)

        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(put)

    async def run(self, work: Callable[[], T]) -> T:
        """Do `work` in a thread of its own; other calls are served meanwhile, and this one can be stopped."""

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
