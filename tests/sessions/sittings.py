"""Sessions by a scripted model in a workspace of their own: what the tests of this room share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.disk.store import Store
from pandora.engine.host import Host
from pandora.models.scripted import ScriptedModel
from pandora.policy import Policy
from pandora.sessions.session_document import Session
from pandora.sessions.session_runs import TurnReport, attach, resume, start, turn

Line = Mapping[str, Any]
BUDGET = Budget(calls=40)


def designed(*checks: str, goal: str = "the answer", level: str = "tool") -> list[Line]:
    """The replies to the two phases in which a turn is designed."""
    return [
        {
            "phase": "understand",
            "level": level,
            "fill": {"goal": goal, "facts": [], "assumptions": [], "unknowns": []},
        },
        {
            "phase": "plan",
            "level": level,
            "fill": {
                "persist": [],
                "units": [],
                "checks": [{"line": check} for check in checks],
                "worth keeping": "none",
            },
        },
    ]


def block(code: str) -> Line:
    """A reply with one block of code."""
    return {"phase": "do", "level": "tool", "fill": {"code": code}}


def goes_on(value: str) -> Line:
    """The choice that the goal is not reached yet; `value` is a name that could be chosen."""
    return {"phase": "next", "fill": {"goal reached": "no", "value": value}}


def leaf(answer: str) -> Line:
    """A leaf's reply."""
    return {"phase": "do", "level": "operation", "type": "leaf", "fill": {"answer": answer}}


def simple(code: str, *checks: str) -> list[Line]:
    """A turn of one block."""
    return [*designed(*checks), block(code)]


@dataclass
class Sitting:
    """A workspace in which sessions run; `scaffold` has the model choose when a turn is done."""

    root: Path
    scaffold: bool = False
    budget: Budget = BUDGET
    jobs: int = 1
    blocks: int = 8
    policy: Policy = field(default_factory=Policy)
    _scripts: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        (self.root / "state").mkdir(exist_ok=True)
        if not (self.root / "system").exists():
            (self.root / "system").symlink_to(shipped_system())
        self.workspace = Workspace(self.root)

    def model(self, lines: Sequence[Line]) -> ScriptedModel:
        return ScriptedModel(self.script(lines))

    def script(self, lines: Sequence[Line]) -> Path:
        self._scripts += 1
        path = self.root / f"script{self._scripts}.jsonl"
        # One name and one digest: the same model goes on in every sitting.
        header = {"model": "scripted", "fingerprint": "scripted"}
        path.write_text("".join(f"{json.dumps(line)}\n" for line in (header, *lines)), encoding="utf-8")
        return path

    def host(self, lines: Sequence[Line]) -> Host:
        model = self.model(lines)
        ledger, jobs = Ledger(self.budget), self.jobs
        return Host(self.workspace, model, ledger, scaffold=self.scaffold, jobs=jobs, policy=self.policy)

    @property
    def store(self) -> Store:
        return Store(self.workspace)

    def session(self, report: TurnReport | None = None, run: str = "abc234") -> Session:
        return Session(self.store, report.session.id if report else f"system-{run}")

    def start(
        self, lines: Sequence[Line], text: str = "How many?", run: str = "abc234", **more: Any
    ) -> TurnReport:
        more.setdefault("blocks", self.blocks)
        return start(text, self.host(lines), self.budget, run=run, **more)

    def turn(self, lines: Sequence[Line], text: str = "And now?", run: str = "abc234") -> TurnReport:
        return turn(self.session(run=run), text, self.host(lines), self.budget)

    def resume(self, lines: Sequence[Line] = (), run: str = "abc234", **more: Any) -> TurnReport:
        return resume(self.session(run=run), self.host(lines), **more)

    def attach(
        self, lines: Sequence[Line], source: str, text: str = "Go on.", run: str = "xyz567"
    ) -> TurnReport:
        return attach(source, text, self.host(lines), self.budget, run)

    def text(self, document_id: str) -> str:
        return self.workspace.document(document_id).read_text("utf-8")

    def files(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.root / "state").glob("*.md")}

    def edit(self, document_id: str, old: str, new: str) -> None:
        path = self.workspace.document(document_id)
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")
