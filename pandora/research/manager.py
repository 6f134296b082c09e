"""The manager: the root of a piece of research, and the only role that a person talks with.

It judges each query by itself, proposes a narrower one or a split where one is too wide, and starts nothing
until each is feasible and the person has written the authorising phrase for just these queries. A question of
any other role is asked here. What it reports is the report, word for word."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pandora.document.body import parse
from pandora.document.meta_values import mapping
from pandora.document.question_lines import pairs
from pandora.document.records import standing
from pandora.document.root_kinds import RESEARCH
from pandora.document.state_document import Document, digest
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_code, by_model
from pandora.engine.questions import Ask, Escalate, ask
from pandora.engine.run import RunLoop
from pandora.errors import UsageError
from pandora.outcome import Outcome, Question, Status
from pandora.research.authorization import is_phrase, is_query, numbered, queries_digest, queries_in
from pandora.research.executor import Report, execute
from pandora.research.feasibility import least_tokens, notes_on, require_room, unaffordable
from pandora.research.knowledge_base import Fact
from pandora.research.materials import Materials, phase_of
from pandora.research.opened_sources import opened_index
from pandora.research.planner import Planned, make_plan
from pandora.research.query_judgement import (
    accept_answers,
    advice_on,
    first_question,
    unknown_to,
    wide_of,
)
from pandora.research.quote_gate import check_quote
from pandora.research.report_file import keep_report
from pandora.research.report_part import Part
from pandora.research.research_plan import Node, read_plan, shape_problems
from pandora.research.research_report import ResearchReport, write_report
from pandora.research.retrieval_report import language_note
from pandora.research.role_children import Delegation
from pandora.research.roles import EXECUTOR, MANAGER, PLANNER, SYNTHESIZER, kind_of
from pandora.research.synthesizer import Findings, Synthesis, synthesize
from pandora.research.web_pages import FOLDER as WEB
from pandora.research.web_pages import collect_pages, engine_of, require_engine
from pandora.task import Task
from pandora.web.address import parse_target

MOST_QUERIES = 8
LONGEST_PLAN = 1 << 20
"""The bytes of a suggested plan; the largest that is carried out has a few thousand."""
_OF_A_PLANNER = "Query {}: "
"""How a question begins that a planner of the query with this number has."""


@dataclass(frozen=True)
class Request:
    """What a person asks of a piece of research besides the question.

    `documents` is the folder of sources, relative to the workspace where it lies inside; `plan` is the text
    of a suggested plan, or "". With `web`, pages that a search engine finds are saved into that folder first.
    """

    documents: str = "."
    plan: str = ""
    web: bool = False


def manager(request: Request | None) -> RunLoop:
    """The loop of the root of a piece of research; without a request, it goes on with an existing one."""
    return functools.partial(_manage, request=request)


def request_of(meta: Mapping[str, Any]) -> Request:
    """The request that the front matter of a root holds."""
    kept = mapping(meta, RESEARCH)
    return Request(str(kept.get("documents") or "."), str(kept.get("plan") or ""), bool(kept.get("web")))


def _manage(task: Task, host: Host, request: Request | None) -> Outcome:
    loop = open_loop(task, host, kind_of(MANAGER))
    new = request if loop.stored is None else None
    if new is not None:
        require_room(host.model.context, task.budget)
        if new.plan:
            check_suggestion(new.plan)
    given = new or request_of(loop.document.meta)
    with opened_index(host, given.documents) as index:
        refreshed = index.refresh()
        if not given.web:
            index.sources()  # without any, this raises a clear line, and no run begins
        elif new is not None:
            require_engine(host.searxng, host.policy)
        if new is not None:
            more: dict[str, Any] = {"plan": new.plan} if new.plan else {}
            more |= {"web": True} if new.web else {}
            loop.save(research={"documents": new.documents, **more})
        left_out = [str(file) for file in refreshed.left_out]
        if note := language_note(loop.task.text, index):
            host.tell(loop.id, None, "note", note)
            left_out.insert(0, note)
        return run_phases(loop, functools.partial(_phases, materials=Materials.of(host, index), notes=left_out))


def check_suggestion(text: str) -> None:
    """Check a suggested plan before any planner sees it; raises UsageError with its line."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_PLAN:
        raise UsageError(f"the suggested plan:1: it has more than {LONGEST_PLAN >> 20} MiB; make it shorter")
    plan, problems = read_plan(text)
    problems = problems or (shape_problems(plan) if plan else problems)
    if problems:
        line, message = problems[0]
        raise UsageError(f"the suggested plan:{line}: {message}")


def _phases(loop: Loop, materials: Materials, notes: Sequence[str]) -> str:
    phase = phase_of(loop, "understand", needs=("field",))
    accept_answers(loop, 1)
    _require_budget(loop, len(_queries(loop)))
    documents = request_of(loop.document.meta).documents
    given = {"task": loop.task.text, "documents": documents}
    understood = by_model(loop, phase, phase.form, [f"# TASK\n{loop.task.text}"], given)
    materials = replace(materials, field=str(understood.values["field"]))
    loop.take_edits(before=2)
    while not _agree(loop, materials, queries := _queries(loop)):
        pass
    return _research(loop, materials, queries, notes)


def _queries(loop: Loop) -> tuple[str, ...]:
    """The queries as they stand: the last that the person gave in the conversation, else those of the task."""
    kept = mapping(loop.document.meta, "conversation")
    told = pairs(loop.document.body(1))
    replies = [reply for question, reply in told if is_query(reply) and not _is_of_a_planner(question)]
    if replies and kept.get("task") == digest(loop.task.text):
        return queries_in(replies[-1])
    return queries_in(loop.task.text)


def _is_of_a_planner(question: str) -> bool:
    """True for a planner's question: its answer is for the planner, and no query."""
    return any(question.startswith(_OF_A_PLANNER.format(number)) for number in range(1, MOST_QUERIES + 1))


def _require_budget(loop: Loop, queries: int) -> None:
    """Stop before the first call where a ceiling of the run does not reach for one extractor of each query."""
    host = loop.host
    if short := unaffordable(queries, host.ledger.ceiling, functools.partial(least_tokens, host)):
        reason, ceiling = short
        raise Escalate(reason, ceiling=ceiling)


def _agree(loop: Loop, materials: Materials, queries: tuple[str, ...]) -> bool:
    """True where each query is feasible, and the person has authorised just these; raises Ask until then.

    False where the person gave other queries: those are to be judged now.
    """
    if len(queries) > MOST_QUERIES:
        loop.save(conversation={"task": digest(loop.task.text)})  # an answer is the queries
        raise Escalate(
            f"there are {len(queries)} queries; {MOST_QUERIES} are the most",
            question="Which come first? Write these, numbered.",
        )
    accept_answers(loop, 2)
    edited = _edited_queries(loop)
    if edited and edited != queries:
        _turn(loop, "Which queries are to be researched?", numbered(edited))
        return False
    _require_sources(loop, materials, queries)
    widths, wide = wide_of(loop, materials, queries)
    bound = queries_digest(queries)
    if not wide and mapping(loop.document.meta, "authorized").get("queries") == bound:
        return True
    if not wide and "Narrower:" in loop.document.body(3):
        loop.write("do", "", "code", loop.origin("no proposals"))  # a person found feasible what was too wide
    section, advice = (3, advice_on(loop, materials, queries, wide, widths)) if wide else (2, None)
    asked = pairs(loop.document.body(section))
    if not asked:
        notes = (*notes_on(queries, materials.index), *_note_on_web(loop))
        raise ask(loop, section, first_question(queries, advice, notes))
    question, reply = asked[-1]
    if not reply:
        raise Ask(Question("task", question, loop.id, section))
    if is_phrase(reply) and not wide:
        loop.save(authorized={"queries": bound, "at": loop.host.now()})
        return True
    if is_phrase(reply):
        raise ask(loop, section, f"This cannot start yet. {first_question(queries, advice)}")
    chosen = advice.choice(reply.strip(" .")) if advice else ()
    if chosen or (is_query(reply) and _unknown(loop, materials, queries_in(reply)) is None):
        _turn(loop, question, numbered(chosen) if chosen else reply)
        return False
    nothing = ", and no document has a word of it" if is_query(reply) else ""
    raise ask(loop, section, f"{reply!r} starts nothing{nothing}. {first_question(queries, advice)}")


def _turn(loop: Loop, question: str, reply: str) -> None:
    """Go over to other queries: this turn goes to History, and the reply stands in §1 with its question."""
    line = " ".join(reply.split())

    def with_reply(document: Document) -> Document:
        return document.splice(1, f"{document.body(1)}\nQuestion: {question}\nAnswer: {line}")

    loop.retire(with_reply)
    loop.save(conversation={"task": digest(loop.task.text)})


def _edited_queries(loop: Loop) -> tuple[str, ...]:
    """The queries that a person wrote into §2; () where nobody did."""
    if standing(loop.document, 2, "").by_person:
        form = phase_of(loop, "plan").form
        return queries_in(str(parse(form, loop.document.body(2)).values.get("queries", "")))
    return ()


def _research(loop: Loop, materials: Materials, queries: tuple[str, ...], notes: Sequence[str]) -> str:
    """Plan and carry out each query, bring several together, and write the report."""
    children = Delegation(loop)
    reports = [_one_query(loop, materials, children, n, query) for n, query in enumerate(queries, 1)]
    facts = tuple(fact for report in reports for fact in report.facts)
    part = reports[0].part
    if len(reports) > 1:
        parts = tuple(
            replace(report.part, objective=query) for report, query in zip(reports, queries, strict=True)
        )
        synthesis: Synthesis = children.run(
            SYNTHESIZER,
            "0",
            loop.task.text,
            lambda task: synthesize(task, loop.host, materials, Findings(facts, parts=parts)),
            lambda synthesis: synthesis.outcome,
            untrusted=loop.untrusted,
        )
        part = synthesis.part
    children.close()
    pages = {path: url for record in _pages(loop).values() for path, url in record["pages"].items()}
    notes = (*notes, *(line for record in _pages(loop).values() for line in record["failed"]))
    leads = tuple({fact.id: fact for report in reports for fact in report.insights}.values())
    report = _report(materials, queries, part, facts, leads, notes, pages)
    phase = phase_of(loop, "check")
    path = keep_report(loop, report.file_text)
    removed = "".join(f"\nremoved: {line}" for line in report.removed)
    by_code(loop, phase, phase.form, {"report": f"{path}{removed}"})
    return report.text


def _require_sources(loop: Loop, materials: Materials, queries: Sequence[str]) -> None:
    """Stop where nothing is retrieved for a query, before a person authorises it in vain."""
    query = _unknown(loop, materials, queries)
    if query is not None:
        loop.save(conversation={"task": digest(loop.task.text)})  # an answer is a query
        note = language_note(query, materials.index)
        raise Escalate(
            f"no sources: no document has a word of {query!r}{f'; {note}' if note else ''}",
            question="Which words would the documents use? Or give another folder with --documents.",
        )


def _unknown(loop: Loop, materials: Materials, queries: Sequence[str]) -> str | None:
    """The first query of which no document has a word; None where pages of the web are still to be saved."""
    return None if request_of(loop.document.meta).web else unknown_to(materials, queries)


def _note_on_web(loop: Loop) -> tuple[str, ...]:
    """What a person agrees to besides, where pages of the web are searched for."""
    request = request_of(loop.document.meta)
    if not request.web:
        return ()
    engine = parse_target(engine_of(loop.host.searxng)).site
    folder = (Path(request.documents) / WEB).as_posix()
    return (f"{engine} is asked first, and the pages that it finds are saved in {folder}/",)


def _pages(loop: Loop) -> dict[str, dict[str, Any]]:
    """What was searched for, saved and not read for each query, by its number."""
    kept = mapping(loop.document.meta, "web")
    return {str(number): dict(mapping(kept, number)) for number in kept}


def _collect(loop: Loop, materials: Materials, number: str, query: str, plan: Node) -> None:
    """Save the pages of the web for a query and the leaves of its plan, once; raises Escalate without any."""
    request = request_of(loop.document.meta)
    if not request.web:
        return
    searches = tuple(dict.fromkeys((query, *(leaf.objective for leaf in plan.leaves))))
    asked = digest(*searches)
    pages = _pages(loop)
    if pages.get(number, {}).get("searches") != asked:
        folder = loop.host.workspace.root / request.documents
        tell = functools.partial(loop.host.tell, loop.id, None, "note")
        collected = collect_pages(loop.host, folder, searches, tell)
        record = {"searches": asked, "pages": dict(collected.pages), "failed": list(collected.failed)}
        pages[number] = record
        loop.save(web=pages)
        materials.index.refresh()
    if not materials.index.nearest(query, 1):
        why = "; ".join(pages[number]["failed"]) or "the search engine found nothing"
        raise Escalate(f"no sources: no page has a word of {query!r} ({why})")


def _one_query(loop: Loop, materials: Materials, children: Delegation, number: int, query: str) -> Report:
    """Plan one query and carry the plan out; a question of the planner's is asked here, once.

    Where its answer gave no plan either, the run ends, and goes on with another answer, which stands in §1.
    """
    lead = _OF_A_PLANNER.format(number)
    first, later = (pairs(loop.document.body(section)) for section in (3, 1))
    told = (*first, *((question, answer) for question, answer in later if answer))
    answers = tuple(answer for question, answer in told if question.startswith(lead))
    suggestion = request_of(loop.document.meta).plan
    planned: Planned = children.run(
        PLANNER,
        str(number),
        query,
        lambda task: make_plan(task, loop.host, materials.field, suggestion),
        lambda planned: planned.outcome,
        context=tuple(filter(None, answers)),
    )
    if planned.plan is None:
        outcome = planned.outcome
        question = outcome.question.text if outcome.question else ""
        if outcome.ceiling is not None or not question or (answers and answers[-1]):
            again = f"{lead}{question}" if question else ""
            raise Escalate(outcome.reason, outcome.output, again, outcome.ceiling)
        if answers:
            raise Ask(Question("task", f"{lead}{question}", loop.id, 3))
        raise ask(loop, 3, f"{lead}{outcome.reason}. {question}")
    plan = planned.plan
    _collect(loop, materials, str(number), query, plan)
    report: Report = children.run(
        EXECUTOR,
        str(number),
        query,
        lambda task: execute(task, loop.host, materials, plan),
        lambda report: report.outcome,
    )
    if report.outcome.status is not Status.ACCEPTED:
        raise Escalate(report.outcome.reason, report.outcome.output, "", report.outcome.ceiling)
    return report


def _report(
    materials: Materials,
    queries: tuple[str, ...],
    part: Part,
    facts: Sequence[Fact],
    leads: Sequence[Fact],
    notes: Sequence[str],
    pages: Mapping[str, str],
) -> ResearchReport:
    title = " / ".join(queries)
    named = dict.fromkeys(fact for claim in part.everything for fact in claim.facts)
    every = {fact.id: fact for fact in (*facts, *materials.knowledge.facts(list(named)))}
    standing_facts = {fact.id: fact for fact in map(functools.partial(_as_quoted, materials), every.values())}
    known = {key: fact for key, fact in standing_facts.items() if fact.citations}
    contradictions = materials.knowledge.contradictions(tuple(known.values()))
    led = [fact for fact in (_as_quoted(materials, lead) for lead in leads) if fact.citations]
    return write_report(title, part, known, contradictions, notes, led, pages)


def _as_quoted(materials: Materials, fact: Fact) -> Fact:
    """The fact with only those citations whose quote stands in its source now."""
    index = materials.index
    present = {source.digest for source in index.sources()}
    standing_citations = tuple(
        citation
        for citation in fact.citations
        if citation.digest in present and check_quote(citation.quote, citation.digest, index, (), ()).found
    )
    return replace(fact, citations=standing_citations)
