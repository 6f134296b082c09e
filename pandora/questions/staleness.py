"""What an edit or a new question makes stale: answers that rested on something else, and syntheses above."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pandora.document.state_document import digest
from pandora.policy import Policy
from pandora.questions.context import SOURCES, ancestors, around_of, shelf_of
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Index, Row
from pandora.questions.question_document import ANSWER, Question, node_keys, read_question
from pandora.questions.worker_sources import Shelf

HUMAN = "human"
"""What stands for the digest of what a person's synthesis was made from: it is given."""


def edit_question(graph: Graph, node_id: str, change: Callable[[Question], Question]) -> Question:
    """Change what a document's front matter says of its question; what others wrote meanwhile stays."""

    def edit(document: Any) -> Any:
        question = read_question(document)
        keys = node_keys(change(question))
        return document.with_meta(
            **{key: value for key, value in keys.items() if document.meta.get(key) != value}
        )

    return read_question(graph.save(graph.document(node_id), edit))


def contribution(index: Index, row: Row) -> str:
    """What a finished question gives to the one above: its synthesis, or the answer of a saturated one."""
    if row["state"] == "synthesized":
        return str(row["synthesis"])
    answer = index.node(f"{row['id']}{ANSWER}")
    return str(answer["text"]) if answer else ""


def children(index: Index, question: str) -> list[Row]:
    """The questions right below one, through its answer too, oldest first."""
    return index.rows("SELECT * FROM nodes WHERE parent = ? AND kind = 'question' ORDER BY seq", question)


def made_from(index: Index, row: Row) -> str:
    """The digest of what a synthesis is made from: the question, and its children's, or else its answer."""
    below = children(index, row["id"])
    given = [f"{child['id']}={contribution(index, child)}" for child in below]
    if not below:
        answer = index.node(f"{row['id']}{ANSWER}")
        given = [str(answer["text"])] if answer else []
    return digest(str(row["digest"]), *given)


def unsettled_above(graph: Graph, question: str | None) -> None:
    """The syntheses from `question` upward are stale: their questions wait to be synthesised again.

    From the root down, so that a kill on the way leaves no fresh synthesis above a stale one.
    """
    chain: list[Row] = []
    while question is not None and (row := graph.index.node(question)) is not None:
        chain.append(row)
        question = row["parent"]
    for row in reversed(chain):
        if row["state"] == "synthesized":
            edit_question(graph, row["id"], lambda question_now: replace(question_now, state="answered"))


def reopen(graph: Graph, question: str) -> None:
    """A question whose answer no longer stands is open again; all syntheses above it are stale."""
    row = graph.index.node(question)
    if row is None or row["state"] in ("open", "claimed"):
        return
    unsettled_above(graph, row["parent"])
    edit_question(
        graph, question, lambda question_now: replace(question_now, state="open", owner="", reason="", made="")
    )


def rests_on(index: Index, row: Row) -> dict[str, str]:
    """What an answer given now to the question of `row` rests on: its own words and those above it."""
    rests = {"question": str(row["digest"])}
    above = f"{row['parent']}{ANSWER}" if row["via"] == "answer" else row["parent"]
    source = index.node(above) if above else None
    if source is not None:
        rests[str(above)] = str(source["digest"])
    return rests


def understood_from(index: Index, row: Row) -> str:
    """The digest of what §1 of a question is made from."""
    rests = sorted(rests_on(index, row).items())
    return digest("understand", *(f"{node}={words}" for node, words in rests))


def stands(graph: Graph, row: Row, rests: Mapping[str, Any], shelf: Shelf | None) -> bool:
    """True where all that an answer to the question of `row` was made from still reads as it did.

    Without a `shelf` the sources are not looked at.
    """
    for key, written in rests.items():
        if key == SOURCES:
            if shelf is not None and _sources(graph, row, str(written), shelf) != written:
                return False
            continue
        now = row if key == "question" else graph.index.node(str(key))
        if now is not None and now["digest"] != written:
            return False
    return True


def _sources(graph: Graph, row: Row, written: str, shelf: Shelf) -> str:
    count = written.partition("-")[0]
    around = around_of(ancestors(graph, row))
    return shelf.rests(row["text"], around, int(count) if count.isdigit() else 0)


def stale_answers(graph: Graph, rows: Iterable[Row], shelf: Shelf | None = None) -> list[str]:
    """The questions whose answers were made from other words than now stand there."""
    stale = []
    for row in rows:
        question = graph.index.node(row["parent"])
        if question is not None and not stands(graph, question, json.loads(row["rests"] or "{}"), shelf):
            stale.append(str(row["parent"]))
    return stale


def renew(graph: Graph, policy: Policy | None = None) -> list[str]:
    """Open again and mark what edits made stale; returns the questions concerned.

    With a `policy`, which says what may be read, edits of sources count as well.
    """
    with graph.lock():
        index = graph.index
        answers = index.rows("SELECT * FROM nodes WHERE kind = 'answer' AND rests != '{}' ORDER BY depth, seq")
        shelf = None if policy is None else shelf_of(graph, policy)
        stale = stale_answers(graph, answers, shelf)
        for question in stale:
            reopen(graph, question)
        done = index.rows(
            "SELECT * FROM nodes WHERE kind = 'question' AND state = 'synthesized' AND made NOT IN ('', ?) "
            "ORDER BY depth DESC",
            HUMAN,
        )
        for row in done:
            current = index.node(row["id"])
            if current and current["state"] == "synthesized" and made_from(index, current) != row["made"]:
                stale.append(row["id"])
                unsettled_above(graph, row["id"])
        return stale


def words_changed(graph: Graph, question: str) -> None:
    """Open again the questions below one whose answer now reads otherwise."""
    below = [f"{row['id']}{ANSWER}" for row in children(graph.index, question)]
    rows = [row for answer in below if (row := graph.index.node(answer)) is not None]
    for stale_question in stale_answers(graph, rows):
        reopen(graph, stale_question)
