"""Work out which steps of a plan need which earlier ones, and run them in that order or at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any, Protocol

from pandora import interrupt
from pandora.engine.far_loop import FarBatch
from pandora.engine.host import Host
from pandora.outcome import Outcome, Status
from pandora.task import Task

_MARK = re.compile(r"\s*\(after (?P<steps>nothing|\d+(?:(?:, ?| and )\d+)*)\)\s*$", re.I)
_URL = re.compile(r"\bhttps?://\S+", re.I)
_PATH = re.compile(r"[\w.*?/~-]*\.[A-Za-z]\w{0,7}\b|[\w.~-]+/[\w.*?/~-]*")
_READS_ONLY = ("none", "network")


@dataclass(frozen=True)
class Planned:
    """A step of the plan. `effects` is what its pattern may do to files.

    `after` are the steps that it says it needs, by `(after 1, 3)` at its end; None where it says nothing.
    """

    action: str
    text: str
    effects: str = "workspace"
    after: frozenset[int] | None = None


def read_planned(number: int, action: str, text: str, effects: str) -> Planned:
    """A step of a plan; `(after 1, 3)` or `(after nothing)` at its end says which steps it needs."""
    mark = _MARK.search(text)
    if mark:
        steps = frozenset(int(word) for word in re.findall(r"\d+", mark["steps"]))
        if all(1 <= step < number for step in steps):
            return Planned(action, text[: mark.start()], effects, steps)
    return Planned(action, text, effects)


def needed_steps(plan: Sequence[Planned]) -> dict[int, frozenset[int]]:
    """For each step, from 1, the earlier steps that it needs, worked out from the plan alone."""
    needed: dict[int, frozenset[int]] = {}
    for number, step in enumerate(plan, 1):
        earlier = frozenset(range(1, number))
        if step.after is not None:
            needed[number] = step.after
        else:
            needed[number] = frozenset(other for other in earlier if not are_independent(plan[other - 1], step))
    return needed


def are_independent(earlier: Planned, step: Planned) -> bool:
    """True where two steps do alike things to different files, so that neither needs the other.

    They call the same and differ in nothing but names of files and pages; each names its own. Any other step
    may need what an earlier one gave, whatever its words. Where the two may change files, they share none.
    """
    if earlier.action != step.action or "system" in (earlier.effects, step.effects):
        return False
    if _without_names(earlier.text) != _without_names(step.text):
        return False
    mine, theirs = _names_in(step.text), _names_in(earlier.text)
    if not mine and not _URL.search(step.text):
        return False
    if step.effects in _READS_ONLY and earlier.effects in _READS_ONLY:
        return True
    whole = (
        mine and theirs and not any(set(path) & set("*?") or path.endswith("/") for path in (*mine, *theirs))
    )
    return bool(whole) and not {_last_name(path) for path in mine} & {_last_name(path) for path in theirs}


def _without_names(text: str) -> list[str]:
    """The words of a step without the names of files and pages in it."""
    return _PATH.sub(" ", _URL.sub(" ", text)).split()


def _names_in(text: str) -> set[str]:
    return set(_PATH.findall(_URL.sub(" ", text)))


def _last_name(path: str) -> str:
    """Return the last name of a path, casefolded; only this compares, as folders may differ."""
    return path.rstrip("/").rsplit("/", 1)[-1].casefold()


LEEWAY = 1.2
"""Seconds that running steps have to stop after the run is interrupted."""
Begin = Callable[[int], Task | None]
"""Makes the task of a step; returns None if the step already has its result."""
Finish = Callable[[int, Outcome], None]
RunLoop = Callable[[Task, Host], Outcome]
LetsOn = Callable[[Outcome], bool]
"""Tells of a step's outcome whether the steps that need it may begin."""


def _has_ended(outcome: Outcome) -> bool:
    """True for a step that those may follow which need it: any that does not wait."""
    return outcome.status is not Status.WAITING


def run_all(
    needs: Mapping[int, frozenset[int]],
    begin: Begin,
    run: RunLoop,
    finish: Finish,
    host: Host,
    lets_on: LetsOn = _has_ended,
) -> None:
    """Begin, run and finish every step; a step that needs one whose outcome does not `lets_on` is left out.

    `begin` and `finish` are called in this thread, one at a time. With `host.jobs` over 1 steps that do not
    need one another run at once. An error is raised only after the running steps have ended.
    """
    chain = all(len(needed) == number - 1 for number, needed in needs.items())
    if host.far is not None and not chain:
        _run_at_once(needs, begin, finish, FarBatch(host.far, host, run), lets_on)
        return
    if host.jobs > 1 and not chain:
        with host.lend_place():
            _run_at_once(needs, begin, finish, _Threads(host, run, len(needs)), lets_on)
        return
    left_out: set[int] = set()
    for number, needed in needs.items():
        if needed & left_out:
            left_out.add(number)
        elif task := begin(number):
            outcome = run(task, host)
            finish(number, outcome)
            if not lets_on(outcome):
                left_out.add(number)


class _Threads:
    """The loops that run at once in this process."""

    def __init__(self, host: Host, run: RunLoop, most: int) -> None:
        self._host, self._run = host, run
        self._pool = host.executor(most)
        self._futures: set[Future[Outcome]] = set()

    def submit(self, task: Task) -> Future[Outcome]:
        future = self._pool.submit(_run_in_a_place, self._run, task, self._host)
        self._futures.add(future)
        return future

    def outcome(self, task: Task, future: Future[Outcome]) -> Outcome | None:
        self._futures.discard(future)
        return future.result()

    def check(self) -> None:
        """Each loop looks at the ceilings itself."""

    def close(self) -> None:
        if not self._futures:
            self._pool.shutdown()
            return
        for future in self._futures:
            future.cancel()
        # What stops in time leaves a document that says how far it came; any other is whole all the same.
        wait(self._futures, LEEWAY if interrupt.stop_requested() else None)
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Batch(Protocol):
    """Loops that run at once, wherever that is."""

    def submit(self, task: Task) -> Future[Any]:
        """Begin the loop of a task."""

    def outcome(self, task: Task, future: Future[Any]) -> Outcome | None:
        """How an ended loop ended, None where it is to be begun again; raises what it raised."""

    def check(self) -> None:
        """Raise what nobody else looks for while loops are waited for: a ceiling, a cluster that is gone."""

    def close(self) -> None:
        """End the batch; what still runs is stopped."""


def _run_at_once(
    needs: Mapping[int, frozenset[int]], begin: Begin, finish: Finish, batch: _Batch, lets_on: LetsOn
) -> None:
    done: set[int] = set()
    pending = list(needs)
    running: dict[Future[Any], tuple[int, Task]] = {}
    errors: dict[int, BaseException] = {}

    def start() -> None:
        """Begin whatever may begin; one whose result stands already may let others begin."""
        for number in list(pending):
            if not errors and needs[number] <= done:
                pending.remove(number)
                if task := begin(number):
                    running[batch.submit(task)] = number, task
                else:
                    done.add(number)

    try:
        start()
        while running:
            ended, _ = wait(running, interrupt.LOOK, FIRST_COMPLETED)
            interrupt.check()
            if not ended:
                batch.check()
            for future in sorted(ended, key=lambda future: running[future][0]):
                number, task = running.pop(future)
                try:
                    outcome = batch.outcome(task, future)
                except BaseException as error:
                    errors[number] = error
                    continue
                if outcome is None:
                    running[batch.submit(task)] = number, task
                    continue
                finish(number, outcome)
                if lets_on(outcome):
                    done.add(number)
            start()
    finally:
        batch.close()
    if errors:
        interrupt.check()
        raise errors[min(errors)]


def _run_in_a_place(run: RunLoop, task: Task, host: Host) -> Outcome:
    """Run a child as soon as one of the run's places is free."""
    with host.job_place():
        return run(task, host)
