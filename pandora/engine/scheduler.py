"""Steps done in their order, or at once where they do not need one another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait

from pandora import interrupt
from pandora.engine.host import Host
from pandora.outcome import Outcome, Status
from pandora.task import Task

LEEWAY = 1.2
"""Seconds that steps at work have to stop in where the run is interrupted."""
Begin = Callable[[int], Task | None]
"""Makes ready a step; None where its result stands already."""
Finish = Callable[[int, Outcome], None]
Run = Callable[[Task, Host], Outcome]


def run_all(needs: Mapping[int, frozenset[int]], begin: Begin, run: Run, finish: Finish, host: Host) -> None:
    """Begin, run and finish every step; what needs one that waits is left out.

    `begin` and `finish` are called in this thread, one at a time. With `host.jobs` over 1 steps that do not
    need one another run at once. An error that raises through is raised when the others have ended.
    """
    chain = all(len(each) == number - 1 for number, each in needs.items())
    if host.jobs > 1 and not chain:
        _at_once(needs, begin, run, finish, host)
        return
    left_out: set[int] = set()
    for number, needed in needs.items():
        if needed & left_out:
            left_out.add(number)
        elif task := begin(number):
            outcome = run(task, host)
            finish(number, outcome)
            if outcome.status is Status.WAITING:
                left_out.add(number)


def _at_once(needs: Mapping[int, frozenset[int]], begin: Begin, run: Run, finish: Finish, host: Host) -> None:
    done: set[int] = set()
    pending = list(needs)
    running: dict[Future[Outcome], int] = {}
    errors: dict[int, BaseException] = {}

    def start() -> None:
        """Begin whatever may begin; one whose result stands already may let others begin."""
        for number in list(pending):
            if not errors and needs[number] <= done:
                pending.remove(number)
                if task := begin(number):
                    running[pool.submit(_in_turn, run, task, host)] = number
                else:
                    done.add(number)

    pool = host.executor(len(needs))
    try:
        with host.aside():
            start()
            while running:
                ended, _ = wait(running, interrupt.LOOK, FIRST_COMPLETED)
                interrupt.check()
                for future in sorted(ended, key=lambda each: running[each]):
                    number = running.pop(future)
                    if error := future.exception():
                        errors[number] = error
                        continue
                    outcome = future.result()
                    finish(number, outcome)
                    if outcome.status is not Status.WAITING:
                        done.add(number)
                start()
    except BaseException:
        for future in running:
            future.cancel()
        # What stops in time leaves a document that says how far it came; any other is whole all the same.
        wait(running, LEEWAY if interrupt.wished() else None)
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
    if errors:
        interrupt.check()
        raise errors[min(errors)]


def _in_turn(run: Run, task: Task, host: Host) -> Outcome:
    """A child's run, when one of the run's places is free."""
    with host.place():
        return run(task, host)
