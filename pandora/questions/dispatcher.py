"""The dispatcher: starts workers where there is work and waits for them; it never answers or synthesises."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pandora import interrupt
from pandora.budget import Budget
from pandora.disk.layout import Workspace
from pandora.document.ids import new_run
from pandora.engine.host import Host
from pandora.errors import PandoraError
from pandora.interrupt import LOOK
from pandora.policy import Policy
from pandora.questions import graph_lifecycle, graph_queries, staleness, work_claims
from pandora.questions.graph import Graph, find_graph
from pandora.questions.graph_rules import INTENSITIES, TERMINAL, GraphError
from pandora.questions.graph_worker import Pulse, Report, Worker

LONGEST_STOP = 5.0
"""Seconds that workers have to leave when they are stopped; one that cannot be stopped is left behind."""
CALLS = 1_000_000
"""A ceiling of model calls too high to be reached: nodes, tokens and seconds limit a graph instead."""


@dataclass(frozen=True)
class Limits:
    """The ceilings that a person sets for a graph; 0 leaves the one of the intensity or of the graph."""

    nodes: int = 0
    tokens: int = 0
    seconds: int = 0
    lease: int = 0

    @property
    def nonzero(self) -> dict[str, Any]:
        """The ceilings that are not 0, by the names of the fields of `Settings`."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass
class WorkOutcome:
    """The outcome of one call of `work_on`: the status of the graph, and a report of each worker."""

    status: str
    reports: list[Report] = field(default_factory=list)


def begin(
    workspace: Workspace,
    seed: str,
    intensity: str,
    checkpoint: str,
    sources: Sequence[str],
    limits: Limits,
    budget: Budget,
    model: Mapping[str, str],
) -> Graph:
    """Create a graph for `pandora think`; `sources` are paths as `worker_sources.checked` returns them.

    `model` are the front matter keys that record the model, so that others can join with the same one.
    """
    chosen = INTENSITIES.get(intensity)
    more: dict[str, Any] = {
        "nodes": chosen.nodes if chosen else 0,
        "tokens": budget.tokens,
        "seconds": budget.seconds,
        "lease": 120,
        **limits.nonzero,
        "sources": tuple(sources),
    }
    created = graph_lifecycle.create_graph(workspace, seed, intensity, checkpoint, None, budget, **more)
    graph = find_graph(workspace, created["graph_id"]).open()
    graph.save(graph.document(graph.root), lambda document: document.with_meta(**model))
    return graph


class FinishedGraph(GraphError):
    """Nothing is left to be done in a graph that came to its result."""


def go_on(graph: Graph, limits: Limits, policy: Policy | None = None) -> list[str]:
    """Make a graph active again for `think --resume`; returns the ids of the questions that edits made stale.

    A paused graph goes on. A graph whose budget is used up goes on only where a ceiling is given in `limits`. A
    finished graph goes on only where an edit made something in it stale. Otherwise GraphError is raised, for a
    graph that is complete FinishedGraph.
    `policy` says which source files may be read.
    """
    with graph.lock():
        graph.open()
        settings = graph.settings()
        if limits.nonzero:
            graph_lifecycle.write_settings(graph, replace(settings, **limits.nonzero))
        stale = staleness.reopen_stale(graph, policy or Policy())
        settings = graph.settings()
        reopened = settings.status in ("completed", "error") and bool(stale)
        raised = settings.status == "budget_exhausted" and bool(limits.nonzero)
        if reopened or raised:
            graph_lifecycle.write_settings(
                graph, graph_lifecycle.past_checkpoint(graph, replace(settings, status="active", reason=""))
            )
        elif settings.status == "budget_exhausted":
            reason = settings.reason or "a budget is used up"
            raise GraphError(f"graph {graph.run!r}: {reason}; raise it with --tokens, --seconds or --nodes")
        else:
            if settings.status == "completed":
                raise FinishedGraph(f"graph {graph.run!r} is finished, and no edit made anything in it stale")
            if settings.status in TERMINAL:
                where = f"its result is in state/{graph.root}.md, and no edit made anything in it stale"
                raise GraphError(f"graph {graph.run!r} is {settings.status!r}, which is terminal; {where}")
            graph_lifecycle.resume_graph(graph)
    return stale


def work_on(
    graph: Graph, host: Host, most: int, sleep: Callable[[float], None] = time.sleep, counts: bool = True
) -> WorkOutcome:
    """Run up to `most` workers, as threads of this process, until there is no work for them.

    With `counts`, the seconds that this takes are added to the graph's used seconds. An error that a worker
    cannot deal with (a lost disk, a broken document, ^C) stops all workers, gives back their claims, and is
    raised.
    """
    settings = graph.settings()
    work_claims.release_dead_workers(graph)
    used = int(graph.index.fact("tokens", 0))
    tokens, seconds = settings.tokens or 1 << 60, settings.seconds or 1 << 60
    host.ledger.ceiling = replace(host.ledger.ceiling, calls=CALLS, tokens=tokens, seconds=seconds)
    host.ledger.usage.prompt, host.ledger.usage.seconds = used, settings.used_seconds
    began, crew = host.clock(), _Crew(graph, host, min(most, settings.agents), sleep)
    try:
        with Pulse(graph, crew.names):
            reports = crew.run()
    finally:
        crew.stop()
        if counts:
            book_seconds(graph, host.clock() - began)
    return WorkOutcome(status_after_work(graph), reports)


def book_seconds(graph: Graph, seconds: float) -> None:
    """Add `seconds` to those that were worked on the graph; where it was deleted meanwhile, do nothing."""
    if graph.workspace.document(graph.root).is_file():
        with graph.lock():
            now = graph.settings()
            spent = round(now.used_seconds + seconds, 1)
            graph_lifecycle.write_settings(graph, replace(now, used_seconds=spent))


def status_after_work(graph: Graph) -> str:
    """The status of the graph after its workers left: completed where nothing is left to do, else as it was.

    A graph in which nothing was answered ends with the status error.
    """
    with graph.lock():
        if graph.settings().status == "active" and work_claims.graph_done(graph):
            if graph.index.row("SELECT 1 FROM nodes WHERE kind = 'answer' OR state = 'synthesized' LIMIT 1"):
                graph_lifecycle.update_graph_status(graph, "completed", "all questions are done")
            else:
                graph_lifecycle.update_graph_status(graph, "error", "nothing was answered")
        return graph.settings().status


class _Crew:
    """The workers of one process, as many as there is work for.

    A worker that has left is replaced while there is work, until two in a row have done nothing.
    """

    def __init__(self, graph: Graph, host: Host, most: int, sleep: Callable[[float], None]) -> None:
        self.graph, self.host, self.most = graph, host, most
        self.names: list[str] = []
        self._sleep, self._mark = sleep, new_run()[:3]
        self._news: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
        self._stopping, self._before = threading.Event(), host.stopped
        self._started, self._running, self._fruitless = 0, 0, 0
        self._threads: list[threading.Thread] = []
        self._scope = interrupt.scope()  # what stops the thread that waits stops the workers, too
        host.stopped = lambda: self._stopping.is_set() or self._before()

    def run(self) -> list[Report]:
        """Start workers, wait for them and return their reports; raises an error that one cannot deal with."""
        reports: list[Report] = []
        while True:
            while self._running < self._wanted():
                self._start()
            if not self._running:
                return reports
            try:
                news = self._news.get(timeout=LOOK)
            except queue.Empty:
                interrupt.check()
                continue
            if isinstance(news, BaseException):
                self._running -= 1
                raise news
            if news is not None:
                self._running -= 1
                self._fruitless = 0 if news.did else self._fruitless + 1
                reports.append(news)

    def _wanted(self) -> int:
        if self.graph.settings().status != "active" or self._stopping.is_set() or self._fruitless > 1:
            return 0
        left = (
            work_claims.count_in_state(self.graph, "open")
            + graph_queries.count_ready(self.graph)
            + len(self._expired())
        )
        return min(self.most, left)

    def _expired(self) -> list[Any]:
        now = self.graph.clock()
        return self.graph.index.rows("SELECT node FROM leases WHERE work = 'work' AND expires <= ?", now)

    def _start(self) -> None:
        self._started += 1
        name = work_claims.worker_name(self._mark, self._started)
        self.names.append(name)
        self._running += 1
        worker = Worker(self.graph, self.host, name, self._wait, lambda: self._news.put(None))
        thread = threading.Thread(target=self._run, args=(worker,), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _run(self, worker: Worker) -> None:
        interrupt.stop_with(self._scope)
        try:
            report = worker.run()
        except BaseException as error:
            self._news.put(error)
        else:
            self._news.put(report)
        finally:
            with contextlib.suppress(PandoraError):
                work_claims.release_all(self.graph, worker.name)
            self.names.remove(worker.name)

    def _wait(self, seconds: float) -> None:
        if not self._stopping.is_set():
            self._sleep(seconds)

    def stop(self) -> None:
        """Tell the workers to stop, and give back their claims, so that nobody waits for a lease to expire."""
        self._stopping.set()
        for name in list(self.names):
            with contextlib.suppress(PandoraError):
                work_claims.release_all(self.graph, name)
        until = time.monotonic() + LONGEST_STOP
        for thread in self._threads:  # a model that a worker still asks must not be closed
            thread.join(max(0.0, until - time.monotonic()))
