"""What a worker is told within its budget: ancestors, siblings, the nearest other answers, sources.

The whole graph is never read: what is looked up grows with the depth, not with the nodes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pandora.engine.prompt import excerpt
from pandora.questions.graph import Graph
from pandora.questions.index import Row
from pandora.questions.node import ANSWER
from pandora.questions.signals import words
from pandora.questions.sources import nearest

SHARE = 0.55
"""The part of the work context that §1's context may take; the rest is for §2 and §3."""
NEAR = 4
"""How many of the nearest other answers are told."""
SIBLINGS = 6
PASSAGES = 4
ANCESTORS = 6
LONGEST = {"above": 110, "beside": 40, "known": 90, "source": 170}
"""Tokens of one entry."""
Count = Callable[[str], int]


@dataclass
class Known:
    """The context's lines, and the nodes that it rests on with the digests of their texts."""

    lines: list[str] = field(default_factory=list)
    rests: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The lines as §1 holds them."""
        return "\n".join(self.lines) or "none"


def gathered(graph: Graph, row: Row, limit: int, count: Count) -> Known:
    """What the graph and the sources tell about the question of `row`, in at most `limit` tokens."""
    known, room = Known(), limit

    def add(kind: str, line: str, node: Row | None = None) -> None:
        nonlocal room
        short = excerpt(" ".join(line.split()), LONGEST[kind], count)
        text = " ".join(short.split())
        size = count(text) + 1
        if size > room:
            return
        room -= size
        known.lines.append(text)
        if node is not None:
            known.rests[node["id"]] = node["digest"]

    above = ancestors(graph, row)
    for question, answer in above:
        add(
            "above",
            f"Above: {question['text']} → {answer['text']}" if answer else f"Above: {question['text']}",
            answer,
        )
    for passage in nearest(row["text"], json.loads(graph.settings().sources), graph.workspace.root, PASSAGES):
        add("source", f"Source {passage.path}:{passage.line}: {passage.text}")
    known_ids = {answer["id"] for _, answer in above if answer}
    for question, answer in near(graph, row, NEAR):
        if answer["id"] not in known_ids:
            add("known", f"Known: {question['text']} → {answer['text']}", answer)
    for other in siblings(graph, row):
        add("beside", f"Beside: {other['text']}")
    return known


def ancestors(graph: Graph, row: Row) -> list[tuple[Row, Row | None]]:
    """The questions above, the nearest first, each with its answer; far up only the root."""
    found: list[tuple[Row, Row | None]] = []
    at = row["parent"]
    while at is not None and (question := graph.index.node(at)) is not None:
        found.append((question, graph.index.node(f"{at}{ANSWER}")))
        at = question["parent"]
    return [*found[: ANCESTORS - 1], found[-1]] if len(found) > ANCESTORS else found


def siblings(graph: Graph, row: Row) -> list[Row]:
    """Some other questions under the same one."""
    return graph.index.rows(
        "SELECT * FROM nodes WHERE parent = ? AND kind = 'question' AND id != ? ORDER BY seq LIMIT ?",
        *(row["parent"], row["id"], SIBLINGS),
    )


def near(graph: Graph, row: Row, count: int, text: str = "") -> list[tuple[Row, Row]]:
    """The answered questions whose words are nearest to a question's, best first; not itself."""
    wanted = sorted(words(f"{row['text']} {text}"), key=len, reverse=True)[:12]
    terms = [each for each in wanted if re.fullmatch(r"\w+", each)]
    if not terms:
        return []
    rows = graph.index.rows(
        "SELECT nodes.* FROM words JOIN nodes ON nodes.rowid = words.rowid WHERE words MATCH ? "
        "AND nodes.id != ? ORDER BY rank LIMIT ?",
        *(" OR ".join(f'"{each}"*' for each in terms), row["id"], count * 4),
    )
    found = []
    for each in rows:
        answer = graph.index.node(f"{each['id']}{ANSWER}")
        if answer is not None:
            found.append((each, answer))
    return found[:count]


def same_question(
    graph: Graph, row: Row, text: str, alike: Callable[[str, str], float], least: float
) -> Row | None:
    """A question of the graph that asks what `text` does, the asking one's own ancestors included; or None."""
    terms = [each for each in sorted(words(text), key=len, reverse=True)[:12] if re.fullmatch(r"\w+", each)]
    rows = [question for question, _ in ancestors(graph, row)] + [row]
    if terms:
        rows += graph.index.rows(
            "SELECT nodes.* FROM words JOIN nodes ON nodes.rowid = words.rowid WHERE words MATCH ? "
            "ORDER BY rank LIMIT 12",
            " OR ".join(f'"{each}"*' for each in terms),
        )
    return next((each for each in rows if alike(each["text"], text) >= least), None)
