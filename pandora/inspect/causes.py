"""What a section was made from: other sections, patterns, files and the model, back to the task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pandora.check.token_costs import place as instructions_at
from pandora.document.body import parse
from pandora.document.form import parse_form
from pandora.document.ids import parse_id
from pandora.document.links import facts, parent_of
from pandora.document.records import UNWRITTEN, Place, Record, Standing, section_records, step_records
from pandora.document.state_document import TITLES, Document
from pandora.document.step_lines import read_step_lines
from pandora.engine.pattern import Library, Pattern
from pandora.engine.step_schedule import needed_steps, read_planned
from pandora.errors import PandoraError
from pandora.inspect.freshness import MEANING, Freshness, State
from pandora.inspect.sections import children_of, named, order, step_of

PHASE_OF = {1: "understand", 2: "plan", 3: "do", 4: "check"}
TASK = parse_form("Task: {given}\nContext: {given}")
_STEP = re.compile(r"^\d+\. ([a-z][\w|]*)(?: \([\d.]+\))?: (.*?)\r?$", re.M)
_CHANGE = re.compile(r"^ {2}- (.+?) → (?:blobs/[0-9a-f]+|removed) \(was ", re.M)


@dataclass(frozen=True)
class Cause:
    """A section, who made it and when, how it stands, and what it was made from.

    `before` are the sections it was made from; `facts` are what is no section: `(what, which)`, such as
    ("model", "qwen2.5-coder-1.5b").
    """

    place: Place
    by: str
    at: str
    state: State
    before: tuple[Place, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class Lineage(Protocol):
    """What the sections of a run, or of a graph, are made from."""

    def before(self, place: Place, documents: Mapping[str, Document]) -> Iterable[Place]:
        """The sections that the engine makes this one from."""

    def facts(
        self, place: Place, documents: Mapping[str, Document], record: Record
    ) -> Iterable[tuple[str, str]]:
        """What else it is made from: `(what, which)`."""


def causes_of(place: Place, freshness: Freshness, lineage: Lineage) -> list[Cause]:
    """The section at `place` and everything it was made from, back to the task, the latest first."""
    causes: dict[Place, Cause] = {}
    left = [place]
    while left:
        source = left.pop()
        if source not in causes:
            causes[source] = _cause(source, freshness, lineage)
            left += causes[source].before
    return [causes[source] for source in sorted(causes, key=order, reverse=True)]


def _cause(place: Place, freshness: Freshness, lineage: Lineage) -> Cause:
    documents, (document_id, number) = freshness.documents, place
    written = section_records(documents[document_id]).get(number)
    record, state = written or UNWRITTEN, freshness.states[place]
    emptied = written is not None and written.text != documents[document_id].digest(number)
    edited = state is Standing.EDITED or emptied
    return Cause(
        place,
        "human" if edited else record.by or "nobody yet",
        "" if edited else record.at,
        state,
        tuple(dict.fromkeys(lineage.before(place, documents))),
        tuple(lineage.facts(place, documents, record)),
    )


@dataclass(frozen=True)
class RunLineage:
    """What a run's sections are made from; `fingerprint` is its model's, "" where that is not here."""

    library: Library
    fingerprint: str

    def before(self, place: Place, documents: Mapping[str, Document]) -> list[Place]:
        """The sections that the engine makes this one from."""
        return _before(place, documents, self.library)

    def facts(
        self, place: Place, documents: Mapping[str, Document], record: Record
    ) -> Iterator[tuple[str, str]]:
        """The task, patterns, model, files and persons that it was made from."""
        return _facts(place, documents, record, self.library, self.fingerprint)


def _before(place: Place, documents: Mapping[str, Document], library: Library) -> list[Place]:
    """The sections that the engine makes this one from."""
    document_id, number = place
    document = documents[document_id]
    if number == 1:
        return _given(document_id, documents, library)
    if number == 2:
        return [(document_id, 1)]
    if number == 3:
        below = [(each, 5) for each in children_of(document) if each in documents]
        return [(document_id, 2), *([] if below else [(document_id, 1)]), *below]
    if number == 4:
        return [(document_id, each) for each in (1, 2, 3)]
    return [(document_id, each) for each in (3, 4) if document.body(each).strip()]


def _given(document_id: str, documents: Mapping[str, Document], library: Library) -> list[Place]:
    """What a child's §1 comes from: its parent's plan and task, and the results of the steps that it needs."""
    parent = parent_of(documents[document_id])
    step = step_of(documents, document_id)
    if parent is None or parent not in documents:
        return []
    needed = _needed(documents[parent], library).get(step or 0)
    earlier = [
        (each.child, 5)
        for number, each in read_step_lines(documents[parent].body(3)).items()
        if step is not None
        and (number < step if needed is None else number in needed)
        and each.child in documents
    ]
    return [(parent, 1), (parent, 2), *earlier]


def _needed(parent: Document, library: Library) -> Mapping[int, frozenset[int]]:
    """Which earlier steps each step of §2 needs, as the engine takes it from the plan's words."""
    patterns, _ = library.all(("tool", "operation"))
    effects = {each.name: str(each.keys.get("effects", "workspace")) for each in patterns}
    steps = _STEP.findall(parent.body(2))
    plan = [
        read_planned(at, name, text, effects.get(name, "system")) for at, (name, text) in enumerate(steps, 1)
    ]
    return needed_steps(plan)


def _facts(
    place: Place,
    documents: Mapping[str, Document],
    record: Record,
    library: Library,
    fingerprint: str,
) -> Iterator[tuple[str, str]]:
    document_id, number = place
    document = documents[document_id]
    if number == 1:
        yield from _beginnings(document_id, documents)
    if number in PHASE_OF and not record.human:
        yield from _patterns(document_id, PHASE_OF[number], record.by, library, document)
    if record.by == "model":
        known = f" (fingerprint {fingerprint[:16]})" if fingerprint else ""
        yield "model", f"{document.meta.get('model', 'unknown')}{known}"
    if number == 3:
        for path in dict.fromkeys(_CHANGE.findall(document.body(3))):
            yield "changed", path
        for step, result in step_records(document).items():
            if result.human:
                yield "a person's result", f"step {step}"
    if number == 2 and document.history is not None:
        yield "learned from", f"{int(document.meta.get('attempt', 1)) - 1} earlier attempts, under ## History"


def _beginnings(document_id: str, documents: Mapping[str, Document]) -> Iterator[tuple[str, str]]:
    document = documents[document_id]
    task = str(parse(TASK, document.body(1)).values.get("task", ""))
    yield "task", task
    parent, step = parent_of(document), step_of(documents, document_id)
    if parent:
        yield "step", f"{step} of {parent}" if step else f"of {parent}"
    found: Any = document.meta.get("gathered")
    if isinstance(found, Mapping):
        listed = ", ".join(map(str, found.get("files", []))) or str(found.get("in", "none"))
        yield "files", listed


def _patterns(
    document_id: str, phase: str, by: str, library: Library, document: Document
) -> Iterator[tuple[str, str]]:
    name = parse_id(document_id)
    pattern_path = facts(document).get("Pattern", ("", 0))[0]
    pattern: Pattern | None = None
    try:
        pattern = library.load(name.level, name.kind)
    except PandoraError as error:
        yield "pattern", f"{pattern_path}, which cannot be read: {str(error).splitlines()[0]}"
    if pattern is not None:
        path, line = instructions_at(library, pattern, phase)
        if by == "model":
            yield "instructions", f"{path}:{line}"
        yield "pattern", pattern.path


def lines_of(causes: Sequence[Cause]) -> list[str]:
    """The causes as lines: a section, and below it what it was made from; then what their states mean."""
    states = {cause.state for cause in causes}
    meant = [f"{state.value}: {told}" for state, told in MEANING.items() if state in states]
    return [*(line for each in causes for line in _lines(each)), "", *meant]


def _lines(cause: Cause) -> Iterator[str]:
    when = f" at {cause.at}" if cause.at else ""
    yield f"{named(cause.place)}  {cause.state.value}, by {cause.by}{when}"
    if cause.before:
        own = cause.place[0]
        told = (named(each).removeprefix(f"{own} ") for each in cause.before)
        yield f"  from: {', '.join(told)}"
    for what, which in cause.facts:
        first, *rest = which.split("\n")
        yield f"  {what}: {first}{' …' if rest else ''}"


def as_object(cause: Cause) -> dict[str, Any]:
    """A cause as `--json` prints it."""
    document_id, number = cause.place
    return {
        "document": document_id,
        "section": number,
        "title": TITLES[number],
        "by": cause.by,
        "at": cause.at or None,
        "state": cause.state.value,
        "made_from": [{"document": each, "section": at} for each, at in cause.before],
        "facts": [{"what": what, "which": which} for what, which in cause.facts],
    }
