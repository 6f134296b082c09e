"""Planted pairs of accepted runs: of the first an operation is made without a model, the second judges it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.planted_cheats import PLANTED
from pandora.budget import Budget, Ledger, Usage
from pandora.disk.layout import Workspace
from pandora.document.body import render
from pandora.document.fill import Filled
from pandora.document.form import Form, Group, Slot, Value
from pandora.engine.host import Host
from pandora.engine.run import start
from pandora.errors import PandoraError
from pandora.growth.tool_from_run import ToolFromRun
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.unasked import UnaskedModel
from pandora.outcome import Status
from pandora.policy import Policy

ANSWERS = {
    "kind": "answer",
    "files change": "no",
    "confidence": "high",
    "validation": "pass",
    "decision": "accept",
    "issues": "none",
}
"""What a program's author says of everything but the program."""
CALLED = ("table", "text", "python")
"""What it calls where a menu has them, the first one first."""
RUNS = PLANTED / "runs"


class ProgramAuthor:
    """A model that plans one step, writes `code` as its program, and finds nothing against what comes out."""

    name, context, fingerprint = "program author", 8192, "program author"
    parameters: int | None = None

    def __init__(self, task: str, code: str) -> None:
        self.task, self.code = task, code

    def count(self, text: str) -> int:
        """A token is a word."""
        return len(text.split())

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Fill each blank: code with the program, a list with one step, a choice with what ANSWERS says."""
        filled = Filled({field.key: self._value(field.key, field.slot) for field in form.asked})
        usage = Usage(calls=1, prompt=self.count(prompt.text), written=5)
        return Reply(filled, render(form, filled.values), usage)

    def _value(self, key: str, slot: Slot | Group) -> Value:
        if isinstance(slot, Group):
            return [{one.name: str(self._value(one.name, one)) for one in slot.slots}]
        if slot.kind == "code":
            return self.code
        if slot.options:
            usual = (ANSWERS.get(key, ""), *CALLED)
            return next((name for name in usual if name in slot.options), slot.options[0])
        return ANSWERS.get(key, self.task)

    def close(self) -> None:
        """Free nothing."""


@dataclass(frozen=True)
class GrownFromRun:
    """What came of one pair: whether the operation was kept, the calls that it took, and why it was not."""

    name: str
    kept: bool
    calls: int
    reason: str


def planted_runs() -> list[str]:
    """The names of the pairs."""
    return sorted(path.stem for path in RUNS.glob("*.json"))


def grown_from_run(name: str, system: Path, folder: Path = RUNS) -> GrownFromRun:
    """Do both tasks of a pair with the patterns in `system`, and make an operation of the first run.

    It is kept only where it gives what was accepted in the second run, by another program.
    """
    entry = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    with TemporaryDirectory(prefix="pandora-from-run-") as place:
        workspace = Workspace(Path(place))
        shutil.copytree(system, workspace.system)
        workspace.state.mkdir()
        for path, text in entry["files"].items():
            (workspace.root / path).write_text(text, encoding="utf-8")
        runs = []
        for one in (entry["first"], entry["second"]):
            author = ProgramAuthor(one["task"], one["code"])
            ended = start(one["task"], Host(workspace, author, Ledger(Budget()), Policy()), Budget())
            if ended.outcome.status is not Status.ACCEPTED:
                return GrownFromRun(name, False, 0, f"{one['task']!r} was not accepted: {ended.outcome.reason}")
            runs.append(ended.run)
        builders = (ToolFromRun(runs[0], ""),)
        host = Host(workspace, UnaskedModel(), Ledger(Budget()), Policy(yes=True), builders=builders)
        try:
            grown = start(f"Make an operation of the run {runs[0]}", host, Budget())
        except PandoraError as error:
            return GrownFromRun(name, False, 0, str(error))
        kept = grown.outcome.status is Status.ACCEPTED
        return GrownFromRun(name, kept, grown.usage.calls, grown.outcome.reason)
