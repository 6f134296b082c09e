"""A kept connection that the server shuts as the next request leaves, and one that breaks in its first."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

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


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_kept_connection_that_the_server_shuts_is_replaced_once(method: str) -> None:
    with server(1, 5) as (url, seen), closing(Wire(url)) as wire:

        def ask() -> object:
            return wire.get("/props") if method == "get" else wire.post("/completion", {"prompt": "a"})

        assert [ask(), ask(), ask()] == [{"slots": 4}] * 3
        assert seen == [2, 2]


def test_a_server_that_shuts_every_new_connection_is_asked_once() -> None:
    with server(0, 0) as (url, seen), closing(Wire(url)) as wire:
        with pytest.raises(AwayError, match="broke off"):
            wire.get("/props")
        assert seen == [1]
        with pytest.raises(AwayError, match="broke off"):
            wire.get("/props")
