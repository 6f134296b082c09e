"""The sources of a section: other sections, patterns, files and the model, back to the task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pandora.check.token_costs import instructions_place as instructions_at
from pandora.disk.store import Store
from pandora.document.counted import counted
from pandora.document.ids import parse_id
from pandora.document.links import facts, parent_of
from pandora.document.meta_values import attempt_of, listed, mapping
from pandora.document.records import UNWRITTEN, Place, Record, Standing, section_records, step_records
from pandora.document.state_document import TITLES, Document
from pandora.document.step_lines import read_step_lines
from pandora.document.task_text import task_of
from pandora.document.terminal_text import one_line
from pandora.engine.files_read import changed_since, gathered_of
from pandora.engine.pattern import Library, Pattern
from pandora.engine.step_schedule import needed_steps, read_planned
from pandora.errors import PandoraError
from pandora.inspect.freshness import STATE_MEANINGS, Freshness, Outlook, State
from pandora.inspect.section_places import CHANGE, children_of, section_label, section_order, step_of

PHASE_OF = {1: "understand", 2: "plan", 3: "do", 4: "check"}
_STEP = re.compile(r"^\d+\. ([a-z][\w|]*)(?: \([\d.]+\))?: (.*?)\r?$", re.M)
CHANGED_DATA = "changed since it was read"
"""What the facts call a file of the task that holds something else than when the run read it."""


@dataclass(frozen=True)
class SectionProvenance:
    """A section: who made it and when, its state, and what it was made from.

    `before` are the sections it was made from; `facts` are its other sources as pairs `(what, which)`, such
    as ("model", "qwen2.5-coder-1.5b").
    """

    place: Place
    by: str
    at: str
    state: State
    before: tuple[Place, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class Lineage(Protocol):
    """Knows what the sections of a run, or of a graph, are made from."""

    def before(self, place: Place, documents: Mapping[str, Document]) -> Iterable[Place]:
        """Return the sections that the engine makes the section at `place` from."""

    def facts(
        self, place: Place, documents: Mapping[str, Document], record: Record
    ) -> Iterable[tuple[str, str]]:
        """Return the other sources of the section at `place`, as pairs `(what, which)`."""


def provenance_of(place: Place, freshness: Freshness, lineage: Lineage) -> list[SectionProvenance]:
    """Return the section at `place` and all it was made from, back to the task, latest first."""
    causes: dict[Place, SectionProvenance] = {}
    left = [place]
    while left:
        source = left.pop()
        if source not in causes:
            causes[source] = _section_provenance(source, freshness, lineage)
            left += causes[source].before
    return [causes[source] for source in sorted(causes, key=section_order, reverse=True)]


def _section_provenance(place: Place, freshness: Freshness, lineage: Lineage) -> SectionProvenance:
    documents, (document_id, number) = freshness.documents, place
    written = section_records(documents[document_id]).get(number)
    record, state = written or UNWRITTEN, freshness.states[place]
    emptied = written is not None and written.text != documents[document_id].digest(number)
    edited = state is Standing.EDITED or emptied
    return SectionProvenance(
        place,
        "human" if edited else record.by or "nobody yet",
        "" if edited else record.at,
        state,
        tuple(dict.fromkeys(lineage.before(place, documents))),
        tuple(lineage.facts(place, documents, record)),
    )


@dataclass(frozen=True)
class RunLineage:
    """The Lineage of a run; `fingerprint` is that of its model, or "" if the model is not available.

    Which files changed is looked up once: all sections name the same, and the files may be large.
    """

    library: Library
    fingerprint: str
    _changed: dict[str, list[str]] = field(default_factory=dict, compare=False, repr=False)

    def before(self, place: Place, documents: Mapping[str, Document]) -> list[Place]:
        """Return the sections that the engine makes the section at `place` from."""
        return _before(place, documents, self.library)

    def facts(
        self, place: Place, documents: Mapping[str, Document], record: Record
    ) -> Iterator[tuple[str, str]]:
        """Return the task, patterns, model, files and edits by people that the section was made from."""
        document_id, number = place
        run = parse_id(document_id).run
        if (number == 3 or place == (f"system-{run}", 1)) and not record.human:
            if run not in self._changed:
                self._changed[run] = _changed_files(run, documents, self.library)
            if changed := self._changed[run]:
                yield CHANGED_DATA, ", ".join(changed)
        yield from _facts(place, documents, record, self.library, self.fingerprint)


def _before(place: Place, documents: Mapping[str, Document], library: Library) -> list[Place]:
    """Return the sections that the engine makes the section at `place` from."""
    document_id, number = place
    document = documents[document_id]
    if number == 1:
        return _sources_of_task(document_id, documents, library)
    if number == 2:
        return [(document_id, 1)]
    if number == 3:
        below = [(child, 5) for child in children_of(document) if child in documents]
        return [(document_id, 2), *([] if below else [(document_id, 1)]), *below]
    if number == 4:
        return [(document_id, section) for section in (1, 2, 3)]
    return [(document_id, section) for section in (3, 4) if document.body(section).strip()]


def _sources_of_task(document_id: str, documents: Mapping[str, Document], library: Library) -> list[Place]:
    """Return the sources of a child's §1: its parent's task and plan, and the results of the steps it needs."""
    parent = parent_of(documents[document_id])
    step = step_of(documents, document_id)
    if parent is None or parent not in documents:
        return []
    needed = _needed_steps(documents[parent], library).get(step or 0)
    earlier = [
        (step_line.child, 5)
        for number, step_line in read_step_lines(documents[parent].body(3)).items()
        if step is not None
        and (number < step if needed is None else number in needed)
        and step_line.child in documents
    ]
    return [(parent, 1), (parent, 2), *earlier]


def _needed_steps(parent: Document, library: Library) -> Mapping[int, frozenset[int]]:
    """Which earlier steps each step of §2 needs, as the engine takes it from the plan's words."""
    patterns, _ = library.all(("tool", "operation"))
    effects = {pattern.name: str(pattern.keys.get("effects", "workspace")) for pattern in patterns}
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
        yield from _task_facts(document_id, documents)
    if number in PHASE_OF and not record.human:
        yield from _pattern_facts(document_id, PHASE_OF[number], record.by, library, document)
    if record.by == "model":
        suffix = f" (fingerprint {fingerprint[:16]})" if fingerprint else ""
        yield "model", f"{document.meta.get('model', 'unknown')}{suffix}"
    if number == 3:
        for path in dict.fromkeys(CHANGE.findall(document.body(3))):
            yield "changed", path
        for step, result in step_records(document).items():
            if result.human:
                yield "a person's result", f"step {step}"
    if number == 2 and document.history is not None:
        yield "learned from", f"{attempt_of(document.meta) - 1} earlier attempts, under ## History"


def _task_facts(document_id: str, documents: Mapping[str, Document]) -> Iterator[tuple[str, str]]:
    document = documents[document_id]
    task = task_of(document)
    yield "task", task
    parent, step = parent_of(document), step_of(documents, document_id)
    if parent:
        yield "step", f"{step} of {parent}" if step else f"of {parent}"
    if gathered := mapping(document.meta, "gathered"):
        yield "files", ", ".join(listed(gathered, "files")) or str(gathered.get("in", "none"))


def _changed_files(run: str, documents: Mapping[str, Document], library: Library) -> list[str]:
    """The files of the task that hold something else than when the run read them."""
    root = documents.get(f"system-{run}")
    gathered = gathered_of(root, Store(library.workspace)) if root else {}
    return changed_since(library.workspace, run, listed(gathered, "files"), listed(gathered, "held"))


def _pattern_facts(
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


def lines_of(causes: Sequence[SectionProvenance]) -> list[str]:
    """Return text lines: each section and what it was made from; at the end, what the states mean."""
    states = {cause.state for cause in causes}
    meant = [f"{state.value}: {meaning}" for state, meaning in STATE_MEANINGS.items() if state in states]
    return [*(line for cause in causes for line in _lines(cause)), "", *meant]


def short_lines_of(causes: Sequence[SectionProvenance]) -> list[str]:
    """Return the lines for the first section and, of those behind it, for what the model or a person wrote.

    A section of code is left out unless it is stale. Of a section behind, only the task and what a person did
    are told.
    """
    shown = [
        cause
        for cause in causes
        if cause is causes[0] or cause.by != "code" or cause.state not in (Standing.FRESH, Outlook.UNKNOWN)
    ]
    lines = [line for cause in shown for line in _lines(cause, short=cause is not causes[0])]
    if left := len(causes) - len(shown):
        lines.append(f"{counted(left, 'more section')} that code wrote: --all shows everything")
    states = {cause.state for cause in shown}
    meant = [f"{state.value}: {meaning}" for state, meaning in STATE_MEANINGS.items() if state in states]
    return [*lines, "", *meant]


TOLD_IN_SHORT = (CHANGED_DATA, "task", "a person's result", "learned from", "changed")
"""The facts that a short answer tells of a section."""
_OF_ROOT = (CHANGED_DATA, "task")
"""Those of them that it tells of the root alone."""


def _lines(cause: SectionProvenance, short: bool = False) -> Iterator[str]:
    when = f" at {cause.at}" if cause.at and not short else ""
    yield f"{section_label(cause.place)}  {cause.state.value}, by {cause.by}{when}"
    if short:
        root = parse_id(cause.place[0]).level == "system"
        facts = [fact for fact in cause.facts if fact[0] in TOLD_IN_SHORT and (root or fact[0] not in _OF_ROOT)]
        yield from (f"  {what}: {one_line(which, 200)}" for what, which in facts)
        return
    if cause.before:
        own = cause.place[0]
        sections = (section_label(place).removeprefix(f"{own} ") for place in cause.before)
        yield f"  from: {', '.join(sections)}"
    for what, which in cause.facts:
        first, *rest = which.split("\n")
        yield f"  {what}: {first}{' …' if rest else ''}"


def as_object(cause: SectionProvenance) -> dict[str, Any]:
    """Return a section's provenance as `--json` prints it."""
    document_id, number = cause.place
    return {
        "document": document_id,
        "section": number,
        "title": TITLES[number],
        "by": cause.by,
        "at": cause.at or None,
        "state": cause.state.value,
        "made_from": [{"document": before, "section": at} for before, at in cause.before],
        "facts": [{"what": what, "which": which} for what, which in cause.facts],
    }
