"""A kept connection that breaks off: what costs nothing is asked once more, a model's reply is not."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import httpx
import pytest

from pandora.errors import AwayError
from pandora.models.server_wire import Wire

ANSWER = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"slots": 4}'


def took_request(connection: socket.socket) -> bool:
    """Read one request with its body; False where the client shut the connection."""
    data = b""
    while not data.endswith((b"\r\n\r\n", b"}")):
        part = connection.recv(65536)
        if not part:
            return False
        data += part
        if data.startswith(b"POST") and data.endswith(b"\r\n\r\n"):
            data += connection.recv(65536)
    return True


@contextmanager
def server(*answered: int) -> Iterator[tuple[str, list[int]]]:
    """A server that answers so many requests on each connection in turn, and shuts it upon the next one."""
    seen: list[int] = []

    def serve() -> None:
        for most in answered:
            connection, _ = listening.accept()
            with connection:
                seen.append(0)
                while took_request(connection):
                    seen[-1] += 1
                    if seen[-1] > most:
                        break
                    connection.sendall(ANSWER)

    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", seen
        thread.join(10)


ASKS: dict[str, Callable[[Wire], object]] = {
    "page": lambda wire: wire.get("/props"),
    "count": lambda wire: wire.look_up("/tokenize", {"content": "a"}),
    "reply": lambda wire: wire.post("/v1/chat/completions", {"messages": []}),
    "stream": lambda wire: wire.post_streamed("/v1/chat/completions", {"messages": []}, lambda event: None),
}


@pytest.mark.parametrize("kind", ["page", "count"])
def test_what_costs_nothing_is_asked_once_more_where_a_kept_connection_breaks_off(kind: str) -> None:
    with server(1, 5) as (url, seen), closing(Wire(url)) as wire:
        assert [ASKS[kind](wire) for _ in range(3)] == [{"slots": 4}] * 3
        assert seen == [2, 2]


@pytest.mark.parametrize("kind", ["reply", "stream"])
def test_a_server_that_breaks_off_after_it_read_the_request_is_not_asked_again_for_a_reply(kind: str) -> None:
    """What a llama-server does that dies in the middle: it read the request and may have worked on it."""
    with server(1, 0) as (url, seen), closing(Wire(url)) as wire:
        assert ASKS["page"](wire) == {"slots": 4}
        with pytest.raises(AwayError, match="broke off"):
            ASKS[kind](wire)
        assert seen == [2]
        with pytest.raises(AwayError, match="broke off"):
            wire.get("/props")


class Tracing(httpx.BaseTransport):
    """Answers each request but the first, at which it breaks off; it traces `events` as httpx's own does."""

    def __init__(self, *events: str) -> None:
        self._events = events
        self.asked = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        if self.asked > 1:
            return httpx.Response(200, json={"slots": 4})
        for event in self._events:
            request.extensions["trace"](event, {})
        raise httpx.RemoteProtocolError("Server disconnected without sending a response.")


@pytest.mark.parametrize("failed", ["send_request_headers", "send_request_body"])
def test_a_request_that_could_not_be_sent_to_its_end_is_sent_once_more(failed: str) -> None:
    transport = Tracing(f"http11.{failed}.started", f"http11.{failed}.failed")
    with closing(Wire("http://127.0.0.1:1", transport)) as wire:
        assert ASKS["reply"](wire) == {"slots": 4}
    assert transport.asked == 2


@pytest.mark.parametrize(
    "events",
    [
        ("http11.send_request_body.complete", "http11.receive_response_headers.failed"),
        ("connection.connect_tcp.complete", "http11.send_request_body.failed"),
        (),
    ],
    ids=["sent whole", "on a new connection", "nothing known"],
)
def test_any_other_request_for_a_reply_is_sent_once(events: tuple[str, ...]) -> None:
    transport = Tracing(*events)
    with closing(Wire("http://127.0.0.1:1", transport)) as wire, pytest.raises(AwayError, match="broke off"):
        ASKS["reply"](wire)
    assert transport.asked == 1


def test_a_server_that_shuts_every_new_connection_is_asked_once() -> None:
    with server(0, 0) as (url, seen), closing(Wire(url)) as wire:
        with pytest.raises(AwayError, match="broke off"):
            wire.get("/props")
        assert seen == [1]
        with pytest.raises(AwayError, match="broke off"):
            wire.get("/props")
