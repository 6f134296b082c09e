"""A preview of research: its plans, their trees and what they may cost, made without reading any source.

The manager judges the queries and a planner plans each, as before a run; then it stops. Who calls it gives a
host whose workspace may be thrown away."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass

from pandora.budget import Budget
from pandora.document.counted import counted
from pandora.engine.host import Host
from pandora.engine.loop import Loop, open_loop
from pandora.engine.micro_loop import run_phases
from pandora.engine.phase import by_model
from pandora.engine.run import Ended, start
from pandora.errors import UsageError
from pandora.outcome import Outcome, Status
from pandora.research.authorization import queries_in
from pandora.research.feasibility import least_tokens, notes_on, require_room, unaffordable
from pandora.research.materials import Materials, phase_of
from pandora.research.planner import make_plan
from pandora.research.query_judgement import advice_on, first_question, unknown_to, wide_of
from pandora.research.research_plan import Leaf, Node, calls_of, plan_text
from pandora.research.role_children import Delegation
from pandora.research.roles import CALLS, EXECUTOR, EXTRACTOR, MANAGER, PLANNER, SCOUT, SYNTHESIZER, kind_of
from pandora.research.source_index import BEST, SourceIndex
from pandora.task import Task


@dataclass(frozen=True)
class PlannedQuery:
    """A query with its plan, or with why there is none; `sources` are what retrieval finds for its leaves."""

    query: str
    plan: Node | None
    problem: str = ""
    sources: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def roles(self) -> Counter[str]:
        """How many of each role carry the plan out, at most, in one pass."""
        return roles_of(self.plan) + Counter({PLANNER: 1}) if self.plan else Counter()


@dataclass(frozen=True)
class Preview:
    """What research would do: its planned queries, or why it would not begin, and notes for the person."""

    queries: tuple[PlannedQuery, ...] = ()
    refused: str = ""
    status: Status = Status.ACCEPTED
    notes: tuple[str, ...] = ()

    @property
    def roles(self) -> Counter[str]:
        """How many of each role there are at most; several queries have one more synthesizer."""
        total = sum((query.roles for query in self.queries), Counter({MANAGER: 1}))
        return total + Counter({SYNTHESIZER: 1}) if len(self.queries) > 1 else total

    def calls(self, all_iterations: bool = False) -> int:
        """The most model calls of one pass over all plans, or of all their iterations."""
        plans = [query.plan for query in self.queries if query.plan]
        return sum(calls_of(plan, all_iterations) for plan in plans) + (len(self.queries) > 1)


def roles_of(node: Node) -> Counter[str]:
    """How many of each role carry out a plan at most, in one pass."""
    total = Counter({EXECUTOR: 1, SYNTHESIZER: int(len(node.tasks) > 2)})
    for task in node.tasks:
        if isinstance(task, Node):
            total += roles_of(task)
        elif task.discovery:
            total += Counter({SCOUT: 1})
        else:
            total += Counter({EXTRACTOR: max(1, task.sources), SYNTHESIZER: 1})
    return total


def preview(question: str, host: Host, budget: Budget, index: SourceIndex, suggestion: str = "") -> Preview:
    """Judge and plan a question; the documents of it are written into the host's workspace."""
    require_room(host.model.context, budget)
    queries = queries_in(question)
    materials = Materials.of(host, index)
    if short := unaffordable(len(queries), budget, functools.partial(least_tokens, host)):
        return Preview(refused=f"{short[0]}; raise it with --{short[1].name}", status=Status.ESCALATED)
    if (unknown := unknown_to(materials, queries)) is not None:
        reason = f"no sources: no document has a word of {unknown!r}"
        return Preview(refused=reason, status=Status.ESCALATED, notes=notes_on(queries, index))
    results: list[Preview] = []

    def phases(root: Loop) -> str:
        results[:] = [_preview(root, materials, queries, suggestion)]
        return "planned"

    def loop(task: Task, host: Host) -> Outcome:
        return run_phases(open_loop(task, host, kind_of(MANAGER)), phases)

    ended: Ended = start(question, host, budget, loop=loop)
    if not results:
        raise UsageError(f"nothing could be planned: {ended.outcome.reason}")
    return results[0]


def _preview(loop: Loop, materials: Materials, queries: tuple[str, ...], suggestion: str) -> Preview:
    phase = phase_of(loop, "understand", needs=("field",))
    given = {"task": loop.task.text, "documents": "."}
    field = by_model(loop, phase, phase.form, [f"# TASK\n{loop.task.text}"], given).values["field"]
    materials = Materials(materials.index, materials.knowledge, str(field))
    widths, wide = wide_of(loop, materials, queries)
    if wide:
        advice = advice_on(loop, materials, queries, wide, widths)
        return Preview(refused=first_question(queries, advice), status=Status.WAITING)
    children = Delegation(loop)
    planned = []
    for number, query in enumerate(queries, 1):
        result = children.run(
            PLANNER,
            str(number),
            query,
            lambda task: make_plan(task, loop.host, materials.field, suggestion),
            lambda result: result.outcome,
        )
        if result.plan is None:
            planned.append(PlannedQuery(query, None, result.outcome.reason))
        else:
            planned.append(PlannedQuery(query, result.plan, sources=_sources(materials.index, result.plan)))
    status = Status.ACCEPTED if all(query.plan for query in planned) else Status.ESCALATED
    return Preview(tuple(planned), status=status, notes=notes_on(queries, materials.index))


def _sources(index: SourceIndex, plan: Node) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((leaf.objective, tuple(_paths(index, leaf))) for leaf in plan.leaves if not leaf.discovery)


def _paths(index: SourceIndex, leaf: Leaf) -> list[str]:
    """The sources that retrieval finds for a leaf, nearest first, as many as it reads."""
    passages = [
        passage
        for question in leaf.questions or (leaf.objective,)
        for passage in index.nearest(question, BEST, leaf.objective)
    ]
    paths = dict.fromkeys(passage.source.path for passage in sorted(passages, key=lambda one: -one.score))
    return list(paths)[: leaf.sources]


def preview_lines(shown: Preview, ceiling: Budget) -> list[str]:
    """The lines that `research --dry-run` prints."""
    if shown.refused:
        return [shown.refused, *(f"{note}." for note in shown.notes)]
    lines: list[str] = []
    for query in shown.queries:
        lines.append(f"Query: {query.query}")
        if query.plan is None:
            lines.append(f"  no plan: {query.problem}")
            continue
        lines += [f"  {line}" for line in plan_text(query.plan).split("\n")]
        for objective, paths in query.sources:
            lines.append(f"  sources for {objective!r}: {', '.join(paths) or 'none'}")
    roles = ", ".join(counted(shown.roles[role], role) for role in CALLS if shown.roles[role])
    lines += [
        f"Roles: {roles}",
        f"Calls: at most {shown.calls()} in one pass, {shown.calls(True)} with all iterations",
        f"Ceilings: {ceiling.calls} calls, {ceiling.tokens} tokens, {ceiling.seconds} s",
        *(f"{note}." for note in shown.notes),
    ]
    return lines


def preview_object(shown: Preview, ceiling: Budget) -> dict[str, object]:
    """The same for JSON."""
    return {
        "status": shown.status.value,
        "refused": shown.refused or None,
        "queries": [
            {
                "query": query.query,
                "plan": plan_text(query.plan) if query.plan else None,
                "problem": query.problem or None,
                "sources": [{"leaf": objective, "paths": list(paths)} for objective, paths in query.sources],
            }
            for query in shown.queries
        ],
        "roles": dict(shown.roles),
        "calls": {"one_pass": shown.calls(), "all_iterations": shown.calls(True)},
        "ceilings": {"calls": ceiling.calls, "tokens": ceiling.tokens, "seconds": ceiling.seconds},
        "notes": list(shown.notes),
    }
