"""The summary of a graph as a page to read: the answer first, then what it rests on, and what stays open."""

from __future__ import annotations

from typing import Any

from pandora.document.fill import one_line
from pandora.document.ids import parse_id
from pandora.questions.index import Row
from pandora.questions.vocabulary import DONE


def summary(result: dict[str, Any], questions: list[Row], answers: dict[str, Row]) -> str:
    """The result as a page to read."""
    root = questions[0]
    first = [row for row in questions if row["depth"] == 1]
    findings = result["findings"]
    kinds = {
        kind: [each for each in findings if each["type"] == kind]
        for kind in ("convergence", "tension", "gap", "depth_limited", "evidence", "unfounded")
    }
    open_tensions = [each for each in kinds["tension"] if each["status"] == "UNRESOLVED"]
    settled = [each for each in kinds["tension"] if each["status"] == "RESOLVED"]
    answer = [_answer(root, answers), *_sources(kinds["evidence"], result["synthesis_chain"])]
    parts = [f"# Fractal thinking: {one_line(result['seed'])}", *_part("Answer", answer)]
    told = [
        f"- {one_line(row['text'])} — {one_line(row['synthesis'] or _given(row, answers))}"
        for row in first
        if row["state"] in DONE or row["id"] in answers
    ]
    none = "None was finished." if first else "The question was answered without branches."
    parts += _part("Supporting Branch Syntheses", told or [none])
    lines = [
        f"- {each['insight']} ({each['supporting_nodes']} nodes converge)" for each in kinds["convergence"]
    ]
    lines += [
        f"- {one_line(each['question'])} — {one_line(each['finding'])}"
        for each in result["boundary_questions"]
        if each["finding"]
    ]
    lines += [f"- “{quote}” [{source}]" for quote, source in _quotes(kinds["evidence"])]
    parts += _part("Key Findings", lines or ["No branches converged."])
    parts += _part(
        "Open Tensions",
        [f"- {each['description']}" for each in open_tensions] or ["No unresolved contradictions."],
    )
    resolved = [f"- {each['description']} — {one_line(each['resolution'] or '')}" for each in settled]
    parts += _part("Resolved Tensions", resolved or ["No contradiction was resolved."])
    gaps = [
        f"- {one_line(each['question'])} ({': '.join(filter(None, (each['reason'], each.get('told'))))})"
        for each in kinds["gap"]
    ]
    gaps += [
        f"- cut short at depth {each['depth']}: {one_line(each['answer'])[:160]}"
        for each in kinds["depth_limited"]
    ]
    gaps += [
        f"- figures that no source holds: {', '.join(each['figures'])}, in the answer to: "
        f"{one_line(each['question'])}"
        for each in kinds["unfounded"]
    ]
    parts += _part("Known Gaps", gaps or ["All branches fully explored."])
    parts += _part("Exploration Metrics", _metrics(result, questions, answers, len(settled)))
    return "\n".join(parts).strip()


def _part(title: str, lines: list[str]) -> list[str]:
    return ["", f"### {title}", "", *lines]


def _answer(root: Row, answers: dict[str, Row]) -> str:
    if root["state"] == "synthesized":
        return str(root["synthesis"])
    given = _given(root, answers)
    return f"Not finished. The first answer was: {given}" if given else "Nothing was answered."


def _quotes(evidence: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Each quote once, with its place; those of the branches before the first answer's own."""
    order = sorted(evidence, key=lambda each: parse_id(each["node_id"]).level == "system")
    return list({(each["quote"], each["source"]): None for each in order})


def _sources(evidence: list[dict[str, Any]], chain: list[dict[str, Any]]) -> list[str]:
    """The line that names where what the answer was made from stands."""
    made = {each["node_id"] for each in chain}
    places = dict.fromkeys(
        source for _, source in _quotes([each for each in evidence if each["node_id"] in made])
    )
    return ["", f"Sources: {', '.join(places)}"] if places else []


def _given(row: Row, answers: dict[str, Row]) -> str:
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
        f"- Boundary questions: {len(boundary)} ({sum(1 for each in boundary if each['finding'])} answered)",
    ]
