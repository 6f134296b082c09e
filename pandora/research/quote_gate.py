"""The gate for quotes: each stands in the source that it is cited from, word for word, or it does not count.

Found, misattributed (it stands in another source) or not found; whatever cannot be decided is not found.
"""

from __future__ import annotations

import difflib
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
FEWEST_MENDED, MOST_MENDED = 4, 0.25
"""The fewest tokens of a quote that is mended, and the largest share of them that may differ."""
SHORTEST_MENDED, LIKE = 4, 0.8
"""The fewest letters of a word that is mended, and the least likeness of both words, from 0 to 1."""
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
        near = (passage.source.digest for passage in index.nearest(quote, _CANDIDATES * 4))
        others = list(dict.fromkeys(near))[:_CANDIDATES]
    for digest in others:
        if digest != source and (place := _first(quote, index.text(digest))):
            reason = f"it stands in {place[0]}, not in {text.source.path}"
            return QuoteCheck("misattributed", *place, reason=reason)
    return QuoteCheck("not found", reason=f"no run of words in {text.source.path} is it")


def nearest_quote(quote: str, source: str, index: SourceIndex) -> QuoteCheck | None:
    """The words of a source that a quote almost is, because letters were copied wrongly; None where none are.

    The mended quote is the source's text. No number, sign or denial is mended, nor a word left out or put in:
    each token must be the source's own, or a word like it, and most are the source's.
    """
    try:
        text = index.text(source)
    except UsageError:
        return None
    wanted, known = tokens(quote.strip(_MARKS)), tokens(text.text)
    words, there = wanted.words, known.words
    count = len(words)
    if count < FEWEST_MENDED:
        return None
    best: tuple[int, int] | None = None
    for first in range(len(there) - count + 1):
        odd = 0
        for word, other in zip(words, there[first : first + count], strict=True):
            if word != other:
                odd += 1
                if odd > MOST_MENDED * count or not _is_slip(word, other):
                    break
        else:
            if best is None or odd < best[0]:
                best = odd, first
    if best is None:
        return None
    start, end = known.starts[best[1]], known.ends[best[1] + count - 1]
    return QuoteCheck("found", text.place(start), " ".join(text.text[start:end].split()), "mended")


def _is_slip(word: str, other: str) -> bool:
    """True where one word is another with a slip, and both are long enough not to be two words."""
    sizes = len(word), len(other)
    if not (word.isalpha() and other.isalpha()) or min(sizes) < SHORTEST_MENDED or max(sizes) - min(sizes) > 2:
        return False
    return difflib.SequenceMatcher(None, word, other, autojunk=False).ratio() >= LIKE


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
