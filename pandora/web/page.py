"""A page of the web as a value: its title, text, facts, tables and links, and which links to follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from pandora.document.plain_text import clean, line
from pandora.web.facts import Rows

VISITED = 8
"""The most links that are worth a visit."""


@dataclass(frozen=True)
class Page:
    """What a page holds. A table's first row is its header; a link is its words and its full address.

    What a search engine lists is a page without an address, of links alone.
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
        """The page with each of its texts as `clean_text` gives it."""
        return page_of(_each_text(asdict(self), clean_text))


def _each_text(value: Any, clean_text: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {key: _each_text(part, clean_text) for key, part in value.items()}
    return [_each_text(part, clean_text) for part in value]


def page_of(parts: Any) -> Page:
    """The page of its parts, as JSON gives them back; raises ValueError where they are none of a page."""
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
    """The addresses worth a visit: what an engine found, and of a page that is an index its largest family.

    A family are links of one site in one folder: the products of a shop, and not its imprint.
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
    return tuple(address for address in dict.fromkeys(addresses) if address not in seen)[:VISITED]
