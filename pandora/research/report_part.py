"""A part of a report: claims that each rest on facts, as a value and as the text of a document's §5.

    Claims:
    - Laos borders five countries. [3fa1c09e]
    Outliers:
    - ...
    Connections:
    - ...
    Not found: How many people live there?

A claim names the facts of the knowledge base that it rests on. Parts of parts have a heading each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pandora.document.fill import one_line

_FACT = re.compile(r"\s*\[(?P<id>[^\[\]\s]{4,64})\]\s*$")
_HEADING = re.compile(r"^(?P<level>#{3,6}) (?P<title>.*)$")
_LISTS = {"claims": "Claims:", "outliers": "Outliers:", "connections": "Connections:"}
_NOT_FOUND = "Not found:"


@dataclass(frozen=True)
class Claim:
    """A sentence, and the ids of the facts that it rests on."""

    text: str
    facts: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The claim as a line of a document."""
        return f"- {one_line(self.text)} " + "".join(f"[{fact}]" for fact in self.facts)


@dataclass(frozen=True)
class Part:
    """What is reported on one objective: claims, what stands out, how findings are connected, what is missing.

    `parts` are those of the tasks below, in order.
    """

    objective: str
    claims: tuple[Claim, ...] = ()
    outliers: tuple[Claim, ...] = ()
    connections: tuple[Claim, ...] = ()
    missing: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def everything(self) -> Iterator[Claim]:
        """All claims of this part and those below it, in the order of the report."""
        yield from (*self.claims, *self.outliers, *self.connections)
        for part in self.parts:
            yield from part.everything

    @property
    def not_found(self) -> tuple[str, ...]:
        """All that was not found, here and below."""
        below = (question for part in self.parts for question in part.not_found)
        return tuple(dict.fromkeys((*self.missing, *below)))


def part_text(part: Part, level: int = 3) -> str:
    """The part as the text of a §5; that of each part below it follows, under its heading."""
    lines: list[str] = []
    for name, label in _LISTS.items():
        if claims := getattr(part, name):
            lines += [label, *(claim.line.rstrip() for claim in claims)]
    lines += [f"{_NOT_FOUND} {one_line(question)}" for question in part.missing]
    for below in part.parts:
        lines += [f"{'#' * min(level, 6)} {one_line(below.objective)}", part_text(below, level + 1)]
    return "\n".join(line for line in lines if line)


def read_part(objective: str, text: str) -> Part:
    """Read a part from the text of a §5; other lines, such as a person's notes, are left out."""
    part, _ = _read(objective, text.split("\n"), 0, 3)
    return part


def _read(objective: str, lines: list[str], place: int, level: int) -> tuple[Part, int]:
    part, name = Part(objective), ""
    while place < len(lines):
        line = lines[place].rstrip()
        if heading := _HEADING.match(line):
            if len(heading["level"]) < level:
                return part, place
            below, place = _read(heading["title"].strip(), lines, place + 1, len(heading["level"]) + 1)
            part = replace(part, parts=(*part.parts, below))
            continue
        place += 1
        if line in _LISTS.values():
            name = next(key for key, label in _LISTS.items() if label == line)
        elif line.startswith(_NOT_FOUND):
            part = replace(part, missing=(*part.missing, line.removeprefix(_NOT_FOUND).strip()))
        elif line.startswith("- ") and name:
            part = _with_claim(part, name, _claim(line[2:]))
    return part, place


def _with_claim(part: Part, name: str, claim: Claim) -> Part:
    if name == "claims":
        return replace(part, claims=(*part.claims, claim))
    if name == "outliers":
        return replace(part, outliers=(*part.outliers, claim))
    return replace(part, connections=(*part.connections, claim))


def _claim(text: str) -> Claim:
    facts: list[str] = []
    while match := _FACT.search(text):
        facts.insert(0, match["id"])
        text = text[: match.start()]
    return Claim(text.strip(), tuple(facts))
