"""A kernel, and a scripted model that builds its phases; the trial's command is done in Python."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.commands.init import make_kernel
from pandora.disk.layout import Workspace
from pandora.document.form import Form
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.run import Ended, resume, start
from pandora.growth.phase_builder import DELIVER, FILE, ITSELF, TASK, PhaseBuilder
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.scripted import ScriptedModel
from pandora.operations import registry
from pandora.operations.registry import Handler, with_handlers
from pandora.policy import Policy
from pandora.workspace.operation_context import OperationContext, Result

Line = Mapping[str, Any]
COMMAND = f"grep red {FILE} | sort -t, -k2 -n | head -n 1"
ASKED = "Build yourself following the pattern."
BUILD: Line = {"phase": "understand", "level": "system", "fill": {DELIVER: ITSELF}}
FILES: Sequence[Line] = tuple(
    {"phase": "do", "level": "operation", "type": "write", "fill": fill}
    for fill in (
        {
            "instruction": "Say what is to be delivered, and do not solve it.",
            "order": "Deliver, Resolved, Context",
        },
        {
            "instruction": "Plan the resolved task in few steps, in one step when one can do all.",
            "order": "Approach, Confidence, Done when, Rationale",
        },
        {"instruction": "You must do the task yourself now, from what is given."},
        {"instruction": "Compare the results in §3 with the task in §1.", "order": "Issues, Evidence"},
    )
)
"""What the model writes for UNDERSTAND, PLAN, DO and CHECK."""
TRIAL: Sequence[Line] = (
    {"phase": "understand", "level": "system", "fill": {DELIVER: "words"}},
    {
        "phase": "plan",
        "level": "system",
        "fill": {"confidence": "high", "steps": [f"bash: {TASK}"]},
    },
    {"phase": "do", "level": "operation", "type": "bash", "fill": {"command": COMMAND}},
    {
        "phase": "check",
        "level": "system",
        "fill": {"validation": "pass", "issues": "none", "decision": "accept"},
    },
)
WHOLE = (BUILD, *FILES, *TRIAL)


def find_cheapest(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """The command of the trial, done without a process."""
    assert arguments["command"] == COMMAND
    with (context.workspace / FILE).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["colour"] == "red"]
    return Result(True, ",".join(min(rows, key=lambda row: int(row["price"])).values()))


def find_wrongly(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """A command that gives something else."""
    return Result(True, "4711")


class Stopped(ScriptedModel):
    """A scripted model that is interrupted before a call, as by Ctrl-C, and remembers what it was asked."""

    def __init__(self, path: Path, before: int = 0) -> None:
        super().__init__(path)
        self.fingerprint = "one model"
        self.before = before
        self.asked: list[tuple[str, str]] = []
        self.drawn: list[Sampling] = []

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        if self.before and len(self.asked) + 1 == self.before:
            raise KeyboardInterrupt
        self.asked.append((call.phase, prompt.text))
        self.drawn.append(sampling)
        return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)


@dataclass
class Kernel:
    """A kernel in a folder, and runs in it."""

    root: Path
    model: Stopped = field(init=False)

    def __post_init__(self) -> None:
        make_kernel(self.root)

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    def host(
        self,
        lines: Sequence[Line],
        before: int = 0,
        policy: Policy | None = None,
        bash: Handler = find_cheapest,
        **rest: Any,
    ) -> Host:
        path = self.root.parent / "replies.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        self.model = Stopped(path, before)
        operations = with_handlers(registry.OPERATIONS, bash=bash)
        return Host(
            self.workspace,
            self.model,
            Ledger(Budget()),
            policy or Policy(),
            operations=operations,
            clock=lambda: 0.0,
            now=lambda: "2026-11-21T10:00:00Z",
            builders=(PhaseBuilder(),),
            **rest,
        )

    def start(self, *lines: Line, **rest: Any) -> Ended:
        return start(ASKED, self.host(lines, **rest), Budget())

    def resume(self, *lines: Line, **rest: Any) -> Ended:
        host = self.host(lines, **rest)
        return resume(self.run, host)

    @property
    def run(self) -> str:
        (found,) = self.workspace.runs()
        return found

    def document(self, name: str = "") -> Document:
        """A document of the run: `` is the root, `1` the first step."""
        run = self.run.removeprefix("system-")
        return self.host(()).store.load(f"op-write-{run}-{name}" if name else self.run)

    def system(self) -> dict[str, bytes]:
        """Every file of system/ by path."""
        found = (path for path in sorted((self.root / "system").rglob("*")) if path.is_file())
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in found}

    def states(self) -> dict[str, bytes]:
        """Every document of state/ by name."""
        return {path.name: path.read_bytes() for path in (self.root / "state").glob("*.md")}
