"""The attempts of a document: the sections that retries moved under `## History`, and the current ones."""

from __future__ import annotations

import re

from pandora.document.body import unfenced
from pandora.document.meta_values import attempt_of
from pandora.document.state_document import Document

_ATTEMPT = re.compile(r"^### Attempt (\d+)[ \t]*$", re.M)
_SECTION = re.compile(r"^#### §([2-4]) \w+[ \t]*$", re.M)


def attempts(document: Document) -> dict[int, dict[int, str]]:
    """The bodies of §2 to §4 by attempt and section; the current attempt is last."""
    sections: dict[int, dict[int, str]] = {}
    if document.history is not None:
        text = document.text[document.history :].replace("\r\n", "\n")
        for number, part in _parts(_ATTEMPT, text):
            sections[number] = {section: body.strip("\n") for section, body in _parts(_SECTION, part)}
    sections[attempt_of(document.meta)] = {number: document.body(number) for number in (2, 3, 4)}
    return sections


def _parts(heading: re.Pattern[str], text: str) -> list[tuple[int, str]]:
    """The number in each heading outside code fences, and the text below that heading."""
    places = list(heading.finditer(unfenced(text)))
    ends = [match.start() for match in places[1:]] + [len(text)] * bool(places)
    return [(int(match[1]), text[match.end() : end]) for match, end in zip(places, ends, strict=True)]
