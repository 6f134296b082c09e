"""Rebuild the prompt of a question's phase on a copy of the graph's documents and compare its digest."""

from __future__ import annotations

from dataclasses import replace

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.records import UNWRITTEN, by_person, section_records, with_records
from pandora.document.state_document import NUMBERS, Document, digest
from pandora.engine.asked_sections import run_sections
from pandora.engine.host import Host
from pandora.errors import UsageError
from pandora.inspect.prompt_reconstruction import RebuiltPrompt
from pandora.inspect.rehearsal import Halt, MakeHost, ModelCall, copy_of_run
from pandora.inspect.section_places import section_label
from pandora.models.protocol import Model
from pandora.questions.child_loop import id_below
from pandora.questions.graph import Graph
from pandora.questions.question_document import answer_text
from pandora.questions.question_loop import do, loop_of, plan
from pandora.questions.relations import check
from pandora.questions.synthesis import COMPOSE, DECIDE, synthesise

SYNTHESISE = "synthesise"
"""The phase that writes §5 of a question: DO of a loop below it."""
_STALE = "0" * 16


def prompt_of_question(
    workspace: Workspace, document_id: str, phase: str, model: Model, make_host: MakeHost, fingerprinted: bool
) -> RebuiltPrompt:
    """The prompt of a phase of a question; UsageError where no model is asked in it."""
    question, number = document_id, NUMBERS["do" if phase == SYNTHESISE else phase]
    document = Store(workspace).load(document_id)
    if phase == SYNTHESISE:
        document_id, document = _synthesis_of(workspace, document)
    record = section_records(document).get(number, UNWRITTEN)
    place = section_label((document_id, number))
    if record.by == "code" and record.origin:
        raise UsageError(f"{place} was made by code, so there is no prompt; name another section")

    def stale(copied_id: str, copied_document: Document) -> Document:
        records = section_records(copied_document)
        if copied_id != document_id or number not in records:
            return copied_document
        text = copied_document.digest(number)
        forged = replace(records[number], by="model", origin=_STALE, text=text)
        return with_records(copied_document, {**records, number: forged})

    run = parse_id(document_id).run
    with copy_of_run(workspace, run, stale) as copy:
        host = make_host(copy, model)
        host.cache = None
        asked = _call_of_phase(Graph(copy, run).open(), host, question, phase)
    if asked is None:
        raise UsageError(f"{place} is not asked of a model as the documents stand; `pandora why` says more")
    now = digest(asked.prompt.text, model.fingerprint) if fingerprinted else ""
    recorded = record.origin
    if not recorded or not document.body(number).strip():
        return RebuiltPrompt(
            asked, None, "", now, ("it has not been asked yet: this is what would be asked now",)
        )
    if not fingerprinted:
        note = "it cannot be checked: the digest holds the fingerprint of the model, which is not here"
        return RebuiltPrompt(asked, None, recorded, "", (note,))
    why = [] if recorded == now else [f"the digest was {recorded}: what it was asked then was different"]
    if by_person(document, number):
        why.append("a person wrote the section: this is what the model would have been asked")
    return RebuiltPrompt(asked, recorded == now, recorded, now, tuple(why))


def _synthesis_of(workspace: Workspace, question: Document) -> tuple[str, Document]:
    """The loop that brought the findings of a question together; the question itself where none did."""
    name, store = parse_id(str(question.meta["id"])), Store(workspace)
    for kind in (DECIDE, COMPOSE):
        below = id_below(name.run, name.number, kind)
        if store.exists(below):
            return below, store.load(below)
    return str(question.meta["id"]), question.splice(NUMBERS["do"], "")


def _call_of_phase(graph: Graph, host: Host, document_id: str, phase: str) -> ModelCall | None:
    host.store = graph.store
    loop = loop_of(graph, host, document_id)
    try:
        if phase == "plan":
            run_sections(loop, plan(graph, loop, answer_text(loop.document)))
        elif phase == "do":
            run_sections(loop, do(graph, loop))
        elif phase == "check":
            run_sections(loop, check(graph, loop, answer_text(loop.document)))
        elif phase == SYNTHESISE:
            row = graph.index.node(document_id)
            assert row is not None
            if row["pending"]:
                raise UsageError(
                    f"{document_id}: {row['pending']} question(s) below it are not done; resume the graph"
                )
            synthesise(graph, host, row, "rehearsal")
    except Halt as stop:
        return stop.asked
    return None
