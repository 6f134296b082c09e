"""The gate for quotes: each stands in the source that it is cited from, word for word, or it does not count.

Found, misattributed (it stands in another source) or not found; whatever cannot be decided is not found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pandora.document.quote_match import places_of, tokens
from pandora.errors import UsageError
from pandora.research.source_files import Place, SourceText
from pandora.research.source_index import SourceIndex
from pandora.research.windows import Window

Verdict = Literal["found", "misattributed", "not found"]
FEWEST_TOKENS = 2
"""The fewest tokens of a quote: a single word stands nearly everywhere."""
_CANDIDATES = 12
"""The other sources in which a quote that does not stand where it is cited from is looked for."""
_MARKS = " \t\n\"'“”„«»‘’`*_"
"""What stands around a quote and is no part of it."""


@dataclass(frozen=True)
class QuoteCheck:
    """What the gate says of a quote: the verdict, where it stands, and its text as the source spells it.

    `place` is None and `text` is "" where it stands nowhere. `reason` is one line, "" where it was found.
    """

    verdict: Verdict
    place: Place | None = None
    text: str = ""
    reason: str = ""

    @property
    def found(self) -> bool:
        """True where the quote stands in the source that it is cited from."""
        return self.verdict == "found"


def check_quote(
    quote: str,
    source: str,
    index: SourceIndex,
    windows: Sequence[Window] = (),
    others: Sequence[str] | None = None,
) -> QuoteCheck:
    """Look for a quote in the source with the digest `source`, and where it is not there, in others.

    Where it stands in several places, one in `windows`, which are the parts that were read, counts before
    others. `others` are digests of the sources in which a misattributed quote may stand; by default those whose
    passages are nearest to it.
    """
    quote = quote.strip(_MARKS)
    if len(tokens(quote).starts) < FEWEST_TOKENS:
        return QuoteCheck("not found", reason=f"a quote has {FEWEST_TOKENS} words at least: {quote!r}")
    try:
        text = index.text(source)
    except UsageError as error:
        return QuoteCheck("not found", reason=str(error))
    if place := _first(quote, text, windows):
        return QuoteCheck("found", *place)
    if others is None:
        near = (found.source.digest for found in index.nearest(quote, _CANDIDATES * 4))
        others = list(dict.fromkeys(near))[:_CANDIDATES]
    for digest in others:
        if digest != source and (place := _first(quote, index.text(digest))):
            reason = f"it stands in {place[0]}, not in {text.source.path}"
            return QuoteCheck("misattributed", *place, reason=reason)
    return QuoteCheck("not found", reason=f"no run of words in {text.source.path} is it")


def _first(quote: str, text: SourceText, windows: Sequence[Window] = ()) -> tuple[Place, str] | None:
    """Where the quote stands, and its words there on one line; None where it does not."""
    spans = places_of(quote, text.text)
    if not spans:
        return None
    places = [text.place(start) for start, _ in spans]
    read = [any(window.holds(place) for window in windows) for place in places]
    number = read.index(True) if any(read) else 0
    start, end = spans[number]
    return places[number], " ".join(text.text[start:end].split())
