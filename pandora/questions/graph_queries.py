"""Read-only queries of a graph: snapshot, branches, open, ready, converging, contradicting, saturated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_rules import DONE, GraphError
from pandora.questions.question_document import ANSWER

_VIEWED = (
    "id",
    "kind",
    "parent",
    "via",
    "depth",
    "state",
    "owner",
    "session",
    "claims",
    "attempts",
    "reason",
    "text",
    "metadata",
    "synthesis",
    "created",
)
"""The columns that a view is made from: clients ask for large graphs again and again."""
_VIEW = f"SELECT {', '.join(_VIEWED)} FROM nodes"


def parent_id(row: Row) -> str | None:
    """The id of the question or answer that the node in `row` hangs under."""
    return _parent_id(row["parent"], row["via"])


def _parent_id(above: str | None, via: str) -> str | None:
    return f"{above}{ANSWER}" if above and via == "answer" else above


def node_view(row: Row) -> dict[str, Any]:
    """A node as clients get it; the synthesis and the reason of a saturation are in its metadata."""
    return _view(*(row[column] for column in _VIEWED))


def _views(graph: Graph, which: str, *values: Any) -> list[dict[str, Any]]:
    """The views of the nodes that the rest of a query, `which`, picks."""
    return [_view(*row) for row in graph.index.tuples(f"{_VIEW} {which}", *values)]


def _view(
    node_id: str,
    kind: str,
    above: str | None,
    via: str,
    depth: int,
    state: str,
    owner: str,
    session: str,
    claims: int,
    attempts: int,
    reason: str,
    text: str,
    stored: str,
    synthesis: str,
    created: str,
) -> dict[str, Any]:
    metadata: dict[str, Any] = json.loads(stored) if stored != "{}" else {}
    if kind == "question" and state == "synthesized":
        metadata["synthesis"] = synthesis
    if state == "saturated":
        metadata["saturation_reason"] = reason
    return {
        "node_id": node_id,
        "parent_id": _parent_id(above, via),
        "node_type": kind,
        "text": text,
        "owner": owner or None,
        "session_id": session or None,
        "depth": depth,
        "status": state,
        "claims": claims,
        "attempts": attempts,
        "metadata": metadata,
        "created_at": created,
    }


def _edge(one: str, other: str, kind: str) -> dict[str, Any]:
    return {"from_node": one, "to_node": other, "edge_type": kind, "metadata": {}}


def edges_of(graph: Graph, nodes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The edges among nodes, each once: parents and children first, then convergences and contradictions."""
    ids = {node["node_id"] for node in nodes}
    edges = [
        _edge(node["parent_id"], node["node_id"], "parent_child") for node in nodes if node["parent_id"] in ids
    ]
    for row in graph.index.rows("SELECT DISTINCT one, other, type FROM edges ORDER BY type, one, other"):
        if row["one"] in ids and row["other"] in ids:
            edges.append(_edge(row["one"], row["other"], row["type"]))
    return edges


def nodes_of(graph: Graph) -> list[Row]:
    """Every node, oldest question first, each followed by its answer."""
    return graph.index.rows("SELECT * FROM nodes ORDER BY seq, kind DESC")


def snapshot(graph: Graph) -> dict[str, Any]:
    """The whole graph."""
    settings = graph.settings()
    nodes = _views(graph, "ORDER BY seq, kind DESC")
    return {
        "graph_id": graph.run,
        "seed": nodes[0]["text"] if nodes else "",
        "intensity": settings.intensity,
        "checkpoint_mode": settings.checkpoint,
        "status": settings.status,
        "status_reason": settings.reason or None,
        "budget": {"max_agents": settings.agents, "max_depth": settings.depth},
        "nodes": nodes,
        "edges": edges_of(graph, nodes),
        "metadata": dict(settings.metadata),
    }


def branch(graph: Graph, node_id: object) -> dict[str, Any]:
    """A node with all nodes below it, and the edges among them."""
    if not isinstance(node_id, str) or graph.index.node(node_id) is None:
        raise GraphError(f"node {node_id!r} not found in graph {graph.run!r}")
    nodes = [node_view(row) for row in subtree(graph, node_id)]
    return {"graph_id": graph.run, "nodes": nodes, "edges": edges_of(graph, nodes)}


def subtree(graph: Graph, node_id: str) -> list[Row]:
    """The rows of a node and all below it, oldest first; below an answer are its own questions."""
    under = "CASE WHEN child.via = 'answer' THEN child.parent || '.answer' ELSE child.parent END"
    return graph.index.rows(
        "WITH RECURSIVE tree (id) AS (SELECT ? UNION SELECT child.id FROM nodes AS child JOIN tree ON "
        f"child.parent IN (tree.id, replace(tree.id, '.answer', '')) AND {under} = tree.id) "
        "SELECT nodes.* FROM nodes JOIN tree ON nodes.id = tree.id ORDER BY seq, kind DESC",
        node_id,
    )


def open_questions(graph: Graph) -> dict[str, Any]:
    """The questions that nobody has claimed, oldest first."""
    nodes = _views(graph, "WHERE kind = 'question' AND state = 'open' ORDER BY seq")
    return {"graph_id": graph.run, "open_questions": nodes, "count": len(nodes)}


def count_ready(graph: Graph) -> int:
    """How many questions can be synthesised."""
    row = graph.index.row(
        "SELECT COUNT(*) AS n FROM nodes WHERE kind = 'question' AND state = 'answered' AND pending = 0"
    )
    return int(row["n"]) if row else 0


def ready_to_synthesize(graph: Graph) -> dict[str, Any]:
    """Answered questions with nothing unfinished below them, deepest first."""
    nodes = _views(
        graph, "WHERE kind = 'question' AND state = 'answered' AND pending = 0 ORDER BY depth DESC, seq"
    )
    return {"graph_id": graph.run, "ready_nodes": nodes, "count": len(nodes)}


def convergence(graph: Graph) -> dict[str, Any]:
    """Clusters of nodes that converge, each with the first insight in the metadata of its nodes."""
    clusters: dict[str, set[str]] = {}
    for one, other in _pairs(graph, "convergence"):
        joined = clusters.get(one, {one}) | clusters.get(other, {other})
        clusters.update(dict.fromkeys(joined, joined))
    unique = {id(cluster): sorted(cluster) for cluster in clusters.values()}
    points = [
        {"nodes": nodes, "insight": _first_text(graph, nodes, "convergence_insight")}
        for nodes in sorted(unique.values())
    ]
    return {"graph_id": graph.run, "convergence_points": points, "count": len(points)}


def contradictions(graph: Graph) -> dict[str, Any]:
    """Pairs of nodes that contradict each other, with the tension between them."""
    pairs = [
        {"nodes": [one, other], "tension": _first_text(graph, (one, other), "contradiction_tension")}
        for one, other in _pairs(graph, "contradiction")
    ]
    return {"graph_id": graph.run, "contradictions": pairs, "count": len(pairs)}


def _pairs(graph: Graph, kind: str) -> list[tuple[str, str]]:
    rows = graph.index.rows("SELECT DISTINCT one, other FROM edges WHERE type = ? ORDER BY one, other", kind)
    return [(row["one"], row["other"]) for row in rows]


def _first_text(graph: Graph, nodes: Sequence[str], key: str) -> str | None:
    for node in nodes:
        row = graph.index.node(node)
        text = json.loads(row["metadata"]).get(key) if row else None
        if isinstance(text, str) and text.strip():
            return text
    return None


def saturation_status(graph: Graph) -> dict[str, Any]:
    """Each branch below the root: whether it is done, why, and what is open in it."""
    rows = graph.index.rows("SELECT * FROM nodes WHERE kind = 'question' AND depth = 1 ORDER BY seq")
    branches = [
        {
            "node_id": row["id"],
            "text": row["text"],
            "saturated": row["state"] in DONE,
            "saturation_reason": row["reason"] or None if row["state"] == "saturated" else None,
            "open_questions": _open_in(graph, row["id"]),
        }
        for row in rows
    ]
    left = graph.index.row(
        "SELECT 1 FROM nodes WHERE kind = 'question' AND state IN ('open', 'claimed', 'answered') LIMIT 1"
    )
    root = graph.index.node(graph.root)
    done = left is None and root is not None and root["state"] in DONE
    return {
        "graph_id": graph.run,
        "branches": branches,
        "all_saturated": bool(branches) and all(entry["saturated"] for entry in branches),
        "all_complete": done,
    }


def _open_in(graph: Graph, branch_id: str) -> int:
    row = graph.index.row(
        "SELECT COUNT(*) AS n FROM nodes WHERE branch = ? AND kind = 'question' AND state = 'open'", branch_id
    )
    return int(row["n"]) if row else 0
