"""A site on loopback for tests: pages by path, and what was asked for, in order."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from pandora.host_names import bracketed
from pandora.workspace.operation_context import OperationContext


@dataclass(frozen=True)
class Answer:
    """What a path answers with."""

    body: bytes = b""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Content = str | Answer | Callable[[str], Answer]


@dataclass
class Site:
    """A running site; `pages` may be changed while it runs."""

    pages: dict[str, Content]
    url: str = ""
    asked: list[str] = field(default_factory=list)
    heads: list[Mapping[str, str]] = field(default_factory=list)
    posted: list[bytes] = field(default_factory=list)

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    def answer(self, path: str) -> Answer:
        content = self.pages.get(path, self.pages.get(path.partition("?")[0], Answer(b"gone", status=404)))
        if callable(content):
            return content(path)
        return Answer(content.encode()) if isinstance(content, str) else content


@contextmanager
def serving(pages: Mapping[str, Content], address: str = "127.0.0.1", port: int = 0) -> Iterator[Site]:
    """Serve `pages` on this port of this machine, or on a free one; raises OSError where it cannot be had."""
    site = Site(dict(pages))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.heads.append(dict(self.headers))
            answer = site.answer(self.path)
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        def do_POST(self) -> None:
            site.posted.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            self.do_GET()

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in address else socket.AF_INET

    server = Server((address, port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    site.url = f"http://{bracketed(address)}:{server.server_address[1]}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


def open_context(workspace: Path, *hosts: str, loopback: bool = True) -> OperationContext:
    """A context that reaches these hosts."""
    return OperationContext(workspace, reaches=lambda host: host in hosts, loopback=loopback)
