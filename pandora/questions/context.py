"""The context of a question that fits a worker's budget: ancestors, siblings, the nearest answers, sources.

The whole graph is never read: the look-ups grow with the depth of the graph, not with the number of nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pandora.document.quote import quoted, sources_of
from pandora.document.text_similarity import words
from pandora.engine.prompt import excerpt
from pandora.policy import Policy
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Row
from pandora.questions.question_document import ANSWER
from pandora.questions.worker_sources import PASSAGES, Shelf
from pandora.workspace.full_text import Passage

SHARE = 0.55
"""The share of the work context that §1's context may take; the rest is for §2 and §3."""
NEAR = 4
"""How many of the nearest other answers are included."""
SIBLINGS = 6
ANCESTORS = 6
LONGEST = {"above": 110, "beside": 40, "known": 90, "source": 260}
"""The most tokens of one entry, by its kind."""
READING = 0.75
"""The share of §1's context that passages of sources may take."""
SOURCES = "sources"
"""The key, among the nodes that an answer rests on, for the passages of sources that it was given."""
Count = Callable[[str], int]


@dataclass
class QuestionContext:
    """The context's lines, the digests of what they were made from, and the untrusted sources among it."""

    lines: list[str] = field(default_factory=list)
    rests: dict[str, str] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one text, as §1 holds them."""
        return "\n".join(self.lines) or "none"


def gather_context(
    graph: Graph, row: Row, limit: int, count: Count, policy: Policy | None = None
) -> QuestionContext:
    """The context of the question in `row` from the graph and the sources, in at most `limit` tokens.

    Untrusted words are quoted, and so are answers that were made from them.
    """
    context, room = QuestionContext(), limit

    def add(kind: str, head: str, text: str, node: Row | None = None) -> None:
        nonlocal room
        strangers = strangers_of(graph, node["id"]) if node is not None else ()
        line = f"{head} {excerpt(quoted(text) if strangers else text, LONGEST[kind], count)}"
        line = " ".join(line.split())
        size = count(line) + 1
        if size > room:
            return
        room -= size
        context.lines.append(line)
        context.strangers += strangers
        if node is not None:
            context.rests[node["id"]] = node["digest"]

    above = ancestors(graph, row)
    for question, answer in above:
        asked = " ".join(question["text"].split())
        add("above", f"Above: {asked} →" if answer else "Above:", answer["text"] if answer else asked, answer)
    shelf = shelf_of(graph, policy)
    if shelf.paths:
        around = around_of(above)
        taken, seen = _fitting_passages(shelf.nearest(row["text"], around), int(room * READING), count)
        room -= sum(count(passage_entry) + 1 for passage_entry in map(source_entry, taken))
        context.lines[:0] = map(source_entry, taken)
        context.strangers += [passage.path for passage in taken if passage.stranger]
        context.rests[SOURCES] = shelf.rests(row["text"], around, seen)
    known_ids = {answer["id"] for _, answer in above if answer}
    for question, answer in nearest_answers(graph, row, NEAR):
        if answer["id"] not in known_ids:
            add("known", f"Known: {question['text']} →", answer["text"], answer)
    for other in siblings(graph, row):
        add("beside", "Beside:", other["text"])
    context.strangers = list(dict.fromkeys(context.strangers))
    return context


def shelf_of(graph: Graph, policy: Policy | None = None) -> Shelf:
    """The sources of a graph, read as they are now."""
    return Shelf(graph.settings().sources, graph.workspace.root, policy or Policy())


def around_of(above: Sequence[tuple[Row, Row | None]]) -> str:
    """The texts of the questions above one, joined: they say what a short question is about."""
    return " ".join(str(question["text"]) for question, _ in above)


def strangers_of(graph: Graph, node_id: str) -> tuple[str, ...]:
    """The untrusted sources that a node was made from."""
    return sources_of(graph.document(node_id).meta)


def _fitting_passages(passages: Sequence[Passage], room: int, count: Count) -> tuple[list[Passage], int]:
    """The best passages that fit into `room` tokens, and how many passages were considered.

    They are returned in the order of the files, so that questions with the same passages share a prompt prefix.
    """
    taken: list[Passage] = []
    seen = 0
    for passage in passages[:PASSAGES]:
        short = replace(passage, text=excerpt(passage.text, LONGEST["source"], count))
        size = count(source_entry(short)) + 1
        if size > room:
            break
        room -= size
        seen += 1
        taken.append(short)
    else:
        seen = PASSAGES
    return sorted(taken, key=lambda passage: (passage.path, passage.line)), seen


def source_entry(passage: Passage) -> str:
    """A passage as §1 holds it: a line with its path and line number, then its text, indented."""
    text = quoted(passage.text) if passage.stranger else passage.text
    return "\n".join(
        [f"Source {passage.place}:", *(f"  {line.strip()}" for line in text.split("\n") if line.strip())]
    )


def ancestors(graph: Graph, row: Row) -> list[tuple[Row, Row | None]]:
    """The questions above, the nearest first, each with its answer; of the farthest only the root."""
    above: list[tuple[Row, Row | None]] = []
    at = row["parent"]
    while at is not None and (question := graph.index.node(at)) is not None:
        above.append((question, graph.index.node(f"{at}{ANSWER}")))
        at = question["parent"]
    return [*above[: ANCESTORS - 1], above[-1]] if len(above) > ANCESTORS else above


def siblings(graph: Graph, row: Row) -> list[Row]:
    """Some of the other questions with the same parent."""
    return graph.index.rows(
        "SELECT * FROM nodes WHERE parent = ? AND kind = 'question' AND id != ? ORDER BY seq LIMIT ?",
        *(row["parent"], row["id"], SIBLINGS),
    )


def nearest_answers(graph: Graph, row: Row, count: int, text: str = "") -> list[tuple[Row, Row]]:
    """Up to `count` other questions with their answers, those with the most similar words first."""
    longest = sorted(words(f"{row['text']} {text}"), key=len, reverse=True)[:12]
    terms = [term for term in longest if re.fullmatch(r"\w+", term)]
    if not terms:
        return []
    rows = graph.index.rows(
        "SELECT nodes.* FROM words JOIN nodes ON nodes.rowid = words.rowid WHERE words MATCH ? "
        "AND nodes.id != ? ORDER BY rank LIMIT ?",
        *(" OR ".join(f'"{term}"*' for term in terms), row["id"], count * 4),
    )
    pairs = []
    for question in rows:
        answer = graph.index.node(f"{question['id']}{ANSWER}")
        if answer is not None:
            pairs.append((question, answer))
    return pairs[:count]


def same_question(
    graph: Graph, row: Row, text: str, alike: Callable[[str, str], float], least: float
) -> Row | None:
    """A question of the graph that asks the same as `text`, or None; `row` and its ancestors are included.

    `alike` gives the likeness of two texts, and `least` is the likeness from which on they ask the same.
    """
    terms = [term for term in sorted(words(text), key=len, reverse=True)[:12] if re.fullmatch(r"\w+", term)]
    rows = [question for question, _ in ancestors(graph, row)] + [row]
    if terms:
        rows += graph.index.rows(
            "SELECT nodes.* FROM words JOIN nodes ON nodes.rowid = words.rowid WHERE words MATCH ? "
            "ORDER BY rank LIMIT 12",
            " OR ".join(f'"{term}"*' for term in terms),
        )
    return next((question for question in rows if alike(question["text"], text) >= least), None)
