"""What a round of edits asks of a suite: run a task with a seed, and say whether an edit reaches it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pandora.disk.layout import Workspace
from pandora.engine.loop import Loop
from pandora.growth.gate import Score
from pandora.growth.leak_audit import TaskSecrets


@dataclass(frozen=True)
class TaskRun:
    """One run of one task: how it ended, and its run's id; "" where the engine itself failed.

    `recorded` is true where it was run before and nothing was done now.
    """

    task: str
    seed: int
    score: Score
    status: str
    run: str = ""
    recorded: bool = False


class SuiteRuns(Protocol):
    """A suite whose runs are recorded: what was run once with the same patterns is not run again."""

    @property
    def names(self) -> Sequence[str]:
        """The names of the tasks."""

    @property
    def secrets(self) -> Sequence[TaskSecrets]:
        """What no candidate may know of the tasks."""

    def run(self, task: str, seed: int, system: Path) -> TaskRun:
        """Run a task with the patterns in `system`, or return its recorded run.

        Raises CeilingError where the calls or the seconds of the round are used up, and RefusedError where the
        suite is no longer what it was.
        """

    def documents(self, task: str, system: Path) -> Workspace | None:
        """The workspace that the task's run with seed 1 left; None where it left none."""

    def reached(self, task: str, old: Path, new: Path) -> bool:
        """Return True where the patterns `new` change a prompt, or a result, of the recorded run with `old`."""

    def count_use(self, candidate: str) -> int:
        """Count that a candidate was judged by this suite; returns how many were, each counted once."""


@dataclass(frozen=True)
class Suites:
    """The suites of a round: the one whose tasks everybody may see, and the hidden one, where there is one."""

    shared: SuiteRuns
    hidden: SuiteRuns | None = None


OpenSuites = Callable[[Loop], Suites]
"""Opens the suites that §1 of a run names, in lines such as `Suite: tests/tasks`."""
