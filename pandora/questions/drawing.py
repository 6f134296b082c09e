"""The picture of a graph that every drawing is made from: its questions, and the links between them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pandora.document.ids import parse_id
from pandora.document.offline_page import harmless
from pandora.questions import graph_queries
from pandora.questions.graph import Graph
from pandora.questions.question_document import question_of
from pandora.questions.synthesis import resolved_by

MARKS: Mapping[str, str] = {
    "open": "○",
    "claimed": "◐",
    "answered": "●",
    "synthesized": "✓",
    "saturated": "■",
}
"""One sign for each state of a question."""


@dataclass(frozen=True)
class Item:
    """A question: `answer` and `synthesis` are "" where there are none yet, `parent` is the question above.

    `place` is the number in the document's name, "" for the root; `reason` why it is saturated.
    """

    id: str
    place: str
    path: str
    parent: str | None
    depth: int
    state: str
    reason: str
    owner: str
    claims: int
    created: str
    boundary: bool
    text: str
    answer: str
    answered_by: str
    synthesis: str


@dataclass(frozen=True)
class Link:
    """Two questions that converge or contradict each other.

    `explanation` says how; `settled` is the id of the node that settled a contradiction, or "".
    """

    one: str
    other: str
    kind: str
    explanation: str
    settled: str = ""


@dataclass(frozen=True)
class Picture:
    """Everything that a drawing of a graph shows; its texts cannot control a terminal or a page."""

    graph: str
    seed: str
    status: str
    reason: str
    intensity: str
    checkpoint: str
    items: tuple[Item, ...]
    links: tuple[Link, ...]

    def children(self) -> dict[str | None, list[Item]]:
        """The questions right below each question; below None the root and those with no known parent.

        A cycle of parents, which only a person's edit can make, is cut at its oldest question.
        """
        below: dict[str | None, list[Item]] = {}
        for question in self.items:
            below.setdefault(question.parent, []).append(question)
        children: dict[str | None, list[Item]] = {None: []}
        reached: set[str] = set()
        ids = {item.id for item in self.items}
        for first in sorted(self.items, key=lambda item: item.parent in ids):
            if first.id in reached:
                continue
            children[None].append(first)
            left = [first]
            reached.add(first.id)
            while left:
                item = left.pop()
                inner = [child for child in below.get(item.id, ()) if child.id not in reached]
                if inner:
                    children[item.id] = inner
                reached.update(child.id for child in inner)
                left += inner
        return children

    def counts(self) -> dict[str, int]:
        """How many questions are in each state."""
        states = [item.state for item in self.items]
        return {state: states.count(state) for state in (*MARKS, *sorted(set(states) - set(MARKS)))}


def picture(graph: Graph) -> Picture:
    """The picture of a graph as its index has it: `Graph.open` it first."""
    settings, rows = graph.settings(), graph_queries.nodes_of(graph)
    answers = {row["parent"]: row for row in rows if row["kind"] == "answer"}
    items = []
    for row in rows:
        if row["kind"] != "question":
            continue
        answer = answers.get(row["id"])
        items.append(
            Item(
                id=row["id"],
                place=parse_id(row["id"]).number,
                path=graph.workspace.relative(graph.workspace.find(row["id"])),
                parent=row["parent"],
                depth=row["depth"],
                state=harmless(row["state"]),
                reason=harmless(row["reason"]),
                owner=harmless(row["owner"]),
                claims=row["claims"],
                created=harmless(row["created"]),
                boundary=json.loads(row["metadata"]).get("boundary") is True,
                text=harmless(row["text"]),
                answer=harmless(answer["text"] if answer else ""),
                answered_by=harmless(answer["owner"] if answer else ""),
                synthesis=harmless(row["synthesis"]),
            )
        )
    return Picture(
        graph=graph.run,
        seed=items[0].text if items else "",
        status=harmless(settings.status),
        reason=harmless(settings.reason),
        intensity=harmless(settings.intensity),
        checkpoint=harmless(settings.checkpoint),
        items=tuple(items),
        links=_links(graph, {item.id for item in items}),
    )


def _links(graph: Graph, ids: set[str]) -> tuple[Link, ...]:
    """One link for each pair of different questions and kind, whether the edge joins questions or answers."""
    points = graph_queries.convergence(graph)["convergence_points"]
    insight = {node: harmless(point["insight"]) for point in points for node in point["nodes"]}
    tension = {
        tuple(contradiction["nodes"]): harmless(contradiction["tension"])
        for contradiction in graph_queries.contradictions(graph)["contradictions"]
    }
    links: dict[tuple[str, str, str], Link] = {}
    for row in graph.index.rows("SELECT DISTINCT one, other, type FROM edges ORDER BY type, one, other"):
        pair = [row["one"], row["other"]]
        one, other = sorted(map(question_of, pair))
        if one == other or not {one, other} <= ids:
            continue
        if row["type"] == "contradiction":
            link = Link(one, other, row["type"], tension.get(tuple(pair), ""), resolved_by(graph, pair))
        else:
            link = Link(one, other, row["type"], insight.get(pair[0], ""))
        key = (row["type"], one, other)
        links[key] = _merged(links[key], link) if key in links else link
    return tuple(links.values())


def _merged(one: Link, other: Link) -> Link:
    """Two links of one pair as one; it counts as settled where both are."""
    settled = one.settled and other.settled
    return replace(one, explanation=one.explanation or other.explanation, settled=settled)
