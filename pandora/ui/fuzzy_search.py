"""A search through the text of all runs that forgives typing errors, by the words of a query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pandora.commands.run_list import documents_by_run, read_entry
from pandora.disk.layout import Workspace
from pandora.document.state_document import TITLES
from pandora.document.terminal_text import clean

ENOUGH = 75.0
"""How alike a word of the query and a part of a line must be, of 100."""
SHORT = 4
"""A word of fewer letters must stand as it is: one wrong letter in it is another word."""
MOST_HITS = 50
MOST_LINE = 500
"""Characters of a line that are searched."""


@dataclass(frozen=True)
class Line:
    """A line of a section; `document` is its id."""

    document: str
    section: int
    text: str


@dataclass(frozen=True)
class Hit:
    """A document that has every word of the query, its best line, and how good it is, of 100."""

    line: Line
    score: float


def read_lines(workspace: Workspace) -> list[Line]:
    """The lines of all runs that are not archived, the newest run first; a broken document has none."""
    runs = [
        [read_entry(workspace, document_id) for document_id in documents]
        for documents in documents_by_run(workspace).values()
    ]
    runs.sort(key=lambda entries: (entries[0].created, entries[0].id), reverse=True)
    lines = []
    for entry in (entry for entries in runs for entry in entries):
        for number in range(1, len(TITLES)) if entry.document else ():
            assert entry.document is not None
            for text in clean(entry.document.body(number)).splitlines():
                if text.strip():
                    lines.append(Line(entry.id, number, text.strip()[:MOST_LINE]))
    return lines


def find(lines: Sequence[Line], query: str) -> list[Hit]:
    """The documents whose lines together have every word of the query, the best first."""
    import numpy as np
    from rapidfuzz import fuzz, process

    words = query.casefold().split()
    if not words or not lines:
        return []
    longest = max(map(len, words))
    # a line that is shorter than the word would be looked for in the word
    texts = [line.text.casefold().ljust(longest) for line in lines]
    alike = process.cdist(words, texts, scorer=fuzz.partial_ratio, score_cutoff=ENOUGH)
    for row, word in enumerate(words):
        if len(word) < SHORT:
            alike[row] = [100.0 if word in text else 0.0 for text in texts]
    starts = [
        place for place, line in enumerate(lines) if not place or lines[place - 1].document != line.document
    ]
    best = np.maximum.reduceat(alike, starts, axis=1)
    totals = alike.sum(axis=0)
    hits = []
    for number, start in enumerate(starts):
        if best[:, number].min() < ENOUGH:
            continue
        end = starts[number + 1] if number + 1 < len(starts) else len(lines)
        place = start + int(totals[start:end].argmax())
        hits.append(Hit(lines[place], float(best[:, number].mean() + totals[place] / (100 * len(words)))))
    # of equal ones the root of a run comes first, and the newest
    return sorted(hits, key=lambda hit: (-hit.score, hit.line.document[:6] != "system"))[:MOST_HITS]
