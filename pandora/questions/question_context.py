"""The context of a question that fits a worker's budget: the sources, the questions above and beside it.

The whole graph is never read: the look-ups grow with the depth of the graph, not with the number of nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

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
"""The share of the work context that §1's context may take without sources; the rest is for §2 and §3."""
REPLIES = 700
"""The tokens beside §1 that sources leave free: an answer, what is planned, and advice on a second try."""
LONGEST_TOKEN = 12
"""Characters of a token, at most, on average: what is longer is not counted to see that it does not fit."""
MOST_NAMED = 20
"""The most places that are named among what was left out."""
NEAR = 4
"""How many of the nearest other answers an answer is compared with."""
SIBLINGS = 6
ANCESTORS = 6
LONGEST = {"above": 110, "beside": 40, "left out": 80}
"""The most tokens of one entry, by its kind."""
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
    """The context of the question in `row`: all sources, the questions above and beside, in at most `limit`
    tokens.

    Sources go in whole where they fit; else the best passages of each, with a line that says what was left out.
    No answer is among it: an answer stands on sources, not on other answers. Untrusted words are quoted.
    """
    context, room = QuestionContext(), limit

    def add(kind: str, head: str, text: str) -> None:
        nonlocal room
        line = " ".join(f"{head} {excerpt(text, LONGEST[kind], count)}".split())
        size = count(line) + 1
        if size <= room:
            room -= size
            context.lines.append(line)

    above = ancestors(graph, row)
    for question, _ in above:
        add("above", "Above:", question["text"])
    shelf = shelf_of(graph, policy)
    for other in () if shelf.paths else siblings(graph, row):  # a small model copies what stands last
        add("beside", "Beside:", other["text"])
    if shelf.paths:
        around = around_of(above)
        shown, left_out, context.rests[SOURCES] = _shown_passages(shelf, row["text"], around, room, count)
        context.lines[:0] = [*map(source_entry, shown), *left_out]
        context.strangers += [passage.path for passage in shown if passage.stranger]
    context.strangers = list(dict.fromkeys(context.strangers))
    return context


def _shown_passages(
    shelf: Shelf, question: str, around: str, room: int, count: Count
) -> tuple[list[Passage], list[str], str]:
    """The passages that fit into `room` tokens, lines on those that do not, and what the choice rests on."""
    may_fit = sum(len(passage.text) for passage in shelf.passages) <= room * LONGEST_TOKEN
    if may_fit and sum(_size(passage, count) for passage in shelf.passages) <= room:
        return list(shelf.passages), [], shelf.digest
    room -= LONGEST["left out"]
    passages: list[Passage] = []
    for passage in shelf.selected(question, around)[:PASSAGES]:
        if (size := _size(passage, count)) > room:
            break
        room -= size
        passages.append(passage)
    shown = set(passages)
    missing = [passage.place for passage in shelf.passages if passage not in shown]
    line = f"Left out, since it did not fit: {len(missing)} of {len(shelf.passages)} passages, at "
    line += ", ".join([*missing[:MOST_NAMED], *(["others"] if len(missing) > MOST_NAMED else [])])
    note = " ".join(excerpt(line, LONGEST["left out"], count).split())
    in_order = [passage for passage in shelf.passages if passage in shown]
    return in_order, [note], shelf.rests(question, around, len(passages))


def _size(passage: Passage, count: Count) -> int:
    return count(source_entry(passage)) + 1


def shelf_of(graph: Graph, policy: Policy | None) -> Shelf:
    """The sources of a graph, read as they are now."""
    return Shelf(graph.settings().sources, graph.workspace.root, policy or Policy())


def around_of(above: Sequence[tuple[Row, Row | None]]) -> str:
    """The texts of the questions above one, joined: they say what a short question is about."""
    return " ".join(str(question["text"]) for question, _ in above)


def strangers_of(graph: Graph, node_id: str) -> tuple[str, ...]:
    """The untrusted sources that a node was made from."""
    return sources_of(graph.document(node_id).meta)


def source_entry(passage: Passage) -> str:
    """A passage as §1 holds it: a line with its path and line number, then its text, indented."""
    text = quoted(passage.text) if passage.stranger else passage.text
    return "\n".join(
        [f"Source {passage.place}:", *(f"  {line.rstrip()}" for line in text.split("\n") if line.strip())]
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


def nearest_answers(graph: Graph, row: Row, count: int, text: str) -> list[tuple[Row, Row]]:
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
