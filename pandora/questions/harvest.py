"""The harvest: the result of a graph, put together by code from its nodes, with a summary page to read."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from pandora.budget import Budget
from pandora.disk.store import Store
from pandora.document.body import indent
from pandora.document.figures import unfounded_figures
from pandora.document.fill import one_line
from pandora.document.ids import Name, parse_id
from pandora.document.quote import sources_of
from pandora.document.records import by_person
from pandora.document.state_document import new_document
from pandora.engine.pattern import Library
from pandora.questions import graph_queries
from pandora.questions.child_status_lines import with_child_line
from pandora.questions.citations import OPEN, quotable, quotes_in, sided_quotes
from pandora.questions.contradiction_settlement import is_settled, sides_of
from pandora.questions.decomposition import asked_for
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row, texts_of
from pandora.questions.graph_rules import DONE
from pandora.questions.harvest_answer import SidedQuote, Support, answer_lines, claim_lines, read_output
from pandora.questions.question_document import (
    answer_text,
    bearing_text,
    denied_text,
    evidence_text,
    question_of,
    with_section,
)
from pandora.questions.relations import REPEATS, held_clashes
from pandora.questions.statements import Statement, quantities_of
from pandora.questions.synthesis import resolved_by

PATTERN = "system/tools/think/harvest.md"
QUOTED = ("evidence", "bearing", "denied")
"""The kinds of findings that are quotes of sources."""


def harvest(graph: Graph) -> dict[str, Any]:
    """The `FractalResult` of a graph as it stands (seed 001, phase 3).

    `status` is the graph's, and `error` where nothing was answered.
    """
    rows = graph_queries.nodes_of(graph)
    questions = [row for row in rows if row["kind"] == "question"]
    answers = {row["parent"]: row for row in rows if row["kind"] == "answer"}
    pairs = [
        (contradiction, resolved_by(graph, contradiction["nodes"]))
        for contradiction in graph_queries.contradictions(graph)["contradictions"]
    ]
    tensions = [*_tensions(graph, pairs), *_source_tensions(graph, questions, answers)]
    points = graph_queries.convergence(graph)["convergence_points"]
    open_ones = [
        row
        for row in questions
        if row["state"] in ("open", "claimed") or (row["state"] == "saturated" and row["id"] not in answers)
    ]
    root = graph.document(graph.root)
    answered = bool(answers or answer_text(root)) or any(row["state"] == "synthesized" for row in questions)
    result: dict[str, Any] = {
        "graph_id": graph.run,
        "seed": questions[0]["text"],
        "status": graph.settings().status if answered else "error",
        "summary": "",
        "node_count": len(rows),
        "edge_count": len(graph_queries.edges_of(graph, [graph_queries.node_view(row) for row in rows])),
        "max_depth": max(row["depth"] for row in questions),
        "convergence_count": len(points),
        "contradiction_count": len(tensions),
        "unresolved_contradiction_count": sum(1 for tension in tensions if tension["status"] == "UNRESOLVED"),
        "open_question_count": sum(1 for row in questions if row["state"] == "open"),
        "synthesis_chain": list(_synthesis_chain(questions)),
        "boundary_questions": list(_boundary_questions(questions, answers)),
        "findings": [
            *_convergences(graph, points),
            *tensions,
            *_unanswered_questions(graph, open_ones),
            *_unopened_questions(answers),
            *_depth_limited(answers),
            *_evidence(graph, questions, answers),
        ],
    }
    result["summary"] = summary(graph, result, questions, answers)
    return result


def _synthesis_chain(questions: list[Row]) -> Iterator[dict[str, Any]]:
    """Every synthesis, from the root downward and depth first."""
    below: dict[str | None, list[Row]] = {}
    for row in questions:
        below.setdefault(row["parent"], []).append(row)
    left = list(reversed(below.get(None, [])))
    while left:
        row = left.pop()
        if row["state"] == "synthesized":
            yield {
                "node_id": row["id"],
                "depth": row["depth"],
                "question": row["text"],
                "synthesis": row["synthesis"],
            }
        left += reversed(below.get(row["id"], []))


def _boundary_questions(questions: list[Row], answers: dict[str, Row]) -> Iterator[dict[str, Any]]:
    for row in questions:
        metadata = json.loads(row["metadata"])
        if metadata.get("boundary") is True:
            answer = answers.get(row["id"])
            finding = row["synthesis"] or (answer["text"] if answer else None)
            yield {
                "node_id": row["id"],
                "question": row["text"],
                "converging_nodes": metadata.get("converging_nodes", []),
                "status": row["state"],
                "finding": finding,
            }


def _convergences(graph: Graph, points: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for point in sorted(points, key=lambda point: -len(point["nodes"])):
        yield {
            "type": "convergence",
            "insight": point["insight"] or _texts(graph, point["nodes"]),
            "confidence": "HIGH",
            "supporting_nodes": len(point["nodes"]),
        }


def _tensions(graph: Graph, pairs: list[tuple[dict[str, Any], str]]) -> Iterator[dict[str, Any]]:
    for contradiction, how in pairs:
        settled = graph.index.node(how) if how else None
        yield {
            "type": "tension",
            "description": contradiction["tension"] or _texts(graph, contradiction["nodes"]),
            "nodes": contradiction["nodes"],
            "status": "RESOLVED" if how else "UNRESOLVED",
            "resolution": (settled["synthesis"] or settled["text"]) if settled else None,
        }


def _source_tensions(graph: Graph, questions: list[Row], answers: dict[str, Row]) -> Iterator[dict[str, Any]]:
    """The contradictions of the sources; one is resolved only by a quote beside those of its two sides."""
    asked = {sides: row for row in questions if (sides := sides_of(json.loads(row["metadata"])))}
    clashes = held_clashes(Library(graph.workspace), graph.document(graph.root))
    for sides in dict.fromkeys([*clashes, *asked]):
        row = asked.get(sides)
        answer = str(answers[row["id"]]["text"]) if row and row["id"] in answers else ""
        settled = False
        if row and answer:
            document = graph.document(row["id"])
            settled = by_person(document, 3) or is_settled(evidence_text(document), answer)
        yield {
            "type": "tension",
            "description": " against ".join(sides),
            "nodes": [row["id"]] if row else [],
            "status": "RESOLVED" if settled else "UNRESOLVED",
            "resolution": answer if settled else None,
            "sides": list(sides),
        }


def _unanswered_questions(graph: Graph, rows: list[Row]) -> Iterator[dict[str, Any]]:
    spent = graph.settings().status == "budget_exhausted"
    for row in rows:
        metadata = json.loads(row["metadata"])
        why = "budget_exhausted" if spent or metadata.get("budget_exhausted") is True else "not_reached"
        reason = "stuck" if row["state"] == "claimed" else row["reason"] or why
        detail = one_line(str(row["output"]).partition("\n")[2])
        more = {"told": detail} if row["reason"] == "error" and detail else {}
        yield {"type": "gap", "node_id": row["id"], "question": row["text"], "reason": reason, **more}


def _unopened_questions(answers: dict[str, Row]) -> Iterator[dict[str, Any]]:
    """The questions that answers raised and that were never opened because the budget was spent."""
    for row in answers.values():
        for text in texts_of(json.loads(row["metadata"]).get("not_opened")):
            yield {
                "type": "gap",
                "node_id": row["parent"],
                "question": text,
                "reason": "never opened: the budget was spent",
            }


def _depth_limited(answers: dict[str, Row]) -> Iterator[dict[str, Any]]:
    for row in answers.values():
        if json.loads(row["metadata"]).get("depth_limited") is True:
            yield {"type": "depth_limited", "answer": row["text"], "depth": row["depth"]}


def _evidence(graph: Graph, questions: list[Row], answers: dict[str, Row]) -> Iterator[dict[str, Any]]:
    """The quotes from sources that answers rest on, and the figures in answers that no source holds."""
    if not graph.settings().sources:
        return
    for row in questions:
        document = graph.document(row["id"])
        source_question = {"node_id": row["id"], "question": row["text"]}
        if row["parent"] is None:
            for kind, statements in (("bearing", bearing_text(document)), ("denied", denied_text(document))):
                for words, place in quotes_in(statements):
                    yield {"type": kind, **source_question, "quote": words, "source": place}
        given = _answer_text(row, answers)
        if not given and row["parent"] is not None:
            continue
        missing = json.loads(row["metadata"]).get(OPEN) is True
        for side, words, place in sided_quotes(evidence_text(document)):
            side = OPEN if missing else side
            yield {"type": "evidence", **source_question, "side": side, "quote": words, "source": place}
        if doubts := unfounded_figures(given, [document.body(1)]):
            yield {"type": "unfounded", **source_question, "figures": doubts}


def _texts(graph: Graph, nodes: list[str]) -> str:
    rows = (graph.index.node(node) for node in nodes)
    return " / ".join(one_line(row["text"])[:160] for row in rows if row)


def save_summary(graph: Graph, result: dict[str, Any]) -> str:
    """Write the summary as a state document of the run and return its id; an unchanged one is kept.

    While a worker has the root, nothing is written, since the root would name the document; then "" is
    returned.
    """
    document_id = str(Name("tool", "harvest", graph.run, "0"))
    store = Store(graph.workspace)
    with graph.lock():
        root_row = graph.index.node(graph.root)
        if root_row is not None and (root_row["state"] == "claimed" or _is_leased(graph, graph.root)):
            return ""
        if not store.exists(document_id):
            identity = {
                "Level": "tool",
                "Type": "harvest",
                "Parent": f"{graph.root}.md",
                "Pattern": PATTERN,
                "Created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(graph.clock())),
            }
            keys = {
                **{"pandora": 1, "id": document_id, "status": "accepted", "phase": "check", "attempt": 1},
                "budget": asdict(Budget()),
            }
            path = graph.workspace.relative(graph.workspace.document(document_id))
            document = new_document(path, identity, keys, document_id)
            if strangers := sources_of(graph.document(graph.root).meta):
                document = document.with_meta(untrusted=list(strangers))
            document = with_section(document, 1, f"Task:{indent(result['seed'])}", "code")
            store.create(document_id, with_section(document, 5, result["summary"], "code"))
        else:
            document = store.load(document_id)
            if document.body(5) != with_section(document, 5, result["summary"], "code").body(5):
                store.save(document, lambda current: with_section(current, 5, result["summary"], "code"))
        root = graph.document(graph.root)
        graph.save(root, lambda current: with_child_line(current, document_id, "ACCEPTED"))
    return document_id


def _is_leased(graph: Graph, node: str) -> bool:
    """True while a worker holds a lease on a node, as one that writes its synthesis does."""
    now = graph.clock()
    return graph.index.row("SELECT 1 FROM leases WHERE node = ? AND expires > ?", node, now) is not None


def summary(graph: Graph, result: dict[str, Any], questions: list[Row], answers: dict[str, Row]) -> str:
    """The result as a markdown page: the answer, what it rests on, and what stays open."""
    root = questions[0]
    first = [row for row in questions if row["depth"] == 1]
    findings = result["findings"]
    kinds = {
        kind: [finding for finding in findings if finding["type"] == kind]
        for kind in ("convergence", "tension", "gap", "depth_limited", *QUOTED, "unfounded")
    }
    open_tensions = [tension for tension in kinds["tension"] if tension["status"] == "UNRESOLVED"]
    settled = [tension for tension in kinds["tension"] if tension["status"] == "RESOLVED"]
    quoted = [entry for kind in QUOTED for entry in kinds[kind]]
    support = _support(graph, quoted, kinds["tension"], sorted({*_possible_answers(questions).values()}))
    denied = [f"“{quote}” [{source}]" for quote, source in _quotes(kinds["denied"])]
    answer = [*_answer(graph, root, answers, kinds["evidence"], questions, open_tensions, support, denied)]
    answer += _sources(kinds["evidence"], result["synthesis_chain"])
    parts = [f"# Fractal thinking: {one_line(result['seed'])}", *_summary_section("Answer", answer)]
    branches = [
        f"- {one_line(row['text'])} — {_branch_result(graph, row, answers, support)}"
        for row in first
        if row["state"] in DONE or row["id"] in answers
    ]
    none = "None was finished." if first else "No branch was opened."
    parts += _summary_section("Supporting Branch Syntheses", branches or [none])
    lines = [
        f"- {point['insight']} ({point['supporting_nodes']} nodes converge)" for point in kinds["convergence"]
    ]
    lines += [
        f"- {one_line(boundary['question'])} — {finding}"
        for boundary in result["boundary_questions"]
        if boundary["finding"] and (finding := support.borne_out_part(boundary["finding"]))
    ]
    answer_text = "\n".join(answer)
    quotes = dict.fromkeys(quote for kind in QUOTED for quote in _quotes(kinds[kind]))
    passed_over = [(quote, source) for quote, source in quotes if quote not in answer_text]
    passed_over.sort(key=lambda statement: not any(quantities_of(statement[0])))  # a figure or a day goes first
    lines += [f"- “{quote}” [{source}]" for quote, source in passed_over]
    parts += _summary_section("Key Findings", lines or ["Nothing was found beside what stands above."])
    parts += _summary_section(
        "Open Tensions",
        [f"- {tension['description']}" for tension in open_tensions] or [_no_open_tension(graph, result)],
    )
    resolved = [f"- {tension['description']} — {one_line(tension['resolution'] or '')}" for tension in settled]
    parts += _summary_section("Resolved Tensions", resolved or ["No contradiction was resolved."])
    gaps = [
        f"- {one_line(gap['question'])} ({': '.join(filter(None, (gap['reason'], gap.get('told'))))})"
        for gap in kinds["gap"]
    ]
    gaps += [
        f"- cut short at depth {limited['depth']}: "
        f"{quotable(support.borne_out_part(limited['answer'])) or 'an answer that no source bears out'}"
        for limited in kinds["depth_limited"]
    ]
    gaps += [
        f"- figures that no source holds: {', '.join(finding['figures'])}, in the answer to: "
        f"{one_line(finding['question'])}"
        for finding in kinds["unfounded"]
    ]
    parts += _summary_section(
        "Known Gaps", [*_unfinished(graph, result), *gaps] or ["Every question was answered."]
    )
    parts += _summary_section("Exploration Metrics", _metrics(result, questions, answers, len(settled)))
    return "\n".join(parts).strip()


def _unfinished(graph: Graph, result: dict[str, Any]) -> list[str]:
    """The line that says how a graph stands that has not come to its end."""
    settings = graph.settings()
    if settings.status == "completed" and result["status"] == "completed":
        return []
    reason = f": {one_line(settings.reason)}" if settings.reason else ""
    return [f"- The graph is {settings.status.replace('_', ' ')}, not completed{reason}."]


def _no_open_tension(graph: Graph, result: dict[str, Any]) -> str:
    if result["contradiction_count"]:
        return "Every contradiction that was found is resolved."
    looked = graph.document(graph.root).body(4).strip() or not graph.settings().sources
    return "No contradiction was found." if looked else "Contradictions have not been looked for yet."


def _branch_result(graph: Graph, row: Row, answers: dict[str, Row], support: Support) -> str:
    """What a branch came to, as far as the sources bear it out; of one that repeats another, only that."""
    answer = answers.get(row["id"])
    repeated = json.loads(answer["metadata"]).get(REPEATS) if answer else None
    if isinstance(repeated, str):
        return f"says what {question_of(repeated)} says, and counts once"
    given = str(row["synthesis"] or _answer_text(row, answers))
    document = graph.document(row["id"])
    if by_person(document, 3) or by_person(document, 5) or sides_of(json.loads(row["metadata"])):
        return one_line(given)  # a person's words, or code's
    return support.borne_out_part(given) or "no sentence of its answer is borne out by the sources"


def _support(
    graph: Graph,
    quoted: list[dict[str, Any]],
    tensions: list[dict[str, Any]],
    possible: list[str],
) -> Support:
    """What sentences of the model are held against; of a resolved tension, only the side that fell is
    contested."""
    places = [(entry["quote"], *entry["source"].rsplit(":", 1)) for entry in quoted]
    statements = [Statement(path, int(line), text) for text, path, line in dict.fromkeys(places)]
    contested = {
        side
        for tension in tensions
        for side in tension.get("sides", ())
        if not str(tension["resolution"] or "").startswith(side)
    }
    return Support(statements, frozenset(contested), bool(graph.settings().sources), possible)


def _possible_answers(questions: list[Row]) -> dict[str, str]:
    """The possible answer that each question is about, for those that are about one."""
    about = {row["id"]: str(json.loads(row["metadata"]).get("about", "")) for row in questions}
    return {node: answer for node, answer in about.items() if answer}


def _summary_section(title: str, lines: list[str]) -> list[str]:
    return ["", f"### {title}", "", *lines]


def _answer(
    graph: Graph,
    root: Row,
    answers: dict[str, Row],
    evidence: list[dict[str, Any]],
    questions: list[Row],
    open_tensions: list[dict[str, Any]],
    support: Support,
    denied: list[str],
) -> Iterator[str]:
    """The lines of the answer; of a root that is not synthesized, the first answer."""
    document = graph.document(root["id"])
    given = _answer_text(root, answers) or answer_text(
        document
    )  # one that a ceiling kept from being given, too
    if root["state"] != "synthesized":
        yield from _unfinished_answer(given, by_person(document, 3), support)
        return
    about = _possible_answers(questions)
    quotes = [
        SidedQuote(entry["side"], about.get(entry["node_id"], ""), f"“{entry['quote']}” [{entry['source']}]")
        for entry in evidence
    ]
    asks_for = asked_for(document.body(2))
    tensions = [str(tension["description"]) for tension in open_tensions]
    output = read_output(str(root["synthesis"]))
    yield from answer_lines(output, given, support, quotes, tensions, asks_for, denied)


def _unfinished_answer(given: str, theirs: bool, support: Support) -> Iterator[str]:
    """The first answer of a graph that has not come to its end, held against the sources as any other; one that
    a person wrote, `theirs`, stands as it is."""
    if not given:
        yield "Nothing was answered."
    elif theirs:
        yield f"Not finished. The first answer is: {given}"
    else:
        yield from ("Not finished. The first answer was:", "", *claim_lines(given, support))


def _quotes(evidence: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Each different quote with its source; the quotes of branches stand before those of the root's answer."""
    order = sorted(evidence, key=lambda finding: parse_id(finding["node_id"]).level == "system")
    return list({(finding["quote"], finding["source"]): None for finding in order})


def _sources(evidence: list[dict[str, Any]], chain: list[dict[str, Any]]) -> list[str]:
    """The line that names the sources of the syntheses in the chain."""
    synthesized = {link["node_id"] for link in chain}
    places = dict.fromkeys(
        source for _, source in _quotes([finding for finding in evidence if finding["node_id"] in synthesized])
    )
    return ["", f"Sources: {', '.join(places)}"] if places else []


def _answer_text(row: Row, answers: dict[str, Row]) -> str:
    return str(answers[row["id"]]["text"]) if row["id"] in answers else ""


def _metrics(result: dict[str, Any], questions: list[Row], answers: dict[str, Row], settled: int) -> list[str]:
    states = [row["state"] for row in questions]
    boundary = result["boundary_questions"]
    return [
        f"- Nodes: {result['node_count']} ({len(answers)} answers, {states.count('synthesized')} synthesized, "
        f"{states.count('open')} open questions)",
        f"- Depth: {result['max_depth']} levels",
        f"- Branches: {states.count('saturated')} saturated, "
        f"{states.count('open') + states.count('claimed')} open",
        f"- Convergence points: {result['convergence_count']}",
        f"- Contradictions: {result['contradiction_count']} ({settled} resolved)",
        f"- Boundary questions: {len(boundary)} ({sum(bool(entry['finding']) for entry in boundary)} answered)",
    ]
