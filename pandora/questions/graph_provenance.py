"""`pandora why` for a graph: what each section was made from, and whether it is still fresh.

To find what `think --resume` would call stale, the same check is run on a copy of the graph. It needs no model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pandora.check.token_costs import instructions_place as instructions_at
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.links import parent_of
from pandora.document.records import UNWRITTEN, Place, Record, Standing, by_person, section_records, standing
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.engine.pattern import Library
from pandora.errors import PandoraError
from pandora.inspect.freshness import Freshness, Outlook, State
from pandora.inspect.rehearsal import copy_of_run, documents_of
from pandora.inspect.section_places import children_of, section_order
from pandora.policy import Policy
from pandora.questions import graph_queries, work_claims
from pandora.questions.contradiction_settlement import sides_of
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_rules import DONE, TERMINAL
from pandora.questions.question_document import ANSWER, evidence_text, question_of, read_question
from pandora.questions.staleness import made_from, reopen_stale, understood_from
from pandora.questions.worker_sources import places_in

ROLES = {2: "plan", 3: "do", 4: "check"}


def is_graph(root: Document) -> bool:
    """Return True if `root` is the root document of a graph."""
    return isinstance(root.meta.get("graph"), Mapping)


def freshness_of_graph(
    workspace: Workspace, run: str, policy: Policy, documents: Mapping[str, Document] | None = None
) -> Freshness:
    """The state of every section of a graph (fresh, stale, edited, …); only a copy of it is written to."""
    documents = documents_of(workspace, run) if documents is None else documents
    with copy_of_run(workspace, run, documents=documents) as copy:
        graph = Graph(copy, run).open()
        stale = set(reopen_stale(graph, policy))
        states: dict[Place, State] = {}
        rebuilt: list[Place] = []
        for document_id, document in documents.items():
            row = graph.index.node(document_id)
            for number in range(1, 6):
                state = _state(graph, policy, document, number, row, document_id in stale)
                if row is None and stale and state is Standing.FRESH:
                    state = Outlook.DEPENDS  # a harvest, which is made from the whole graph
                states[document_id, number] = state
                left = row is not None and row["state"] not in DONE
                if left and (state is Standing.STALE or (state is Standing.EMPTY and number in (3, 5))):
                    rebuilt.append((document_id, number))
        return Freshness(
            documents, states, None, tuple(sorted(rebuilt, key=section_order)), _next(graph, stale)
        )


def _state(
    graph: Graph, policy: Policy, document: Document, number: int, row: Row | None, stale: bool
) -> State:
    """The state of one section: that of `standing`, which compares its recorded origin with `_origin`.

    In an unfinished question, only a section that is sure to be made again is STALE. Later sections that may be
    made again are DEPENDS: that turns on how the earlier ones come out.
    """
    state = standing(document, number, _origin(graph, policy, document, number, row, stale))
    if row is None or row["state"] in DONE or state.by_person or state is Standing.EMPTY:
        return state
    if number == 5 and not (stale and row["state"] == "answered" and not row["pending"]):
        return Outlook.DEPENDS
    return Outlook.DEPENDS if state is Standing.STALE and number not in (1, 5) else state


def _origin(graph: Graph, policy: Policy, document: Document, number: int, row: Row | None, stale: bool) -> str:
    """The digest of what a section would be made from now; the recorded one where nothing has changed."""
    recorded = section_records(document).get(number, UNWRITTEN).origin
    if row is None or row["state"] in DONE:
        return recorded
    if number == 5:
        return made_from(graph.index, row)
    return (
        recorded if row["state"] == "answered" or not stale else understood_from(graph, row, document, policy)
    )


def _next(graph: Graph, stale: set[str]) -> str:
    """What `think --resume` would do first, as words that follow its name: `answers …`, `is refused: …`."""
    settings = graph.settings()
    if settings.status == "budget_exhausted" and not stale:
        return f"is refused: {settings.reason}; raise it with --tokens, --seconds or --nodes"
    waiting = [str(question["node_id"]) for question in work_claims.claimable(graph)["claimable"]]
    ready = [str(node["node_id"]) for node in graph_queries.ready_to_synthesize(graph)["ready_nodes"]]
    for what, candidates in (("answers", waiting), ("synthesises", ready)):
        if candidates:
            more = f", and {len(candidates) - 1} more" if len(candidates) > 1 else ""
            return f"{what} {candidates[0]}{more}"
    return f"makes nothing again: the graph is {settings.status}" if settings.status in TERMINAL else "ends it"


@dataclass(frozen=True)
class QuestionLineage:
    """Tells what each section of a graph was made from; `library` has the instructions for the model."""

    library: Library

    def before(self, place: Place, documents: Mapping[str, Document]) -> list[Place]:
        """The sections that the section at `place` was made from, without empty ones."""
        return [
            (document_id, number)
            for document_id, number in _before(place, documents)
            if document_id in documents and documents[document_id].body(number).strip()
        ]

    def facts(
        self, place: Place, documents: Mapping[str, Document], record: Record
    ) -> Iterator[tuple[str, str]]:
        """What else the section was made from, as (label, text): question, sources, instructions, model."""
        return _facts(place, documents, record, self.library)


def _before(place: Place, documents: Mapping[str, Document]) -> Iterator[Place]:
    """The sections that the section at `place` is made from, empty or missing ones included."""
    document_id, number = place
    document = documents[document_id]
    parent = parent_of(document)
    if parse_id(document_id).kind == "harvest":
        yield from ((parent or document_id, section) for section in (5, 3) if number == 5)
    elif parse_id(document_id).kind not in (
        "",
        "question",
    ):  # a loop below a question: each from the one before
        yield (parent or document_id, 3) if number == 1 else (document_id, 1 if number == 3 else number - 1)
    elif number == 1:
        if parent is not None:
            metadata = read_question(document).metadata
            yield parent, 4 if metadata.get("boundary") or metadata.get("tension") else 2
        kept: Any = document.meta.get("answer")
        rests = kept.get("rests") if isinstance(kept, Mapping) else None
        for key in rests if isinstance(rests, Mapping) else ():
            if str(key).endswith(ANSWER):
                yield question_of(str(key)), 3
    elif number in (2, 3):
        yield document_id, 1
        if number == 2:  # DO comes first: what is asked further is made from the answer
            yield document_id, 3
    elif number == 4:
        yield document_id, 3
        if near := str(document.meta.get("near") or ""):
            yield question_of(near), 3
    elif not by_person(document, 5):
        yield document_id, 3
        yield from ((child, 5) for child in children_of(document) if parse_id(child).kind == "question")


def _facts(
    place: Place, documents: Mapping[str, Document], record: Record, library: Library
) -> Iterator[tuple[str, str]]:
    document_id, number = place
    document = documents[document_id]
    if number == 1:
        yield "task", task_of(document)
        if places := places_in(document.body(1)):
            yield "sources", ", ".join(places)
    if number == 3 and (evidence := evidence_text(document)):
        yield "evidence", evidence
    if record.by == "model":
        root = parent_of(document) is None
        role = "think_seed" if root else "think_work"
        if document.meta.get("node") and sides_of(read_question(document).metadata):
            role = "think_settle"
        phase = ROLES.get(number, "do")
        if parse_id(document_id).kind not in ("", "question"):
            role, phase = parse_id(document_id).kind, ROLES.get(number, "do")
        elif number == 5:
            role = "think_decide" if root else "think_synthesise"
        elif number == 4 and root:
            role, phase = "think_clash", "do"
        try:
            path, line = instructions_at(library, library.load("tool", role), phase)
            yield "instructions", f"{path}:{line}"
        except PandoraError as error:
            yield "pattern", f"{role}, which cannot be read: {str(error).splitlines()[0]}"
        top = documents.get(f"system-{parse_id(document_id).run}", document)
        yield "model", str(top.meta.get("model", "unknown: a client wrote it"))
    if record.trust:
        yield "strangers' words", ", ".join(map(str, document.meta.get("untrusted") or ["unknown"]))
