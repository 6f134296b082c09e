"""Planted edits: harmful ones, and good ones that mend a planted fault; a suite judges each in pairs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.planted_cheats import PLANTED
from pandora.commands.init import copy_tree
from pandora.growth.frozen_parts import with_part
from pandora.growth.gate import Verdict
from pandora.growth.paired_runs import PairedRuns
from pandora.growth.suite_runs import SuiteRuns

TASKS, SYSTEM = "tasks", "system"
"""The folders of a good edit: the tasks that it should mend, and the pattern with the fault."""
OpenSuite = Callable[[Path], SuiteRuns]
"""Opens the suite of a folder of tasks."""


@dataclass(frozen=True)
class PlantedEdit:
    """A planted edit: its name, why it harms or mends, and the part of a file that gets the text `new`.

    A good one has a `folder` with a pattern that has a fault, and with the tasks that fail by it.
    """

    name: str
    why: str
    path: str
    part: str
    new: str
    folder: Path | None = None

    @property
    def good(self) -> bool:
        """Whether the edit mends what is planted with it."""
        return self.folder is not None


@dataclass(frozen=True)
class JudgedEdit:
    """What the gate said of a planted edit; None where it reaches no task of the suite."""

    edit: PlantedEdit
    verdict: Verdict | None
    pairs: int

    @property
    def kept(self) -> bool:
        """Whether the gate would keep it."""
        return self.verdict is not None and self.verdict.decision == "keep"


def planted_edits(folder: Path = PLANTED) -> list[PlantedEdit]:
    """The harmful edits by name, then the good ones."""
    harmful = [
        PlantedEdit(path.stem, **json.loads(path.read_text(encoding="utf-8")))
        for path in sorted((folder / "edits").glob("*.json"))
    ]
    good = [
        PlantedEdit(path.parent.name, **json.loads(path.read_text(encoding="utf-8")), folder=path.parent)
        for path in sorted((folder / "good").glob("*/edit.json"))
    ]
    return [*harmful, *good]


def judged_edits(
    edits: list[PlantedEdit], suite: Path, open_suite: OpenSuite, system: Path, tell: Callable[[str], None]
) -> Iterator[JudgedEdit]:
    """Judge each edit by the gate on its own, as the only candidate; `system` has the patterns as they ship.

    A harmful one is judged by the tasks of `suite`. A good one is judged by its own tasks, each of which it is
    expected to mend, with its faulty pattern beside those that ship.
    """
    with TemporaryDirectory(prefix="pandora-edits-") as place:
        for edit in edits:
            old, new = Path(place, edit.name, "old"), Path(place, edit.name, "new")
            for patterns in (old, new):
                shutil.copytree(system, patterns)
                if edit.folder:
                    copy_tree(edit.folder / SYSTEM, patterns)
            path = new / edit.path.removeprefix("system/")
            path.write_text(with_part(path.read_text("utf-8"), edit.part, edit.new), encoding="utf-8")
            judges = open_suite(edit.folder / TASKS if edit.folder else suite)
            runs = PairedRuns(judges, old, new, judges.names, 1, edit.name)
            tell(f"{edit.name}: reaches {len(runs.reached)} of {len(judges.names)} tasks")

            def begun(number: int, of: int, name: str = edit.name, runs: PairedRuns = runs) -> None:
                tell(f"{name}: {runs.progress(number, of)}")

            verdict = runs.judged(begun) if runs.reached else None
            if verdict:
                tell(f"{edit.name}: {verdict.decision}, {runs.ran} pairs; {'; '.join(verdict.reasons)}")
            shutil.rmtree(old.parent)
            yield JudgedEdit(edit, verdict, runs.ran)
