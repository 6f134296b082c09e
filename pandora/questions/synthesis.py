"""Syntheses: which questions are ready for one, who writes it, and what it was made from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pandora.document.state_document import Document
from pandora.questions.child_lines import settled, with_ends
from pandora.questions.graph import Graph
from pandora.questions.index import Row
from pandora.questions.node import node_keys, read_question, with_section
from pandora.questions.nodes import active, node_row
from pandora.questions.staleness import HUMAN, made_from
from pandora.questions.vocabulary import GraphError, named, worded


def synthesize_node(
    graph: Graph,
    node_id: object,
    synthesis_text: object,
    worker: str = "",
    by: str = "model",
    origin: str = "",
    **keys: Any,
) -> dict[str, Any]:
    """Write a question's synthesis; all questions below it must be synthesized or saturated.

    `keys` are front matter that belongs to the same durable step, such as what was used.
    """
    text = worded(synthesis_text, "synthesis")
    with graph.lock():
        active(graph, "synthesize")
        row = node_row(graph, node_id)
        if row["kind"] != "question":
            raise GraphError(f"node {row['id']!r} is an answer; a question is synthesized")
        if row["state"] not in ("claimed", "answered"):
            raise GraphError(
                f"cannot synthesize node {row['id']!r} with status {row['state']!r}; "
                "it must be 'claimed' or 'answered'"
            )
        if row["pending"]:
            raise GraphError(
                f"cannot synthesize node {row['id']!r}: {row['pending']} child question(s) not yet complete"
            )
        lease = graph.index.row("SELECT owner FROM leases WHERE node = ? AND work = 'synthesis'", row["id"])
        if worker and lease and lease["owner"] != worker:
            raise GraphError(f"node {row['id']!r} is being synthesized by {lease['owner']!r}")
        made = HUMAN if by == "human" else made_from(graph.index, row)

        def edit(document: Document) -> Document:
            after = replace(read_question(document), state="synthesized", reason="", made=made)
            written = with_ends(graph, with_section(document, 5, text, by, origin or made, graph.clock()))
            return written.with_meta(**{**node_keys(after), "phase": "check", **keys})

        graph.save(graph.document(row["id"]), edit)
        settled(graph, row["parent"])
    return {"node_id": row["id"], "status": "synthesized"}


def claim_synthesis(graph: Graph, worker: str) -> Row | None:
    """Lease the deepest question that is ready and that nobody is synthesising; None where there is none.

    A worker's own lease is not in the documents: lost, it costs a model call at most, since a question is
    synthesised once.
    """
    name = named(worker, "worker_id")
    with graph.lock():
        active(graph, "claim a synthesis")
        settings, now = graph.settings(), graph.clock()
        graph.index.run("DELETE FROM leases WHERE work = 'synthesis' AND expires <= ?", now)
        row = graph.index.row(
            "SELECT * FROM nodes WHERE kind = 'question' AND state = 'answered' AND pending = 0 "
            "AND id NOT IN (SELECT node FROM leases WHERE work = 'synthesis' AND owner != ?) "
            "ORDER BY depth DESC, seq LIMIT 1",
            name,
        )
        if row is not None:
            graph.index.run(
                "INSERT OR REPLACE INTO leases VALUES (?, ?, 'synthesis', ?)",
                row["id"],
                name,
                now + settings.lease,
            )
        return row
