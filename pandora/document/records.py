"""The records of a document, and the one rule that says whether a recorded text is still up to date.

A record says who wrote a section, a step's result or a try, what it was made from, and which text was written.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pandora.document.meta_values import mapping
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
"""The attributes of `Record` by the name of their entry in the front matter, in the order of writing."""
_REQUIRED = {"sections": ("by", "from", "text"), "tries": ("by", "key", "text"), "steps": ("by", "key", "text")}


class Standing(enum.Enum):
    """The state of a recorded text, which decides whether the engine keeps it or makes it again."""

    EMPTY = "empty"
    """There is no text: the engine makes it."""
    EDITED = "edited"
    """The text differs from the recorded one, so a person wrote it: it is kept, and marked as a person's."""
    GIVEN = "given"
    """The text is recorded as a person's: it is kept."""
    FRESH = "fresh"
    """The text was made from the same input that it would be made from now: it is kept."""
    STALE = "stale"
    """The text was made from another input: it is made again."""

    @property
    def by_person(self) -> bool:
        """True where a person wrote the text or changed it."""
        return self in (Standing.EDITED, Standing.GIVEN)

    @property
    def made_again(self) -> bool:
        """True where the engine has to make the text, for the first time or again."""
        return self in (Standing.EMPTY, Standing.STALE)


@dataclass(frozen=True)
class Record:
    """What the front matter records of one text.

    `by` is "model", "code" or "human"; `text` is the digest of the text. `origin` (of a section, stored as
    `from`) and `key` (of a step or a try) are digests of the input that the text was made from. `asked` is the
    digest of the actual prompt where it differs from `origin`; `cache` is the document whose reply was reused;
    `trust` is "untrusted" for a text made from strangers' words; `at` is the time of writing, UTC. `others` are
    entries of unknown names, kept as they are. `names` are the entries that are always stored, in their order.
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
        """True where the text is recorded as a person's."""
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
"""The record that is used for a text that was never written."""


def step_record(by: str, key: str, text: str) -> Record:
    """The record of a step's result."""
    return Record(by, text, key=key, names=("key", "text", "by"))


def try_record(key: str, text: str, cache: str) -> Record:
    """The record of the arguments that the model filled for one try of an operation."""
    return Record("model", text, key=key, cache=cache, names=_REQUIRED["tries"])


@functools.lru_cache(maxsize=1024)
def _record(entries: tuple[tuple[str, str], ...]) -> Record:
    """Read one record; cached, since a loop asks for its records again and again."""
    values = dict(entries)
    attributes = {_FIELDS[name]: value for name, value in values.items() if name in _FIELDS}
    others = tuple((name, value) for name, value in values.items() if name not in _FIELDS)
    return Record(**{"by": "", "text": "", **attributes}, others=others, names=tuple(values))


def _records(stored: object, only: int | None = None) -> dict[int, Record]:
    """Read the records in the value of a front matter key, by number; skip entries that are no records.

    With `only`, no other is read.
    """
    numbered = stored.items() if isinstance(stored, Mapping) else ()
    records = {
        int(key): _record(tuple([(name, str(value)) for name, value in entries.items()]))
        for key, entries in numbered
        if str(key).isdecimal() and isinstance(entries, Mapping) and only in (None, int(key))
    }
    return {number: records[number] for number in sorted(records)}


def section_record(document: Document, number: int) -> Record | None:
    """The record of one section; None where it has none."""
    return _records(document.meta.get("sections"), number).get(number)


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
    entries = mapping(document.meta, "attempts").items()
    return {int(number): _records(sections) for number, sections in entries if str(number).isdecimal()}


def stored(records: Mapping[int, Record]) -> dict[str, dict[str, str]]:
    """Convert records to the value of a front matter key."""
    return {str(number): record.entries for number, record in sorted(records.items())}


def with_records(document: Document, records: Mapping[int, Record]) -> Document:
    """Return the document with the records of its sections replaced by `records`."""
    return document.with_meta(sections=stored(records))


def standing(document: Document, section: int, origin: str, *, answers: bool = False) -> Standing:
    """The state of a section: the one rule that says whether it is made again.

    `origin` is the digest of the input that the section would be made from now. With `answers`, a text that
    differs from the recorded one only by answers to its questions counts as unchanged.
    """
    record, body = section_record(document, section), document.body(section)
    state = text_standing(record, body, origin, as_asked(body) if answers else ())
    if section == 1 and record is not None and not record.origin and not state.by_person:
        return Standing.EMPTY  # only the task stands there yet
    return state


def text_standing(record: Record | None, text: str, made_from: str, earlier: Iterable[str] = ()) -> Standing:
    """The state of a recorded text; `made_from` is the digest of the input that it would be made from now.

    `earlier` are earlier forms of the text: it counts as unchanged where the record is of one of them.
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
    """For each front matter key that stores records: whether its value is valid, and what a valid one is."""
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
        if (
            not str(number).isdecimal()
            or not isinstance(record, dict)
            or not all(key in record for key in names)
        ):
            return False
        if record["by"] not in WRITERS or ("from" in names and not 1 <= int(number) <= 5):
            return False
    return True
