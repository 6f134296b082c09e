"""The report: markdown whose every claim has numbered citations, put there by code from its facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pandora.document.counted import counted
from pandora.research.citation_catalogue import Catalogue
from pandora.research.insights import UNSURE
from pandora.research.knowledge_base import Contradiction, Fact
from pandora.research.report_part import Claim, Part

_LEADS = {"gap": "A source says what it lacks", "follow-up": "To be asked further", "link": "A source links"}
HIGH, MEDIUM = 0.8, 0.5
"""From which mean confidence of its claims a report is called `high` or `medium`, and not `low`."""


@dataclass(frozen=True)
class ResearchReport:
    """A report's title and text, and what was taken out of it because no source stands behind it.

    The text's headings are of the third level, as those in a section of a document.
    """

    title: str
    text: str
    removed: tuple[str, ...] = ()

    @property
    def file_text(self) -> str:
        """The report as a file of its own, with its title and headings from the second level on."""
        return f"# {self.title}\n\n" + re.sub(r"^#(#{2,5} )", r"\1", self.text, flags=re.M)


def write_report(
    question: str,
    part: Part,
    facts: Mapping[str, Fact],
    contradictions: Sequence[Contradiction],
    notes: Sequence[str] = (),
    leads: Sequence[Fact] = (),
    pages: Mapping[str, str] = MappingProxyType({}),
) -> ResearchReport:
    """Write the report of a part; `facts` are those of the knowledge base by id, `notes` what was not read.

    `pages` are the addresses of files that were saved from the web; those that are cited are listed.

    `leads` are insights: they answer nothing, and stand under a heading of their own.

    A claim that names no fact that is there is not in the report.
    """
    catalogue = Catalogue()
    removed: list[str] = []
    cited: list[Fact] = []
    claims: dict[str, list[Fact]] = {}

    def cite(claim: Claim) -> str | None:
        known = [facts[fact] for fact in claim.facts if fact in facts]
        if not known:
            removed.append(f"{claim.text} (it rests on no fact)")
            return None
        cited.extend(known)
        claims[claim.line] = known
        return catalogue.cite(_with_stop(claim.text), known)

    lines = list(_part_lines(part, cite, 3)) or ["The sources do not say."]
    if missing := part.not_found:
        lines += ["", "### Not found", "", *(f"- The sources do not say: {text}" for text in missing)]
    if contradictions:
        lines += ["", "### Contradictions", ""]
        for pair in contradictions:
            one, other = (catalogue.cite(fact.text, [fact]) for fact in (pair.one, pair.other))
            cited += [pair.one, pair.other]
            lines.append(f"- {one} But: {other}")
    if leads := worth_asking(leads, tuple(facts.values()), contradictions):
        lines += ["", "### Leads", ""]
        for lead in leads:
            cited.append(lead)
            lines.append(f"- {_LEADS[lead.kind]}: {catalogue.cite(lead.text, [lead])}")
    lines += ["", "### How sure this is", "", *_how_sure(tuple(claims.values()), part, contradictions)]
    if notes:
        lines += ["", "### Not read", "", *(f"- {note}" for note in notes)]
    if cited:
        lines += ["", "### Sources", "", catalogue.references().rstrip()]
    used = dict.fromkeys(citation.place.path for citation in catalogue.citations)
    if saved := [f"- {path} is <{pages[path]}>" for path in used if path in pages]:
        lines += ["", "### Pages", "", *saved]
    removed += [f"{taken.citation}, in: {taken.text}" for taken in catalogue.removed]
    return ResearchReport(question, "\n".join(lines).strip() + "\n", tuple(removed))


def worth_asking(
    leads: Sequence[Fact], facts: Sequence[Fact], contradictions: Sequence[Contradiction]
) -> tuple[Fact, ...]:
    """The leads without questions that a source answers surely after all, or that are named contradictions.

    Each question stands once.
    """
    named = {
        citation.place
        for pair in contradictions
        for fact in (pair.one, pair.other)
        for citation in fact.citations
    }
    known = {fact.question for fact in facts if fact.kind == "answer" and fact.confidence >= UNSURE}
    kept: list[Fact] = []
    for lead in leads:
        repeats = lead.kind == "follow-up" and lead.text.startswith(lead.question)
        if repeats and lead.question in known:
            continue
        if lead.kind == "follow-up" and any(citation.place in named for citation in lead.citations):
            continue
        known |= {lead.question} if repeats else set()
        kept.append(lead)
    return tuple(kept)


def _with_stop(claim: str) -> str:
    """The claim as a sentence: a quote that stands as one may end without a stop."""
    return f"{claim}." if claim[-1:].isalnum() or claim[-1:] in ("%", ")") else claim


def _part_lines(part: Part, cite: Callable[[Claim], str | None], level: int) -> Iterator[str]:
    """The lines of a part and of those below it; `cite` gives a claim with its citations, or None."""
    texts = [text for claim in part.claims if (text := cite(claim))]
    if texts:
        yield " ".join(texts)
    for title, claims in (("What stands out", part.outliers), ("Connections", part.connections)):
        if shown := [text for claim in claims if (text := cite(claim))]:
            yield from ("", f"**{title}**", "", *(f"- {text}" for text in shown))
    for below in part.parts:
        yield from ("", f"{'#' * min(level, 6)} {below.objective}", "")
        lines = list(_part_lines(below, cite, level + 1))
        yield from lines or ["The sources do not say."]


def _how_sure(
    claims: Sequence[Sequence[Fact]], part: Part, contradictions: Sequence[Contradiction]
) -> Iterator[str]:
    """How sure the report is, in numbers that code counted, and what they are made of."""
    if not claims:
        yield "Nothing was found that a source says word for word."
        return
    best = [max(fact.confidence for fact in facts) for facts in claims]
    mean = sum(best) / len(best)
    word = "high" if mean >= HIGH else "medium" if mean >= MEDIUM else "low"
    why = ""
    if contradictions and word == "high":
        word, why = "medium", "; what contradicts takes from it"
    several = sum(len({c.digest for fact in facts for c in fact.citations}) > 1 for facts in claims)
    yield f"Confidence: {word} ({mean:.2f}{why})"
    yield ""
    yield f"- {counted(len(claims), 'claim')}; each quote stands word for word in its source."
    yield f"- Claims that rest on more than one source: {several}."
    open_questions = counted(len(part.not_found), "question")
    yield f"- {open_questions} without an answer; {counted(len(contradictions), 'contradiction')}."
    yield "- The number is the mean, over the claims, of how sure the model was that the source answers."
