"""The pages and documents that a search or a fetch found, as a value for later steps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from pandora.web.page import Page, page_from_json
from pandora.web.page_text import parse_page_text

_HIT = re.compile(r"^\d+\. (.+):\d+$", re.M)


@dataclass(frozen=True)
class LookupResult:
    """Pages that were fetched or that a search engine listed, and paths of documents that a search found."""

    pages: tuple[Page, ...] = ()
    documents: tuple[str, ...] = ()

    def cleaned(self, clean_text: Callable[[str], str]) -> LookupResult:
        """The result with each of its texts replaced by what `clean_text` returns for it."""
        return LookupResult(
            tuple(page.cleaned(clean_text) for page in self.pages), tuple(map(clean_text, self.documents))
        )

    def encoded(self) -> bytes:
        """The result as JSON, as a blob stores it."""
        return json.dumps(asdict(self), ensure_ascii=False).encode("utf-8", "surrogatepass")


def decode_lookup_result(data: bytes) -> LookupResult:
    """The result that `LookupResult.encoded` wrote; raises ValueError for anything else."""
    try:
        parts = json.loads(data.decode("utf-8", "surrogatepass"))
        return LookupResult(tuple(map(page_from_json, parts["pages"])), tuple(map(str, parts["documents"])))
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no result of a look-up: {error}") from None


def page_in_text(text: str) -> LookupResult:
    """The page that the text of a fetch's result shows."""
    return LookupResult(pages=(parse_page_text(text),))


def documents_in_text(text: str) -> LookupResult:
    """The documents that the text of a search's result names."""
    return LookupResult(documents=tuple(dict.fromkeys(_HIT.findall(text))))


def merged(results: Iterable[LookupResult]) -> LookupResult:
    """Merge results into one: each page and document once, in order; of a page's versions, the last."""
    listed = list(results)
    pages = {page.address or page.links: page for result in listed for page in result.pages}
    documents = dict.fromkeys(path for result in listed for path in result.documents)
    return LookupResult(tuple(pages.values()), tuple(documents))
