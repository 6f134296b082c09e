"""What each try of an operation changed against the try before it, also across the attempts of its parents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from pandora.document.body import unfenced
from pandora.document.history import attempts
from pandora.document.state_document import Document
from pandora.document.step_lines import read_step_lines
from pandora.inspect.differences import Difference

_HEADING = re.compile(r"^### (?:Candidate (\d+)|.*)$", re.M)


@dataclass(frozen=True)
class Try:
    """One try as §3 shows it: its number, and the program with its result."""

    number: int
    text: str


def try_changes(documents: Mapping[str, Document]) -> list[Difference]:
    """Return what each try changed, in the order of the `documents` of a run.

    The first try of a document is compared with the last one of the document that did the same step in its
    parent's attempt before. A try that only repeats the one before it is passed over.
    """
    before = _earlier_documents(documents)
    return [change for name in documents for change in _changes(name, before.get(name, ""), documents)]


def _changes(name: str, earlier: str, documents: Mapping[str, Document]) -> Iterator[Difference]:
    tries = [(f"try {one.number}", one.text) for one in tries_of(documents[name])]
    if tries and earlier and (last := tries_of(documents[earlier])[-1:]):
        tries = [(f"{earlier}, try {last[0].number}", last[0].text), *tries]
    for (one, old), (other, new) in pairwise(tries):
        if old != new:
            yield Difference(name, 3, one, other, old, new)


def tries_of(document: Document) -> list[Try]:
    """The tries in §3 of an operation's document; none where there are steps."""
    body = document.body(3)
    headings = list(_HEADING.finditer(unfenced(body)))
    ends = [match.start() for match in headings[1:]] + [len(body)] * bool(headings)
    return [
        Try(int(match[1]), body[match.end() : end].strip("\n"))
        for match, end in zip(headings, ends, strict=True)
        if match[1]
    ]


def _earlier_documents(documents: Mapping[str, Document]) -> dict[str, str]:
    """The document that did the same step in the attempt before, by the document that does it now."""
    steps = {name: _children_by_attempt(document) for name, document in documents.items()}
    before: dict[str, str] = {}

    def pair(earlier: Mapping[int, str], later: Mapping[int, str]) -> None:
        for number, child in later.items():
            other = earlier.get(number, child)
            if other == child or child in before or not {other, child} <= documents.keys():
                continue
            before[child] = other
            if steps[other] and steps[child]:
                pair(steps[other][-1], steps[child][0])

    for name in documents:
        for earlier, later in pairwise(steps[name]):
            pair(earlier, later)
    return before


def _children_by_attempt(document: Document) -> list[dict[int, str]]:
    """The child of each step by the step's number, in each attempt of a document."""
    return [
        {number: line.child for number, line in read_step_lines(sections.get(3, "")).items()}
        for _, sections in sorted(attempts(document).items())
    ]
