"""Pages of the web as documents: what a search engine finds is saved as files, and those are sources.

Only hosts that policy opens are asked: the engine's, and that of each page by a rule of its own, since a
stranger's words led to it. A saved page stays as it is, so that its quotes stand where they are cited.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.disk.atomic import ChangedError, write_new
from pandora.document.fill import one_line
from pandora.engine.host import Host
from pandora.errors import DiskError, RefusedError, UsageError
from pandora.operations.fetch import Fetcher
from pandora.operations.lookup_results import LookupResult
from pandora.policy import Policy
from pandora.research.source_files import page_text
from pandora.web.address import parse_target
from pandora.web.page import Page
from pandora.web.request import RequestError
from pandora.web.search_engine import DUCKDUCKGO, ask_engine
from pandora.workspace.operation_context import OperationContext

FOLDER = "web"
"""The folder of saved pages, below that of the documents."""
SEARCHES, PAGES = 4, 5
"""The most searches for one query of research, and the most pages of each that are saved."""
_STRANGE = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Collected:
    """What searches led to: the addresses of pages by their files, and what was not read, and why."""

    pages: Mapping[str, str] = field(default_factory=dict)
    failed: tuple[str, ...] = ()


def engine_of(searxng: str) -> str:
    """The address of the search engine that is asked."""
    return searxng or DUCKDUCKGO


def require_engine(searxng: str, policy: Policy) -> None:
    """Raise UsageError where policy does not open the search engine."""
    engine = parse_target(engine_of(searxng))
    if policy.decide("network", engine.site).verdict != "allow":
        rule = f'network."{engine.site}" = "allow"'
        raise UsageError(f"--web asks {engine.site}, and policy does not allow it; write {rule} below [policy]")


def collect_pages(host: Host, folder: Path, searches: Sequence[str], ask: Callable[..., object]) -> Collected:
    """Save the pages that the searches find below `folder`; `ask` is told of each search and each page.

    A page that was saved before is not asked for again.
    """
    engine = parse_target(engine_of(host.searxng))
    pages: dict[str, str] = {}
    failed: dict[str, None] = {}
    for search in dict.fromkeys(searches[:SEARCHES]):
        ask(f"search {engine.site} for {search!r}")
        context = _context(host, untrusted=False)
        try:
            results = ask_engine(engine.url, search, context, PAGES)
        except (RequestError, RefusedError) as error:
            failed[f"the search for {search!r}: {one_line(str(error))}"] = None
            continue
        for result in results:
            try:
                pages[_saved(host, folder, result.url, ask)] = result.url
            except (RequestError, RefusedError) as error:
                failed[one_line(str(error))] = None
    return Collected(pages, tuple(failed))


def _context(host: Host, untrusted: bool) -> OperationContext:
    def reaches(site: str) -> bool:
        return host.policy.decide("network", site, untrusted=untrusted).verdict == "allow"

    return replace(host.operation_context, reaches=reaches)


def _saved(host: Host, folder: Path, url: str, ask: Callable[..., object]) -> str:
    """The file of a page, which is fetched where it is not there; raises RequestError where it has no text."""
    target = parse_target(url)
    path = folder / FOLDER / _name(target.host, target.path, target.url)
    if not path.exists():
        ask(f"read {target.url}")
        result = Fetcher(_context(host, untrusted=True)).page(target.url)
        pages = result.lookup.pages if isinstance(result.lookup, LookupResult) else ()
        if not result.ok or not pages:
            raise RequestError(result.text)
        _write(path, pages[0], target.url)
    return path.relative_to(host.workspace.root).as_posix()


def _name(site: str, path: str, url: str) -> str:
    """A file's name that says where the page is from, and is another one for each address."""
    words = _STRANGE.sub("-", f"{site} {path}".lower()).strip("-")[:60].strip("-")
    return f"{words}-{hashlib.sha256(url.encode()).hexdigest()[:8]}.md"


def _write(path: Path, page: Page, url: str) -> None:
    text = page_text(page).strip()
    if not text:
        raise RequestError(f"{url}: the page has no text")
    title = one_line(page.title) or url
    data = f"# {title}\n\n<{url}>\n\n{text}\n".encode("utf-8", "replace")
    try:
        path.parent.mkdir(exist_ok=True)
        write_new(path, data)
    except ChangedError:
        return  # another run saved it at the same moment
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror}; mend it, then resume") from error
