"""The life of a graph: creating it, pausing and resuming it, changing its status, deleting it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.document.body import indent
from pandora.document.ids import new_run
from pandora.document.records import Record, with_records
from pandora.document.state_document import Document, new_document
from pandora.errors import DiskError
from pandora.questions.graph import Graph
from pandora.questions.graph_queries import snapshot
from pandora.questions.graph_rules import (
    INTENSITIES,
    MOVES,
    TERMINAL,
    GraphError,
    checked_checkpoint,
    checked_choice,
    checked_metadata,
    checked_text,
    checkpoint_depth,
)
from pandora.questions.question_document import Question, Settings, node_keys, settings_keys
from pandora.questions.staleness import reopen_stale

SEED_PATTERN = "system/tools/think/seed.md"
WORK_PATTERN = "system/tools/think/work.md"
SETTLE_PATTERN = "system/tools/think/settle.md"
CEILINGS = {"max_nodes": "nodes", "max_tokens": "tokens", "max_seconds": "seconds", "lease_seconds": "lease"}
"""Keys of a graph's metadata that set its own ceilings, and the fields of `Settings` that hold them."""
LARGEST = 1_000_000_000
"""The largest value of such a ceiling: beyond all use, and small enough for a clock."""


def create_graph(
    workspace: Workspace,
    seed: object,
    intensity: object,
    checkpoint_mode: object,
    metadata: Mapping[str, Any] | None,
    budget: Budget | None = None,
    clock: Callable[[], float] = time.time,
    **more: Any,
) -> dict[str, Any]:
    """Create an active graph with its open root question; `more` are fields of `Settings`."""
    text = checked_text(seed, "seed")
    chosen = INTENSITIES[checked_choice(intensity, list(INTENSITIES), "intensity")]
    mode = checked_checkpoint(checkpoint_mode)
    given = checked_metadata(metadata or {})
    settings = Settings(str(intensity), mode, agents=chosen.agents, depth=chosen.depth)
    fields = {**_own_ceilings(given), "metadata": given, "seen": checkpoint_depth(mode), **more}
    settings = replace(settings, **fields)
    graph = Graph(workspace, new_run(), clock)
    keys = {**settings_keys(settings), "metadata": "{}"}
    document = question_document(graph, Question(graph.root, text), SEED_PATTERN, budget or Budget(), keys)
    if not workspace.state.is_dir():
        raise DiskError(f"{workspace.state}:1: the folder is gone; `pandora init` makes it again")
    graph.store.create(graph.root, document)
    return {
        "graph_id": graph.run,
        "root_node_id": graph.root,
        "intensity": settings.intensity,
        "checkpoint_mode": settings.checkpoint,
        "budget": {"max_agents": settings.agents, "max_depth": settings.depth},
        "status": settings.status,
    }


def _own_ceilings(given: dict[str, Any]) -> dict[str, int]:
    ceilings = {}
    for key, name in CEILINGS.items():
        if key in given:
            if type(given[key]) is not int or not 1 <= given[key] <= LARGEST:
                rule = f"it must be a whole number from 1 to {LARGEST}"
                raise GraphError(f"metadata: {key} is {json.dumps(given[key])[:80]}; {rule}")
            ceilings[name] = given[key]
    return ceilings


def question_document(
    graph: Graph, question: Question, pattern: str, budget: Budget, more: dict[str, Any] | None = None
) -> Document:
    """A new document for a question: its identity, its front matter, and §1 with its text."""
    level = {"Level": "system"} if question.parent is None else {"Level": "tool", "Type": "question"}
    identity = {
        **level,
        "Parent": f"{question.parent}.md" if question.parent else "none",
        "Pattern": pattern,
        "Created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(graph.clock())),
    }
    keys = {
        "pandora": 1,
        "id": question.id,
        "status": "running",
        "phase": "understand",
        "attempt": 1,
        "budget": asdict(budget),
        **node_keys(question),
        **(more or {}),
    }
    path = graph.workspace.relative(graph.workspace.document(question.id))
    document = new_document(path, identity, keys, question.id).splice(1, f"Task:{indent(question.text)}")
    return with_records(document, {1: Record("code", document.digest(1))})


def resume_graph(graph: Graph) -> dict[str, Any]:
    """Make a paused graph active; in either case read its documents again, edits by people included."""
    with graph.lock():
        settings = graph.settings()
        if settings.status != "active":
            if settings.status in TERMINAL:
                ends = ", ".join(TERMINAL)
                raise GraphError(
                    f"cannot resume graph {graph.run!r}: its status is {settings.status!r}, which is terminal "
                    f"(terminal states: {ends})"
                )
            if settings.status != "paused":
                allowed = ", ".join(MOVES[settings.status])
                raise GraphError(
                    f"cannot resume graph {graph.run!r}: its status is {settings.status!r}; only a paused "
                    f"graph is resumed (fractal_update_graph_status may set: {allowed})"
                )
            write_settings(graph, past_checkpoint(graph, replace(settings, status="active", reason="")))
        graph.open()
        reopen_stale(graph)
    return {**snapshot(graph), "checkpoint_mode": graph.settings().checkpoint}


def past_checkpoint(graph: Graph, settings: Settings) -> Settings:
    """The settings after passing the checkpoint at which the graph was paused."""
    if settings.checkpoint == "interactive":
        return replace(settings, cycle=int(graph.index.fact("seq", 1)))
    if settings.checkpoint == "convergence":
        row = graph.index.row(
            "SELECT COUNT(DISTINCT one || ' ' || other) AS n FROM edges WHERE type = 'convergence'"
        )
        return replace(settings, seen=int(row["n"]) if row else 0)
    every = checkpoint_depth(settings.checkpoint)
    shallowest = graph.index.row("SELECT MIN(depth) AS d FROM nodes WHERE kind = 'question' AND state = 'open'")
    if every and shallowest and shallowest["d"] is not None:
        seen = settings.seen
        while seen <= int(shallowest["d"]):
            seen += every
        return replace(settings, seen=seen)
    return settings


def write_settings(graph: Graph, settings: Settings) -> None:
    """Write the graph's settings into the root's document."""
    graph.save(graph.document(graph.root), lambda document: document.with_meta(**settings_keys(settings)))


def update_graph_status(graph: Graph, status: object, reason: object = None) -> dict[str, Any]:
    """Move a graph to another state, as `MOVES` allows; the reason is shown as `status_reason`."""
    if reason is not None and not isinstance(reason, str):
        raise GraphError(f"reason {reason!r} is no text")
    target = checked_choice(status, list(MOVES), "status")
    with graph.lock():
        settings = graph.settings()
        allowed = MOVES[settings.status]
        if target not in allowed:
            rule = f"allowed: {', '.join(allowed)}" if allowed else "it is terminal: nothing is allowed"
            raise GraphError(f"cannot move graph {graph.run!r} from {settings.status!r} to {target!r}; {rule}")
        after = replace(settings, status=target, reason=" ".join((reason or "").split()))
        write_settings(graph, past_checkpoint(graph, after) if target == "active" else after)
    return {"graph_id": graph.run, "status": target, "previous_status": settings.status}


def delete_graph(graph: Graph) -> dict[str, Any]:
    """Delete a graph's documents, its index and its lock; the root goes last, so that it can be repeated."""
    with graph.lock():
        graph.settings()
        try:
            for document_id in reversed(graph.workspace.run_documents(graph.run)):
                graph.workspace.document(document_id).unlink(missing_ok=True)
            graph.index.close()
            for path in graph.folder.glob(f"{graph.run}.*"):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise DiskError(f"{error.filename}:1: {error.strerror}; mend it, then delete again") from error
    return {"deleted": True, "graph_id": graph.run}
