"""HTTP to a model server: sends requests, returns JSON, and reports each failure in one line with a remedy."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pandora import interrupt
from pandora.errors import AwayError, ModelError, SilentError, UsageError
from pandora.host_names import is_loopback
from pandora.models.api_keys import KEY_VARIABLE, Keys
from pandora.models.server_silence import SilenceWatch

if TYPE_CHECKING:
    import httpx

_CONNECT_SECONDS = 10.0
_IDLE_SECONDS = 2.0
"""The seconds for which an idle connection is used again; servers shut one after 5 or more."""
PAGE_SECONDS, REPLY_SECONDS = 60.0, 900.0
"""The seconds that a server has for a page about itself, and at least for a reply that it does not stream."""
LOAD_SECONDS = 600.0
"""The seconds in which a server may load a model before it says anything of it."""
SILENCE = 180.0
"""The seconds for which a server may send nothing once its reply has begun."""
MOST_BYTES = 32 << 20
"""The most bytes of an answer, decompressed; a model's reply has a few thousand."""


_SENDING_FAILED = re.compile(r"http\d+\.send_request_\w+\.failed").fullmatch
"""Matches the event that httpx traces where not all of a request could be sent."""
UNAVAILABLE_STATUSES = (401, 403, 429, 502, 503, 504)
"""HTTP statuses that do not concern the request: it may succeed later or with another key."""


class RefusedRequest(ModelError):
    """The server answered a request with an error status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class UnavailableServer(RefusedRequest, AwayError):
    """The server answered that it cannot serve now."""


class NoServer(AwayError):
    """Nobody answers at the server's address, so nothing was asked."""


class NotJson(ModelError):
    """The server answered something that is not JSON, such as a redirect."""


class Redirected(NotJson):
    """The server sends the request on to another one, which gets nothing."""


class Wire:
    """A connection to the server at `url`.

    Every request carries the key that `keys` has for it, which no error message shows. A redirect is an error
    and is never followed, so neither the key nor a prompt goes to another server. Raises UsageError for a bad
    URL.
    """

    def __init__(
        self, url: str, transport: httpx.BaseTransport | None = None, keys: Keys | None = None
    ) -> None:
        import httpx

        self.url = _root(url)
        self.host = httpx.URL(self.url).host
        key = (keys or Keys()).key_of(self.url)
        self._key, self._key_remedy = key.value, key.remedy
        self._client = httpx.Client(
            timeout=httpx.Timeout(PAGE_SECONDS, connect=_CONNECT_SECONDS),
            limits=httpx.Limits(keepalive_expiry=_IDLE_SECONDS),
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            transport=transport,
            follow_redirects=False,
            verify=self.url.startswith("https:"),  # to load certificates takes longer than a local answer
            trust_env=not is_loopback(httpx.URL(self.url).host),
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def get(self, path: str, seconds: float | None = None) -> Any:
        """Send a GET request for `path` and return the JSON answer; raises ModelError.

        The answer may take so many `seconds`, PAGE_SECONDS where none are given.
        """
        return self._ask("GET", path, None, patience=lambda: seconds or PAGE_SECONDS, again=True)

    def look_up(self, path: str, body: dict[str, Any], seconds: float | None = None) -> Any:
        """Send `body` by POST for what costs the server nothing, such as a count of tokens; raises ModelError.

        Like a page, it is asked for again where a kept connection broke off.
        """
        return self._ask("POST", path, body, patience=lambda: seconds or PAGE_SECONDS, again=True)

    def post(self, path: str, body: dict[str, Any], seconds: float | None = None) -> Any:
        """Send `body` as JSON to `path` by POST and return the JSON answer; raises ModelError.

        The answer may take so many `seconds`, PAGE_SECONDS where none are given. A request that the server may
        have had whole is never sent twice.
        """
        return self._ask("POST", path, body, patience=lambda: seconds or PAGE_SECONDS)

    def post_streamed(
        self,
        path: str,
        body: dict[str, Any],
        take: Callable[[Any], None],
        patience: Callable[[], float] = lambda: SILENCE,
    ) -> Any:
        """Send `body` by POST and give each event of the stream that comes back to `take`, as it comes.

        Returns None; where the server answers with one JSON object instead, that. `patience` says for how many
        seconds the server may send nothing at this point of its reply. A request that the server may have had
        whole is never sent twice. Raises ModelError.
        """
        return self._ask("POST", path, body, take, patience)

    def _ask(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None,
        take: Callable[[Any], None] | None = None,
        patience: Callable[[], float] = lambda: PAGE_SECONDS,
        again: bool = False,
    ) -> Any:
        import httpx

        left = interrupt.seconds_left()
        silence = patience()
        timeout = httpx.Timeout(min(silence, max(left, 0.1)), connect=min(_CONNECT_SECONDS, max(left, 0.1)))
        try:
            with self._opened(method, path, body, timeout, again) as response:
                if take is not None and _streams(response):
                    return self._read_events(response, take, patience)
                data = self._read(response, silence if take is None else max(silence, REPLY_SECONDS))
        except httpx.ConnectTimeout as error:
            raise NoServer(
                f"no server answers at {self.url} in {_CONNECT_SECONDS:.0f} s; check the URL"
            ) from error
        except httpx.ConnectError as error:
            raise NoServer(
                f"no server answers at {self.url} ({self._safe(error)}); start it, or choose another --model"
            ) from error
        except httpx.TimeoutException as error:
            if left < silence:
                raise interrupt.Expired from error
            raise self._silent(silence) from error
        except httpx.HTTPError as error:
            raise AwayError(f"{self.url} broke off ({self._safe(error)}); check the server's log") from error
        if response.has_redirect_location:
            onward = self._safe(response.headers["location"])[:200]
            raise Redirected(f"{self.url}{path} redirects to {onward}; name that server if it is the right one")
        if response.status_code >= 400:
            raise self._refused(path, response.status_code, response.reason_phrase, data)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            start = self._safe(data[:80].decode("utf-8", "replace"))
            raise NotJson(
                f"{self.url}{path} answers {response.status_code} without JSON ({start!r}); "
                "is this an OpenAI-compatible server?"
            ) from error

    @contextlib.contextmanager
    def _opened(
        self, method: str, path: str, body: dict[str, Any] | None, timeout: httpx.Timeout, again: bool
    ) -> Iterator[httpx.Response]:
        """Send the request and give its answer; one that a kept connection lost is sent once more on a new one.

        A server may shut a connection that it kept just as the next request leaves (RFC 9112, section 9.5).
        From here that looks like a server that read the request, worked on it and broke off. So a request is
        sent once more only where `again` says that it costs nothing, or where it could not be sent to its end.
        Whatever breaks off on a connection made for the request is raised.
        """
        import httpx

        events: list[str] = []

        def send() -> httpx.Response:
            events.clear()
            extensions = {"trace": lambda event, info: events.append(event)}
            request = self._client.build_request(
                method, self.url + path, json=body, timeout=timeout, extensions=extensions
            )
            return self._client.send(request, stream=True)

        try:
            response = send()
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            kept = bool(events) and not any(event.startswith("connection.") for event in events)
            if not kept or not (again or any(map(_SENDING_FAILED, events))):
                raise
            response = send()
        try:
            yield response
        finally:
            response.close()

    def _read(self, response: httpx.Response, seconds: float) -> bytes:
        """Read the body, decompressed; raises ModelError above MOST_BYTES, or where it takes longer.

        Checks for a request to stop after each part, so a slow server cannot outlast the run's time.
        """
        parts, size = [], 0
        end = time.monotonic() + seconds
        for part in response.iter_bytes():
            interrupt.check()
            if time.monotonic() >= end:
                raise ModelError(f"{self.url} takes longer than {seconds:.0f} s for an answer; check its log")
            size += len(part)
            if size > MOST_BYTES:
                raise ModelError(f"{self.url} answers more than {MOST_BYTES >> 20} MB; is it a model server?")
            parts.append(part)
        return b"".join(parts)

    def _silent(self, seconds: float) -> SilentError:
        remedy = "see whether it hangs, then resume; a smaller model answers sooner"
        if not is_loopback(self.host):
            remedy += "; a proxy before it has to pass a stream on as it comes"
        return SilentError(f"{self.url} sent nothing for {seconds:.0f} s; {remedy}")

    def _read_events(
        self, response: httpx.Response, take: Callable[[Any], None], patience: Callable[[], float]
    ) -> None:
        """Read a stream of server-sent events to its end; raises ModelError above MOST_BYTES.

        Where the server is silent for longer than `patience` allows, the connection is shut.
        """
        import httpx

        silence, left = patience(), interrupt.seconds_left()
        with SilenceWatch(response.extensions.get("network_stream"), min(silence, left)) as watch:
            try:
                for line in self._lines(response):
                    self._take_line(line, take)
                    silence, left = patience(), interrupt.seconds_left()
                    watch.extend(min(silence, left))
            except httpx.HTTPError as error:
                if not watch.expired:
                    raise
                if left < silence:
                    raise interrupt.Expired from error
                raise self._silent(silence) from error
            if watch.expired:
                raise interrupt.Expired if left < silence else self._silent(silence)

    def _lines(self, response: httpx.Response) -> Iterator[bytes]:
        """The lines of a stream, the last one also without an end; raises ModelError above MOST_BYTES."""
        rest, size = b"", 0
        for part in response.iter_bytes():
            interrupt.check()
            size += len(part)
            if size > MOST_BYTES:
                raise ModelError(f"{self.url} answers more than {MOST_BYTES >> 20} MB; check what stands there")
            *lines, rest = (rest + part).split(b"\n")
            yield from lines
            yield b""  # a part of a line is a sign of life, too
        yield rest

    def _take_line(self, line: bytes, take: Callable[[Any], None]) -> None:
        """Give the event of a line to `take`; some servers report an error as bare JSON."""
        line = line.strip()
        name, _, value = (b"error", b"", line) if line.startswith(b"{") else line.partition(b":")
        if name not in (b"data", b"error") or value.strip() in (b"", b"[DONE]"):
            return
        try:
            event = json.loads(value)
        except (ValueError, RecursionError) as error:
            start = self._safe(value[:80].decode("utf-8", "replace"))
            message = f"{self.url} streams what is no JSON ({start!r})"
            raise NotJson(f"{message}; is this an OpenAI-compatible server?") from error
        wrapped = name == b"error" and not (isinstance(event, dict) and "error" in event)
        take({"error": event} if wrapped else event)

    def _refused(self, path: str, status: int, phrase: str, body: bytes) -> RefusedRequest:
        if status in (401, 403):
            remedy = self._key_remedy
        elif status == 404:
            remedy = "check the URL and the model's name (server:URL#MODEL)"
        elif status in (429, 503):
            remedy = "wait until it is ready and resume"
        else:
            remedy = "check the server's log"
        refused = UnavailableServer if status in UNAVAILABLE_STATUSES else RefusedRequest
        return refused(f"{self.url}{path} answers {status}: {self._complaint(phrase, body)}; {remedy}", status)

    def _complaint(self, phrase: str, body: bytes) -> str:
        """Return the server's own error message from `body`, or `phrase` where the body is empty."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            return self._safe(body[:200].decode("utf-8", "replace")) or phrase
        return self.words(data)

    def words(self, answer: Any) -> str:
        """The server's own words of what is wrong in `answer`, the JSON of an error, on one line."""
        error = answer.get("error", answer.get("detail", answer)) if isinstance(answer, dict) else answer
        message = error.get("message", error) if isinstance(error, dict) else error
        return self._safe(str(message))[:300]

    def _safe(self, text: object) -> str:
        one_line = " ".join(str(text).split())
        return one_line.replace(self._key, "***") if self._key else one_line


def _streams(response: httpx.Response) -> bool:
    kind = str(response.headers.get("content-type", ""))
    return response.status_code < 300 and kind.startswith("text/event-stream")


def _root(url: str) -> str:
    import httpx

    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise UsageError(f"server:{url} is no URL ({error}); write server:http://127.0.0.1:8080") from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise UsageError(f"server:{url} is no URL; write server:http://127.0.0.1:8080")
    if parsed.userinfo:
        raise UsageError(f"a server's URL holds no password; set {KEY_VARIABLE} instead")
    root = str(parsed.copy_with(fragment=None, query=None)).rstrip("/")
    for ending in ("/chat/completions", "/v1"):
        root = root.removesuffix(ending).rstrip("/")
    return root
