"""The lines in §3 of a question that name its child documents, each with its status."""

from __future__ import annotations

import re
from dataclasses import replace

from pandora.document.ids import parse_id
from pandora.document.records import Record, by_person, section_records, with_records
from pandora.document.state_document import Document
from pandora.questions.graph import Graph
from pandora.questions.graph_rules import DONE
from pandora.questions.question_document import CHILDREN, Question, engine_status

RUNNING = "RUNNING"
_LINE = re.compile(r"^- (?P<child>tool-question-[a-z0-9.-]+)\.md → [A-Z]+$", re.M)


def child_lines(document: Document) -> list[str]:
    """The lines of §3 that name child documents."""
    _, heading, below = f"\n{document.body(3)}".partition(f"\n{CHILDREN}\n")
    return [line for line in below.split("\n") if line.strip()] if heading else []


def with_child_line(document: Document, child: str, status: str) -> Document:
    """The document with a child named under `Child loops:` of §3; who wrote §3 is recorded as before."""
    lines = child_lines(document)
    if any(line.startswith(f"- {child}.md ") for line in lines):
        return document
    body = document.body(3) if lines else f"{document.body(3)}\n{CHILDREN}".strip("\n")
    return _with_do_section(document, f"{body}\n- {child}.md → {status}")


def with_child_status(document: Document, child: str, status: str) -> Document:
    """The document whose §3 names a child with this status, whether it was named before or not."""
    named = with_child_line(document, child, status)
    if named is not document:
        return named
    line = re.compile(rf"^- {re.escape(child)}\.md → [A-Z]+$", re.M)
    body = line.sub(f"- {child}.md → {status}", document.body(3))
    return document if body == document.body(3) else _with_do_section(document, body)


def with_current_statuses(graph: Graph, document: Document) -> Document:
    """The document with the current status of each question that its §3 names."""

    def current_line(match: re.Match[str]) -> str:
        row = graph.index.node(match["child"])
        if row is None or parse_id(match["child"]).run != graph.run:
            return match[0]
        status = engine_status(Question(row["id"], "?", state=row["state"], reason=row["reason"])).upper()
        return f"- {match['child']}.md → {status}"

    body = _LINE.sub(current_line, document.body(3))
    return document if body == document.body(3) else _with_do_section(document, body)


def update_ended_parent(graph: Graph, parent: str | None) -> None:
    """Update the lines of a parent that has ended already, after one of its children ended."""
    row = graph.index.node(parent) if parent else None
    if row is not None and row["state"] in DONE:
        graph.save(graph.document(row["id"]), lambda document: with_current_statuses(graph, document))


def _with_do_section(document: Document, body: str) -> Document:
    changed = document.splice(3, body)
    if by_person(document, 3):
        return changed
    records = section_records(document)
    record = replace(records.get(3, Record("code", "")), text=changed.digest(3))
    return with_records(changed, {**records, 3: record})
