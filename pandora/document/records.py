"""The records of a document, and the one rule that says whether what was recorded still stands.

A record says who wrote a section, a step's result or a try, from what it was made, and which text was written.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pandora.document.question_lines import as_asked
from pandora.document.state_document import Document, digest

Place = tuple[str, int]
"""A section of a run: its document's id and its number."""
WRITERS = ("model", "code", "human")
_FIELDS = {
    "by": "by",
    "from": "origin",
    "key": "key",
    "text": "text",
    "asked": "asked",
    "cache": "cache",
    "trust": "trust",
    "at": "at",
}
"""The entries of a record in the front matter, in the order of writing, and their fields here."""
_REQUIRED = {"sections": ("by", "from", "text"), "tries": ("by", "key", "text"), "steps": ("by", "key", "text")}


class Standing(enum.Enum):
    """How a recorded text stands: what `standing` says of it."""

    EMPTY = "empty"
    """There is no text: it is made."""
    EDITED = "edited"
    """It is not the text that was recorded: a person wrote it, it is kept and marked."""
    GIVEN = "given"
    """A person wrote it, and it is marked so: it is kept."""
    FRESH = "fresh"
    """It was made from what it would be made from now: it is kept."""
    STALE = "stale"
    """It was made from something else: it is made again."""

    @property
    def by_person(self) -> bool:
        """True where a person wrote the text or changed it."""
        return self in (Standing.EDITED, Standing.GIVEN)

    @property
    def made_again(self) -> bool:
        """True where the text is still to be made, or to be made again."""
        return self in (Standing.EMPTY, Standing.STALE)


@dataclass(frozen=True)
class Record:
    """What the front matter records of one text.

    `by` is model, code or human; `text` the digest of what was written. `origin` (of a section, stored as
    `from`) and `key` (of a step or a try) are digests of what it was made from. `asked` is the digest of the
    very prompt where that differs; `cache` the document whose reply was taken; `trust` is "untrusted" for what
    was made from strangers' words; `at` the time of writing, UTC. `others` are entries that nothing here knows.
    `names` are the entries that are stored, in their order.
    """

    by: str
    text: str
    origin: str = ""
    key: str = ""
    asked: str = ""
    cache: str = ""
    trust: str = ""
    at: str = ""
    others: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = field(default=_REQUIRED["sections"], compare=False)

    @property
    def human(self) -> bool:
        """True where it is recorded as a person's."""
        return self.by == "human"

    @property
    def prompt(self) -> str:
        """The digest of the prompt that the model replied to."""
        return self.asked or self.origin

    @property
    def entries(self) -> dict[str, str]:
        """The record as the front matter stores it."""
        values = {name: str(getattr(self, attribute)) for name, attribute in _FIELDS.items()}
        later = [name for name, value in values.items() if value and name not in self.names]
        values.update(self.others)
        return {name: values[name] for name in (*self.names, *later)}


UNWRITTEN = Record("", "")
"""Stands in for the record of a text that was never written."""


def step_record(by: str, key: str, text: str) -> Record:
    """The record of a step's result."""
    return Record(by, text, key=key, names=("key", "text", "by"))


def try_record(key: str, text: str, cache: str) -> Record:
    """The record of the arguments that the model filled for one try of an operation."""
    return Record("model", text, key=key, cache=cache, names=_REQUIRED["tries"])


def _record(entries: Mapping[str, Any]) -> Record:
    values = {name: str(value) for name, value in entries.items()}
    attributes = {_FIELDS[name]: value for name, value in values.items() if name in _FIELDS}
    others = tuple((name, value) for name, value in values.items() if name not in _FIELDS)
    return Record(**{"by": "", "text": "", **attributes}, others=others, names=tuple(values))


def _records(stored: object) -> dict[int, Record]:
    """The records that a front matter key stores, by number; what is none is left out."""
    listed = stored.items() if isinstance(stored, Mapping) else ()
    whole = ((key, entries) for key, entries in listed if str(key).isdigit() and isinstance(entries, Mapping))
    return dict(sorted((int(key), _record(entries)) for key, entries in whole))


def section_records(document: Document) -> dict[int, Record]:
    """The records of a document's sections, by number."""
    return _records(document.meta.get("sections"))


def step_records(document: Document) -> dict[int, Record]:
    """The records of the results of a document's steps, by number."""
    return _records(document.meta.get("steps"))


def try_records(document: Document) -> dict[int, Record]:
    """The records of the tries of an operation, by number."""
    return _records(document.meta.get("tries"))


def retired_records(document: Document) -> dict[int, dict[int, Record]]:
    """The records of the sections of earlier attempts, by attempt and section."""
    attempts = document.meta.get("attempts")
    entries = attempts.items() if isinstance(attempts, Mapping) else ()
    return {int(number): _records(sections) for number, sections in entries}


def stored(records: Mapping[int, Record]) -> dict[str, dict[str, str]]:
    """Records as a front matter key stores them."""
    return {str(number): record.entries for number, record in sorted(records.items())}


def with_records(document: Document, records: Mapping[int, Record]) -> Document:
    """The document with these records of its sections, and no others."""
    return document.with_meta(sections=stored(records))


def standing(document: Document, section: int, origin: str, *, answers: bool = False) -> Standing:
    """How a section stands that would be made from `origin` now: the one rule of what is made again.

    With `answers` a text that differs from the recorded one by answers to its questions alone counts as that.
    """
    record, body = section_records(document).get(section), document.body(section)
    state = text_standing(record, body, origin, as_asked(body) if answers else ())
    if section == 1 and record is not None and not record.origin and not state.by_person:
        return Standing.EMPTY  # only the task stands there yet
    return state


def text_standing(record: Record | None, text: str, made_from: str, earlier: Iterable[str] = ()) -> Standing:
    """How a recorded text stands that would be made from `made_from` now.

    `earlier` are texts for which it may be taken, too.
    """
    if not text.strip():
        return Standing.EMPTY
    if record is None or (record.text != digest(text) and record.text not in map(digest, earlier)):
        return Standing.EDITED
    if record.human:
        return Standing.GIVEN
    return Standing.FRESH if (record.origin or record.key) == made_from else Standing.STALE


def by_person(document: Document, section: int) -> bool:
    """True where a person wrote the section, or changed what the engine wrote there."""
    return standing(document, section, "").by_person


def record_problems(meta: Mapping[str, Any]) -> dict[str, tuple[bool, str]]:
    """For each key that stores records: whether it is as it should be, and how it should be."""
    expected = {
        "sections": "1 to 5, each {by, from, text}",
        "tries": "by number, each {by, key, text}",
        "steps": "by number, each {key, text, by}",
    }
    return {key: (_whole(meta.get(key), names), expected[key]) for key, names in _REQUIRED.items()}


def _whole(given: Any, names: tuple[str, ...]) -> bool:
    if not isinstance(given, dict):
        return False
    for number, record in given.items():
        if not str(number).isdigit() or not isinstance(record, dict) or not all(key in record for key in names):
            return False
        if record["by"] not in WRITERS or ("from" in names and not 1 <= int(number) <= 5):
            return False
    return True
