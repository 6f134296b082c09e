"""The tasks of a suite on a cluster: each is (folder, task), and is gone on with where its worker was lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora import interrupt
from pandora.budget import Budget, Usage
from pandora.commands.task_suite import SuiteTask, TaskResult, run_task_in
from pandora.disk.shared_ledger import Permit, held_in_turn
from pandora.engine.far_host import SentSettings
from pandora.engine.far_loop import MOST_STARTS, Cluster, FarError, WorkerWatch, stopped_with
from pandora.engine.run import to_stderr
from pandora.errors import ModelError, PandoraError


@dataclass(frozen=True)
class FarTask:
    """All that another process needs for one task of a suite; `place` is its folder, which all can reach."""

    task: SuiteTask
    place: Path
    system: Path
    budget: Budget
    making: SentSettings
    permit: Permit
    scaffold: bool
    candidates: str = "sampled"


def run_far_task(order: FarTask) -> TaskResult | FarError | None:
    """Run a task in its folder, or go on with it; None where it was stopped.

    Whoever begins it a second time waits for the first, and then only reads what the run's documents say.
    """
    try:
        order.place.mkdir(parents=True, exist_ok=True)
        with (
            stopped_with(order.permit),
            held_in_turn(order.place / "task.md", interrupt.stop_requested),
        ):
            model = order.making.open_model()
            same = {"scaffold": order.scaffold, "candidates": order.candidates}
            return run_task_in(order.place, order.task, model, order.system, order.budget, **same)
    except KeyboardInterrupt:
        return None
    except PandoraError as error:
        return FarError.of(error)


def run_far_suite(
    tasks: Sequence[SuiteTask],
    cluster: Cluster,
    base: Path,
    order_of: Callable[[SuiteTask, Permit], FarTask],
    finished: Callable[[TaskResult], None],
) -> list[TaskResult]:
    """Run every task on the cluster and call `finished` after each; returns their results in order.

    `base` is a folder that all workers reach. Raises what opening the model raised there, ModelError for
    a task whose worker is lost each time, and ClusterError where the cluster is gone, or without workers.
    """
    permit = Permit.issue(base / ".suite.permit", Budget(), Usage())
    pool = cluster.executor()
    results: dict[str, TaskResult] = {}
    starts = dict.fromkeys((task.name for task in tasks), 1)
    watch = WorkerWatch(cluster, time.monotonic, to_stderr)
    watch.again = "run the tasks again, with --keep in another folder"
    try:
        running: dict[Future[TaskResult | FarError | None], SuiteTask] = {
            pool.submit(run_far_task, order_of(task, permit)): task for task in tasks
        }
        while running:
            ended, _ = wait(running, interrupt.LOOK, FIRST_COMPLETED)
            interrupt.check()
            if not ended:
                watch.check()
            for future in ended:
                task = running.pop(future)
                error = watch.error_of(future)
                if error is not None and not cluster.lost(error):
                    raise error
                result = None if error is not None else future.result()
                if isinstance(result, FarError):
                    raise result.error()
                if result is not None:
                    results[task.name] = result
                    finished(result)
                    continue
                starts[task.name] += 1
                if starts[task.name] > MOST_STARTS:
                    problem = f"{task.name}: its worker was lost {MOST_STARTS} times"
                    raise ModelError(f"{problem}; read the logs of the workers, then start it again") from error
                running[pool.submit(run_far_task, order_of(task, permit))] = task
    finally:
        permit.withdraw()
        with suppress(Exception):
            pool.shutdown(wait=False)
    return [results[task.name] for task in tasks]
