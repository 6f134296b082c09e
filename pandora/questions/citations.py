"""Checks of an answer without a model: find its quotes in the sources, and the words that no source has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pandora.document.fill import one_line
from pandora.document.quote_match import longest_run, tokens
from pandora.workspace.full_text import Passage, terms

_PLACE = re.compile(r"^(?:source\s+)?\S+:\d+:\s*|^source:?\s+", re.I)
_CITED = re.compile(r"“(?P<words>[^”]*)” \[(?P<place>[^\[\]]+:\d+)\]")
FEWEST_WORDS, LEAST_SHARE = 4, 0.6
"""The fewest words of a quote, and the least share of the model's words that must stand in the source."""
LONGEST_QUOTE = 240
"""The most characters of a quote."""
FEWEST_UNFOUNDED = 2
"""The fewest words without any source that make a sentence count as made up."""
_WITHOUT_MEANING = frozenset(
    [
        "should",
        "would",
        "could",
        "might",
        "must",
        "best",
        "better",
        "yes",
        "maybe",
        "depends",
        "answer",
        "question",
        "choose",
        "choice",
    ]
)


def quote(given: str, passages: Sequence[Passage]) -> str:
    """The part of `given` that a passage holds word for word, as `“…” [path:line]`; "" where it is too little.

    White space, case and punctuation do not count; the quote has the source's own spelling.
    """
    if citation := _CITED.fullmatch(given.strip()):
        given = citation["words"]
    given_words = tokens(_PLACE.sub("", one_line(given)).strip(" “”\"'")).words
    best: tuple[int, Passage, int, int] | None = None
    for passage in passages:
        size, start, end = longest_run(given_words, passage.text)
        if size and (best is None or size > best[0]):
            best = (size, passage, start, end)
    if (
        best is None
        or best[0] < min(FEWEST_WORDS, len(given_words))
        or best[0] < LEAST_SHARE * len(given_words)
        or len(given_words) < 2
    ):
        return ""
    _, passage, start, end = best
    line = passage.line + passage.text[:start].count("\n")
    text = one_line(passage.text[start:end]).replace("“", '"').replace("”", '"')
    return (
        f"“{text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + '…'}” [{passage.path}:{line}]"
    )


def quotes_in(text: str) -> list[tuple[str, str]]:
    """The quotes in a text, as (words, `path:line`)."""
    return [(match["words"], match["place"]) for match in _CITED.finditer(text)]


def unfounded_words(text: str, sources: Iterable[str]) -> list[str]:
    """The words of the first sentence of `text` that none of `sources` has, where they are half of it or more.

    A small model that has to choose, but finds no choice in its prompt, makes one up. Words count as the same
    where their first five letters are the same.
    """
    known_stems = {_stem(word) for source in sources for word in _terms(source)}
    said_words = list(dict.fromkeys(_terms(re.split(r"(?<=[.!?])\s", text.strip(), maxsplit=1)[0])))
    new = [word for word in said_words if _stem(word) not in known_stems]
    return new if len(new) >= FEWEST_UNFOUNDED and 2 * len(new) >= len(said_words) else []


def _terms(text: str) -> list[str]:
    """The words of `text` that carry a meaning, in lower case."""
    return [
        word for word in terms(text) if len(word) > 2 and not word[0].isdigit() and word not in _WITHOUT_MEANING
    ]


def _stem(word: str) -> str:
    return word[:5]
