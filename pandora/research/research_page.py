"""A piece of research as one HTML file that opens without a network: report, quotes and plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pandora.disk.run_documents import Run
from pandora.document.ids import order, parse_id
from pandora.document.meta_values import mapping
from pandora.document.offline_page import harmless, offline_page, page_part, with_texts
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.outcome import Status
from pandora.research.executor import plan_in
from pandora.research.knowledge_base import Fact
from pandora.research.report_reading import read_report
from pandora.research.research_plan import Leaf, Node, read_plan
from pandora.research.research_runs import facts_of, plans_of
from pandora.research.roles import EXECUTOR, EXTRACTOR, child_id

PARTS = "pandora.research"
"""The package whose `page_parts/` the page is made from."""


@dataclass(frozen=True)
class PageSource:
    """A source that an extractor read for a leaf, how that ended, and the facts that it found."""

    path: str
    status: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class PageTask:
    """An executor, a leaf or a scout of the plan: its objective, how far it is, and what is below it.

    `lines` are its phases, or its task specification; `log` says what its phases came to.
    """

    kind: str
    objective: str
    status: str
    lines: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    sources: tuple[PageSource, ...] = ()
    below: tuple[PageTask, ...] = ()


def research_page(run: Run, redact: Callable[[str], str]) -> str:
    """The page of a piece of research; `redact` puts the names of secrets in the place of their values."""
    root = run.root
    status = str(root.meta.get("status", ""))
    reported = status == Status.ACCEPTED
    values = {
        "run": run.root_id,
        "status": status,
        "path": str(mapping(root.meta, "report").get("path") or ""),
        "report": read_report(root.body(5)) if reported else (),
        "stopped": "" if reported else root.body(5) or "The research has no report yet.",
        "plans": plan_tasks(run),
    }

    def clean(text: str) -> str:
        return harmless(redact(text))

    template, style = page_part("research.html", PARTS), page_part("research.css", PARTS)
    return offline_page(clean(task_of(root)), template, style, **with_texts(values, clean))


def plan_tasks(run: Run) -> tuple[PageTask, ...]:
    """The plans of a run as they stand, each with what its executors and extractors came to."""
    documents = {key: document for key, document in run.reachable.items() if document is not None}
    facts: dict[str, list[Fact]] = {}
    for key, fact in facts_of(run):
        facts.setdefault(key, []).append(fact)
    tasks = []
    for planner, text in plans_of(run):
        number = parse_id(planner).number
        plan = read_plan(text)[0] if text else None
        if plan is None:
            status = str(documents[planner].meta.get("status", ""))
            tasks.append(PageTask("query", task_of(documents[planner]), status))
        else:
            tasks.append(_executor(run, documents, facts, plan, number))
    return tuple(tasks)


def _executor(
    run: Run, documents: Mapping[str, Document], facts: Mapping[str, Sequence[Fact]], plan: Node, number: str
) -> PageTask:
    document = documents.get(child_id(run.id, EXECUTOR, number))
    if document is not None:
        plan = plan_in(document.body(2))[0] or plan
    below = tuple(
        _executor(run, documents, facts, task, f"{number}.{place}")
        if isinstance(task, Node)
        else _leaf(documents, facts, task, f"{number}.{place}")
        for place, task in enumerate(plan.tasks, 1)
    )
    log = document.body(4).removeprefix("Phases:").split("\n") if document is not None else []
    return PageTask(
        EXECUTOR,
        plan.objective,
        str(document.meta.get("status", "")) if document is not None else "not begun",
        tuple(phase.criteria.line for phase in plan.phases),
        tuple(line.strip().removeprefix("- ") for line in log if line.strip()),
        below=below,
    )


def _leaf(
    documents: Mapping[str, Document], facts: Mapping[str, Sequence[Fact]], leaf: Leaf, number: str
) -> PageTask:
    sources = []
    for key in sorted(documents, key=lambda key: order(parse_id(key))):
        name = parse_id(key)
        if name.kind == f"research_{EXTRACTOR}" and name.number.rpartition(".")[0] == number:
            document = documents[key]
            path = next((line[8:] for line in document.body(1).split("\n") if line.startswith("Source: ")), "")
            status = str(document.meta.get("status", ""))
            sources.append(PageSource(path, status, tuple(facts.get(key, ()))))
    lines = tuple(filter(str.strip, leaf.specification.split("\n")))
    return PageTask("scout" if leaf.discovery else "leaf", leaf.objective, "", lines, sources=tuple(sources))
