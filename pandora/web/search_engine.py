"""Search engines: SearXNG by its JSON interface, or DuckDuckGo through ddgs where no SearXNG is set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import quote_plus

from pandora.document.plain_text import line
from pandora.errors import RefusedError
from pandora.web.address import Resolver, permitted, system_resolver, target
from pandora.web.request import Wire, WireError
from pandora.workspace.room import Room

DUCKDUCKGO = "https://duckduckgo.com/"
_INSTEAD = ", or set `searxng` in pandora.toml to an engine of your own"


@dataclass(frozen=True)
class Found:
    """A page that an engine names: its title, its address, and what the engine quotes of it."""

    title: str
    url: str
    text: str


def ask_engine(
    engine: str, query: str, room: Room, limit: int = 8, resolver: Resolver = system_resolver
) -> list[Found]:
    """What the engine at `engine` finds; RefusedError where it may not be reached, WireError where it fails."""
    address = target(engine)
    permitted(address, room)
    if address.host == target(DUCKDUCKGO).host:
        return _checked(_duckduckgo(query, limit), limit)
    base = address.url.partition("?")[0].rstrip("/")
    base = base if base.endswith("/search") else f"{base}/search"
    reply = Wire(room, resolver=resolver).get(target(f"{base}?q={quote_plus(query[:400])}&format=json"))
    if reply.status != 200:
        hint = "; its settings must allow the format json" if reply.status == 403 else ""
        raise WireError(f"{address.site} answered {reply.status}{hint}")
    try:
        results = json.loads(reply.body)["results"]
        rows = [(result.get("title"), result.get("url"), result.get("content")) for result in results]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise WireError(f"{address.site} gave no results as SearXNG gives them") from None
    return _checked(rows, limit)


def _duckduckgo(query: str, limit: int) -> list[tuple[object, object, object]]:
    """Titles, addresses and words as ddgs reads them off DuckDuckGo's page without scripts.

    It tells a page of no results and one that refuses to answer alike: status 202 or 403 and no result.
    """
    try:
        from ddgs import DDGS
        from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException
    except ImportError as error:
        raise WireError(f"ddgs cannot be used: {error}") from None
    try:
        results = DDGS(timeout=10).text(query[:400], max_results=limit, backend="duckduckgo")
    except TimeoutException:
        raise WireError("duckduckgo.com took too long; try again later" + _INSTEAD) from None
    except (DDGSException, OSError, ValueError) as error:
        if isinstance(error, RatelimitException) or str(error) == "No results found.":
            reason = "duckduckgo.com gave no results: there are none, or it answers no more programs for now"
            raise WireError(f"{reason}; use other words, or try again in some minutes{_INSTEAD}") from None
        raise WireError(f"duckduckgo.com cannot be asked: {line(str(error))}{_INSTEAD}") from None
    return [(result.get("title"), result.get("href"), result.get("body")) for result in results]


def _checked(results: list[tuple[object, object, object]], limit: int) -> list[Found]:
    """The results with an address that could be fetched, each once."""
    pages: dict[str, Found] = {}
    for title, url, text in results:
        try:
            address = target(str(url)).url
        except RefusedError:
            continue
        pages.setdefault(address, Found(line(str(title or address)), address, line(str(text or ""), 300)))
    return list(pages.values())[:limit]
