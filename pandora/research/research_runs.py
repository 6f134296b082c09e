"""The pieces of research in a workspace, for those who list them and look into them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pandora.disk import run_index
from pandora.disk.layout import Workspace
from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.ids import order, parse_id
from pandora.document.links import facts as identity
from pandora.document.meta_values import mapping
from pandora.document.root_kinds import RESEARCH
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.errors import PandoraError, UsageError
from pandora.research.knowledge_base import Fact, KnowledgeBase
from pandora.research.roles import EXTRACTOR, PLANNER, role_of

LAST = "last"
"""Names the newest piece of research."""


@dataclass(frozen=True)
class ListedResearch:
    """A piece of research as a list shows it; `report` is the path of its report, or ""."""

    root: str
    status: str
    created: str
    question: str
    documents: str
    report: str = ""
    plain: bool = False


def research_runs(workspace: Workspace) -> Iterator[ListedResearch]:
    """All pieces of research, the newest first; documents that cannot be read are left out."""
    store = Store(workspace)
    for root, created in run_index.newest_runs(workspace, None):
        try:
            document = store.load(root)
        except PandoraError:
            continue
        if RESEARCH in document.meta:
            yield _listed(root, document, created)


def _listed(root: str, document: Document, created: str) -> ListedResearch:
    kept, report = mapping(document.meta, RESEARCH), mapping(document.meta, "report")
    return ListedResearch(
        root,
        str(document.meta.get("status", "")),
        identity(document).get("Created", (created, 0))[0],
        " ".join(task_of(document).split()),
        str(kept.get("documents") or "."),
        str(report.get("path") or ""),
        bool(kept.get("plain")),
    )


def research_run(workspace: Workspace, given: str | None) -> Run:
    """The piece of research that a name means; without one, or for `last`, the newest. UsageError for none."""
    if given is None or given.strip().lower() == LAST:
        newest = next(research_runs(workspace), None)
        if newest is None:
            raise UsageError('there is no research yet; `pandora research "QUESTION"` begins some')
        document_id = newest.root
    else:
        document_id = workspace.resolve(given)
    run = Run.open(Store(workspace), parse_id(document_id).run)
    if RESEARCH not in run.root.meta:
        raise UsageError(f"{run.root_id} is no research; `pandora research ls` lists what is")
    return run


def role_documents(run: Run, role: str) -> list[tuple[str, Document]]:
    """The documents of a role that belong to the run as it stands, by number."""
    reachable = ((key, document) for key, document in run.reachable.items() if document is not None)
    return sorted(
        ((key, document) for key, document in reachable if role_of(key) == role),
        key=lambda item: order(parse_id(item[0])),
    )


def facts_of(run: Run) -> list[tuple[str, Fact]]:
    """The facts that the extractors of a run found, each with the id of the extractor's document."""
    knowledge = KnowledgeBase(run.store.workspace)
    rows: list[tuple[str, Fact]] = []
    for key, document in role_documents(run, EXTRACTOR):
        lines = [line for line in document.body(5).split("\n") if "[fact-" in line]
        named = [line.rpartition("[")[2].rstrip("]") for line in lines]
        rows += [(key, fact) for fact in knowledge.facts(named)]
    return rows


def plans_of(run: Run) -> list[tuple[str, str]]:
    """The plans of a run: each planner's document with the text of its plan, "" where there is none."""
    return [
        (key, document.body(5) if document.meta.get("status") == "accepted" else "")
        for key, document in role_documents(run, PLANNER)
    ]
