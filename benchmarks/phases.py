"""Measures engine time per durable phase, compared with a bare atomic write and with LangGraph's steps."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.figures import Measure, Row
from benchmarks.langgraph_steps import HOW, Graph
from benchmarks.lean_runs import TASK, LeanRuns, phases
from benchmarks.rounds import Contender, interleave, workspace_on_disk
from pandora.document.state_document import PHASES, parse_document

GOAL = 0.5
ROUNDS, QUICK = 60, 15
WARM = 3


def measure_phases(system: Path, quick: bool = False) -> Measure:
    """Measure four phases in the engine and in LangGraph, and one bare write, in interleaved rounds."""
    with workspace_on_disk(system) as workspace:
        runs = LeanRuns(workspace)
        lean, child = runs.run(), runs.run(1)
        document = parse_document(runs.document(lean))
        data = document.text.encode()
        contenders: dict[str, Contender] = {
            "engine": runs.seconds_a_phase,
            "engine_with_child": lambda: runs.seconds_a_phase(1),
            "bare_write": lambda: bare_write(workspace.state / ".bare", data),
            "engine_processor": lambda: runs.seconds_a_phase(clock=time.process_time),
        }
        texts = [document.body(number) for number in range(1, len(PHASES) + 1)]
        rounds = QUICK if quick else ROUNDS
        with _graph(workspace.root.parent, texts) as graph:
            if graph is not None:
                contenders["langgraph"] = graph.seconds_a_step
                contenders["langgraph_async"] = lambda: graph.seconds_a_step("async")
                contenders["langgraph_processor"] = lambda: graph.seconds_a_step(clock=time.process_time)
            medians = interleave(contenders, rounds, WARM)
    labels = {
        "engine": f"engine: a phase ({lean.writes} durable writes for {len(PHASES)} phases)",
        "engine_with_child": f"engine with a child: a phase ({child.writes} writes for {phases(1)} phases)",
        "bare_write": f"one bare fsync'd atomic write of {len(data)} bytes",
        "langgraph": "LangGraph, SQLite at synchronous=FULL: a step",
        "langgraph_async": "the same, not waiting for the disk (durability=async)",
        "engine_processor": "engine: processor time of a phase",
        "langgraph_processor": "LangGraph: processor time of a step",
    }
    base = medians.get("langgraph")
    bases = {"engine_processor": "langgraph_processor", "langgraph_processor": "langgraph_processor"}
    rows = []
    for key, seconds in medians.items():
        beside = medians.get(bases.get(key, "langgraph"))
        rows.append(Row(key, labels[key], seconds * 1e3, "ms", seconds / beside if beside else None))
    if base is None:
        rows.append(Row("langgraph", labels["langgraph"], None, "ms", missing=HOW))
    bare = medians["bare_write"] * lean.writes / len(PHASES)
    return Measure(
        "durable_phase",
        "Engine time per durable phase, model excluded",
        "engine / LangGraph",
        GOAL,
        tuple(rows),
        ratio=medians["engine"] / base if base else None,
        strictly=True,
        details={
            "rounds": rounds,
            "writes_per_phase": lean.writes / len(PHASES),
            "engine_over_its_bare_writes": round(medians["engine"] / bare, 3),
            "langgraph_version": graph.version if graph else None,
        },
    )


@contextmanager
def _graph(folder: Path, texts: list[str]) -> Iterator[Graph | None]:
    """Yield the LangGraph graph, or None if LangGraph is not installed."""
    try:
        graph = Graph(folder, TASK, texts)
    except ImportError:
        yield None
        return
    with closing(graph):
        yield graph


def bare_write(target: Path, data: bytes) -> float:
    """Time the least that makes a file durable: temporary file, fsync, rename, fsync of the folder."""
    begun = time.perf_counter()
    aside = target.with_suffix(".tmp")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        os.write(handle, data)
        os.fsync(handle)
    finally:
        os.close(handle)
    os.replace(aside, target)
    folder = os.open(target.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return time.perf_counter() - begun
