"""Insights of a source beside its answers: gaps that it names, further questions, sources that it links.

They appear on a trigger alone: an answer that is not sure, a section on limitations or future work, two
sentences of the source that contradict each other, or a leaf that is `discovery_intense`. Each has a quote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pandora.document.fill import one_line
from pandora.document.text_segments import segments
from pandora.research.fact_comparison import clashes
from pandora.research.knowledge_base import Citation, Fact, NewFact
from pandora.research.source_files import Place, SourceText
from pandora.research.windows import Window
from pandora.workspace.full_text import terms

UNSURE = 0.6
"""Below this confidence, an answer is no sure one."""
MOST = 3
"""The most insights of a kind that one source gives."""
_LIMITS = re.compile(
    r"^[ \t#*]*(?:\d[\d.]*[ \t]+)?(?:limitations?|future (?:work|research)|open (?:questions|problems)"
    r"|further research|grenzen|ausblick|offene fragen)\b[^\n.]{0,60}$",
    re.I | re.M,
)
_NEXT = re.compile(r"^#{1,6}[ \t]+\S", re.M)
_LINK = re.compile(r"https?://[^\s<>()\[\]\"']+|\]\((?P<path>[^()\s]+)\)")


@dataclass(frozen=True)
class Triggers:
    """What calls for insights: an answer less sure than `sure`, a contradiction to `known`, or `intense`."""

    sure: float = UNSURE
    intense: bool = False
    known: tuple[Fact, ...] = ()


def insights_of(
    text: SourceText,
    windows: Sequence[Window],
    question: str,
    stated: Sequence[tuple[str, float]],
    triggers: Triggers,
) -> list[NewFact]:
    """The insights that a source gives beside its answer to a question; [] without a trigger.

    `stated` are the sentences that state the answer, with how probably each does.
    """
    gaps = _gaps(text)
    unsure = _unsure(text, question, stated, triggers.sure)
    clash = _clash(text, question, stated, triggers.known)
    if not (gaps or unsure or clash or triggers.intense):
        return []
    return [*gaps, *unsure, *clash, *_links(text, windows, question)]


def _gaps(text: SourceText) -> list[NewFact]:
    """The first sentences of a section on limitations or future work, word for word."""
    heading = _LIMITS.search(text.text)
    if heading is None:
        return []
    after = _NEXT.search(text.text, heading.end())
    body = text.text[heading.end() : after.start() if after else None]
    return [
        NewFact(one_line(one.text), one.text, text.place(heading.end() + one.start), 1.0, "gap")
        for one in list(segments(body))[:MOST]
    ]


def _unsure(text: SourceText, question: str, stated: Sequence[tuple[str, float]], sure: float) -> list[NewFact]:
    best = max(stated, key=lambda one: one[1], default=None)
    if best is None or best[1] >= sure or (place := _place(text, best[0])) is None:
        return []
    why = f"the surest sentence of {text.source.path} states it with {best[1]:.2f} only"
    return [NewFact(f"{question} ({why})", best[0], place, round(1 - best[1], 2), "follow-up")]


def _clash(
    text: SourceText, question: str, stated: Sequence[tuple[str, float]], known: Sequence[Fact]
) -> list[NewFact]:
    """What is to be decided where two sentences of the source clash, or one with what was known before."""
    own = [
        Fact(str(number), sentence, question, "answer", (Citation(place, sentence, chance),))
        for number, (sentence, chance) in enumerate(stated)
        if (place := _place(text, sentence)) is not None
    ]
    facts = [*own, *(fact for fact in known if fact.text not in {one.text for one in own})]
    new = [clash for clash in clashes(facts) if min(clash.one, clash.other) < len(own)]
    return [
        NewFact(
            f"Which is right: {facts[clash.one].text} Or: {facts[clash.other].text}",
            facts[clash.one].citations[0].quote,
            facts[clash.one].citations[0].place,
            round(facts[clash.one].confidence, 2),
            "follow-up",
        )
        for clash in new[:MOST]
    ]


def _links(text: SourceText, windows: Sequence[Window], question: str) -> list[NewFact]:
    """The addresses and files that the windows link, those first whose line shares words with the question."""
    asked = set(terms(question))
    links: dict[str, tuple[float, str]] = {}
    for line in "\n".join(window.text for window in windows).split("\n"):
        for match in _LINK.finditer(line):
            target = match["path"] or match[0].rstrip(".,;:")
            share = len(asked & set(terms(line))) / len(asked) if asked else 0.0
            links.setdefault(target, (share, line.strip()))
    ranked = sorted(links.items(), key=lambda item: (-item[1][0], item[0]))[:MOST]
    return [
        NewFact(f"{target} (priority {share:.2f})", line, place, round(share, 2), "link")
        for target, (share, line) in ranked
        if (place := _place(text, line)) is not None
    ]


def _place(text: SourceText, quote: str) -> Place | None:
    """Where a sentence of a source stands; None where its words were joined over a line's end."""
    offset = text.text.find(quote)
    if offset < 0:
        match = re.search(r"\s+".join(map(re.escape, quote.split())), text.text)
        offset = match.start() if match else -1
    return text.place(offset) if offset >= 0 else None
