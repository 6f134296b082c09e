"""How the sections of a graph's documents stand, and what they were made from: `pandora why` of a graph.

What `think --resume` would find stale is found out by having it look at a copy; no model is needed for that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pandora.check.token_costs import place as instructions_at
from pandora.disk.layout import Workspace
from pandora.document.body import parse
from pandora.document.ids import parse_id
from pandora.document.records import records
from pandora.document.state_document import Document
from pandora.engine.pattern import Library
from pandora.errors import PandoraError
from pandora.inspect.causes import TASK, Cause
from pandora.inspect.freshness import DEPENDS, FRESH, HUMAN, STALE, UNMADE, Standing
from pandora.inspect.rehearsal import copied, documents_of
from pandora.inspect.sections import Place, children_of, order, parent_of
from pandora.policy import Policy
from pandora.questions import claims, queries
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_rules import DONE, TERMINAL
from pandora.questions.node import ANSWER, by_human, evidence_text, question_of, read_question
from pandora.questions.sources import places_in
from pandora.questions.staleness import renew

ROLES = {2: "plan", 3: "do", 4: "check"}


def is_graph(root: Document) -> bool:
    """True for the root of a graph."""
    return isinstance(root.meta.get("graph"), Mapping)


def standing_of_graph(workspace: Workspace, run: str, policy: Policy) -> Standing:
    """How every section of a graph stands; nothing is written outside a copy."""
    documents = documents_of(workspace, run)
    with copied(workspace, run) as copy:
        graph = Graph(copy, run).open()
        stale = set(renew(graph, policy))
        states: dict[Place, str] = {}
        for each, document in documents.items():
            row = graph.index.node(each)
            for number in range(1, 6):
                told = _state(document, number, row, each in stale) if row else DEPENDS if stale else FRESH
                states[each, number] = told
        rebuilt = [
            place
            for place, state in states.items()
            if state == STALE or (state == UNMADE and place[1] in (3, 5))
        ]
        return Standing(documents, states, None, tuple(sorted(rebuilt, key=order)), _next(graph, stale))


def _state(document: Document, number: int, row: Row, stale: bool) -> str:
    written = bool(document.body(number).strip())
    if written and by_human(document, number):
        return HUMAN
    if row["state"] in DONE:
        return FRESH
    if number == 5:
        if not written:
            return UNMADE
        return STALE if stale and row["state"] == "answered" and not row["pending"] else DEPENDS
    if row["state"] == "answered" or not stale:
        return FRESH if written and "Context:" in document.body(1) else UNMADE
    return STALE if number == 1 else DEPENDS if written else UNMADE


def _next(graph: Graph, stale: set[str]) -> str:
    """What `think --resume` would do first, in words."""
    settings = graph.settings()
    if settings.status == "budget_exhausted" and not stale:
        return f"is refused: {settings.reason}; raise it with --tokens, --seconds or --nodes"
    waiting = [str(each["node_id"]) for each in claims.claimable(graph)["claimable"]]
    ready = [str(row["id"]) for row in queries.ready(graph)]
    for what, found in (("answers", waiting), ("synthesises", ready)):
        if found:
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            return f"{what} {found[0]}{more}"
    return f"makes nothing again: the graph is {settings.status}" if settings.status in TERMINAL else "ends it"


def causes_of_question(place: Place, standing: Standing, library: Library) -> list[Cause]:
    """The section at `place` and everything it was made from, back to the first question, the latest first."""
    found: dict[Place, Cause] = {}
    left = [place]
    while left:
        each = left.pop()
        if each not in found:
            found[each] = _cause(each, standing, library)
            left += found[each].before
    return [found[each] for each in sorted(found, key=order, reverse=True)]


def _cause(place: Place, standing: Standing, library: Library) -> Cause:
    document = standing.documents[place[0]]
    record = records(document).get(place[1], {})
    edited = bool(record) and record["text"] != document.digest(place[1])
    before = [
        each
        for each in dict.fromkeys(_before(place, standing.documents))
        if each[0] in standing.documents and standing.documents[each[0]].body(each[1]).strip()
    ]
    return Cause(
        place,
        "human" if edited else record.get("by", "nobody yet"),
        "" if edited else record.get("at", ""),
        standing.states[place],
        tuple(before),
        tuple(_facts(place, standing.documents, record, library)),
    )


def _before(place: Place, documents: Mapping[str, Document]) -> Iterator[Place]:
    """The sections that one was made from."""
    document_id, number = place
    document = documents[document_id]
    parent = parent_of(document)
    if parse_id(document_id).kind == "harvest":
        yield from ((parent or document_id, each) for each in (5, 3) if number == 5)
    elif number == 1:
        if parent is not None:
            said = read_question(document).metadata
            yield parent, 4 if said.get("boundary") or said.get("tension") else 2
        kept: Any = document.meta.get("answer")
        rests = kept.get("rests") if isinstance(kept, Mapping) else None
        for key in rests if isinstance(rests, Mapping) else ():
            if str(key).endswith(ANSWER):
                yield question_of(str(key)), 3
    elif number in (2, 3):
        yield from ((document_id, each) for each in range(1, number))
    elif number == 4:
        yield document_id, 3
        if near := str(document.meta.get("near") or ""):
            yield question_of(near), 3
    elif not by_human(document, 5):
        below = [each for each in children_of(document) if parse_id(each).kind == "question"]
        yield from ((each, 5) for each in below) if below else ((document_id, 3),)


def _facts(
    place: Place, documents: Mapping[str, Document], record: Mapping[str, str], library: Library
) -> Iterator[tuple[str, str]]:
    document_id, number = place
    document = documents[document_id]
    if number == 1:
        yield "task", str(parse(TASK, document.body(1)).values.get("task", ""))
        if found := places_in(document.body(1)):
            yield "sources", ", ".join(found)
    if number == 3 and (evidence := evidence_text(document)):
        yield "evidence", evidence
    if record.get("by") == "model":
        role = "think_synthesise" if number == 5 else "think_work" if parent_of(document) else "think_seed"
        try:
            path, line = instructions_at(library, library.load("tool", role), ROLES.get(number, "do"))
            yield "instructions", f"{path}:{line}"
        except PandoraError as error:
            yield "pattern", f"{role}, which cannot be read: {str(error).splitlines()[0]}"
        root = documents.get(f"system-{parse_id(document_id).run}", document)
        yield "model", str(root.meta.get("model", "unknown: a client wrote it"))
    if record.get("trust"):
        yield "strangers' words", ", ".join(map(str, document.meta.get("untrusted") or ["unknown"]))
