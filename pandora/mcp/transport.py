"""The transports of `pandora mcp`: stdio, and streamable HTTP that only this machine can reach."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import TextIOWrapper
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http import EventCallback, EventId, EventMessage, EventStore, StreamId
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import INVALID_REQUEST, PARSE_ERROR, JSONRPCMessage
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.routing import Route

from pandora.mcp.access_token import TokenRequired

PATH = "/mcp"
RETRY = 500
"""Milliseconds that a client should wait before it reconnects after its stream broke."""


async def serve_stdio(server: Server[Any, Any]) -> None:
    """Serve one client over stdin and stdout; any other output to stdout is redirected to stderr."""
    sys.stdout.flush()
    protocol: Any = _WholeLines(TextIOWrapper(os.fdopen(os.dup(1), "wb"), encoding="utf-8"))
    os.dup2(2, 1)
    source = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    lines: Any = _ReadableLines(source, protocol)
    async with stdio_server(lines, protocol) as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


class _WholeLines:
    """What the SDK writes to, and `_ReadableLines` beside it: each write is flushed before the next."""

    def __init__(self, target: TextIOWrapper) -> None:
        self._target, self._lock = anyio.wrap_file(target), anyio.Lock()

    async def write(self, text: str) -> None:
        """Write `text` and flush it."""
        async with self._lock:
            await self._target.write(text)
            await self._target.flush()

    async def flush(self) -> None:
        """Every write is flushed already."""


class _ReadableLines:
    """A client's lines that the SDK can read; to any other line the client gets an error for an answer.

    The SDK answers no line that it cannot read: it logs a message of several lines. It also drops a line that
    contains half of a surrogate pair (a cut emoji, for example); such a line is repaired.
    """

    def __init__(self, source: TextIOWrapper, answers: _WholeLines) -> None:
        self._said, self._answers = anyio.wrap_file(source), answers

    async def __aiter__(self) -> AsyncIterator[str]:
        async for received in self._said:
            line = without_halves(received)
            if not line.strip():
                continue
            if problem := unreadable(line):
                await self._answers.write(json.dumps(problem) + "\n")
            else:
                yield line


def unreadable(line: str) -> dict[str, Any] | None:
    """The answer to a line that is no message of JSON-RPC; None for one that is."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error(None, PARSE_ERROR, f"the line is no JSON: {error}")
    try:
        JSONRPCMessage.model_validate(message)
    except ValidationError:
        named = message.get("id") if isinstance(message, dict) else None
        problem = "the line is no request, notification or response of JSON-RPC 2.0"
        return _error(named if isinstance(named, str | int) else None, INVALID_REQUEST, problem)
    return None


def _error(named: str | int | None, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": named, "error": {"code": code, "message": message}}


def without_halves(line: str) -> str:
    """Replace half surrogates in the strings of a JSON line; a line that is not JSON is returned unchanged."""
    if "\\ud" not in line.lower():
        return line
    try:
        text = json.dumps(json.loads(line), ensure_ascii=False)
    except ValueError:
        return line
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") + "\n"


class Events(EventStore):
    """The newest messages of one session, at most `most`: a client that reconnects gets those it missed."""

    def __init__(self, most: int = 2000) -> None:
        self._kept: deque[tuple[int, StreamId, JSONRPCMessage | None]] = deque(maxlen=most)
        self._next = 0

    async def store_event(self, stream_id: StreamId, message: JSONRPCMessage | None) -> EventId:
        """Store a message and return its id."""
        self._next += 1
        self._kept.append((self._next, stream_id, message))
        return str(self._next)

    async def replay_events_after(
        self, last_event_id: EventId, send_callback: EventCallback
    ) -> StreamId | None:
        """Send every later message of an event's stream, and return the stream's id.

        Returns None and sends nothing if the event is no longer stored.
        """
        kept = list(self._kept)
        stream = next((stream for number, stream, _ in kept if str(number) == last_event_id), None)
        for number, of, message in kept if stream is not None else ():
            if of == stream and number > int(last_event_id) and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream


class _Sessions(StreamableHTTPSessionManager):
    """The SDK's session manager, but with a separate event store for each session.

    The SDK shares one store among all sessions and names its streams after the clients' request numbers: a
    client that reconnects would get messages meant for another client.
    """

    @property
    def event_store(self) -> EventStore | None:
        """A new store at each access."""
        return Events()

    @event_store.setter
    def event_store(self, given: EventStore | None) -> None:
        """Ignore the store that the SDK wants to share."""


def http_app(server: Server[Any, Any], port: int, token: str) -> TokenRequired:
    """Make the app that serves streamable HTTP at `/mcp` to clients that send `token`.

    It also refuses any Host or Origin other than this machine's, against DNS rebinding.
    """
    names = ("127.0.0.1", "localhost", "[::1]")
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"{name}:{port}" for name in names],
        allowed_origins=[f"http://{name}:{port}" for name in names],
    )
    manager = _Sessions(server, security_settings=security, retry_interval=RETRY)

    class Endpoint:
        """The ASGI application at `PATH`."""

        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    return TokenRequired(Starlette(routes=[Route(PATH, endpoint=Endpoint())], lifespan=lifespan), token)
