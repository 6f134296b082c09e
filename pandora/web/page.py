"""A page of the web as a value: its title, text, facts, tables and links, and which links to follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from pandora.document.plain_text import clean, line
from pandora.web.page_facts import Rows

MAX_VISITS = 8
"""The most links that are worth a visit."""


@dataclass(frozen=True)
class Page:
    """The content of a page. A table's first row is its header; a link is its words and its full address.

    The results of a search engine are a page that has links alone, and no address.
    """

    title: str
    text: str
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Rows, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    address: str = ""

    @property
    def is_index(self) -> bool:
        """True where the page is for the most part a list of links to others."""
        words = len(re.findall(r"\w+", self.text))
        linked = sum(len(re.findall(r"\w+", words)) for words, _ in self.links)
        return len(self.links) >= 3 and linked * 10 >= words * 3

    def cleaned(self, clean_text: Callable[[str], str]) -> Page:
        """The page with each of its texts replaced by what `clean_text` returns for it."""
        return page_from_json(_map_texts(asdict(self), clean_text))


def _map_texts(value: Any, clean_text: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {key: _map_texts(part, clean_text) for key, part in value.items()}
    return [_map_texts(part, clean_text) for part in value]


def page_from_json(parts: Any) -> Page:
    """The page that `parts` describe, as decoded from JSON; raises ValueError where they describe none."""
    try:
        return Page(
            str(parts["title"]),
            str(parts["text"]),
            tuple((str(name), str(value)) for name, value in parts["facts"]),
            tuple(tuple(tuple(map(str, row)) for row in table) for table in parts["tables"]),
            tuple((str(words), str(address)) for words, address in parts["links"]),
            str(parts["address"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no page: {error}") from None


def plain_page(text: str, url: str) -> Page:
    """A page that is plain text, JSON or a table of commas."""
    return Page(line(url.rsplit("/", 1)[-1]), clean(text).strip(), address=url)


def worth_visiting(pages: Sequence[Page]) -> tuple[str, ...]:
    """The addresses worth a visit: all results of a search engine, and the largest family of an index page.

    A family is the links of one site in one folder, such as the products of a shop and not its imprint.
    """
    seen = {page.address for page in pages}
    addresses: list[str] = []
    for page in pages:
        if not page.address:
            addresses += [address for _, address in page.links]
        elif page.is_index:
            families: dict[str, list[str]] = {}
            for _, address in page.links:
                if urlsplit(address).netloc == urlsplit(page.address).netloc and address not in seen:
                    families.setdefault(address.rsplit("/", 1)[0], []).append(address)
            largest = max(families.values(), key=len, default=[])
            addresses += largest if len(largest) >= 2 else []
    return tuple(address for address in dict.fromkeys(addresses) if address not in seen)[:MAX_VISITS]
