"""The operation `fetch`: return a web page as text, parsed by code and marked as untrusted."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from pandora.disk.atomic import write_blob
from pandora.document.plain_text import decoded, line
from pandora.errors import DiskError, RefusedError
from pandora.host_names import is_loopback
from pandora.operations.lookup_results import LookupResult
from pandora.regular_file import read_text, read_whole
from pandora.web.address import Target, parse_target, urls
from pandora.web.html_page import html_page
from pandora.web.page import Page, plain_page
from pandora.web.page_text import page_as_text
from pandora.web.request import HttpClient, Reply, RequestError
from pandora.web.robots import AGENT_NAME, ALL_CLOSED, PAUSE, Politeness, Robots, parse_robots
from pandora.workspace import file_head
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.pdf import pdf_text

CACHE_SECONDS = 900.0
"""Seconds for which a fetched page is taken from the cache instead of being requested again."""
_LONGEST_RECORD, _LONGEST_BODY = 1 << 20, 16 << 20
"""The most bytes of what the cache says of a page, and of the page."""

_HTML = ("text/html", "application/xhtml+xml")
_TEXT = re.compile(r"text/|application/(?:[\w.+-]*\+)?(?:json|xml|csv|yaml)\b")


@functools.cache
def _process_politeness() -> Politeness:
    """Return the record of hosts and their rules that all fetches of this process share."""
    return Politeness()


def fetch(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the page at `url`: facts, tables, text and links; with `method` HEAD only its status and type."""
    return Fetcher(context).page(arguments.get("url", "").strip(), arguments.get("method", "").strip() or "GET")


@dataclass
class Fetcher:
    """Fetches pages for one operation; tests pass their own `client`, `politeness` and `now` (Unix seconds)."""

    context: OperationContext
    client: HttpClient | None = None
    politeness: Politeness | None = None
    now: Callable[[], float] = time.time

    def page(self, url: str, method: str = "GET") -> Result:
        """Return the page, or a failure that says what happened; RefusedError if it may not be requested."""
        named = urls(url)
        destination = parse_target(named[0] if len(named) == 1 else url)
        method = method.upper()
        if method == "GET" and (kept := self._from_cache(destination)):
            return self._result(kept, note="from the cache")
        try:
            reply = self._request(destination, method)
        except RequestError as error:
            return Result(False, str(error), 1, untrusted=(destination.url,))
        if method == "HEAD":
            headers = f"{reply.url}: status {reply.status}, {reply.kind or 'no type'}"
            return Result(reply.status < 400, headers, 0 if reply.status < 400 else 1, untrusted=(reply.url,))
        if reply.status >= 400 or reply.status < 200:
            headers = f"{reply.url} answered {reply.status}: {_status_meaning(reply.status)}"
            return Result(False, headers, 1, untrusted=(reply.url,))
        self._to_cache(destination, reply)
        return self._result(reply)

    def _request(self, destination: Target, method: str) -> Reply:
        """Request the page when it is the host's turn; each redirect is checked in the same way.

        Raises RefusedError if robots.txt disallows it, RequestError if the request fails.
        """
        client, politeness = self.client or HttpClient(self.context), self.politeness or _process_politeness()

        def check_robots(hop: Target) -> None:
            robots = self._robots(hop, client, politeness)
            if not robots.allow(hop.path):
                raise RefusedError(f"{hop.url}: its robots.txt asks {AGENT_NAME} not to fetch this")
            politeness.wait(hop, self._pause(hop, robots))

        with politeness.turn(destination):
            return client.get(destination, method, before=check_robots)

    def _robots(self, hop: Target, client: HttpClient, politeness: Politeness) -> Robots:
        """The rules in a host's robots.txt, which is requested once in a process."""
        if hop.origin not in politeness.robots:
            try:
                reply = client.get(parse_target(f"{hop.origin}/robots.txt"))
            except RequestError:
                return ALL_CLOSED
            except RefusedError:
                return Robots()  # it redirects to a forbidden address, so there are no rules to read
            text = decoded(reply.body, reply.charset) if reply.status == 200 else ""
            politeness.robots[hop.origin] = ALL_CLOSED if reply.status >= 500 else parse_robots(text)
        return politeness.robots[hop.origin]

    def _pause(self, hop: Target, robots: Robots) -> float:
        return robots.pause or (0.0 if is_loopback(hop.host) else PAUSE)

    @property
    def _cache(self) -> Path:
        return self.context.workspace / "state" / ".cache" / "fetch"

    def _from_cache(self, destination: Target) -> Reply | None:
        """Return the cached reply if it is younger than CACHE_SECONDS and policy still allows all its hosts."""
        if not self.context.reaches(destination.site):
            return None
        state = self.context.workspace / "state"
        try:
            record = json.loads(read_text(self._cache / _key(destination), _LONGEST_RECORD, inside=state))
            body = read_whole(f"blobs/{record.pop('blob')}", _LONGEST_BODY, inside=state)
            fetched = float(record.pop("fetched"))
            record["redirects"] = tuple(record["redirects"])
            reply = Reply(body=body, **record)
            hops = [parse_target(address).site for address in (reply.url, *reply.redirects)]
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RefusedError):
            return None
        fresh = 0 <= self.now() - fetched < CACHE_SECONDS
        return reply if fresh and all(self.context.reaches(site) for site in hops) else None

    def _to_cache(self, destination: Target, reply: Reply) -> None:
        """Store the body as a blob and the reply's record in the cache; errors of the disk are ignored."""
        state = self.context.workspace / "state"
        if not state.is_dir():
            return
        record = {key: value for key, value in asdict(reply).items() if key != "body"}
        with contextlib.suppress(OSError, DiskError):
            record |= {"blob": write_blob(state / "blobs", reply.body), "fetched": self.now()}
            self._cache.mkdir(parents=True, exist_ok=True)
            aside = self._cache / f".{_key(destination)}.{hashlib.sha256(reply.body).hexdigest()[:8]}"
            aside.write_text(json.dumps(record), encoding="utf-8")
            aside.replace(self._cache / _key(destination))

    def _result(self, reply: Reply, note: str = "") -> Result:
        notes = [note] if note else []
        if reply.redirects:
            notes.append(f"redirected from {reply.redirects[0]}")
        if reply.cut:
            notes.append(f"only its first {file_head.human_size(len(reply.body))}")
        failed = ""
        if reply.kind in _HTML or (not reply.kind and b"<" in reply.body[:200]):
            page = html_page(reply.body, reply.charset, reply.url)
        elif reply.kind == "application/pdf" or reply.body[:5] == b"%PDF-":
            title, text, failed = pdf_text(reply.body, self.context)
            page = Page(title or line(reply.url.rsplit("/", 1)[-1]), text, address=reply.url)
        elif _TEXT.match(reply.kind) or not reply.kind:
            page = plain_page(decoded(reply.body, reply.charset), reply.url)
        else:
            page, failed = (
                Page("", ""),
                f"{reply.kind}, {file_head.human_size(len(reply.body))}: not a page that can be read",
            )
        if failed:
            return Result(False, f"{reply.url}: {failed}", 1, untrusted=(reply.url,))
        note, lookup = "; ".join(notes), LookupResult(pages=(page,))
        return Result(True, page_as_text(page), note=note, untrusted=(reply.url,), lookup=lookup)


def _key(destination: Target) -> str:
    return f"{hashlib.sha256(destination.url.encode()).hexdigest()[:32]}.json"


def _status_meaning(status: int) -> str:
    if status in (401, 403):
        return "access is refused"
    if status in (404, 410):
        return "there is no such page"
    if status == 429:
        return "it was sent too many requests; try later"
    return "the server failed" if status >= 500 else "no page"
