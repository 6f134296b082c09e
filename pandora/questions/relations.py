"""The relation of an answer to another one: judged by the model, and accepted only if it is confirmed.

A small model finds contradictions and agreements anywhere. So a relation counts only where code sees it, or
where a second judgement, which does not know the first, names both subjects, calls them the same, and agrees
with it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from pandora.document.body import render
from pandora.document.quote import quoted
from pandora.document.state_document import digest
from pandora.document.statement_relation import visible_relation
from pandora.document.text_similarity import likeness
from pandora.engine.loop import Loop
from pandora.engine.phase import by_model, call_model, make_prompt
from pandora.engine.trust import distrust
from pandora.questions import context
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.node_changes import node_row

LEAST_LIKENESS = 0.3
"""The least likeness of two answers that the model compares."""
LEAST_PROBABILITY = 0.6
"""The least probability at which a choice of the model counts."""
SAME_SUBJECT = 0.5
"""The least likeness of the model's names for two subjects that count as the same."""


@dataclass(frozen=True)
class Comparison:
    """A relation to another answer, whose id is `other`, the reason for it, and whether it `holds`."""

    relation: str = "unrelated"
    other: str = ""
    because: str = ""
    holds: bool = False


def check(graph: Graph, loop: Loop, answer: str) -> Comparison:
    """§4: the relation of the answer to the nearest one of another branch, which the model judges."""
    phase = loop.host.library.phase(loop.pattern, "check")
    metadata = json.loads(node_row(graph, loop.id)["metadata"])
    between = metadata.get("boundary") or metadata.get("tension")  # the question is about such a pair already
    other = _answer_to_compare(graph, loop, answer) if phase.by == "model" and not between else None
    if other is None:
        origin = digest("check", answer)
        if not loop.keeps("check", origin):
            loop.write("check", "Relation: unrelated\nBecause: no other answer is near\n", "code", origin)
        return Comparison()
    above = graph.index.node(other["parent"])
    their_question, theirs = str(above["text"]) if above else "", str(other["text"])
    if strangers := context.strangers_of(graph, other["id"]):
        distrust(loop, strangers)
        theirs = quoted(theirs)
    parts = [f"Question: {loop.task.text}\nAnswer: {answer}"]
    parts.append(f"Other question: {their_question}\nOther answer: {theirs}")
    parsed = by_model(loop, phase, phase.form, parts, {})
    sure = parsed.probabilities.get("relation", 1.0) >= LEAST_PROBABILITY
    relation = str(parsed.values.get("relation")) if sure else "unrelated"
    comparison = Comparison(relation, other["id"], str(parsed.values.get("because", "")))
    if relation == "unrelated":
        return comparison
    confirmed = str(parsed.values.get("confirmed") or "")
    if loop.record(4).human:
        return replace(comparison, holds=not confirmed.startswith("no"))
    if not confirmed:
        turned = [f"First question: {their_question}\nFirst answer: {theirs}"]
        turned.append(f"Second question: {loop.task.text}\nSecond answer: {answer}")
        confirmed = _second_judgement(loop, relation, answer, str(other["text"]), turned)
        body = render(phase.form, {**parsed.values, "confirmed": confirmed}, parsed.probabilities)
        loop.write("check", body, "model", loop.record(4).origin)
    return replace(comparison, holds=confirmed.startswith("yes"))


def _answer_to_compare(graph: Graph, loop: Loop, answer: str) -> Row | None:
    """The answer to compare with; it is chosen once and stored in the front matter."""
    kept = loop.document.meta.get("near")
    if isinstance(kept, str):
        return graph.index.node(kept) if kept else None
    row = node_row(graph, loop.id)
    best: Row | None = None
    for question, other in context.nearest_answers(graph, row, context.NEAR * 2, answer):
        apart = question["branch"] != row["branch"] and graph.root not in (question["branch"], row["branch"])
        if apart and likeness(other["text"], answer) >= LEAST_LIKENESS:
            best = other
            break
    loop.save(near=best["id"] if best else "")
    return best


def _second_judgement(loop: Loop, relation: str, one: str, other: str, parts: list[str]) -> str:
    """Whether the relation holds, and the reason: `yes: …` or `no: …`."""
    if evidence := visible_relation(relation, one, other):
        return f"yes: {evidence}"
    host = loop.host
    pattern = host.library.load("tool", "think_confirm")
    phase = replace(host.library.phase(pattern, "do"), name="confirm")
    reply = call_model(loop, phase, phase.form, make_prompt(loop, phase, phase.form, parts))
    values, probabilities = reply.filled.values, reply.filled.probabilities
    first, second = str(values["first is about"]), str(values["second is about"])
    if likeness(first, second) < SAME_SUBJECT or values["same thing"] != "yes":
        return f"no: judged again, one is about {first}, the other about {second}"
    expected = "yes" if relation == "agree" else "no"
    sure = (
        min(probabilities.get("both can be true", 1.0), probabilities.get("same thing", 1.0))
        >= LEAST_PROBABILITY
    )
    if not sure or values["both can be true"] != expected:
        return "no: judged again, it came out otherwise"
    return f"yes: judged again, both are about {first}"
