"""One round of edits of one pattern on a suite, as `pandora evolve` has it, and the pairs that it ran."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.meta_values import mapping
from pandora.engine.events import Event
from pandora.engine.host import Host
from pandora.engine.run import resume
from pandora.growth.pattern_evolution import CANDIDATE, KEPT, EvolutionBuilder, begin, task_text
from pandora.growth.suite_runs import SuiteRuns, Suites
from pandora.models.protocol import Model

PATTERN = "system/operations/python.md"
"""The pattern whose edits are tried: most tasks of a suite run it."""
CANDIDATES = 2
MOST_PAIRS = 40
_ALL = 1 << 30


@dataclass(frozen=True)
class EvolveRound:
    """What a round came to: its candidates, those that were kept, and the pairs that it ran."""

    candidates: int
    kept: int
    pairs: int


def evolve_round(
    model: Model,
    system: Path,
    runs: SuiteRuns,
    record: Path,
    tell: Callable[[str], None],
    pattern: str = PATTERN,
) -> EvolveRound:
    """Run a round in a workspace below `record`; a round that was broken off there goes on at its pair.

    `runs` are the suite's. What the gate keeps waits for a person there, so that `system` stays as it is.
    """
    workspace = Workspace(record / "round")
    if not workspace.system.is_dir():
        shutil.copytree(system, workspace.system)
        workspace.state.mkdir()
    budget = Budget(calls=_ALL, tokens=_ALL, seconds=_ALL)

    def watch(event: Event) -> None:
        if event.what == "note":
            tell(event.detail)

    builder = EvolutionBuilder(lambda loop: Suites(runs))
    host = Host(workspace, model, Ledger(budget), builders=(builder,), watcher=watch)
    begun = sorted(workspace.runs())
    if begun:
        resume(begun[0], host, budget)
    else:
        begin(task_text(pattern, "that of the measure", "", CANDIDATES, "none"), host, budget)
    store = Store(workspace)
    names = [name.removesuffix(".md") for name in workspace.names() if name.startswith(f"tool-{CANDIDATE}-")]
    verdicts = [mapping(store.load(name).meta, "verdict") for name in names]
    return EvolveRound(
        len(verdicts),
        sum(verdict.get("decision") == KEPT for verdict in verdicts),
        sum(int(verdict.get("pairs", 0)) for verdict in verdicts),
    )
