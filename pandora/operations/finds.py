"""What looking something up gives to the steps after it: pages of the web, and paths of documents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from pandora.web.page import Page, page_of
from pandora.web.page_text import read_shown

_HIT = re.compile(r"^\d+\. (.+):\d+$", re.M)


@dataclass(frozen=True)
class Finds:
    """Pages that were fetched or listed by an engine, and documents of the workspace that were found."""

    pages: tuple[Page, ...] = ()
    documents: tuple[str, ...] = ()

    def cleaned(self, clean_text: Callable[[str], str]) -> Finds:
        """The finds with each of their texts as `clean_text` gives it."""
        return Finds(
            tuple(page.cleaned(clean_text) for page in self.pages), tuple(map(clean_text, self.documents))
        )

    def encoded(self) -> bytes:
        """The finds as JSON, as a blob holds them."""
        return json.dumps(asdict(self), ensure_ascii=False).encode("utf-8", "surrogatepass")


def decoded_finds(data: bytes) -> Finds:
    """What `encoded` wrote; raises ValueError for anything else."""
    try:
        parts = json.loads(data.decode("utf-8", "surrogatepass"))
        return Finds(tuple(map(page_of, parts["pages"])), tuple(map(str, parts["documents"])))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no finds: {error}") from None


def page_in(text: str) -> Finds:
    """The page that a result's text shows."""
    return Finds(pages=(read_shown(text),))


def documents_in(text: str) -> Finds:
    """The documents that the text of a search's result names."""
    return Finds(documents=tuple(dict.fromkeys(_HIT.findall(text))))


def joined(finds: Iterable[Finds]) -> Finds:
    """All finds as one, each page and each document once, in order; of the same page the last."""
    given = list(finds)
    pages = {page.address or page.links: page for several in given for page in several.pages}
    documents = dict.fromkeys(path for several in given for path in several.documents)
    return Finds(tuple(pages.values()), tuple(documents))
