"""Planted edits: harmful ones, and good ones that take back what broke a task; a suite judges them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.planted_cheats import PLANTED
from pandora.growth.frozen_parts import with_part
from pandora.growth.gate import Verdict
from pandora.growth.paired_runs import PairedRuns
from pandora.growth.suite_runs import SuiteRuns

GOOD = 10
"""So many of the harmful edits that break a task are taken back, as good ones."""


@dataclass(frozen=True)
class PlantedEdit:
    """A planted edit: its name, why it harms, and the part of a file that gets the text `new`.

    A good one is the way back: `old` patterns have the harm, and the new ones are as they ship.
    """

    name: str
    why: str
    path: str
    part: str
    new: str
    good: bool = False


@dataclass(frozen=True)
class JudgedEdit:
    """What the gate said of a planted edit; None where it reaches no task of the suite, or mends none.

    `broken` are the tasks that a good edit has to mend: with the first seed, those that the harm breaks.
    """

    edit: PlantedEdit
    verdict: Verdict | None
    pairs: int
    broken: tuple[str, ...] = ()

    @property
    def kept(self) -> bool:
        """Whether the gate would keep it."""
        return self.verdict is not None and self.verdict.decision == "keep"


def planted_edits(folder: Path = PLANTED / "edits") -> list[PlantedEdit]:
    """The harmful edits of a folder by name, then the good ones, each of which takes one of them back."""
    entries = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))
    }
    harmful = [PlantedEdit(name, **entry) for name, entry in entries.items()]
    back = [
        PlantedEdit(f"{edit.name}-back", f"without it, {edit.why}", edit.path, edit.part, edit.new, True)
        for edit in harmful
    ]
    return [*harmful, *back]


def judged_edits(
    edits: list[PlantedEdit], suite: SuiteRuns, system: Path, tell: Callable[[str], None]
) -> Iterator[JudgedEdit]:
    """Judge each edit by the gate on its own, as the only candidate; `system` has the patterns as they ship.

    A good edit is expected to mend what the harm breaks with the first seed, as a proposal that knows the
    evidence would. Where the harm breaks nothing, there is nothing to mend, and it is no good edit of this
    suite. After GOOD of them no further one is judged.
    """
    good = 0
    with TemporaryDirectory(prefix="pandora-edits-") as place:
        for edit in edits:
            harmed = Path(place, edit.name, "system")
            shutil.copytree(system, harmed)
            path = harmed / edit.path.removeprefix("system/")
            path.write_text(with_part(path.read_text("utf-8"), edit.part, edit.new), encoding="utf-8")
            old, new = (harmed, system) if edit.good else (system, harmed)
            runs = PairedRuns(suite, old, new, suite.names, 1, edit.name)
            tell(f"{edit.name}: reaches {len(runs.reached)} of {len(suite.names)} tasks")
            broken: tuple[str, ...] = ()
            if edit.good:
                broken = tuple(name for name in runs.reached if _breaks(suite, name, system, harmed))
                tell(f"{edit.name}: the harm breaks {', '.join(broken) or 'nothing'}")
                runs.expects = broken

            def begun(number: int, of: int, name: str = edit.name, runs: PairedRuns = runs) -> None:
                tell(f"{name}: {runs.progress(number, of)}")

            judged = runs.reached and (broken or not edit.good)
            verdict = runs.judged(begun) if judged else None
            if verdict:
                tell(f"{edit.name}: {verdict.decision}, {runs.ran} pairs; {'; '.join(verdict.reasons)}")
            shutil.rmtree(harmed.parent)
            yield JudgedEdit(edit, verdict, runs.ran, broken)
            good += bool(broken)
            if good == GOOD:
                return


def _breaks(suite: SuiteRuns, name: str, system: Path, harmed: Path) -> bool:
    return suite.run(name, 1, system).score.solved and not suite.run(name, 1, harmed).score.solved
