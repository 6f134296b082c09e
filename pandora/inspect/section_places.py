"""The position of a section in its run: the order of the work, and the tree of parent and child documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pandora.document.ids import parse_id
from pandora.document.links import children, parent_of
from pandora.document.records import Place
from pandora.document.root_kinds import SESSION
from pandora.document.state_document import TITLES, Document
from pandora.errors import UsageError

CANDIDATE = re.compile(r"^### Candidate (\d+)[ \t]*$", re.M)
"""The heading of a try in §3."""
CHILD = re.compile(r"\b((?:tool|op)-[a-z][a-z0-9_]*-[a-z0-9]{6}-\d+(?:\.\d+)*)\.md\b")
"""A document below, as a step in §3 names it."""
CHANGE = re.compile(r"^ {2}- (.+?) → (?:content \d+|blobs/[0-9a-f]+|removed) \(was ", re.M)
"""A change of a file that a try in §3 applied."""


def section_order(place: Place) -> tuple[int, ...]:
    """Return a key that sorts sections in the order they are made; a child's come within its parent's §3."""
    document_id, number = place
    return (*_order_of_document(document_id), number)


def _order_of_document(document_id: str) -> list[int]:
    numbers = parse_id(document_id).number.split(".")
    return [part for part_number in numbers if part_number for part in (3, int(part_number))]


def section_label(place: Place) -> str:
    """Return a section's name for people: document id, number and title."""
    return f"{place[0]} §{place[1]} {TITLES[place[1]]}"


def parse_place(given: str) -> tuple[str, int | None]:
    """Split `ID`, `ID:2`, `ID:§2` or `ID:plan` into id and section number; raise UsageError for no section."""
    document_id, colon, section = given.partition(":")
    return document_id, parse_section(section) if colon else None


def parse_section(given: str) -> int:
    """Return the number of a section given as `2`, `§2` or `plan`; raise UsageError for no section."""
    word = given.strip().lstrip("§").lower()
    sections_by_title = {title.lower(): number for number, title in enumerate(TITLES)}
    if word in sections_by_title:
        return sections_by_title[word]
    if not re.fullmatch(r"[0-5]", word):
        names = ", ".join(f"{number} or {title}" for title, number in sections_by_title.items())
        raise UsageError(f"{given!r} is no section; use {names}")
    return int(word)


def children_of(document: Document) -> list[str]:
    """Return the ids of the children that §3 names, each once."""
    return list(dict.fromkeys(child for child, _, _ in children(document)))


def reachable_documents(documents: Mapping[str, Document], root: str) -> Iterator[str]:
    """Yield the ids of the documents in use, in order: the root, and recursively the children §3 names.

    A session leaves no document behind: those of its leaves, which no §3 names, are in use, too.
    """
    if root not in documents:
        return
    yield root
    if SESSION in documents[root].meta:
        yield from sorted(documents.keys() - {root}, key=_order_of_document)
    else:
        for child in children_of(documents[root]):
            yield from reachable_documents(documents, child)


def step_of(documents: Mapping[str, Document], child: str) -> int | None:
    """Return the number of the parent's step that `child` carries out, or None if there is none."""
    parent = documents.get(parent_of(documents[child]) or "")
    if parent is None:
        return None
    step_line = re.search(rf"^- Step (\d+): .*\[{re.escape(child)}\.md\]\r?$", parent.body(3), re.M)
    if step_line:
        return int(step_line[1])
    return children_of(parent).index(child) + 1 if child in children_of(parent) else None
