"""Changes of nodes: adding, metadata, edges, saturation. All rules are checked before anything is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pandora.budget import Budget
from pandora.document.ids import Name, parse_id, place_under_parent
from pandora.document.meta_values import mapping, whole_number
from pandora.document.state_document import Document
from pandora.questions.child_status_lines import (
    RUNNING,
    child_lines,
    update_ended_parent,
    with_child_line,
    with_current_statuses,
)
from pandora.questions.contradiction_settlement import sides_of
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_lifecycle import SETTLE_PATTERN, WORK_PATTERN, question_document
from pandora.questions.graph_queries import node_view
from pandora.questions.graph_rules import (
    EDGES,
    NODE_TYPES,
    REASONS,
    RESERVED,
    GraphError,
    checked_choice,
    checked_metadata,
    checked_name,
    checked_size,
    checked_text,
)
from pandora.questions.question_document import (
    ANSWER,
    Answer,
    Question,
    answer_section,
    answer_text,
    in_one_lineage,
    is_answer,
    node_keys,
    question_of,
    read_question,
    with_section,
)
from pandora.questions.staleness import edit_question, rests_on, unsettled_above, words_changed


def require_active(graph: Graph, doing_what: str) -> None:
    """Raise GraphError where the graph is not active."""
    status = graph.settings().status
    if status != "active":
        raise GraphError(f"cannot {doing_what}: graph {graph.run!r} has status {status!r} and must be 'active'")


def node_row(graph: Graph, node_id: object) -> Row:
    """The row of a node of the graph; GraphError where there is none."""
    row = graph.index.node(node_id) if isinstance(node_id, str) else None
    if row is None:
        raise GraphError(f"node {node_id!r} not found in graph {graph.run!r}")
    return row


def add_node(
    graph: Graph,
    parent_id: object,
    node_type: object,
    text: object,
    owner: object = None,
    metadata: Mapping[str, Any] | None = None,
    rests: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Add a question under a node, or the answer of a question.

    `rests` are further nodes, with the digests of their texts, that an answer was made from.
    """
    kind = checked_choice(node_type, list(NODE_TYPES), "node_type")
    words = checked_text(text, kind)
    by = "" if owner is None or owner == "" else checked_name(owner, "owner")
    given = _unreserved(metadata or {})
    with graph.lock():
        require_active(graph, f"add the {kind}")
        if parent_id is None:
            raise GraphError(f"parent_id is missing: graph {graph.run!r} has its one root, {graph.root}")
        parent = node_row(graph, parent_id)
        if kind == "answer":
            return _add_answer(graph, parent, words, by, given, rests or {})
        return _add_question(graph, parent, words, by, given)


def _unreserved(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Metadata for a node; GraphError where it is too large or has keys that only operations set."""
    given = checked_metadata(metadata)
    for key in RESERVED:
        if key in given:
            way = {"synthesis": "fractal_synthesize_node", "saturation_reason": "fractal_mark_saturated"}[key]
            raise GraphError(f"metadata cannot hold {key!r}; use {way}")
    return given


def open_below(
    graph: Graph, question: str, text: str, owner: str, metadata: Mapping[str, Any]
) -> dict[str, Any]:
    """Add a question under the answer that a worker has written and is about to give."""
    with graph.lock():
        require_active(graph, "add the question")
        return _add_question(
            graph, node_row(graph, question), checked_text(text, "question"), owner, dict(metadata), "answer"
        )


def _require_room(graph: Graph) -> None:
    """Raise GraphError where the graph's budget of nodes has no room for a question and its answer.

    Every question counts as two nodes, so that each one that was opened can be answered.
    """
    most = graph.settings().nodes
    total = graph.index.row("SELECT COUNT(*) AS n FROM nodes WHERE kind = 'question'") if most else None
    if total and (total["n"] + 1) * 2 > most:
        raise GraphError(f"the graph's budget of {most} nodes has no room for a question and its answer")


def _require_share(graph: Graph, row: Row) -> None:
    """Raise GraphError where a branch would take the room of the others under a budget of nodes.

    Each branch below the root has an equal share of the questions that the budget allows. What the others
    have not used is free once no question of theirs is left to be worked on.
    """
    most = graph.settings().nodes
    if not most or row["parent"] is None:
        return
    branches = graph.index.rows(
        "SELECT branch, COUNT(*) AS n, SUM(state IN ('open', 'claimed')) AS left FROM nodes "
        "WHERE kind = 'question' AND depth > 0 GROUP BY branch"
    )
    share = max(1, (most // 2 - 1) // max(1, len(branches)))
    mine = sum(branch["n"] for branch in branches if branch["branch"] == row["branch"])
    if mine >= share and any(branch["left"] for branch in branches if branch["branch"] != row["branch"]):
        raise GraphError(
            f"the branch {row['branch']!r} has its share of {share} questions; others have work left"
        )


def _add_question(
    graph: Graph, parent: Row, text: str, owner: str, metadata: dict[str, Any], via: str = ""
) -> dict[str, Any]:
    above = graph.index.node(question_of(parent["id"]))
    if above is None:
        raise GraphError(f"node {parent['id']!r} is under no question of the graph")
    settings, depth = graph.settings(), int(above["depth"]) + 1
    if depth > settings.depth:
        raise GraphError(
            f"depth {depth} would exceed max_depth {settings.depth} of intensity {settings.intensity!r}"
        )
    if above["state"] in ("saturated", "error"):
        raise GraphError(f"node {parent['id']!r} is {above['state']}; its branch takes no more questions")
    _require_room(graph)
    _require_share(graph, above)
    name = Name("tool", "question", graph.run, _next_number(graph, above["id"]))
    via = via or ("answer" if is_answer(parent["id"]) else "question")
    question = Question(
        *(str(name), text, above["id"], via),
        depth=depth,
        seq=int(graph.index.fact("seq", 0)) + 1,
        owner=owner,
        metadata=metadata,
    )
    _check_edges(graph, str(name), metadata)
    unsettled_above(graph, above["id"])
    kept = mapping(graph.document(above["id"]).meta, "budget")
    budget = Budget(**{key: whole_number(kept[key]) for key in Budget.__dataclass_fields__ if key in kept})
    budget = replace(budget, context=max(0, budget.context), depth=max(0, budget.depth - 1))
    pattern = SETTLE_PATTERN if sides_of(metadata) else WORK_PATTERN
    graph.store.create(question.id, question_document(graph, question, pattern, budget))
    graph.save(graph.document(above["id"]), lambda document: with_child_line(document, question.id, RUNNING))
    return _added_node(graph, question.id, parent["id"], depth, "question", "open")


def _next_number(graph: Graph, above: str) -> str:
    """The number of a new child: one more than the largest there is."""
    prefix = parse_id(above).number
    numbers = [
        place_under_parent(row["id"])
        for row in graph.index.rows(
            "SELECT id FROM nodes WHERE parent = ? AND kind = 'question' ORDER BY seq DESC LIMIT 8", above
        )
    ]
    number = max(numbers, default=0) + 1
    while True:
        place = f"{prefix}.{number}" if prefix else str(number)
        if not graph.workspace.document(str(Name("tool", "question", graph.run, place))).exists():
            return place
        number += 1


def _add_answer(
    graph: Graph, parent: Row, text: str, owner: str, metadata: dict[str, Any], rests: Mapping[str, str]
) -> dict[str, Any]:
    if parent["kind"] != "question":
        raise GraphError(f"an answer answers a question, and {parent['id']!r} is an answer")
    question = graph.question(parent["id"])
    may_answer(question, owner)
    node_id = f"{question.id}{ANSWER}"
    _check_edges(graph, node_id, metadata)
    answer = Answer(text, owner, metadata=metadata, rests={**rests, **rests_on(graph.index, parent)})
    claims = question.claims + (1 if question.state == "open" else 0)

    def edit(document: Document) -> Document:
        now = read_question(document)
        after = replace(now, state="answered", owner=owner or now.owner, claims=claims, answer=answer)
        if answer_text(document) != text:
            document = with_section(document, 3, answer_section(text, child_lines(document)), "model")
        return document.with_meta(**node_keys(after), phase="do")

    graph.save(graph.document(question.id), edit)
    if question.answer is not None and question.answer.text != text:
        words_changed(graph, question.id)
    return _added_node(graph, node_id, question.id, question.depth, "answer", "answered")


def may_answer(question: Question, owner: str) -> None:
    """Raise GraphError where `owner` may not answer the question in its present state."""
    if question.state == "claimed" and question.owner != owner:
        problem = f"question {question.id!r} is claimed by {question.owner!r}"
        raise GraphError(f"{problem}, not by {owner!r}" if owner else f"{problem}; give it as owner")
    if question.state not in ("open", "claimed"):
        raise GraphError(
            f"question {question.id!r} is {question.state}; only an open or a claimed question is answered"
        )


def _added_node(
    graph: Graph, node_id: str, parent_id: str, depth: int, kind: str, status: str
) -> dict[str, Any]:
    return {
        "node_id": node_id,
        "graph_id": graph.run,
        "parent_id": parent_id,
        "depth": depth,
        "node_type": kind,
        "status": status,
    }


def update_node(graph: Graph, node_id: object, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Merge metadata into a node's, key by key; targets of edges are added to the present ones."""
    given = _unreserved(metadata)
    with graph.lock():
        row = node_row(graph, node_id)
        new = _check_edges(graph, row["id"], given)
        old_metadata = json.loads(row["metadata"])
        merged = {**old_metadata, **given}
        for key in EDGES:
            if key in given:
                merged[key] = list(dict.fromkeys([*_as_list(old_metadata.get(key)), *given[key]]))
        checked_size(merged)

        def change(question: Question) -> Question:
            if row["kind"] == "question" or question.answer is None:
                return replace(question, metadata=merged)
            return replace(question, answer=replace(question.answer, metadata=merged))

        if merged != old_metadata:
            edit_question(graph, question_of(row["id"]), change)
    return {
        "node_id": row["id"],
        "metadata": node_view(node_row(graph, row["id"]))["metadata"],
        "edges_created": new,
    }


def _as_list(given: Any) -> list[Any]:
    return given if isinstance(given, list) else []


def _check_edges(graph: Graph, node_id: str, metadata: Mapping[str, Any]) -> int:
    """Check the edges that metadata asks for; returns how many of them are new."""
    new = 0
    for key, kind in EDGES.items():
        targets = metadata.get(key, [])
        if not isinstance(targets, list) or not all(isinstance(target, str) for target in targets):
            raise GraphError(f"{key} must be a list of node ids")
        for target in dict.fromkeys(targets):
            if target == node_id:
                raise GraphError(f"{key}: node {node_id!r} cannot have an edge to itself")
            other = node_row(graph, target)
            if kind == "convergence" and in_one_lineage(node_id, other["id"]):
                problem = f"{key}: {node_id!r} and {target!r} are in one branch"
                raise GraphError(f"{problem}; a convergence is between different branches")
            one, two = sorted((node_id, target))
            stands = graph.index.row(
                "SELECT 1 FROM edges WHERE one = ? AND other = ? AND type = ?", one, two, kind
            )
            new += 0 if stands else 1
    return new


def mark_saturated(graph: Graph, node_id: object, reason: object, detail: str = "") -> dict[str, Any]:
    """Mark an open, claimed or answered node as needing no further exploration, for one of the `REASONS`.

    `detail` is written into §5 for a person who reads the document.
    """
    why = checked_choice(reason, list(REASONS), "saturation reason")
    with graph.lock():
        row = node_row(graph, node_id)
        if row["state"] not in ("open", "claimed", "answered"):
            raise GraphError(
                f"cannot saturate node {row['id']!r} with status {row['state']!r}; "
                "it must be 'open', 'claimed' or 'answered'"
            )

        def edit(document: Document) -> Document:
            question = read_question(document)
            if row["kind"] == "answer" and question.answer is not None:
                answer = replace(question.answer, state="saturated", reason=why)
                return document.with_meta(**node_keys(replace(question, answer=answer)))
            after = replace(question, state="saturated", reason=why)
            output = question.answer.text if question.answer else f"Saturated: {why}\n{detail}".strip()
            ended = with_current_statuses(graph, with_section(document, 5, output, "code", "", graph.clock()))
            return ended.with_meta(**node_keys(after))

        graph.save(graph.document(row["id"]), edit)
        update_ended_parent(graph, row["parent"])
    return {"node_id": row["id"], "status": "saturated", "reason": why}
