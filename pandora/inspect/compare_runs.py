"""Compare two runs or two documents: documents are paired by position; ids and times are ignored."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import Name, parse_id
from pandora.document.meta_values import mapping
from pandora.document.records import section_records
from pandora.document.state_document import Document
from pandora.inspect.differences import Difference

_ID = re.compile(r"\b(system|(?:tool|op)-[a-z][a-z0-9_]*)-([a-z0-9]{6})(?:-(\d+(?:\.\d+)*))?(?![\w-])")
_TIME = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
FRONT = -1
"""Stands for the front matter where a section number is expected."""


@dataclass(frozen=True)
class Pair:
    """The two documents at one position, the compared ones or below them; None where one is absent."""

    one: str | None
    other: str | None


def pairs_of(workspace: Workspace, one: str, other: str) -> list[Pair]:
    """Pair both documents, and all documents below them, by position."""
    first, second = _documents_below(workspace, one), _documents_below(workspace, other)
    places = sorted({*first, *second}, key=_sort_key)
    return [Pair(first.get(place), second.get(place)) for place in places]


def _documents_below(workspace: Workspace, top: str) -> dict[str, str]:
    """Return `top` (at "") and the documents below it, by their number relative to it."""
    name = parse_id(top)
    documents = {"": top}
    for document_id in workspace.run_documents(name.run):
        inner = _number_below(parse_id(document_id), name)
        if inner:
            documents[inner] = document_id
    return documents


def _number_below(name: Name, top: Name) -> str | None:
    if not top.number:
        return name.number or None
    return name.number.removeprefix(f"{top.number}.") if name.number.startswith(f"{top.number}.") else None


def _sort_key(place: str) -> list[int]:
    return [int(part) for part in place.split(".") if part]


def differences(workspace: Workspace, one: str, other: str) -> list[Difference]:
    """Return what differs, in the order of the positions.

    A document that only one side has counts as a difference in §5.
    """
    store = Store(workspace)
    return [
        difference
        for pair in pairs_of(workspace, one, other)
        for difference in _pair_differences(store, pair, one, other)
    ]


def _pair_differences(store: Store, pair: Pair, one: str, other: str) -> Iterator[Difference]:
    sides = [
        (_comparable_sections(store.load(document_id), parse_id(top)) if document_id else None)
        for document_id, top in ((pair.one, one), (pair.other, other))
    ]
    first, second = sides
    before, after = pair.one or "absent", pair.other or "absent"
    named = pair.one or pair.other or ""
    if first is None or second is None:
        section = first or second or {}
        texts = (section[5], "") if second is None else ("", section[5])
        note = f"only {named} is there"
        yield Difference(named, 5, before, after, *texts, note)
        return
    for number in (FRONT, 0, 1, 2, 3, 4, 5):
        if first[number] != second[number]:
            yield Difference(named, number, before, after, first[number], second[number])


def _comparable_sections(document: Document, top: Name) -> dict[int, str]:
    """Return a document's front matter and sections without the ids and times that differ in every run."""

    def place(match: re.Match[str]) -> str:
        if match[2] != top.run:
            return match[0]
        number = match[3] or ""
        inner = number.removeprefix(f"{top.number}.") if top.number else number
        return "-".join(filter(None, (match[1], "RUN", inner if number != top.number else "")))

    texts = {number: _ID.sub(place, document.body(number)) for number in document.sections}
    texts[0] = "\n".join(line for line in texts[0].split("\n") if not line.startswith("Created:"))
    return {
        FRONT: _comparable_front_matter(document),
        **{number: _TIME.sub("TIME", text) for number, text in texts.items()},
    }


def _comparable_front_matter(document: Document) -> str:
    """Return the lines of front matter that two equal runs would have in common."""
    meta = document.meta
    used = mapping(meta, "used")
    lines = [f"{key}: {meta.get(key, '')}" for key in ("status", "attempt", "model")]
    lines += [f"budget.{key}: {value}" for key, value in mapping(meta, "budget").items()]
    lines += [f"used.{key}: {used[key]}" for key in ("calls", "prompt", "written") if key in used]
    lines += [f"§{number} by {record.by}" for number, record in section_records(document).items()]
    return "\n".join(lines)
