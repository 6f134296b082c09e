"""What a document says of itself and of others: the facts in its §0, and the children named in its §3."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pandora.document.state_document import Document


def facts(document: Document) -> dict[str, tuple[str, int]]:
    """The values in §0 and their lines in the file, by label."""
    values: dict[str, tuple[str, int]] = {}
    section = document.sections[0]
    first = line_at(document, section.start)
    for number, line in enumerate(document.visible(0).split("\n"), first):
        label, colon, value = line.partition(":")
        if colon:
            values.setdefault(label.strip(), (value.strip(), number))
    return values


def created_at(document: Document) -> str:
    """When the document was created, as §0 says; "" where it does not."""
    return facts(document).get("Created", ("", 0))[0]


def parent_of(document: Document) -> str | None:
    """The id of the document that §0 names as its parent; None for a root."""
    return parent_in(facts(document))


def parent_in(given: Mapping[str, tuple[str, int]]) -> str | None:
    """The id of the document that the facts of a §0 name as its parent; None for a root."""
    parent = given.get("Parent", ("none", 0))[0]
    return None if parent == "none" else parent.removesuffix(".md")


def line_at(document: Document, offset: int) -> int:
    """The line of the file (1 is the first) that contains the character at `offset`."""
    return document.text.count("\n", 0, offset) + 1


_ID = r"(?:tool|op)-[a-z][a-z0-9_]*-[a-z0-9]{6}-\d+(?:\.\d+)*"


_CHILD = re.compile(
    rf"^- (?:Step .*\[(?P<step>{_ID})\.md\]|(?P<child>{_ID})\.md → (?P<status>\w+)\b.*)\r?$", re.M
)


_NAMED = re.compile(rf"\b({_ID}|system-[a-z0-9]{{6}})\.md")


def documents_named(text: str) -> frozenset[str]:
    """The ids of all documents whose files a text names."""
    return frozenset(_NAMED.findall(text))


def children(document: Document) -> list[tuple[str, str, int]]:
    """The children that §3 names: id, status in capitals ("" on a step's line), and line in the file."""
    section = document.sections[3]
    place, line = 0, line_at(document, section.start)
    named: list[tuple[str, str, int]] = []
    visible = document.visible(3)
    for match in _CHILD.finditer(visible):
        line += visible.count("\n", place, match.start())  # counted on: a document may name many
        place = match.start()
        named.append((match["step"] or match["child"], match["status"] or "", line))
    return named
