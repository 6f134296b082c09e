"""Scores of research on a test set: recall of retrieval, facts, citations, refusals and contradictions.

Nothing here asks a model. A report is read as a person reads it: claims with numbers in brackets, and a list of
references with a quote and a place each. Quotes are looked for in the files themselves, not in any index.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.research_set import DOCUMENTS, Gold, Item
from pandora.document.quote_match import places_of
from pandora.research.executor import WINDOW_TOKENS, WINDOWS
from pandora.research.research_plan import SENTENCES
from pandora.research.source_files import FoundFile, read_file
from pandora.research.source_index import BEST, FoundPassage, SourceIndex
from pandora.research.source_sentences import Sentence, likeliest, sentences_in
from pandora.research.windows import key_windows
from pandora.workspace.operation_context import OperationContext

SILENT = re.compile(
    r"\b(?:do|does|did|is|are|was|were|could|can) ?not\b|n['’]t\b|\bno (?:answer|information|mention|source)|"
    r"\bunable to\b|\bnot (?:say|stated?|mentioned|given|provided|specified|available)",
    re.I,
)
"""How a report, or a plain answer in a model's own words, says that the sources have no answer."""
_REFERENCE = re.compile(
    r"^(?P<number>\d+)\. “(?P<quote>.*)” – (?P<path>.+?)(?::(?P<line>\d+)|, page (?P<page>\d+)) \(sha256",
    re.M,
)
_SHOWN = "It was shown these passages:"
"""Begins the list of places behind a plain answer."""
_CITED = re.compile(r"\[(\d+)\]")
_OPENING = 300
"""The characters at its beginning where a text says so: a long report has such words anywhere."""
_HEADING = re.compile(r"^#{2,6} (?P<title>.*)$", re.M)


@dataclass(frozen=True)
class Reference:
    """A reference of a report: its quote, and the place that it names; its line or its page is 0."""

    quote: str
    path: str
    line: int
    page: int


@dataclass(frozen=True)
class Read:
    """A report as it was read: its claims with their numbers, its references, and its contradictions."""

    claims: str
    references: Mapping[int, Reference]
    contradictions: str

    @property
    def refused(self) -> bool:
        """True where it claims nothing: nothing is cited in it, and it says that the sources are silent."""
        opening = self.claims.strip()[:_OPENING]
        return not _CITED.search(self.claims) and bool(SILENT.search(opening) or not opening)


def read_report(text: str) -> Read:
    """Read a report, or a plain answer, which has no references."""
    parts: dict[str, str] = {}
    title, start = "", 0
    for heading in [*_HEADING.finditer(text), None]:
        parts[title] = parts.get(title, "") + text[start : heading.start() if heading else len(text)]
        if heading:
            title, start = heading["title"].strip(), heading.end()
    aside = (
        "Sources",
        "Contradictions",
        "Leads",
        "Not found",
        "Not read",
        "Pages",
        "How sure this is",
        "Removed",
    )
    claims = "\n".join(part for title, part in parts.items() if title not in aside)
    references = {
        int(match["number"]): Reference(
            match["quote"], match["path"], int(match["line"] or 0), int(match["page"] or 0)
        )
        for match in _REFERENCE.finditer(parts.get("Sources", ""))
    }
    return Read(claims.partition(_SHOWN)[0], references, parts.get("Contradictions", ""))


@dataclass(frozen=True)
class Recalled:
    """How much of an item's gold retrieval found: by its own question, and by the questions of its hops.

    `looked_at` tells whether, for each gold passage, an extractor of a source that has it looks at a sentence
    that answers; None for items with hops, whose questions are composed.
    """

    item: Item
    direct: float
    by_hops: float
    looked_at: bool | None = None


def recall(index: SourceIndex, items: Sequence[Item], folder: str, count: int = BEST) -> list[Recalled]:
    """The share of the gold passages among the first `count` for each item that has any.

    `folder` is what the sources' paths begin with before the paths of the set. One quote that stands in several
    documents is found where one of them is.
    """
    recalled = []
    for item in items:
        groups = _groups(item.gold)
        if not groups:
            continue
        passages = index.nearest(item.question, count)
        direct = [_holds(passages, quote, paths, folder) for quote, paths in groups.items()]
        hops = direct
        if item.hops:
            found = [index.nearest(hop, count) for hop in item.hops]
            hops = [
                any(_holds(near, quote, paths, folder) for near in found) for quote, paths in groups.items()
            ]
        seen = None if item.hops else _looked_at(index, item, folder)
        recalled.append(Recalled(item, sum(direct) / len(direct), sum(hops) / len(hops), seen))
    return recalled


def _looked_at(index: SourceIndex, item: Item, folder: str) -> bool:
    """True where a source of each gold passage has a sentence that answers among those that are looked at."""
    sources = {path: source for source in index.sources() for path in (source.path, *source.also)}

    def seen(gold: Gold) -> bool:
        shown = _shown(index, sources[f"{folder}{gold.path}"].digest, item.question)
        return any(_answers(sentence.text, gold, item) for sentence in shown)

    groups = _groups(item.gold).items()
    return all(any(seen(Gold(path, quote)) for path in paths) for quote, paths in groups)


def _shown(index: SourceIndex, digest: str, question: str) -> list[Sentence]:
    """What an extractor looks at; tokens are reckoned, four characters each, since no model is loaded."""
    windows = key_windows(index, digest, question, lambda text: len(text) // 4, WINDOW_TOKENS, WINDOWS)
    return likeliest(sentences_in(index.text(digest), windows), question, SENTENCES)


def _answers(quote: str, gold: Gold, item: Item) -> bool:
    """True where a quote of a gold source says a right value, or has the gold words or is a part of them."""
    says = any(places_of(value, quote) for value in item.values)
    return bool(says or places_of(quote, gold.quote) or places_of(gold.quote, quote))


def _groups(gold: Sequence[Gold]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for passage in gold:
        groups.setdefault(passage.quote, []).append(passage.path)
    return groups


def _holds(passages: Sequence[FoundPassage], quote: str, paths: Sequence[str], folder: str) -> bool:
    wanted = {f"{folder}{path}" for path in paths}
    return any(
        not wanted.isdisjoint({passage.source.path, *passage.source.also}) and places_of(quote, passage.text)
        for passage in passages
    )


@dataclass(frozen=True)
class Scored:
    """A report held against its item.

    `right` is True where a right value is claimed and no wrong one. `citations` counts the references that
    claims use, `standing` those whose quote stands at the place that they name, `strict` those that also hold a
    right value or stand in a gold passage. What is not `standing` is fabricated. `refused` says that it claims
    nothing, `clashed` that it names both values as a contradiction.
    """

    item: Item
    right: bool
    citations: int
    standing: int
    strict: int
    refused: bool
    clashed: bool


def score(item: Item, text: str, workspace: Path) -> Scored:
    """Hold the report `text` against its item; its paths are those of the set in `workspace`."""
    read = read_report(text)
    values = any(places_of(value, read.claims) for value in item.values)
    wrong = any(places_of(value, read.claims) for value in item.wrong)
    used = {int(number) for number in _CITED.findall(read.claims + read.contradictions)}
    standing = strict = 0
    for number in used:
        reference = read.references.get(number)
        if reference is None or not _stands(reference, workspace):
            continue
        standing += 1
        strict += _is_gold(reference, item)
    # Another's report has no part for contradictions: one paragraph that names both values is taken for one.
    places = [read.contradictions, *(() if read.references else read.claims.split("\n\n"))]
    both = any(all(places_of(value, place) for value in item.clash) for place in places)
    return Scored(
        item, values and not wrong, len(used), standing, strict, read.refused, bool(item.clash) and both
    )


def _stands(reference: Reference, workspace: Path) -> bool:
    path = workspace / reference.path
    read = read_file(FoundFile(reference.path, path, ""), workspace, OperationContext(workspace))
    for start, _ in places_of(reference.quote, read.text):
        line = read.text.count("\n", 0, start) + 1
        page = sum(first <= line for first in read.pages)
        if page == reference.page if reference.page else line == reference.line:
            return True
    return False


def _is_gold(reference: Reference, item: Item) -> bool:
    """True where the quote is of a gold source and says a right value, or is a part of the gold words there."""
    path = f"/{reference.path}".rpartition(f"/{DOCUMENTS}/")[2]
    return any(gold.path == path and _answers(reference.quote, gold, item) for gold in item.gold)


def table(scored: Sequence[Scored]) -> dict[str, tuple[int, int]]:
    """The figures of a run: how many, and of how many."""
    facts = [one for one in scored if one.item.answerable and not one.item.clash]
    silent = [one for one in scored if not one.item.answerable]
    clashes = [one for one in scored if one.item.clash]
    citations = sum(one.citations for one in scored)
    return {
        "facts right": (sum(one.right for one in facts), len(facts)),
        "citations strict": (sum(one.strict for one in scored), citations),
        "fabricated": (citations - sum(one.standing for one in scored), citations),
        "refused": (sum(one.refused for one in silent), len(silent)),
        "contradictions found": (sum(one.clashed for one in clashes), len(clashes)),
    }


@dataclass(frozen=True)
class Paired:
    """Two runs of the same items: how often only one of them was right, and how probable that is by chance."""

    only_one: int
    only_other: int
    chance: float


def paired(one: Sequence[Scored], other: Sequence[Scored]) -> Paired:
    """Compare two runs item by item, by the exact sign test (two-sided)."""
    rights = {scored.item.id: scored.right for scored in other if scored.item.answerable}
    pairs = [(scored.right, rights[scored.item.id]) for scored in one if scored.item.id in rights]
    wins, losses = sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)
    total = wins + losses
    tail = sum(math.comb(total, k) for k in range(min(wins, losses) + 1)) / 2**total
    return Paired(wins, losses, min(1.0, 2 * tail))
