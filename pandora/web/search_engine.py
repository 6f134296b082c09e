"""Search engines: SearXNG by its JSON interface, or DuckDuckGo through ddgs where no SearXNG is set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from urllib.parse import quote_plus

from pandora.document.plain_text import line
from pandora.errors import RefusedError
from pandora.web.address import check_permitted, parse_target
from pandora.web.request import HttpClient, RequestError
from pandora.workspace.operation_context import OperationContext

DUCKDUCKGO = "https://duckduckgo.com/"
_INSTEAD = ", or set `searxng` in pandora.toml to an engine of your own"


@dataclass(frozen=True)
class SearchResult:
    """A result of a search engine: the page's title, its address, and the words that the engine quotes."""

    title: str
    url: str
    text: str


def ask_engine(engine: str, query: str, context: OperationContext, limit: int = 8) -> list[SearchResult]:
    """The results of the engine at the URL `engine`, at most `limit`.

    Raises RefusedError where the engine may not be reached, RequestError where it fails.
    """
    address = parse_target(engine)
    check_permitted(address, context)
    if address.host == parse_target(DUCKDUCKGO).host:
        return _fetchable(_duckduckgo(query, limit), limit)
    base = address.url.partition("?")[0].rstrip("/")
    base = base if base.endswith("/search") else f"{base}/search"
    reply = HttpClient(context).get(parse_target(f"{base}?q={quote_plus(query[:400])}&format=json"))
    if reply.status != 200:
        hint = "; its settings must allow the format json" if reply.status == 403 else ""
        raise RequestError(f"{address.site} answered {reply.status}{hint}")
    try:
        results = json.loads(reply.body)["results"]
        rows = [(result.get("title"), result.get("url"), result.get("content")) for result in results]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RequestError(f"{address.site} gave no results as SearXNG gives them") from None
    return _fetchable(rows, limit)


def _duckduckgo(query: str, limit: int) -> list[tuple[object, object, object]]:
    """Titles, addresses and quoted words, as ddgs reads them from DuckDuckGo's page without scripts.

    ddgs does not tell a page without results from a refusal: both are status 202 or 403 and no result.
    """
    try:
        from ddgs import DDGS
        from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException
    except ImportError as error:
        raise RequestError(f"ddgs cannot be used: {error}") from None
    try:
        results = DDGS(timeout=10).text(query[:400], max_results=limit, backend="duckduckgo")
    except TimeoutException:
        raise RequestError("duckduckgo.com took too long; try again later" + _INSTEAD) from None
    except (DDGSException, OSError, ValueError) as error:
        if isinstance(error, RatelimitException) or str(error) == "No results found.":
            reason = "duckduckgo.com gave no results: there are none, or it answers no more programs for now"
            raise RequestError(f"{reason}; use other words, or try again in some minutes{_INSTEAD}") from None
        raise RequestError(f"duckduckgo.com cannot be asked: {line(str(error))}{_INSTEAD}") from None
    return [(result.get("title"), result.get("href"), result.get("body")) for result in results]


def _fetchable(results: list[tuple[object, object, object]], limit: int) -> list[SearchResult]:
    """The results whose address is a valid one to fetch, each address once, at most `limit`."""
    pages: dict[str, SearchResult] = {}
    for title, url, text in results:
        try:
            address = parse_target(str(url)).url
        except RefusedError:
            continue
        pages.setdefault(
            address, SearchResult(line(str(title or address)), address, line(str(text or ""), 300))
        )
    return list(pages.values())[:limit]
