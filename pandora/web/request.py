"""HTTP requests to checked addresses, limited in time, size and redirects."""

from __future__ import annotations

import time
import typing
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from pandora import __version__
from pandora.errors import RefusedError
from pandora.web.address import (
    Resolver,
    Target,
    check_permitted,
    parse_target,
    resolve_allowed,
    system_resolver,
)
from pandora.workspace.operation_context import OperationContext

if typing.TYPE_CHECKING:
    import httpcore
    import httpx

AGENT = f"pandora/{__version__}"
MAX_REDIRECTS = 5
METHODS = ("GET", "HEAD")


@dataclass(frozen=True)
class Reply:
    """A server's reply: status, media type (`kind`), decompressed body, and the URL that it came from.

    `cut` says that the body was longer than the limit; `redirects` are the URLs that led here."""

    url: str
    status: int
    kind: str
    charset: str
    body: bytes
    cut: bool = False
    redirects: tuple[str, ...] = ()


class RequestError(Exception):
    """The host could not be reached or its reply was broken; the message says how."""


@dataclass
class HttpClient:
    """Requests pages within limits: `seconds` for all redirects together, `size` in bytes of the body.

    `resolver` and `clock` are parameters for the tests."""

    context: OperationContext
    seconds: float = 20.0
    size: int = 5 << 20
    resolver: Resolver = system_resolver
    clock: Callable[[], float] = field(default=time.monotonic)

    def get(
        self, destination: Target, method: str = "GET", before: Callable[[Target], None] = lambda hop: None
    ) -> Reply:
        """Request `destination` and follow redirects; each hop is checked like the first.

        `before` is called with each hop before its request. Raises RefusedError for a hop that is not allowed,
        WireError where the network fails.
        """
        if method not in METHODS:
            raise RefusedError(f"{method}: only GET and HEAD are used; nothing is sent or changed")
        deadline = self.clock() + self.seconds
        passed: list[str] = []
        while True:
            check_permitted(destination, self.context)
            before(destination)
            reply, onward = self._one_request(destination, method, deadline)
            if onward is None:
                return Reply(
                    destination.url,
                    reply.status,
                    reply.kind,
                    reply.charset,
                    reply.body,
                    reply.cut,
                    tuple(passed),
                )
            passed.append(destination.url)
            if len(passed) > MAX_REDIRECTS:
                raise RefusedError(f"{passed[0]}: more than {MAX_REDIRECTS} redirects")
            following = parse_target(onward, destination.url)
            if destination.scheme == "https" and following.scheme == "http":
                raise RefusedError(f"{passed[0]}: redirects from https to http ({following.url})")
            destination = following

    def _one_request(self, destination: Target, method: str, deadline: float) -> tuple[Reply, str | None]:
        """One request: its reply, and the address that it redirects to or None."""
        import httpcore
        import httpx

        addresses = resolve_allowed(destination, self.context.loopback, self.resolver)
        headers = {"User-Agent": AGENT, "Accept-Encoding": "gzip, deflate", "Accept": "*/*"}
        transport = _transport(_backend(addresses, deadline, self.clock))
        timeout = max(0.1, min(10.0, deadline - self.clock()))
        try:
            with (
                httpx.Client(
                    transport=transport, trust_env=False, follow_redirects=False, timeout=timeout
                ) as client,
                client.stream(method, destination.url, headers=headers) as response,
            ):
                location = response.headers.get("location")
                if response.status_code in (301, 302, 303, 307, 308) and location:
                    return Reply(destination.url, response.status_code, "", "", b""), location
                encoding = response.headers.get("content-encoding", "").strip().lower()
                body, cut = decompress(response.iter_raw(), encoding, self.size)
                kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                charset = response.charset_encoding or ""
                return Reply(destination.url, response.status_code, kind, charset, body, cut), None
        except (httpx.TimeoutException, httpcore.TimeoutException):
            raise RequestError(f"{destination.host} took too long") from None
        except (httpx.HTTPError, httpx.InvalidURL, httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise RequestError(f"{destination.host} cannot be reached: {_error_text(error)}") from None
        except (OSError, httpcore.UnsupportedProtocol) as error:
            raise RequestError(f"{destination.host} cannot be reached: {_error_text(error)}") from None


def _error_text(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def decompress(chunks: Iterable[bytes], encoding: str, limit: int) -> tuple[bytes, bool]:
    """The body decompressed, at most `limit` bytes of it, and whether more was there.

    Decompression stops at the limit, so that a small body cannot fill the memory.
    """
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise RequestError(f"the body is packed as {encoding[:40]!r}, which was not asked for")
    unpack = zlib.decompressobj(wbits=47) if encoding not in ("", "identity") else None
    body = bytearray()
    for place, chunk in enumerate(chunks):
        try:
            part = chunk if unpack is None else unpack.decompress(chunk, limit + 1 - len(body))
        except zlib.error as error:
            if place or encoding != "deflate":
                raise RequestError(f"the body is broken: {error}") from None
            unpack = zlib.decompressobj(wbits=-15)  # some servers leave the zlib wrapping out
            try:
                part = unpack.decompress(chunk, limit + 1 - len(body))
            except zlib.error:
                raise RequestError(f"the body is broken: {error}") from None
        body += part[: limit + 1 - len(body)]
        if len(body) > limit:
            return bytes(body[:limit]), True
    return bytes(body), False


def _backend(addresses: list[str], deadline: float, clock: Callable[[], float]) -> httpcore.NetworkBackend:
    """A network backend that connects to `addresses` only and times out at `deadline` (by `clock`)."""
    import httpcore

    def left(timeout: float | None) -> float:
        rest = deadline - clock()
        if rest <= 0:
            raise httpcore.ReadTimeout("the time is up")
        return min(timeout or rest, rest)

    class DeadlineStream(httpcore.NetworkStream):
        """A stream whose every wait ends at the deadline, however slowly the server sends."""

        def __init__(self, inner: httpcore.NetworkStream) -> None:
            self.inner = inner

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            return self.inner.read(max_bytes, left(timeout))

        def write(self, buffer: bytes, timeout: float | None = None) -> None:
            self.inner.write(buffer, left(timeout))

        def close(self) -> None:
            self.inner.close()

        def start_tls(
            self, ssl_context: typing.Any, server_hostname: str | None = None, timeout: float | None = None
        ) -> httpcore.NetworkStream:
            return DeadlineStream(self.inner.start_tls(ssl_context, server_hostname, left(timeout)))

        def get_extra_info(self, info: str) -> typing.Any:
            return self.inner.get_extra_info(info)

    class PinnedBackend(httpcore.NetworkBackend):
        """Connects to the checked addresses, whatever host name it is given."""

        def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,
            local_address: str | None = None,
            socket_options: typing.Any = None,
        ) -> httpcore.NetworkStream:
            failed: Exception = httpcore.ConnectError("no address")
            for address in addresses[:4]:
                try:
                    return DeadlineStream(httpcore.SyncBackend().connect_tcp(address, port, left(timeout)))
                except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                    failed = error
            raise failed

    return PinnedBackend()


def _transport(backend: httpcore.NetworkBackend) -> httpx.BaseTransport:
    """httpx over a pool that connects through `backend`; certificates are checked against the host's name."""
    import httpcore
    import httpx

    pool = httpcore.ConnectionPool(
        ssl_context=httpx.create_ssl_context(trust_env=False), network_backend=backend
    )

    class Stream(httpx.SyncByteStream):
        def __init__(self, inner: typing.Any) -> None:
            self.inner = inner

        def __iter__(self) -> Iterator[bytes]:
            yield from self.inner

        def close(self) -> None:
            self.inner.close()

    class Transport(httpx.BaseTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            url = httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            )
            asked = httpcore.Request(
                request.method, url, headers=request.headers.raw, extensions=request.extensions
            )
            answer = pool.handle_request(asked)
            return httpx.Response(
                answer.status,
                headers=answer.headers,
                stream=Stream(answer.stream),
                extensions=answer.extensions,
            )

        def close(self) -> None:
            pool.close()

    return Transport()
