"""Syntheses: leasing a question that is ready, composing the text from the syntheses below it, writing it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pandora.document.body import indent, parse, render
from pandora.document.figures import unfounded_figures
from pandora.document.fill import one_line
from pandora.document.form import Slot, Value, parse_form
from pandora.document.ids import parse_id
from pandora.document.quote import quoted
from pandora.document.records import by_person
from pandora.document.state_document import Document
from pandora.document.text_similarity import words
from pandora.engine.asked_sections import Sections
from pandora.engine.gated_phase import Gate
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.trust import distrust
from pandora.outcome import Outcome, Status
from pandora.policy import Policy
from pandora.questions import graph_queries
from pandora.questions.child_loop import filled_below, id_below, run_below
from pandora.questions.child_status_lines import update_ended_parent, with_current_statuses
from pandora.questions.citations import (
    FOR,
    borne_out,
    claims_in,
    quotes_in,
    sided_quotes,
    unfounded_words,
    without_places,
)
from pandora.questions.decomposition import read_plan
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.graph_rules import GraphError, checked_name, checked_text
from pandora.questions.node_changes import node_row, require_active
from pandora.questions.question_context import shelf_of, strangers_of
from pandora.questions.question_document import (
    ANSWER,
    answer_text,
    bearing_text,
    evidence_text,
    node_keys,
    question_of,
    read_question,
    with_section,
)
from pandora.questions.question_loop import run_question
from pandora.questions.relations import LEAST_PROBABILITY, REPEATS
from pandora.questions.staleness import children, contribution, made_from
from pandora.questions.table_answer import COMPUTE

DECIDE, COMPOSE = "think_decide", "think_synthesise"
"""The patterns of the loops that bring findings together: a choice among possible answers, or a text."""
NOT_FOUND = "no finding holds {}; say what the findings say, or that they do not settle it"
"""What is wrong with a text that has what stands in no finding."""
ANEW = parse_form("Answer: {given}\nBecause: {given}\nFirst answer: {given}")
"""The form of §5 of a root that was answered anew."""
UNDECIDED = "it cannot be told yet"
"""The choice of a root that none of the possible answers is borne out."""
NO_CONDITION = "nothing"
FIRST = "first answer"
SAME, CHANGED, NOT_SETTLED, LEANS, ALONE, ANSWERED_ANEW = (
    "the same",
    "another one",
    "not borne out against the others",
    "the same, though the questions lean to another without words of a source that speak for it",
    "it stands alone; the questions added nothing to it",
    "it rests on figures that no source holds; from what was computed, the task was answered anew",
)
"""How the first answer stands to the answer of the graph."""


def synthesize_node(
    graph: Graph,
    node_id: object,
    synthesis_text: object,
    worker: str = "",
    by: str = "model",
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
        origin = made_from(graph.index, row)

        def edit(document: Document) -> Document:
            after = replace(read_question(document), state="synthesized", reason="")
            written = with_current_statuses(graph, with_section(document, 5, text, by, origin, graph.clock()))
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
    """Run the loop of a question that is ready to its §5; returns what stands there.

    The synthesis of a question below which nothing adds to its answer is that answer with its evidence,
    without a model call. A person's §5 is kept as it is.
    """
    outcome = run_question(graph, host, row["id"], lambda loop: _ended(graph, loop, worker))
    return outcome.output


def _ended(graph: Graph, loop: Loop, worker: str) -> Outcome:
    """The end of a question's loop: §5, written in one durable step with the question's state in the graph."""
    row = node_row(graph, loop.id)
    text, by = ("", "human") if by_person(loop.document, 5) else _synthesis(graph, loop, row)
    loop.flush()
    with graph.lock():
        document = graph.document(row["id"])
        if by_person(document, 5):  # meanwhile, too
            text, by = document.body(5), "human"
        synthesize_node(graph, row["id"], text, worker, by=by)
    return Outcome(loop.id, Status.ACCEPTED, graph.document(row["id"]).body(5))


def _synthesis(graph: Graph, loop: Loop, row: Row) -> tuple[str, str]:
    """§5 of a question from what stands below it, and who wrote it: `model`, or `code`."""
    below = [child for child in children(graph.index, row["id"]) if adds_to_parent(graph, child)]
    root = row["parent"] is None
    if not below:
        answer = graph.index.node(f"{row['id']}{ANSWER}")
        text = str(answer["text"]) if answer else "Nothing was found."
        if root:
            text = first_answer_alone(text, possible_answers(loop.host, loop.document))
        else:
            text = with_evidence(text, loop.document)
        return with_tensions(graph, row, text), "code"
    mark_untrusted(graph, loop, below)
    kind = conclusion_pattern(graph, loop.host, row, below)
    given = findings(graph, row, below, loop.host.policy)
    outcome = run_below(loop, kind, given, lambda child: _conclusion(graph, child, row))
    text = outcome.output
    if outcome.status is not Status.ACCEPTED:
        lines_below = (
            f"{one_line(child['text'])} {one_line(contribution(graph.index, child))}" for child in below
        )
        text = "\n".join(["The model has not brought the findings together:", *lines_below])
    return with_tensions(graph, row, text if root else with_evidence(text, loop.document)), "model"


def adds_to_parent(graph: Graph, child: Row) -> bool:
    """True where a finished question adds something to its parent's answer.

    An answer that repeats another adds nothing, and neither does one to which no source says anything.
    """
    if not contribution(graph.index, child):
        return False
    answer = graph.index.node(f"{child['id']}{ANSWER}")
    if answer is not None and REPEATS in json.loads(answer["metadata"]):
        return False
    document = graph.document(child["id"])
    unsourced = bool(graph.settings().sources) and not quotes_in(evidence_text(document))
    return child["state"] == "synthesized" and not (
        unsourced and not by_person(document, 3) and not by_person(document, 5)
    )


def with_evidence(text: str, document: Document) -> str:
    """A synthesis with the quotes that its own answer rests on, a line each, so that it stands on its own."""
    quotes = [
        (side or "source", f"“{quoted_words}” [{place}]")
        for side, quoted_words, place in sided_quotes(evidence_text(document))
    ]
    return "\n".join([text, *(f"{side}: {quote}" for side, quote in quotes if quote not in text)])


def conclusion_pattern(graph: Graph, host: Host, row: Row, below: Sequence[Row]) -> str:
    """The pattern of the loop that brings findings together: a root chooses among its possible answers."""
    chooses = row["parent"] is None and possible_answers(host, graph.document(row["id"]))
    return DECIDE if chooses and not answered_anew(graph, row, below) else COMPOSE


def answered_anew(graph: Graph, row: Row, below: Sequence[Row]) -> bool:
    """True where a root's first answer has figures that no source holds, and a program has computed some.

    Its possible answers were made from that failed attempt: the root is answered from what was computed.
    """
    if row["parent"] is not None or not any(_is_computed(graph, child) for child in below):
        return False
    root = graph.document(row["id"])
    return not by_person(root, 3) and bool(unfounded_figures(answer_text(root), [root.body(1)]))


def _is_computed(graph: Graph, child: Row) -> bool:
    """True where the evidence of a question is the output of a program that was believed."""
    program = id_below(graph.run, parse_id(child["id"]).number, COMPUTE)
    return program in evidence_text(graph.document(child["id"]))


def _conclusion(graph: Graph, child: Loop, row: Row) -> Sections[str]:
    """The phases of the loop that brings the findings together; returns its §5."""
    if child.pattern.name == DECIDE:
        return (yield from _decided(graph, child, row))
    text = yield from _composed(child)
    below = [question for question in children(graph.index, row["id"]) if adds_to_parent(graph, question)]
    if not answered_anew(graph, row, below):
        return text
    answer, *because = claims_in(text) or [text]
    given = {"answer": answer, "because": " ".join(because) or answer, FIRST: ANSWERED_ANEW}
    return render(ANEW, given).strip("\n")


def possible_answers(host: Host, root: Document) -> tuple[str, ...]:
    """The possible answers in §2 of the root, the one of its first answer first."""
    seed = host.library.load("tool", "think_seed")
    return read_plan(host.library.phase(seed, "plan").form, root).answers


def mark_untrusted(graph: Graph, loop: Loop, below: list[Row]) -> None:
    """Mark the question's document as untrusted where one below was made from untrusted sources."""
    distrust(loop, (source for child in below for source in strangers_of(graph, child["id"])))


def _decided(graph: Graph, loop: Loop, row: Row) -> Sections[str]:
    """The possible answer that the model chooses, why, and how the first answer stands to it.

    Another answer than the first one needs a choice that is sure and words of a source that speak for it.
    """
    possible = possible_answers(loop.host, graph.document(row["id"]))
    form = loop.host.library.phase(loop.pattern, "do").form.bind(answers=[*possible, UNDECIDED])
    filled = yield from filled_below(loop, form)
    values, probabilities = dict(filled.values), filled.probabilities
    chosen, sure = str(values.get("answer", "")), probabilities.get("answer", 1.0) >= LEAST_PROBABILITY
    first = possible[0]
    verdict = {first: SAME, UNDECIDED: NOT_SETTLED}.get(chosen, CHANGED)
    if verdict is CHANGED and not (sure and has_supporting_quote(graph, row["id"], chosen)):
        chosen, verdict = first, LEANS
    provided, blank = str(values.get("provided", "")), form["provided"].slot
    asked = blank.hint if isinstance(blank, Slot) else ""
    if words(provided) <= words(f"{loop.task.text} {chosen} {asked}"):
        values["provided"] = NO_CONDITION  # it says the choice or the blank again, and no condition
    given = {**values, "answer": chosen, "because": one_line(str(values.get("because", ""))), FIRST: verdict}
    return render(form, given, probabilities if chosen == values.get("answer") else {}).strip("\n")


def has_supporting_quote(graph: Graph, root: str, answer: str) -> bool:
    """True where a question about a possible answer found words of a source that speak for it."""
    for child in children(graph.index, root):
        if json.loads(child["metadata"]).get("about") == answer:
            evidence = evidence_text(graph.document(child["id"]))
            if any(side == FOR for side, *_ in sided_quotes(evidence)):
                return True
    return not graph.settings().sources


def first_answer_alone(answer: str, possible: Sequence[str]) -> str:
    """§5 of a root whose questions added nothing, or that has none: its first answer, and the possible one."""
    head = f"Answer: {possible[0]}\n" if possible else ""
    return f"{head}Because:{indent(answer)}\nFirst answer: {ALONE}"


def _composed(loop: Loop) -> Sections[str]:
    """The answer, then the reason; parts that stand in no finding after the last attempt are named."""
    form = loop.host.library.phase(loop.pattern, "do").form
    understand = loop.host.library.phase(loop.pattern, "understand").form

    def faults(body: str) -> list[str]:
        known = [str(parse(understand, loop.document.body(1)).values.get("context", "")), loop.task.text]
        text = _in_one_text(parse(form, body).values)
        return [*unfounded_figures(text, known), *unfounded_words(text, known)]

    filled = yield from filled_below(loop, form, Gate(faults, NOT_FOUND))
    text, doubts = _in_one_text(filled.values), faults(loop.document.body(3))
    text = f"{text}\nIn no finding: {', '.join(doubts)}" if doubts and text else text
    return text or "The findings come to nothing that can be said."


def _in_one_text(values: Mapping[str, Value]) -> str:
    """The answer and its reason; a reason that only repeats the answer is left out."""
    first, rest = (" ".join(str(values.get(key, "")).split()) for key in ("answer", "because"))
    if rest.casefold().startswith(first.casefold().rstrip(".")):
        return rest
    if not rest or first.casefold().endswith(rest.casefold()):
        return first
    return f"{first if first.endswith(('.', '!', '?')) else first + '.'} {rest}" if first else rest


def findings(graph: Graph, row: Row, below: list[Row], policy: Policy) -> list[str]:
    """The prompt parts of a synthesis: the own answer, the findings below, open tensions, and the question."""
    answer = graph.index.node(f"{row['id']}{ANSWER}")
    parts = []
    if answered_anew(graph, row, below):
        document = graph.document(row["id"])
        parts = ["\n".join(["The sources say:", *without_places(bearing_text(document)).split("\n")])]
        below = [child for child in below if not json.loads(child["metadata"]).get("about")]
    elif answer and row["parent"] is None:
        parts = [f"First answer: {_borne_out_part(graph, str(answer['text']), policy)}"]
    elif answer:
        parts = [f"Own answer: {answer['text']}"]
    for child in below:
        text = without_places(_finding(graph, child))
        parts.append(f"Finding: {child['text']}\n{quoted(text) if strangers_of(graph, child['id']) else text}")
    if tension_lines := [f"Tension: {tension}" for tension in tensions(graph, row)]:
        parts.append("\n".join(tension_lines))
    return [*parts, f"Question: {row['text']}"]


def _borne_out_part(graph: Graph, answer: str, policy: Policy) -> str:
    """The first sentence of a root's answer, and of the others those that a source bears out.

    Without sources it is all of the answer, and so it is where a person wrote it.
    """
    claims = claims_in(answer)
    if not graph.settings().sources or not claims or by_person(graph.document(graph.root), 3):
        return answer
    statements = shelf_of(graph, policy).statements
    return "\n".join([claims[0], *(claim for claim in claims[1:] if borne_out(claim, statements))])


def _finding(graph: Graph, child: Row) -> str:
    """What a question comes to, as the one above it is shown it.

    Where nothing was asked below it, these are its quotes alone: its answer only says them again. What a person
    wrote stands as it is.
    """
    text, document = contribution(graph.index, child), graph.document(child["id"])
    lines = [line for line in text.split("\n")[1:] if quotes_in(line)]
    theirs = by_person(document, 3) or by_person(document, 5)
    return text if theirs or not lines or children(graph.index, child["id"]) else "\n".join(lines)


def tensions(graph: Graph, row: Row) -> list[str]:
    """The open contradictions with a side at or below the question of `row`, each as one line."""
    inside = {row_below["id"] for row_below in graph_queries.subtree(graph, row["id"])}
    descriptions = []
    for contradiction in graph_queries.contradictions(graph)["contradictions"]:
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
