"""The workers of `pandora think` on a Dask cluster: each task there is one worker of a graph."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora import interrupt
from pandora.budget import Budget, Usage
from pandora.commands.think_workers import LOOK_SECONDS
from pandora.disk.layout import Workspace
from pandora.disk.shared_ledger import Permit, permit_path
from pandora.engine.far_host import SentSettings
from pandora.engine.far_loop import MOST_STARTS, Cluster, FarError, WorkerWatch, stopped_with
from pandora.engine.run import to_stderr
from pandora.errors import ModelError, PandoraError, UsageError
from pandora.questions.dispatcher import work_on
from pandora.questions.graph import Graph
from pandora.questions.graph_lookup import open_named_graph

_SHOWN = 3
"""The last problems of a worker that are told."""


@dataclass(frozen=True)
class FarWorker:
    """All that another process needs to work on the graph `run`; `fingerprint` is that of the graph's model."""

    workspace: str
    run: str
    making: SentSettings
    permit: Permit
    fingerprint: str


def run_far_worker(order: FarWorker) -> tuple[str, ...] | FarError:
    """Work on the graph until nothing is left for this worker; the problems that it met, or why it cannot work.

    What it does is in the documents. A second one in place of one that was lost claims what is left.
    """
    try:
        with stopped_with(order.permit):
            workspace = Workspace(Path(order.workspace))
            graph = open_named_graph(workspace, order.run)
            host = order.making.host(workspace)
            if host.model.fingerprint != order.fingerprint:
                raise UsageError(
                    f"{workspace.document(graph.root)}:1: the worker has another model under the name "
                    f"{host.model.name}; give it the same file or server"
                )
            reports = work_on(graph, host, 1, counts=False).reports
            return tuple(f"{one.worker}: {problem}" for one in reports for problem in one.errors[-_SHOWN:])
    except KeyboardInterrupt:
        return ()
    except PandoraError as error:
        return FarError.of(error)


class ClusterCrew:
    """Workers of `graph` on a cluster; `tell` gets each problem that one met.

    They stop when the permit of the graph is withdrawn. Raises what opening the model raised there, ModelError
    where workers are lost each time, and ClusterError where the cluster is gone, or without workers.
    """

    failed = 0

    def __init__(
        self,
        cluster: Cluster,
        graph: Graph,
        making: SentSettings,
        fingerprint: str,
        tell: Callable[[str], None] = to_stderr,
    ) -> None:
        root = graph.workspace.document(graph.root)
        permit = Permit.issue(permit_path(root), Budget(), Usage())
        place = str(graph.workspace.root.resolve())
        self._order = FarWorker(place, graph.run, making, permit, fingerprint)
        self._cluster, self._tell = cluster, tell
        self._pool = cluster.executor()
        self._watch = WorkerWatch(cluster, time.monotonic, to_stderr)
        self._watch.again = f"`pandora think --resume {graph.run}`"
        self._running: set[Future[tuple[str, ...] | FarError]] = set()
        self._lost = 0

    def start(self) -> None:
        """Send another worker."""
        self._running.add(self._pool.submit(run_far_worker, self._order))

    def at_work(self) -> int:
        """How many workers have not ended, as far as was looked."""
        return len(self._running)

    def wait(self) -> None:
        """Wait until a worker ends, at most LOOK_SECONDS, and take in what it says."""
        ended, self._running = wait(self._running, LOOK_SECONDS, FIRST_COMPLETED)
        interrupt.check()
        if not ended:
            self._watch.check()
        for future in ended:
            error = self._watch.error_of(future)
            if error is not None and not self._cluster.lost(error):
                raise error
            self._lost = self._lost + 1 if error is not None else 0
            if self._lost >= MOST_STARTS:
                problem = f"{MOST_STARTS} workers were lost one after another"
                raise ModelError(f"{problem}; read their logs, then {self._watch.again}") from error
            said = () if error is not None else future.result()
            if isinstance(said, FarError):
                raise said.error()
            for problem in said:
                self._tell(problem)

    def stop(self) -> None:
        """Forget the workers of this round: those that have not begun never do."""
        for future in self._running:
            future.cancel()
        self._running = set()

    def close(self) -> None:
        """Stop what still runs at its next look."""
        self._order.permit.withdraw()
        with suppress(Exception):  # a cluster that is gone has nothing to cancel
            self._pool.shutdown(wait=False)
