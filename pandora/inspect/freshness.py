"""Which sections of a run still stand, and which would be made again on resume: found out by rehearsing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.records import records
from pandora.document.state_document import NUMBERS, Document
from pandora.inspect.rehearsal import MakeHost, Rehearsed, documents_of, rehearse
from pandora.inspect.sections import Place, named_below, order
from pandora.models.protocol import Model

FRESH, HUMAN, STALE, DEPENDS = "fresh", "given", "stale", "depends"
UNMADE, LEFT, UNKNOWN = "unmade", "left", "unknown"
MEANING = {
    FRESH: "it is what it would be made of now",
    HUMAN: "a person wrote it: it is taken as given",
    STALE: "what it was made from has changed: it would be made again",
    DEPENDS: "it is made again if what comes before it comes out otherwise",
    UNMADE: "it is still to be made",
    LEFT: "of an earlier attempt or plan: nothing reads it any more",
    UNKNOWN: "whether it is fresh cannot be told without the model that made it",
}
_FORGED = "0" * 16


@dataclass(frozen=True)
class Standing:
    """How every section of a run stands. `rehearsed` is None where there was no model to rehearse with.

    `told` says what `resume` would do where that is known without a rehearsal.
    """

    documents: Mapping[str, Document]
    states: Mapping[Place, str]
    rehearsed: Rehearsed | None = None
    rebuilt: tuple[Place, ...] = field(default=())
    told: str = ""

    @property
    def next(self) -> str:
        """What `resume` would do first, in words."""
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


def standing_of(workspace: Workspace, run: str, model: Model | None, make_host: MakeHost) -> Standing:
    """How a run's sections stand; without the model only a person's edits can be told."""
    documents = documents_of(workspace, run)
    root = f"system-{run}"
    at_work = set(named_below(documents, root))
    places = [(each, number) for each in documents for number in range(1, 6)]
    if model is None:
        return Standing(documents, {place: _without_model(documents, place, at_work) for place in places})
    done = rehearse(workspace, run, model, make_host, endless=False)
    halted = _halted(done)
    states: dict[Place, str] = {}
    rebuilt: list[Place] = []
    for place in places:
        state = _without_model(documents, place, at_work)
        if state in (UNKNOWN, HUMAN) and place[0] in at_work:
            changed = _changed(documents[place[0]], done.after[place[0]], place[1])
            if state == UNKNOWN:
                later = halted is not None and order(place) >= order(halted)
                state = STALE if changed or place == halted else DEPENDS if later else FRESH
        if state in (STALE, UNMADE):
            rebuilt.append(place)
        states[place] = state
    return Standing(documents, states, done, tuple(sorted(rebuilt, key=order)))


def _halted(done: Rehearsed) -> Place | None:
    """The section that would be made where the rehearsal ended early."""
    if done.asked:
        return done.asked.document, NUMBERS.get(done.asked.phase, 1)
    return (done.at, 3) if done.action else None


def _changed(before: Document, after: Document, number: int) -> bool:
    return before.digest(number) != after.digest(number)


def _without_model(documents: Mapping[str, Document], place: Place, at_work: set[str]) -> str:
    document, number = documents[place[0]], place[1]
    record = records(document).get(number)
    if place[0] not in at_work:
        return LEFT
    if not document.body(number).strip() or (number == 1 and record and not record["from"]):
        return UNMADE
    edited = record is None or record["text"] != document.digest(number)
    return HUMAN if edited or (record and record["by"] == "human") else UNKNOWN


def origins_now(
    workspace: Workspace, run: str, model: Model, make_host: MakeHost, documents: Mapping[str, Document]
) -> dict[Place, str]:
    """The `from` that each section of `documents` would have now, were all that stands before it given.

    Every section is passed off as an edit that was not seen yet: the engine then keeps it, and records
    what it would be made from.
    """

    def forged(document_id: str, _: Document) -> Document:
        return taken_as_given(document_id, documents[document_id], text=_FORGED)

    done = rehearse(workspace, run, model, make_host, forged)
    return {
        (each, number): record["from"]
        for each, document in done.after.items()
        for number, record in records(document).items()
        if record["text"] != _FORGED and number < 5
    }


def taken_as_given(document_id: str, document: Document, skip: int = 0, text: str = "") -> Document:
    """The document with its sections marked as a person's, but for `skip`; `text` forges their digests."""
    old = records(document)
    made = {}
    for number, record in old.items():
        wrote_itself = number in (1, 2, 4) or (number == 3 and _made_by_model(document_id, record))
        if number == skip or not wrote_itself or not document.body(number).strip() or not record["from"]:
            made[str(number)] = record
        else:
            made[str(number)] = {**record, "by": "human", "text": text or document.digest(number)}
    return document.with_meta(sections=made)


def _made_by_model(document_id: str, record: Mapping[str, str]) -> bool:
    """True for a §3 that is no list of steps."""
    return parse_id(document_id).level == "operation" or record["by"] == "model"
