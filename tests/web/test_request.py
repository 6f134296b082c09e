"""The wire: the address that was checked is the one that is connected to; all is bounded."""

from __future__ import annotations

import gzip
import socket
import threading
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pandora.errors import RefusedError
from pandora.web.address import parse_target
from pandora.web.request import MAX_REDIRECTS, HttpClient, RequestError, decompress
from pandora.workspace.operation_context import OperationContext
from tests.operations.site import Answer, Site, open_context, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving({"/": "<p>hello</p>"}) as running:
        yield running


def wire(site: Site, *more: str, **rest: object) -> HttpClient:
    return HttpClient(open_context(Path("."), site.host, *more), **rest)  # type: ignore[arg-type]


def test_a_page_is_got(site: Site) -> None:
    reply = wire(site).get(parse_target(f"{site.url}/"))
    assert (reply.status, reply.kind, reply.charset, reply.body) == (200, "text/html", "utf-8", b"<p>hello</p>")
    assert site.heads[0]["User-Agent"].startswith("pandora/")
    assert site.heads[0]["Host"] == site.host
    assert wire(site).get(parse_target(f"{site.url}/"), "HEAD").body == b""


def test_a_page_at_an_address_of_ipv6_is_got_and_judged() -> None:
    try:
        made = serving(
            {"/": "<p>hello</p>", "/on": Answer(status=302, headers={"Location": "http://[::2]/"})}, "::1"
        )
        with made as site:
            assert wire(site).get(parse_target(f"{site.url}/")).body == b"<p>hello</p>"
            assert site.heads[0]["Host"] == site.host
            with pytest.raises(RefusedError, match=r"may not reach \[::2\]"):
                wire(site).get(parse_target(f"{site.url}/on"))
            closed = HttpClient(OperationContext(Path("."), reaches=lambda host: True))
            with pytest.raises(RefusedError, match="this machine itself"):
                closed.get(parse_target(f"{site.url}/"))
            assert len(site.asked) == 2
    except OSError as error:
        pytest.skip(f"this machine has no ::1 ({error})")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "CONNECT", "get"])
def test_nothing_but_get_and_head_is_sent(site: Site, method: str) -> None:
    with pytest.raises(RefusedError, match="only GET and HEAD"):
        wire(site).get(parse_target(site.url), method)
    assert site.asked == []


def test_loopback_is_closed_without_its_switch(site: Site) -> None:
    closed = HttpClient(open_context(Path("."), site.host, loopback=False))
    with pytest.raises(RefusedError, match="this machine itself"):
        closed.get(parse_target(site.url))
    assert site.asked == []


def test_a_host_that_is_not_allowed_is_not_asked(site: Site) -> None:
    with pytest.raises(RefusedError, match="may not reach"):
        HttpClient(open_context(Path("."), "example.org")).get(parse_target(site.url))
    assert site.asked == []


def test_the_checked_address_is_connected_to_whatever_a_second_answer_says(site: Site) -> None:
    """Rebinding: the first answer is harmless, the next would be another machine; it is never asked for."""
    answers = iter([["127.0.0.1"], ["169.254.169.254"]])

    def rebinding(host: str, port: int) -> Sequence[str]:
        return next(answers)

    port = site.url.rsplit(":", 1)[1]
    named = wire(site, f"shop.example:{port}", resolver=rebinding)
    assert named.get(parse_target(f"http://shop.example:{port}/")).status == 200
    assert site.heads[0]["Host"] == f"shop.example:{port}"
    with pytest.raises(RefusedError, match=r"169\.254\.169\.254"):
        named.get(parse_target(f"http://shop.example:{port}/"))
    assert len(site.asked) == 1


def test_a_name_of_this_machine_is_refused_on_the_second_answer() -> None:
    answers = iter([["93.184.215.14", "127.0.0.1"]])
    context = OperationContext(Path("."), reaches=lambda host: True)
    with pytest.raises(RefusedError, match=r"127\.0\.0\.1"):
        HttpClient(context, resolver=lambda host, port: next(answers)).get(parse_target("http://example.org/"))


@pytest.mark.parametrize(
    "place",
    [
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:169.254.169.254]/",
        "http://2130706433/",
        "file:///etc/passwd",
        "http://10.0.0.1/",
        "http://user@127.0.0.1/",
    ],
)
def test_a_redirect_is_checked_like_the_first(site: Site, place: str) -> None:
    site.pages["/away"] = Answer(status=302, headers={"Location": place})
    everywhere = HttpClient(OperationContext(Path("."), reaches=lambda host: True, loopback=True))
    with pytest.raises(RefusedError):
        everywhere.get(parse_target(f"{site.url}/away"))
    assert site.asked == ["/away"]


def test_a_redirect_to_a_host_that_is_not_allowed_is_refused(site: Site) -> None:
    site.pages["/away"] = Answer(status=301, headers={"Location": "http://other.example/"})
    with pytest.raises(RefusedError, match=r"may not reach other\.example"):
        wire(site).get(parse_target(f"{site.url}/away"))


def test_redirects_are_followed_and_end(site: Site) -> None:
    site.pages |= {f"/{n}": Answer(status=302, headers={"Location": f"/{n + 1}"}) for n in range(20)}
    site.pages[f"/{MAX_REDIRECTS}"] = "<p>there</p>"
    reply = wire(site).get(parse_target(f"{site.url}/0"))
    assert (reply.url, len(reply.redirects)) == (f"{site.url}/{MAX_REDIRECTS}", MAX_REDIRECTS)
    site.pages["/round"] = Answer(status=302, headers={"Location": "/round"})
    with pytest.raises(RefusedError, match="more than 5 redirects"):
        wire(site).get(parse_target(f"{site.url}/round"))
    assert site.asked.count("/round") == MAX_REDIRECTS + 1


def test_a_large_body_is_cut(site: Site) -> None:
    site.pages["/large"] = Answer(b"x" * 50_000)
    reply = wire(site, size=1000).get(parse_target(f"{site.url}/large"))
    assert (len(reply.body), reply.cut) == (1000, True)


def test_a_bomb_is_not_unfolded(site: Site) -> None:
    bomb = gzip.compress(b"\0" * (64 << 20))
    site.pages["/bomb"] = Answer(bomb, headers={"Content-Encoding": "gzip"})
    reply = wire(site, size=100_000).get(parse_target(f"{site.url}/bomb"))
    assert (len(bomb) < 100_000, len(reply.body), reply.cut) == (True, 100_000, True)
    site.pages["/twice"] = Answer(bomb, headers={"Content-Encoding": "gzip, gzip"})
    with pytest.raises(RequestError, match="which was not asked for"):
        wire(site).get(parse_target(f"{site.url}/twice"))


def test_packed_bodies_are_unpacked() -> None:
    raw = zlib.compressobj(wbits=-15)
    bare = raw.compress(b"text") + raw.flush()
    assert decompress([gzip.compress(b"text")], "gzip", 99) == (b"text", False)
    assert decompress([zlib.compress(b"text")], "deflate", 99) == (b"text", False)
    assert decompress([bare], "deflate", 99) == (b"text", False)
    assert decompress([b"te", b"xt"], "", 99) == (b"text", False)
    for broken in ("gzip", "deflate"):
        with pytest.raises(RequestError, match="broken"):
            decompress([b"no such thing"], broken, 99)


def listening(reply: bytes, again: bytes = b"") -> tuple[str, threading.Event]:
    """A server that answers `reply` and then `again` until it is told to stop."""
    server = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def serve() -> None:
        with server:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(reply)
                while again and not stop.wait(0.02):
                    try:
                        connection.sendall(again)
                    except OSError:
                        return

    threading.Thread(target=serve, daemon=True).start()
    return f"http://127.0.0.1:{server.getsockname()[1]}", stop


def everywhere(**rest: object) -> HttpClient:
    return HttpClient(OperationContext(Path("."), reaches=lambda host: True, loopback=True), **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reply", "again"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", b""),
    ],
    ids=["a body that drips", "headers that drip", "a body that stops"],
)
def test_a_server_that_does_not_end_is_left(reply: bytes, again: bytes) -> None:
    url, stop = listening(reply, again)
    with pytest.raises(RequestError):
        everywhere(seconds=0.5).get(parse_target(url))
    stop.set()


def test_nonsense_and_silence_are_errors_of_the_wire() -> None:
    url, _ = listening(b"\0\1\2 this is no HTTP\r\n\r\n")
    with pytest.raises(RequestError, match="cannot be reached"):
        everywhere().get(parse_target(url))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(RequestError, match="cannot be reached"):
        everywhere().get(parse_target(f"http://127.0.0.1:{port}/"))


def test_proxies_of_the_environment_are_not_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1/")
    assert wire(site).get(parse_target(f"{site.url}/")).status == 200
