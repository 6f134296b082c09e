"""The catalogue of citations of a report: code numbers them, puts them at each claim, and lists the references.

Models name the wrong source, or none, more often than not. So a claim's numbers come from the facts that it
rests on; whatever the model wrote like a citation is taken out and recorded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pandora.document.quote_match import places_of, tokens
from pandora.research.knowledge_base import Citation, Fact

_CITED = re.compile(
    r"[ \t]*(?:"
    r"!?\[(?P<words>[^\[\]\n]*)\]\([^()\s]*(?:\([^()]*\))?[^()\s]*\)"
    r"|\[\^?(?P<numbers>\d{1,4}(?:\s*[-–,;]\s*\^?\d{1,4})*)\]"
    r"|【[^【】\n]*】"
    r"|\[(?P<named>[^\[\]\n]*)\]"
    r"|<?\bhttps?://[^\s<>()\[\]]+>?"
    r"|\((?P<author>[^\W\d_][\w.'’ -]*(?:,|&| and | et al\.?)[\w.'’& -]*,? ?(?:1[5-9]|20)\d\d[a-z]?)\)"
    r")"
)
"""What is written like a citation: links, numbers or names in brackets, addresses, (Author, year)."""
_LABEL = re.compile(
    r"(?:source|ref(?:erence)?|citation|doc(?:ument)?|quelle|fact)?\s*:?\s*\S*\d+\S*|.+:\d+", re.I
)
"""What stands in brackets as the name of a source: `source 3`, `notes.md:12`, `fact-3f9a2c`."""
_NUMBER = re.compile(r"\d+")
_END = re.compile(r"(?P<said>.*?)(?P<stop>[.!?:;]?[\"”’]?\s*)\Z", re.S)


@dataclass(frozen=True)
class Removed:
    """A citation that was taken out of a text because the catalogue does not have it, and the text."""

    citation: str
    text: str


@dataclass
class Catalogue:
    """The citations of one report, numbered from 1 in the order in which they were first used."""

    citations: list[Citation] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)

    def number(self, citation: Citation) -> int:
        """The number of a citation; one that is new gets the next."""
        for number, known in enumerate(self.citations, 1):
            if _key(known) == _key(citation):
                return number
        self.citations.append(citation)
        return len(self.citations)

    def cite(self, text: str, facts: Sequence[Fact]) -> str:
        """A claim with the numbers of all that the facts rest on: `It rose by 5% [1][4].`

        What the model wrote like a citation is taken out first. A claim without facts has none.
        """
        quotes = [citation.quote for fact in facts for citation in fact.citations]
        said = self._without_strange(text, quotes)
        numbers = dict.fromkeys(self.number(citation) for fact in facts for citation in fact.citations)
        marks = "".join(f"[{number}]" for number in numbers)
        if not marks or not said.strip():
            return said
        match = _END.match(said.rstrip())
        assert match is not None  # it matches every text
        return f"{match['said']} {marks}{match['stop']}"

    def _without_strange(self, text: str, quotes: Sequence[str]) -> str:
        """A text without what is written like a citation; each goes to `removed`.

        Words that a quote has alike stay, such as `[sic]` or `(Rome, 1957)`, and what stands in brackets and
        names no source.
        """

        def rest_of(match: re.Match[str]) -> str:
            written = match[0].strip()
            if match["numbers"] is not None:
                self.removed.append(Removed(written, text))
                return ""
            named, author = match["named"], match["author"]
            if named is not None and not _LABEL.fullmatch(named.strip()):
                return match[0]
            if any(written in quote or (author and places_of(author, quote)) for quote in quotes):
                return match[0]
            self.removed.append(Removed(written, text))
            words = (match["words"] or "").strip()
            return f" {words}" if words and not words.isdigit() else ""

        return _CITED.sub(rest_of, text)

    def references(self) -> str:
        """The list of references as markdown: number, quote, place, and the digest of the source."""
        return "".join(
            f"{number}. “{citation.quote}” – {citation.place} (sha256 {citation.digest[:12]})\n"
            for number, citation in enumerate(self.citations, 1)
        )


def _key(citation: Citation) -> tuple[str, int, int, str]:
    """What a citation is known by: marks around the words of its quote tell nothing."""
    return citation.digest, citation.place.line, citation.place.page, tokens(citation.quote).row
