"""Which graph a person means: a run, the beginning of one, a document of it, or the newest; and all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pandora.disk.layout import Workspace, parse_id
from pandora.engine.lint_document import facts
from pandora.errors import PandoraError, UsageError
from pandora.questions.graph import Graph, find_graph, graphs
from pandora.questions.node import TASK
from pandora.questions.rules import GraphError
from pandora.text.body import parse
from pandora.text.document import Document

STATES = ("open", "claimed", "answered", "synthesized", "saturated")
"""The states of a question, in the order of its life."""


@dataclass(frozen=True)
class Listed:
    """A graph in a listing; `counts` has the questions of each state, `problem` why they are not known."""

    run: str
    seed: str
    status: str
    reason: str
    intensity: str
    checkpoint: str
    created: str
    counts: Mapping[str, int]
    problem: str = ""


def chosen(workspace: Workspace, given: str | None) -> Graph:
    """The graph that `given` names, brought up to its documents; without a name the newest.

    Raises GraphError where there is none or more than one, DocumentError where a document of it is broken.
    """
    return (_newest(workspace) if given is None else _named(workspace, given)).open()


def _newest(workspace: Workspace) -> Graph:
    found = [(_created(document), run) for run, document, _ in graphs(workspace)]
    if not found:
        raise GraphError(f'{workspace.state} holds no graph yet; `pandora think "QUESTION"` makes one')
    return Graph(workspace, max(found)[1])


def _named(workspace: Workspace, given: str) -> Graph:
    stem = given.removesuffix(".md").rsplit("/", 1)[-1].removesuffix(".answer")
    try:
        run = parse_id(stem).run
    except UsageError:
        run = stem
    if re.fullmatch(r"[a-z0-9]{1,6}", run):
        if workspace.archived(run).is_dir():
            workspace.in_use(run)
        if not workspace.document(f"system-{run}").is_file():
            return _beginning(workspace, run, given)
    return find_graph(workspace, run)


def _beginning(workspace: Workspace, beginning: str, given: str) -> Graph:
    runs = (each.removeprefix("system-") for each in workspace.runs())
    found = []
    for run in runs:
        if run.startswith(beginning):
            try:
                found.append(find_graph(workspace, run))
            except GraphError:
                continue  # an ordinary run
    if len(found) > 1:
        told = ", ".join(each.run for each in found[:5])
        raise GraphError(f"{given!r} begins {len(found)} graphs: {told}; give more of it")
    return found[0] if found else find_graph(workspace, given)


def listed(workspace: Workspace) -> list[Listed]:
    """Every graph of a workspace, the newest first."""
    found = []
    for run, document, settings in graphs(workspace):
        counts, problem = dict.fromkeys(STATES, 0), ""
        try:
            counts.update(counted(Graph(workspace, run).open()))
        except PandoraError as error:
            problem = str(error)
        words = parse(TASK, document.body(1)).values.get("task", "")
        kinds = (settings.status, settings.reason, settings.intensity, settings.checkpoint)
        found.append(Listed(run, str(words).strip(), *kinds, _created(document), counts, problem))
    return sorted(found, key=lambda each: (each.created, each.run), reverse=True)


def counted(graph: Graph) -> dict[str, int]:
    """How many questions are in each state; states without any are left out."""
    sql = "SELECT state, COUNT(*) AS n FROM nodes WHERE kind = 'question' GROUP BY state"
    rows: list[Mapping[str, Any]] = list(graph.index.rows(sql))
    return {str(row["state"]): int(row["n"]) for row in rows}


def _created(document: Document) -> str:
    return facts(document).get("Created", ("", 0))[0]
