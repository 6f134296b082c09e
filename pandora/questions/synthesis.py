"""Syntheses: leasing a question that is ready, composing the text from the syntheses below it, writing it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pandora.budget import Usage
from pandora.document.figures import unfounded_figures
from pandora.document.fill import one_line
from pandora.document.quote import quoted
from pandora.document.records import Standing, by_person
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.pattern import Phase
from pandora.engine.phase import call_model, make_prompt
from pandora.engine.trust import distrust
from pandora.errors import ReplyError
from pandora.models.protocol import Prompt, Reply
from pandora.questions import queries
from pandora.questions.child_status_lines import update_ended_parent, with_current_statuses
from pandora.questions.citations import unfounded_words
from pandora.questions.context import strangers_of
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_rules import GraphError, checked_name, checked_text
from pandora.questions.node_changes import node_row, require_active
from pandora.questions.question_document import ANSWER, node_keys, question_of, read_question, with_section
from pandora.questions.question_loop import loop_of
from pandora.questions.staleness import HUMAN, children, contribution, made_from


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

    `keys` are front matter that is written in the same durable step, such as what was used.
    """
    text = checked_text(synthesis_text, "synthesis")
    with graph.lock():
        require_active(graph, "synthesize")
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
        digest = HUMAN if by == "human" else made_from(graph.index, row)

        def edit(document: Document) -> Document:
            after = replace(read_question(document), state="synthesized", reason="", made=digest)
            written = with_current_statuses(
                graph, with_section(document, 5, text, by, origin or digest, graph.clock())
            )
            return written.with_meta(**{**node_keys(after), "phase": "check", **keys})

        graph.save(graph.document(row["id"]), edit)
        update_ended_parent(graph, row["parent"])
    return {"node_id": row["id"], "status": "synthesized"}


def claim_synthesis(graph: Graph, worker: str) -> Row | None:
    """Lease the deepest question that is ready and that no other worker is synthesising; None if there is none.

    The lease is not in the documents: where it is lost, it costs one model call at most, since a question is
    synthesised only once.
    """
    name = checked_name(worker, "worker_id")
    with graph.lock():
        require_active(graph, "claim a synthesis")
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


def synthesise(graph: Graph, host: Host, row: Row, worker: str) -> str:
    """Write the synthesis of a question that is ready; returns it.

    The synthesis of a leaf is its answer, without a model call. A person's §5 is kept as it is.
    """
    document = graph.document(row["id"])
    if by_person(document, 5):
        text = document.body(5)
        synthesize_node(graph, row["id"], text, worker, by="human")
        return text
    below = [child for child in children(graph.index, row["id"]) if contribution(graph.index, child)]
    if not below:
        answer = graph.index.node(f"{row['id']}{ANSWER}")
        text = str(answer["text"]) if answer else "Nothing was found."
        synthesize_node(graph, row["id"], with_tensions(graph, row, text), worker, by="code")
        return text
    loop, phase, prompt = synthesis_prompt(graph, host, row, below)
    origin = loop.origin(prompt.text, host.model.fingerprint)
    if loop.standing(5, origin) is Standing.FRESH:
        synthesize_node(graph, row["id"], loop.document.body(5), worker, origin=origin)
        return loop.document.body(5)
    mark_untrusted(graph, loop, below)
    try:
        text = _compose(loop, phase, prompt) or "The findings come to nothing that can be said."
    except ReplyError:
        given = (f"{one_line(child['text'])} {one_line(contribution(graph.index, child))}" for child in below)
        text = "\n".join(["The model has not brought the findings together:", *given])
    text = with_tensions(graph, row, text)
    synthesize_node(graph, row["id"], text, worker, origin=origin, used=_used(loop))
    return text


def synthesis_prompt(graph: Graph, host: Host, row: Row, below: list[Row]) -> tuple[Loop, Phase, Prompt]:
    """The loop, the phase and the prompt for the synthesis of a question from those `below` it."""
    loop = loop_of(graph, host, row["id"], "think_synthesise")
    phase = replace(host.library.phase(loop.pattern, "do"), name="synthesise")
    return loop, phase, make_prompt(loop, phase, phase.form, findings(graph, row, below))


def mark_untrusted(graph: Graph, loop: Loop, below: list[Row]) -> None:
    """Mark the question's document as untrusted where one below was made from untrusted sources."""
    distrust(loop, (source for child in below for source in strangers_of(graph, child["id"])))


def _compose(loop: Loop, phase: Phase, prompt: Prompt) -> str:
    """The model's synthesis: the answer, then the reason; asked once more where parts stand in no finding."""
    text = _reply_text(call_model(loop, phase, phase.form, prompt))
    if doubts := _unfounded_parts(text, prompt):
        advice = (
            f"No finding holds {', '.join(doubts)}. Say what the findings say, or that they do not settle it."
        )
        again = make_prompt(loop, phase, phase.form, [*prompt.parts, advice])
        better = _reply_text(call_model(loop, phase, phase.form, again))
        left = _unfounded_parts(better, prompt)
        text, doubts = (better, left) if better and len(left) < len(doubts) else (text, doubts)
    return f"{text}\nIn no finding: {', '.join(doubts)}" if doubts and text else text


def _unfounded_parts(text: str, prompt: Prompt) -> list[str]:
    """The figures and the words of a text that no finding in the prompt has."""
    return [*unfounded_figures(text, prompt.parts), *unfounded_words(text, prompt.parts)]


def _reply_text(reply: Reply) -> str:
    """The answer and its reason in a reply; a reason that only repeats the answer is left out."""
    values = reply.filled.values
    first, rest = (" ".join(str(values.get(key, "")).split()) for key in ("answer", "because"))
    if rest.casefold().startswith(first.casefold().rstrip(".")):
        return rest
    if not rest or first.casefold().endswith(rest.casefold()):
        return first
    return f"{first if first.endswith(('.', '!', '?')) else first + '.'} {rest}" if first else rest


def findings(graph: Graph, row: Row, below: list[Row]) -> list[str]:
    """The prompt parts of a synthesis: the findings of the questions below, open tensions, and the question."""
    parts = []
    for child in below:
        text = contribution(graph.index, child)
        parts.append(f"Finding: {child['text']}\n{quoted(text) if strangers_of(graph, child['id']) else text}")
    if tension_lines := [f"Tension: {tension}" for tension in tensions(graph, row)]:
        parts.append("\n".join(tension_lines))
    return [*parts, f"Question: {row['text']}"]


def _used(loop: Loop) -> dict[str, Any]:
    used: Usage = loop.used
    return {
        "calls": used.calls,
        "prompt": used.prompt,
        "evaluated": used.evaluated,
        "written": used.written,
        "seconds": round(used.model_seconds, 1),
    }


def tensions(graph: Graph, row: Row) -> list[str]:
    """The open contradictions with a side at or below the question of `row`, each as one line."""
    inside = {row_below["id"] for row_below in queries.subtree(graph, row["id"])}
    descriptions = []
    for contradiction in queries.contradictions(graph)["contradictions"]:
        if inside & set(contradiction["nodes"]) and not resolved_by(graph, contradiction["nodes"]):
            descriptions.append(
                contradiction["tension"]
                or " against ".join(_quoted(graph, node) for node in contradiction["nodes"])
            )
    return [one_line(description) for description in descriptions]


def resolved_by(graph: Graph, pair: list[str]) -> str:
    """The id of the node that settled a contradiction; "" while it is open.

    Metadata of a side may name it (`contradiction_resolved`, `resolution_node`); otherwise a question about the
    tension settles it once it is synthesized.
    """
    for node in pair:
        row = graph.index.node(node)
        metadata = json.loads(row["metadata"]) if row else {}
        if metadata.get("contradiction_resolved") is True:
            return str(metadata.get("resolution_node") or node)
    for side in pair:
        for question in children(graph.index, question_of(side)):
            metadata = json.loads(question["metadata"])
            about = metadata.get("contradicting_nodes")
            if (
                isinstance(about, list)
                and set(map(str, about)) == set(pair)
                and question["state"] == "synthesized"
            ):
                return str(question["id"])
    return ""


def _quoted(graph: Graph, node: str) -> str:
    row = graph.index.node(node)
    return f"“{one_line(row['text'])[:160]}”" if row else node


def with_tensions(graph: Graph, row: Row, text: str) -> str:
    """The synthesis with a line for each open tension that its text does not name."""
    missing = [tension for tension in tensions(graph, row) if tension not in one_line(text)]
    return "\n".join([text, *(f"Open tension: {tension}" for tension in missing)])
