"""Which sections of a run are up to date and which resume would make again, found by rehearsing the run."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.records import UNWRITTEN, Place, Record, Standing, section_records, standing, with_records
from pandora.document.state_document import NUMBERS, Document
from pandora.inspect.rehearsal import MakeHost, Rehearsal, documents_of, rehearse
from pandora.inspect.section_places import reachable_documents, section_order
from pandora.models.protocol import Model


class Outlook(enum.Enum):
    """The state of a section that the rehearsal did not reach."""

    DEPENDS = "depends"
    LEFT = "left"
    UNKNOWN = "unknown"


State = Standing | Outlook
STATE_MEANINGS: Mapping[State, str] = {
    Standing.EMPTY: "it is still to be made",
    Standing.EDITED: "a person changed it: their text is kept",
    Standing.GIVEN: "a person wrote it: their text is kept",
    Standing.FRESH: "nothing that it was made from has changed: it is kept",
    Standing.STALE: "what it was made from has changed: it would be made again",
    Outlook.DEPENDS: "it is made again if a section before it comes out different",
    Outlook.LEFT: "it belongs to an earlier attempt or plan, and is not used any more",
    Outlook.UNKNOWN: "whether anything changed cannot be told without the model that made it; give --model",
}
_FORGED = "0" * 16


@dataclass(frozen=True)
class Freshness:
    """The state of every section of a run. `rehearsed` is None if there was no model to rehearse with.

    `rebuilt` are the sections that would be made, or made again; `told` says what `resume` would do, if that
    is known without a rehearsal.
    """

    documents: Mapping[str, Document]
    states: Mapping[Place, State]
    rehearsed: Rehearsal | None = None
    rebuilt: tuple[Place, ...] = field(default=())
    told: str = ""

    @property
    def next(self) -> str:
        """A description of what `resume` would do first."""
        if self.told:
            return self.told
        if self.rehearsed is None:
            return "cannot be told without the model; give --model"
        if asked := self.rehearsed.asked:
            return f"asks the model for the {asked.phase.upper()} of {asked.document}"
        if self.rehearsed.action:
            return f"goes on with {self.rehearsed.at}: {self.rehearsed.action}"
        if self.rehearsed.waits:
            return f"waits for an answer: {self.rehearsed.waits}"
        return "asks the model nothing" if self.rebuilt else "makes nothing again"


def freshness_of(
    workspace: Workspace,
    run: str,
    model: Model | None,
    make_host: MakeHost,
    documents: Mapping[str, Document] | None = None,
) -> Freshness:
    """Return the state of a run's sections, as the engine finds them when it resumes a copy of the documents.

    Without a model there is no rehearsal: no section is found fresh or stale. `documents` are the run's
    documents if already loaded.
    """
    documents = documents_of(workspace, run) if documents is None else documents
    root = f"system-{run}"
    at_work = set(reachable_documents(documents, root))
    places = [(document_id, number) for document_id in documents for number in range(1, 6)]
    states = {place: _state_by_text(documents, place, at_work) for place in places}
    if model is None:
        return Freshness(documents, states)
    done = rehearse(workspace, run, model, make_host, endless=False, documents=documents)
    halted = _halt_place(done)
    for place in places:
        if place[0] in at_work:
            states[place] = _state_by_rehearsal(documents, place, states[place], done, halted)
    rebuilt = (place for place, state in states.items() if isinstance(state, Standing) and state.made_again)
    return Freshness(documents, states, done, tuple(sorted(rebuilt, key=section_order)))


def _halt_place(done: Rehearsal) -> Place | None:
    """Return the section that was about to be made when the rehearsal stopped; None if it did not stop."""
    if done.asked:
        return done.asked.document, NUMBERS.get(done.asked.phase, 1)
    return (done.at, 3) if done.action else None


def _state_by_text(documents: Mapping[str, Document], place: Place, at_work: set[str]) -> State:
    """Return a section's state as far as its text and its record alone show it."""
    if place[0] not in at_work:
        return Outlook.LEFT
    document, number = documents[place[0]], place[1]
    state = standing(document, number, section_records(document).get(number, UNWRITTEN).origin)
    return Outlook.UNKNOWN if state is Standing.FRESH else state


def _state_by_rehearsal(
    documents: Mapping[str, Document], place: Place, state: State, done: Rehearsal, halted: Place | None
) -> State:
    """Return the state in which the engine found a section, or what the rehearsal implies if not reached."""
    document_id, number = place
    changed = documents[document_id].digest(number) != done.after[document_id].digest(number)
    rehearsed_standing = done.standings.get(place)
    if rehearsed_standing is not None and not (rehearsed_standing is Standing.FRESH and changed):
        return rehearsed_standing
    if rehearsed_standing is None and state is not Outlook.UNKNOWN:
        return state
    if changed or place == halted:
        return Standing.STALE
    return (
        Outlook.DEPENDS
        if halted is not None and section_order(place) >= section_order(halted)
        else Standing.FRESH
    )


def origins_now(
    workspace: Workspace, run: str, model: Model, make_host: MakeHost, documents: Mapping[str, Document]
) -> dict[Place, str]:
    """Return the `from` digest that each section would get now, if all earlier sections were kept as they are.

    Every section is marked as a new edit by a person: the engine then keeps it, and records what it would be
    made from.
    """

    def forged(document_id: str, _: Document) -> Document:
        return as_given_by_person(document_id, documents[document_id], text=_FORGED)

    done = rehearse(workspace, run, model, make_host, forged)
    return {
        (identifier, number): record.origin
        for identifier, document in done.after.items()
        for number, record in section_records(document).items()
        if record.text != _FORGED and number < 5
    }


def as_given_by_person(document_id: str, document: Document, skip: int = 0, text: str = "") -> Document:
    """Return the document with its sections, except `skip`, marked as a person's; `text` forges the digests."""
    records = {}
    for number, record in section_records(document).items():
        wrote_itself = number in (1, 2, 4) or (number == 3 and _made_by_model(document_id, record))
        kept = number == skip or not wrote_itself or not document.body(number).strip() or not record.origin
        given = replace(record, by="human", text=text or document.digest(number))
        records[number] = record if kept else given
    return with_records(document, records)


def _made_by_model(document_id: str, record: Record) -> bool:
    """Return whether a §3 is a model's own text, not a list of steps."""
    return parse_id(document_id).level == "operation" or record.by == "model"
