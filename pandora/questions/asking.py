"""A question as a loop: UNDERSTAND, PLAN, DO and CHECK in its document, then its place in the graph.

Each phase is the engine's own: what stands is kept, what is stale is made again, and a reply is on disk as its
section before anything acts on it. Giving the answer and opening its questions is one step under the graph's
lock, last of all, and doing it twice changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pandora.budget import LEVEL_CONTEXT, Budget
from pandora.disk.layout import parse_id
from pandora.engine import prompt as prompts
from pandora.engine.host import Host
from pandora.engine.loop import Loop, used_of
from pandora.engine.phase import by_model
from pandora.questions import context, nodes
from pandora.questions.graph import Graph
from pandora.questions.index import Row, texts_of
from pandora.questions.naming import RUNNING, naming
from pandora.questions.node import answer_text
from pandora.questions.rules import INTENSITIES, GraphError
from pandora.questions.signals import SAME, Verdict, likeness, verdict
from pandora.questions.staleness import rests_on
from pandora.task import Task
from pandora.text.body import render
from pandora.text.document import digest
from pandora.text.form import Form, Group

ALIKE = 0.3
"""The likeness from which on two answers are compared by the model: a small one finds clashes anywhere."""
SURE = 0.6
"""The least probability at which a model's `agree` or `contradict` counts."""


@dataclass(frozen=True)
class Worked:
    """What came of one question: the questions that were opened, and how the branch stands."""

    question: str
    opened: tuple[str, ...]
    relation: str = "unrelated"
    saturation: str = ""


def loop_of(graph: Graph, host: Host, question: str, role: str = "") -> Loop:
    """The loop of a question's document; `role` is another pattern than the one that it names."""
    document = graph.document(question)
    name = parse_id(question)
    row = graph.index.node(question)
    assert row is not None
    given = document.meta.get("budget") or {}
    kept = Budget(**{key: int(value) for key, value in given.items() if key in Budget.__dataclass_fields__})
    kept = replace(kept, context=min(kept.context, LEVEL_CONTEXT["tool"])).scaled(host.model.context)
    level = "tool" if name.level == "tool" else "system"
    task = Task(
        row["text"],
        level=level,  # type: ignore[arg-type]
        kind=name.kind or "question",
        run=graph.run,
        parent=row["parent"],
        number=name.number,
        budget=kept,
    )
    kind = role or ("think_seed" if name.level == "system" else "think_work")
    pattern = host.library.load("tool", kind)
    return Loop(host, task, pattern, document, used_of(document.meta), stored=document)


def work(graph: Graph, host: Host, question: str, worker: str) -> Worked:
    """Do a claimed question: answer it, open what it leaves, connect it; then the claim is over."""
    loop = loop_of(graph, host, question)
    _understand(graph, loop)
    candidates = _plan(graph, loop)
    answer = _do(loop)
    relation, other, because = _check(graph, loop, answer)
    return _give(graph, loop, worker, answer, candidates, (relation, other, because))


def _row(graph: Graph, loop: Loop) -> Row:
    row = graph.index.node(loop.id)
    assert row is not None
    return row


def _understand(graph: Graph, loop: Loop) -> None:
    """§1: the question and what is known around it, gathered once for as long as that still stands."""
    phase, row = loop.host.library.phase(loop.pattern, "understand"), _row(graph, loop)
    firm = rests_on(graph.index, row)
    origin = digest("understand", *(f"{key}={value}" for key, value in sorted(firm.items())))
    kept = loop.document.meta.get("answer")
    rests = kept.get("rests") if isinstance(kept, Mapping) else None
    fresh = isinstance(rests, Mapping) and all(_same(graph, row, key, value) for key, value in rests.items())
    if fresh and loop.records.get("1", {}).get("from") == origin and "Context:" in loop.document.body(1):
        return
    limit = int(loop.task.budget.context * context.SHARE) - loop.host.count(loop.task.text)
    known = context.gathered(graph, row, max(100, limit), loop.host.count)
    body = render(phase.form, {"task": loop.task.text, "context": known.text})
    loop.write("understand", body, "code", origin, answer={"rests": {**known.rests, **firm}})


def _same(graph: Graph, row: Row, key: str, written: Any) -> bool:
    now = row if key == "question" else graph.index.node(str(key))
    return now is not None and str(now["digest"]) == str(written)


def _plan(graph: Graph, loop: Loop) -> list[str]:
    """§2: an outline, and the questions that would move it toward certainty."""
    phase = loop.host.library.phase(loop.pattern, "plan")
    form = phase.form
    if loop.task.parent is None:
        form = _asking(form, *INTENSITIES[graph.settings().intensity].seeds)
    parsed = by_model(loop, phase, form, [prompts.part(1, loop.document.body(1))], {})
    found = parsed.values.get("questions", [])
    lines = (
        [str(each.get("line", "")) for each in found if isinstance(each, dict)]
        if isinstance(found, list)
        else []
    )
    return [line.strip() for line in lines if line.strip()]


def _asking(form: Form, low: int, high: int) -> Form:
    """The form with the list of questions held to that many."""
    return Form(
        tuple(
            replace(each, slot=replace(each.slot, low=low, high=high)) if isinstance(each.slot, Group) else each
            for each in form.fields
        )
    )


def _do(loop: Loop) -> str:
    """§3: the answer."""
    phase = loop.host.library.phase(loop.pattern, "do")
    parts = [prompts.part(1, loop.document.body(1)), f"Outline: {_outline(loop)}"]
    by_model(loop, phase, phase.form, parts, {})
    text = answer_text(loop.document)
    if not text:
        raise GraphError(
            f"{loop.document.path}: §3 has no answer; write one after 'Answer:', or empty the section"
        )
    return text


def _outline(loop: Loop) -> str:
    first = loop.document.body(2).split("\n")[0]
    return first.partition(":")[2].strip() or "none"


def _check(graph: Graph, loop: Loop, answer: str) -> tuple[str, str, str]:
    """§4: how the answer stands to the nearest one of another branch; where they are alike the model says."""
    phase = loop.host.library.phase(loop.pattern, "check")
    said = json.loads(_row(graph, loop)["metadata"])
    between = said.get("boundary") or said.get("tension")  # it is about such a pair already
    other = _other(graph, loop, answer) if phase.by == "model" and not between else None
    if other is None:
        if not loop.standing("check", digest("check", answer)):
            body = "Relation: unrelated\nBecause: no other answer is near\n"
            loop.write("check", body, "code", digest("check", answer))
        return "unrelated", "", ""
    above = graph.index.node(other["parent"])
    told = above["text"] if above else ""
    parts = [
        f"Question: {loop.task.text}\nAnswer: {answer}",
        f"Other question: {told}\nOther answer: {other['text']}",
    ]
    parsed = by_model(loop, phase, phase.form, parts, {})
    sure = parsed.chances.get("relation", 1.0) >= SURE
    relation = str(parsed.values.get("relation")) if sure else "unrelated"
    return relation, other["id"], str(parsed.values.get("because", ""))


def _other(graph: Graph, loop: Loop, answer: str) -> Row | None:
    """The answer to compare with: chosen once, and kept in the front matter."""
    kept = loop.document.meta.get("near")
    if isinstance(kept, str):
        return graph.index.node(kept) if kept else None
    row = _row(graph, loop)
    best: Row | None = None
    for question, other in context.near(graph, row, context.NEAR * 2, answer):
        apart = question["branch"] != row["branch"] and graph.root not in (question["branch"], row["branch"])
        if apart and likeness(other["text"], answer) >= ALIKE:
            best = other
            break
    loop.save(near=best["id"] if best else "")
    return best


def _give(
    graph: Graph, loop: Loop, worker: str, answer: str, candidates: list[str], found: tuple[str, str, str]
) -> Worked:
    """The answer and its questions into the graph, in one step."""
    relation, other, because = found
    with graph.lock():
        question = graph.question(loop.id)
        nodes.may_answer(question, worker)
        row = _row(graph, loop)
        opened, saturation = _open(graph, loop, row, worker, answer, candidates)
        kept = graph.document(loop.id).meta.get("answer")
        rests = kept.get("rests", {}) if isinstance(kept, Mapping) else {}
        given = {"depth_limited": True} if saturation == "budget_exhausted" else {}
        made = nodes.add_node(graph, loop.id, "answer", answer, worker, json.dumps(given), rests)
        if saturation:
            nodes.mark_saturated(graph, made["node_id"], saturation)
        _supersede(graph, row, opened, candidates)
        if other and relation in ("agree", "contradict"):
            opened = (*opened, *_connect(graph, made["node_id"], other, relation, because, worker))
    return Worked(loop.id, opened, relation, saturation)


def _open(
    graph: Graph, loop: Loop, row: Row, worker: str, answer: str, candidates: list[str]
) -> tuple[tuple[str, ...], str]:
    """Open the candidates that are worth it; returns them, and why there are none."""
    standing = {each["text"]: each["id"] for each in context_children(graph, row["id"])}
    opened: list[str] = []
    refused: list[str] = []
    seed = row["parent"] is None
    if row["depth"] >= graph.settings().depth:
        return (), "budget_exhausted" if candidates else "actionable"
    for text in candidates:
        if text in standing:
            _named(graph, row["id"], standing[text])
            opened.append(standing[text])
            continue
        twin = context.same_question(graph, row, text, likeness, SAME)
        if twin is not None:
            refused.append("semantic_overlap")
            continue
        judged = Verdict(True, "seed") if seed else verdict(answer, text, loop.document.body(1))
        if not judged.branch:
            refused.append("hollow_questions" if judged.signal == "hollow_question" else "derivable")
            continue
        try:
            made = nodes.open_below(graph, row["id"], text, "", {"proxy_signal": judged.signal})
        except GraphError:
            refused.append("budget_exhausted")
            continue
        opened.append(made["node_id"])
    if opened:
        return tuple(opened), ""
    return (), refused[0] if refused else "actionable"


def _named(graph: Graph, question: str, child: str) -> None:
    """A question that was opened before an answer was made again is named anew."""
    graph.save(graph.document(question), lambda document: naming(document, child, RUNNING))


def context_children(graph: Graph, question: str) -> list[Row]:
    """The questions that stand below one already."""
    return graph.index.rows("SELECT * FROM nodes WHERE parent = ? AND kind = 'question'", question)


def _supersede(graph: Graph, row: Row, opened: tuple[str, ...], candidates: list[str]) -> None:
    """What an earlier answer asked and this one does not is explored no further."""
    for each in context_children(graph, row["id"]):
        asked = json.loads(each["metadata"]).get("proxy_signal")
        if asked and each["id"] not in opened and each["text"] not in candidates and each["state"] == "open":
            nodes.mark_saturated(graph, each["id"], "hollow_questions")


def _connect(graph: Graph, mine: str, other: str, relation: str, because: str, worker: str) -> tuple[str, ...]:
    """The edge, and the question that it raises: about what is shared, or about which of the two holds."""
    here, there = nodes.node_row(graph, mine), nodes.node_row(graph, other)
    kind = "convergence" if relation == "agree" else "contradiction"
    told = {"convergence": "convergence_insight", "contradiction": "contradiction_tension"}[kind]
    standing = json.loads(here["metadata"])
    if other in texts_of(standing.get(f"{kind}_with")):
        return ()
    try:
        nodes.update_node(graph, mine, json.dumps({f"{kind}_with": [other], told: because}))
    except GraphError:
        return ()
    if kind == "convergence":
        under = other if there["depth"] < here["depth"] else mine
        text = f"Two branches both conclude: {because} What does that imply, and what do they both assume?"
        metadata: dict[str, Any] = {"boundary": True, "converging_nodes": [mine, other]}
    else:
        under = mine
        text = f"Which of the two holds: “{_short(here['text'])}” or “{_short(there['text'])}”?"
        metadata = {"tension": True, "contradicting_nodes": [mine, other]}
    try:
        made = nodes.add_node(graph, under, "question", text, worker, json.dumps(metadata))
    except GraphError:
        return ()  # no room below: the tension stays open and is named where it is synthesised
    return (made["node_id"],)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 160 else f"{line[:159]}…"
