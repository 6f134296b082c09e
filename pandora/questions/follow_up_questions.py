"""Which follow-up questions of an answer are opened, and the one locked step that writes the answer and them.

The signals that decide between a branch (a new question) and inline (no new question) are those of seed 000.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pandora.document.terminal_text import shortened
from pandora.document.text_similarity import SAME_QUESTION, likeness, words
from pandora.engine.loop import Loop
from pandora.questions import node_changes, question_context
from pandora.questions.child_status_lines import RUNNING, with_child_line
from pandora.questions.citations import claims_in
from pandora.questions.decomposition import Candidate
from pandora.questions.doubt_signals import doubt_signal
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row, texts_of
from pandora.questions.graph_rules import GraphError
from pandora.questions.relations import REPEATS, Comparison
from pandora.questions.staleness import children

_LOOKUP = re.compile(
    r"^(?:when|who|where|what year|what date|which year|how (?:many|much|long|old|tall|far)|"
    r"what is the (?:name|date|number|price|size|length|weight|capital|definition))\b",
    re.I,
)
_VAGUE = re.compile(r"^(?:what (?:else|more)|anything else|is there more|why not|so what|what now)\b", re.I)


@dataclass(frozen=True)
class Verdict:
    """Whether a candidate question becomes a `branch` of its own, and the signal that decided."""

    branch: bool
    signal: str


def verdict(answer: str, question: str, known: str) -> Verdict:
    """Whether a question that an answer raises is worth a branch of its own.

    `known` is the context that the answer was given. Signals for a branch go before signals against one; where
    there is no signal, there is no branch.
    """
    if _VAGUE.search(question.strip()) or len(words(question)) < 2:
        return Verdict(False, "hollow_question")
    if signal := doubt_signal(answer):
        return Verdict(True, signal)
    if _LOOKUP.search(question.strip()):
        return Verdict(False, "factual_lookup")
    fresh = words(question) - words(known)
    if len(fresh) * 2 > len(words(question)):
        return Verdict(True, "new_domain")
    if len(claims_in(answer)) <= 2:
        return Verdict(False, "short_answer")
    return Verdict(False, "no_signal")


def give_answer(
    graph: Graph, loop: Loop, worker: str, answer: str, candidates: list[Candidate], comparison: Comparison
) -> tuple[str, ...]:
    """Write the answer, its questions and its relation into the graph, in one locked step.

    Returns the ids of the questions that it opened. Running it a second time with the same arguments changes
    nothing. Raises EditedMeanwhile where a person changed what they were made from.
    """
    with graph.lock():
        loop.take_edits(before=5)
        question = graph.question(loop.id)
        node_changes.may_answer(question, worker)
        row = node_changes.node_row(graph, loop.id)
        opened, saturation, left = _open_candidates(graph, loop, row, answer, candidates)
        kept = graph.document(loop.id).meta.get("answer")
        rests = kept.get("rests", {}) if isinstance(kept, Mapping) else {}
        given: dict[str, Any] = {"depth_limited": True} if saturation == "budget_exhausted" else {}
        given |= {"not_opened": left} if left else {}
        if comparison.relation == REPEATS:
            saturation = "semantic_overlap"
            given |= {REPEATS: comparison.other}
        added = node_changes.add_node(graph, loop.id, "answer", answer, worker, given, rests)
        if saturation:
            node_changes.mark_saturated(graph, added["node_id"], saturation)
        _supersede(graph, row, opened, candidates)
        if comparison.holds:
            opened = (*opened, *_connect_answers(graph, added["node_id"], comparison, worker))
    return opened


def _open_candidates(
    graph: Graph, loop: Loop, row: Row, answer: str, candidates: list[Candidate]
) -> tuple[tuple[str, ...], str, list[str]]:
    """Open the candidates that are worth a branch.

    Returns the ids of the open ones, the reason of saturation where there are none, and the candidates that the
    budget had no room for.
    """
    ids_by_text = {child["text"]: child["id"] for child in children(graph.index, row["id"])}
    opened: list[str] = []
    refused: list[str] = []
    left: list[str] = []
    seed = row["parent"] is None
    if row["depth"] >= graph.settings().depth:
        return (), "budget_exhausted" if candidates or doubt_signal(answer) else "actionable", []
    for candidate in candidates:
        text = candidate.text
        if text in ids_by_text:
            _name_child(graph, row["id"], ids_by_text[text])
            opened.append(ids_by_text[text])
            continue
        twin = None if seed else question_context.same_question(graph, row, text, likeness, SAME_QUESTION)
        if twin is not None:
            refused.append("semantic_overlap")
            continue
        judged = Verdict(True, "seed") if seed else verdict(answer, text, loop.document.body(1))
        if not judged.branch:
            refused.append("hollow_questions" if judged.signal == "hollow_question" else "derivable")
            continue
        try:
            metadata = {"proxy_signal": judged.signal, **candidate.metadata}
            opened_child = node_changes.open_below(graph, row["id"], text, "", metadata)
        except GraphError:
            refused.append("budget_exhausted")
            left.append(text)
            continue
        opened.append(opened_child["node_id"])
    if opened:
        return tuple(opened), "", left
    return (), refused[0] if refused else "actionable", left


def _name_child(graph: Graph, question: str, child: str) -> None:
    """Name a child in §3 again, after the answer that opened it was written anew."""
    graph.save(graph.document(question), lambda document: with_child_line(document, child, RUNNING))


def _supersede(graph: Graph, row: Row, opened: tuple[str, ...], candidates: list[Candidate]) -> None:
    """Saturate the open questions of an earlier answer that this answer does not raise."""
    raised = {candidate.text for candidate in candidates}
    for child in children(graph.index, row["id"]):
        asked = json.loads(child["metadata"]).get("proxy_signal")
        if asked and child["id"] not in opened and child["text"] not in raised and child["state"] == "open":
            node_changes.mark_saturated(graph, child["id"], "hollow_questions")


def _connect_answers(graph: Graph, mine: str, comparison: Comparison, worker: str) -> tuple[str, ...]:
    """Add the edge to the other answer, and a question about what both share or which of them is right."""
    other, because = comparison.other, comparison.because
    mine_row, other_row = node_changes.node_row(graph, mine), node_changes.node_row(graph, other)
    kind = "convergence" if comparison.relation == "agree" else "contradiction"
    key = {"convergence": "convergence_insight", "contradiction": "contradiction_tension"}[kind]
    known_metadata = json.loads(mine_row["metadata"])
    if other in texts_of(known_metadata.get(f"{kind}_with")):
        return ()
    try:
        node_changes.update_node(graph, mine, {f"{kind}_with": [other], key: because})
    except GraphError:
        return ()
    if kind == "convergence":
        under = other if other_row["depth"] < mine_row["depth"] else mine
        text = f"Two branches both conclude: {because} What does that imply, and what do they both assume?"
        metadata: dict[str, Any] = {"boundary": True, "converging_nodes": [mine, other]}
    else:
        under = mine
        sides = (shortened(" ".join(row["text"].split()), 160) for row in (mine_row, other_row))
        text = f"Which of the two holds: “{'” or “'.join(sides)}”?"
        metadata = {"tension": True, "contradicting_nodes": [mine, other]}
    try:
        added = node_changes.add_node(graph, under, "question", text, worker, metadata)
    except GraphError:
        return ()  # no room below: the tension stays open and is named where it is synthesised
    return (added["node_id"],)
