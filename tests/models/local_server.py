"""A real HTTP server on loopback that answers as a model server did, and keeps what it is asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Page = Callable[[Any], Any]


@dataclass
class LocalServer:
    """The server's address, and every request that it got: its method with its path, headers and body."""

    url: str = ""
    asked: list[tuple[str, Mapping[str, str], Any]] = field(default_factory=list)

    def paths(self) -> list[str]:
        return [place for place, _, _ in self.asked]


@dataclass(frozen=True)
class Raw:
    """An answer as it goes over the wire; `parts` are sent one by one."""

    parts: tuple[bytes, ...]
    status: int = 200
    kind: str = "application/json"
    length: int | None = None


@contextmanager
def serving(pages: Mapping[str, Any], missing: Any = None) -> Iterator[LocalServer]:
    """Serve `pages` by path: JSON, a Raw answer, or a function of the request's body that returns one.

    Any other path gets `missing`, or status 404.
    """
    server = LocalServer()

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(None)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self._answer(json.loads(body))

        def _answer(self, body: Any) -> None:
            server.asked.append((self.path, dict(self.headers), body))
            page = pages.get(self.path, missing)
            page = page(body) if callable(page) else page
            if page is None:
                page = Raw((b'{"error": "not found"}',), 404)
            elif not isinstance(page, Raw):
                page = Raw((json.dumps(page).encode(),))
            self.send_response(page.status)
            self.send_header("Content-Type", page.kind)
            size = sum(map(len, page.parts)) if page.length is None else page.length
            self.send_header("Content-Length", str(size))
            self.end_headers()
            try:
                for part in page.parts:
                    self.wfile.write(part)
                    self.wfile.flush()
            except OSError:
                return

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing: tests are silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as http:
        http.daemon_threads = True
        server.url = f"http://127.0.0.1:{http.server_address[1]}"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()
