"""The scout: finds and ranks the sources for the leaves after it, and says what it left out and why.

Code makes the queries from the objective, its guidance and the leaves, puts near copies together, and ranks. A
fast extractor looks at one place of each source. What a limit leaves unlooked at is left out, and said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pandora.document.counted import counted
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code
from pandora.outcome import Outcome
from pandora.research.extractor import LEAST_YES, Reading, Scan, scan
from pandora.research.materials import Materials, phase_of
from pandora.research.research_plan import SCANS, Leaf
from pandora.research.role_children import Delegation
from pandora.research.roles import EXTRACTOR
from pandora.research.source_files import Source
from pandora.research.source_index import BEST, FoundPassage
from pandora.task import Task

ALIKE = 0.8
"""The share of common words from which on two sources are near copies: one of them is enough."""
_HEAD = 4000
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_WORD = re.compile(r"\w{3,}")
_LINE = re.compile(r"^\d+\. .*\(sha256 (?P<digest>[0-9a-f]{16})\)")


@dataclass(frozen=True)
class Search:
    """What a scout is to find sources for: its leaf of the plan, and the objectives of the leaves after it."""

    leaf: Leaf
    themes: tuple[str, ...]

    @property
    def queries(self) -> tuple[str, ...]:
        """What is looked up: what each leaf asks, the objective, and the planner's questions as guidance."""
        return tuple(dict.fromkeys((*self.themes, self.leaf.objective, *self.leaf.questions)))

    @property
    def limit(self) -> int:
        """How many sources are looked at, at most."""
        return min(SCANS, self.leaf.calls) if self.leaf.calls else SCANS


@dataclass(frozen=True)
class Candidate:
    """A source that retrieval found, with its best passage for each of the queries that found it."""

    source: Source
    passages: Mapping[str, FoundPassage]
    year: int = 0
    named: int = 0
    chance: float = 0.0

    @property
    def best(self) -> tuple[str, FoundPassage]:
        """The query that it answers best, and the passage."""
        return max(self.passages.items(), key=lambda item: item[1].score)


@dataclass(frozen=True)
class Curation:
    """How a scout ended, and the digests of the sources that it found, the best first."""

    outcome: Outcome
    digests: tuple[str, ...] = ()


def find_sources(task: Task, host: Host, materials: Materials, search: Search) -> Curation:
    """Find the sources for a search; §5 of the document is the ranked list, which a person may change."""
    loop = open_loop(task, host)

    def phases(loop: Loop) -> str:
        phase = phase_of(loop, "understand")
        themes = "\n".join(f"- {theme}" for theme in search.themes) or "none"
        specification = search.leaf.specification or "none"
        by_code(loop, phase, phase.form, {"task": task.text, "specification": specification, "themes": themes})
        phase = phase_of(loop, "plan")
        by_code(loop, phase, phase.form, {"queries": "\n".join(f"- {query}" for query in search.queries)})
        candidates, copies = _without_copies(materials, _candidates(materials, search))
        scanned, limit = _scanned(loop, materials, candidates, search)
        kept = _balanced([one for one in scanned if one.chance >= LEAST_YES])
        covered = {theme: sum(theme in one.passages for one in kept) for theme in search.themes}
        phase = phase_of(loop, "check")
        balance = "\n".join(f"- {count} for {theme}" for theme, count in covered.items()) or "none"
        by_code(loop, phase, phase.form, {"coverage": balance})
        left = [
            f"- {one.source.path}: relevance {one.chance:.2f} is under {LEAST_YES:g}"
            for one in scanned
            if one.chance < LEAST_YES
        ]
        left += [
            f"- {one.source.path}: not looked at, since {limit} is reached"
            for one in candidates[len(scanned) :]
        ]
        return _listed(kept, [*copies, *left])

    outcome = run_phases(loop, phases)
    matches = map(_LINE.match, outcome.output.split("\n"))
    short = [match["digest"] for match in matches if match]
    whole = {source.digest[:16]: source.digest for source in materials.index.sources()}
    return Curation(outcome, tuple(whole[digest] for digest in short if digest in whole))


def _candidates(materials: Materials, search: Search) -> list[Candidate]:
    """The sources that any of the queries finds, those with the best passage first."""
    passages: dict[str, dict[str, FoundPassage]] = {}
    sources: dict[str, Source] = {}
    for query in search.queries:
        for passage in materials.index.nearest(query, BEST, search.leaf.objective):
            sources.setdefault(passage.source.digest, passage.source)
            passages.setdefault(passage.source.digest, {}).setdefault(query, passage)
    candidates = [
        Candidate(source, passages[digest], *_standing(materials, source)) for digest, source in sources.items()
    ]
    return sorted(candidates, key=lambda one: (-one.best[1].score, one.source.path))


def _standing(materials: Materials, source: Source) -> tuple[int, int]:
    """How recent a source is, by the last year at its head; and how many others name its title."""
    text = materials.index.text(source.digest).text[:_HEAD]
    words = re.findall(r"\w+", source.title)
    named = materials.index.with_all(words) - 1 if words else 0
    return max(map(int, _YEAR.findall(text)), default=0), max(0, named)


def _without_copies(materials: Materials, candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[str]]:
    """The candidates without near copies of a better one, and a line for each that was left out."""
    kept: list[tuple[Candidate, set[str]]] = []
    lines: list[str] = []
    for one in candidates:
        words = set(_WORD.findall(materials.index.text(one.source.digest).text[:_HEAD].casefold()))
        alike = next((other for other, theirs in kept if _likeness(words, theirs) >= ALIKE), None)
        if alike is None:
            kept.append((one, words))
        else:
            lines.append(f"- {one.source.path}: nearly the same as {alike.source.path}")
    return [one for one, _ in kept], lines


def _likeness(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0


def _scanned(
    loop: Loop, materials: Materials, candidates: Sequence[Candidate], search: Search
) -> tuple[list[Candidate], str]:
    """The candidates that a fast extractor looked at, with what it says of each, and what ended that."""
    children = Delegation(loop)
    looked: list[Candidate] = []
    limit = f"the limit of {search.limit} calls"
    for place, one in enumerate(candidates[: search.limit], 1):
        query, passage = one.best
        reading = Reading(one.source, (), (query,), search.leaf, f"{passage.place}, one place of it")
        result: Scan = children.run(
            EXTRACTOR,
            f"{loop.task.number}.{place}",
            query,
            lambda task, reading=reading, passage=passage: scan(  # type: ignore[misc]
                task, loop.host, materials, reading, passage.text
            ),
            lambda result: result.outcome,
            untrusted=(one.source.path,),
        )
        if result.outcome.ceiling is not None:
            limit = str(result.outcome.ceiling)
            break
        looked.append(Candidate(one.source, one.passages, one.year, one.named, result.chance))
    children.close()
    return looked, limit


def _balanced(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates ranked: in turns the best one of each query, so that no theme crowds out another."""
    rest = sorted(candidates, key=lambda one: (-round(one.chance, 1), -one.named, -one.year, one.source.path))
    ranked: list[Candidate] = []
    while rest:
        seen: set[str] = set()
        for one in list(rest):
            if one.best[0] not in seen:
                seen.add(one.best[0])
                ranked.append(one)
                rest.remove(one)
    return ranked


def _listed(kept: Sequence[Candidate], left: Sequence[str]) -> str:
    lines = list(_lines(kept)) or ["No source was found."]
    return "\n".join([*lines, *(["Left out:", *left] if left else [])])


def _lines(kept: Sequence[Candidate]) -> Iterator[str]:
    for rank, one in enumerate(kept, 1):
        query, passage = one.best
        before = sum(other.best[0] == query for other in kept[: rank - 1])
        tags = {
            "rationale": f"relevance {one.chance:.2f} for {query!r} at {passage.place}",
            "authority": f"named by {counted(one.named, 'other source')}",
            "recency": f"it names {one.year}" if one.year else "it names no year",
            "diversity": f"number {before + 1} for this",
            "coverage": ", ".join(one.passages),
        }
        listed = "; ".join(f"{tag}: {text}" for tag, text in tags.items())
        yield f"{rank}. {one.source.path} – {listed} (sha256 {one.source.digest[:16]})"
