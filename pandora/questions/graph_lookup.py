"""Find the graph that a person names by run, document, words of its question or `last`; list all graphs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.links import created_at
from pandora.document.state_document import Document
from pandora.document.task_text import task_of
from pandora.document.text_similarity import words
from pandora.errors import PandoraError, UsageError
from pandora.questions.graph import Graph, find_graph, graphs
from pandora.questions.graph_rules import STATES, GraphError

LAST = "last"
"""The name of the newest graph."""


@dataclass(frozen=True)
class GraphListing:
    """A graph in a listing; `counts` counts the questions in each state, `problem` says why counting failed."""

    run: str
    seed: str
    status: str
    reason: str
    intensity: str
    checkpoint: str
    created: str
    counts: Mapping[str, int]
    problem: str = ""


def open_named_graph(workspace: Workspace, given: str | None) -> Graph:
    """The graph that `given` names, updated from its documents; without a name, or by `last`, the newest.

    A name is a run, a unique beginning of one, a document of it, or words of its question. GraphError where
    there is none or more than one, DocumentError where a document of it is broken.
    """
    return named_graph(workspace, given).open()


def named_graph(workspace: Workspace, given: str | None) -> Graph:
    """The graph that `given` names, without reading its documents again; see `open_named_graph`."""
    return (
        _newest_graph(workspace)
        if given is None or given.strip().lower() == LAST
        else _graph_by_name(workspace, given)
    )


def _newest_graph(workspace: Workspace) -> Graph:
    for run, _, _ in graphs(workspace):
        return Graph(workspace, run)
    raise GraphError(f'{workspace.state} holds no graph yet; `pandora think "QUESTION"` makes one')


def _graph_by_name(workspace: Workspace, given: str) -> Graph:
    stem = given.strip().removesuffix(".md").rsplit("/", 1)[-1].removesuffix(".answer")
    try:
        run = parse_id(stem).run
    except UsageError:
        run = stem.removeprefix("system-")
    runs: list[str] = []
    if re.fullmatch(r"[a-z0-9]{1,6}", run):
        if len(run) == 6 and workspace.archive_folder(run).is_dir():
            workspace.require_unarchived(run)
        if workspace.document(f"system-{run}").is_file():
            return find_graph(workspace, run)
        runs = [candidate for candidate, _, _ in graphs(workspace, run)]
        if not runs and len(run) < 6:
            for name in workspace.archived_run_ids():
                if name.startswith(run):
                    workspace.require_unarchived(name)
    if not runs and (given_words := words(given)):
        seeds = {candidate: words(_seed_text(document)) for candidate, document, _ in graphs(workspace)}
        runs = [candidate for candidate, seed_words in seeds.items() if given_words <= seed_words]
    if len(runs) > 1:
        how, listing = "begins" if runs[0].startswith(run) else "fits", ", ".join(runs[:5])
        raise GraphError(f"{given!r} {how} {len(runs)} graphs: {listing}; give more of it")
    return Graph(workspace, runs[0]) if runs else find_graph(workspace, given)


def _seed_text(document: Document) -> str:
    return task_of(document).strip()


def list_graphs(workspace: Workspace) -> list[GraphListing]:
    """Every graph of a workspace, the newest first."""
    listing = []
    for run, document, settings in graphs(workspace):
        counts, problem = dict.fromkeys(STATES, 0), ""
        try:
            counts.update(count_states(Graph(workspace, run).open()))
        except PandoraError as error:
            problem = str(error)
        kinds = (settings.status, settings.reason, settings.intensity, settings.checkpoint)
        listing.append(GraphListing(run, _seed_text(document), *kinds, created_at(document), counts, problem))
    return sorted(listing, key=lambda graph: (graph.created, graph.run), reverse=True)


def count_states(graph: Graph) -> dict[str, int]:
    """How many questions are in each state; states without questions are left out."""
    sql = "SELECT state, COUNT(*) AS n FROM nodes WHERE kind = 'question' GROUP BY state"
    rows: list[Mapping[str, Any]] = list(graph.index.rows(sql))
    return {str(row["state"]): int(row["n"]) for row in rows}
