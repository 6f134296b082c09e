"""Find what an edit or a new question made stale, and open it again.

Here stands what an answer and a synthesis are made from. Whether one is stale is decided by the rule of
`pandora.document.records`, as for any other section.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pandora.document.meta_values import mapping
from pandora.document.records import (
    UNWRITTEN,
    Record,
    Standing,
    section_records,
    standing,
    text_standing,
    with_records,
)
from pandora.document.state_document import Document, digest
from pandora.policy import Policy
from pandora.questions.graph import Graph
from pandora.questions.graph_index import Index, Row
from pandora.questions.question_context import SOURCES, ancestors, around_of, shelf_of
from pandora.questions.question_document import ANSWER, Question, node_keys, read_question
from pandora.questions.worker_sources import Shelf


def edit_question(graph: Graph, node_id: str, change: Callable[[Question], Question]) -> Question:
    """Apply `change` to a question and write the result into the front matter of its document.

    Only keys whose values differ are written, so that changes that others made meanwhile are kept.
    """

    def edit(document: Any) -> Any:
        question = read_question(document)
        keys = node_keys(change(question))
        return document.with_meta(
            **{key: value for key, value in keys.items() if document.meta.get(key) != value}
        )

    return read_question(graph.save(graph.document(node_id), edit))


def contribution(index: Index, row: Row) -> str:
    """The text that a finished question contributes to its parent: its synthesis, or else its answer."""
    if row["state"] == "synthesized":
        return str(row["synthesis"])
    answer = index.node(f"{row['id']}{ANSWER}")
    return str(answer["text"]) if answer else ""


def children(index: Index, question: str) -> list[Row]:
    """The direct child questions of `question`, those under its answer included, oldest first."""
    return index.rows("SELECT * FROM nodes WHERE parent = ? AND kind = 'question' ORDER BY seq", question)


def made_from(index: Index, row: Row) -> str:
    """The digest of what the synthesis of the question in `row` would be made from now.

    That is the question, its own answer, and the contributions of its children.
    """
    answer = index.node(f"{row['id']}{ANSWER}")
    given = [str(answer["text"])] if answer else []
    given += [f"{child['id']}={contribution(index, child)}" for child in children(index, row["id"])]
    return digest(str(row["digest"]), *given)


def unsettled_above(graph: Graph, question: str | None) -> None:
    """Mark the syntheses of `question` and of all questions above it as stale: each is to be written again.

    They are marked from the root down, so that a kill in between leaves no fresh synthesis above a stale one.
    """
    chain: list[Row] = []
    while question is not None and (row := graph.index.node(question)) is not None:
        chain.append(row)
        question = row["parent"]
    for row in reversed(chain):
        if row["state"] == "synthesized":
            edit_question(graph, row["id"], lambda question_now: replace(question_now, state="answered"))


def reopen(graph: Graph, question: str) -> None:
    """Open a question again whose answer is no longer valid, and mark all syntheses above it as stale.

    A question that is already open or claimed is left as it is.
    """
    row = graph.index.node(question)
    if row is None or row["state"] in ("open", "claimed"):
        return
    unsettled_above(graph, row["parent"])
    edit_question(
        graph, question, lambda question_now: replace(question_now, state="open", owner="", reason="")
    )


def rests_on(index: Index, row: Row) -> dict[str, str]:
    """The digests of what an answer to the question in `row`, given now, would be made from.

    The keys are `question` for the question itself, and the id of the node that it hangs under.
    """
    rests = {"question": str(row["digest"])}
    above = f"{row['parent']}{ANSWER}" if row["via"] == "answer" else row["parent"]
    source = index.node(above) if above else None
    if source is not None:
        rests[str(above)] = str(source["digest"])
    return rests


def understood_from(graph: Graph, row: Row, document: Document, policy: Policy | None) -> str:
    """The digest of what §1 of the question in `row` would be made from now.

    It was made from what the front matter of its document says that the answer rests on. Without a `policy`,
    the source files count as unchanged.
    """
    rests = mapping(mapping(document.meta, "answer"), "rests")
    shelf = None if policy is None or SOURCES not in rests else shelf_of(graph, policy)
    return origin_of(_rests_now(graph, row, rests, shelf))


def origin_of(rests: Mapping[str, Any]) -> str:
    """The digest of what a text rests on, by the names and the digests of those things."""
    return digest("understand", *(f"{name}={words}" for name, words in sorted(rests.items())))


def answer_standing(
    graph: Graph, row: Row, text: str, rests: Mapping[str, Any], shelf: Shelf | None
) -> Standing:
    """How an answer to the question in `row` stands; `rests` are the digests that it recorded.

    Without a `shelf`, the source files count as unchanged, and so does what is gone from the graph.
    """
    now = _rests_now(graph, row, rests, shelf)
    return text_standing(Record("model", digest(text), origin_of(rests)), text, origin_of(now))


def _rests_now(graph: Graph, row: Row, rests: Mapping[str, Any], shelf: Shelf | None) -> dict[str, Any]:
    """The digests that what an answer rests on has now."""
    return {name: _digest_now(graph, row, str(name), written, shelf) for name, written in rests.items()}


def _digest_now(graph: Graph, row: Row, name: str, written: Any, shelf: Shelf | None) -> Any:
    """The digest that something which an answer rests on has now; `written` is the one that it had."""
    if name == SOURCES:
        return written if shelf is None else _sources_digest(graph, row, str(written), shelf)
    node = row if name == "question" else graph.index.node(name)
    return written if node is None else node["digest"]


def _sources_digest(graph: Graph, row: Row, written: str, shelf: Shelf) -> str:
    return shelf.rests_now(written, row["text"], around_of(ancestors(graph, row)))


def stale_answers(graph: Graph, rows: Iterable[Row], shelf: Shelf | None = None) -> list[str]:
    """The ids of the questions whose answers are stale; `rows` are the index rows of the answers to check."""
    stale = []
    for row in rows:
        question = graph.index.node(row["parent"])
        rests = json.loads(row["rests"] or "{}")
        if question is not None and answer_standing(graph, question, row["text"], rests, shelf).made_again:
            stale.append(str(row["parent"]))
    return stale


def reopen_stale(graph: Graph, policy: Policy | None = None) -> list[str]:
    """Open again every question whose answer edits made stale, and mark stale syntheses.

    Returns the ids of the questions concerned. With a `policy`, which says which files may be read, changes of
    the source files count as well.
    """
    with graph.lock():
        index = graph.index
        _take_up_answers(graph)
        answers = index.rows("SELECT * FROM nodes WHERE kind = 'answer' AND rests != '{}' ORDER BY depth, seq")
        shelf = None if policy is None else shelf_of(graph, policy)
        stale = stale_answers(graph, answers, shelf)
        for question in stale:
            reopen(graph, question)
        done = index.rows(
            "SELECT id FROM nodes WHERE kind = 'question' AND state = 'synthesized' ORDER BY depth DESC"
        )
        for row in done:
            current = index.node(row["id"])
            if current is None or current["state"] != "synthesized":
                continue
            origin = made_from(index, current)
            if current["made"] in ("", origin):
                continue  # as the index has it; where it differs, the document decides
            if standing(graph.document(row["id"]), 5, origin) is Standing.STALE:
                stale.append(row["id"])
                unsettled_above(graph, row["id"])
        return stale


def _take_up_answers(graph: Graph) -> None:
    """Record the answers that a person wrote or edited as theirs: nothing calls them unseen any more."""
    for row in graph.index.rows("SELECT parent FROM nodes WHERE kind = 'answer' AND rests = '{}'"):
        document = graph.document(row["parent"])
        if standing(document, 3, "") is Standing.EDITED:
            records = section_records(document)
            theirs = replace(records.get(3, UNWRITTEN), by="human", text=document.digest(3))
            graph.save(document, functools.partial(with_records, records={**records, 3: theirs}))


def words_changed(graph: Graph, question: str) -> None:
    """Open again those children of `question` whose answers became stale because its own answer changed."""
    below = [f"{row['id']}{ANSWER}" for row in children(graph.index, question)]
    rows = [row for answer in below if (row := graph.index.node(answer)) is not None]
    for stale_question in stale_answers(graph, rows):
        reopen(graph, stale_question)
