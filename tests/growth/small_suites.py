"""A suite of tasks that take no time, a model that does them by rule, and rounds of edits on it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger, Usage
from pandora.commands.recorded_suite import Limits, RecordedSuite
from pandora.disk.layout import Workspace, shipped_system
from pandora.disk.store import Store
from pandora.document.body import render
from pandora.document.fill import Filled
from pandora.document.form import Form
from pandora.document.question_lines import fill_answer
from pandora.document.state_document import Document
from pandora.engine.host import Host
from pandora.engine.loop import Loop
from pandora.engine.run import Ended, resume
from pandora.growth.pattern_evolution import EvolutionBuilder, begin, task_text
from pandora.growth.suite_runs import Suites
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from tests.engine.small_system import write_system

SAY = """---
pattern: say
level: operation
handler: answer
when: anything that is answered in words
effects: none
repeat: true
---
# say

## DO

Say the answer.

### Form
Text: {text}
"""
PATTERN = "system/operations/say.md"
CHECK = """import json
import sys

result = json.load(open(sys.argv[1], encoding="utf-8"))
assert result["status"] == "accepted", result["status"]
assert (result["output"] or "").strip() in %s, result["output"]
"""
TASKS = {
    "loud-sky": ("Say loudly: azure", '("AZURE",)'),
    "loud-leaf": ("Say loudly: emerald", '("EMERALD",)'),
    "rose": ("Say: crimson", '("crimson", "CRIMSON")'),
    "snow": ("Say: ivory", '("ivory", "IVORY")'),
    "note": ("Show note.txt", '("violet",)'),
}
HIDDEN = {"loud-sand": ("Say loudly: amber", '("AMBER",)')}


def write_suite(folder: Path, tasks: Mapping[str, tuple[str, str]]) -> Path:
    for name, (text, right) in tasks.items():
        (folder / name / "files").mkdir(parents=True)
        (folder / name / "files" / "note.txt").write_text("violet\n", encoding="utf-8")
        (folder / name / "task.md").write_text(f"---\nfamily: x\nseconds: 60\n---\n{text}\n", encoding="utf-8")
        (folder / name / "check.py").write_text(CHECK % right, encoding="utf-8")
    return folder


class RuleModel:
    """Does the tasks by rule: its answer is in capitals where the instruction asks for that.

    `change` is the sentence that it proposes; `calls` counts what it was asked.
    """

    def __init__(self, change: str) -> None:
        self.name, self.context, self.fingerprint = "rule", 8192, "rule"
        self.parameters: int | None = None
        self.change, self.calls = change, 0

    def count(self, text: str) -> int:
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
        self.calls += 1
        values: dict[str, Any] = self._values(prompt, call)
        filled = Filled({field.key: values[field.key] for field in form.asked})
        usage = Usage(calls=1, prompt=self.count(prompt.text), written=5)
        return Reply(filled, render(form, filled.values), usage)

    def _values(self, prompt: Prompt, call: Call) -> dict[str, Any]:
        if call.kind == "grow_candidate":
            return {"cause": "the answer is in small letters", "change": self.change}
        if call.phase == "understand":
            return {"resolved": "as asked"}
        ask = next((ask for ask, _ in {**TASKS, **HIDDEN}.values() if ask in prompt.text), "")
        if call.phase == "plan":
            action = "read" if ask.startswith("Show") else "say"
            steps = [{"menu": action, "line": "note.txt" if action == "read" else ask}]
            return {"approach": "x", "confidence": "high", "steps": steps, "done when": "said"}
        if call.phase == "check":
            return {"validation": "pass", "issues": "none", "decision": "accept"}
        word = ask.rpartition(" ")[2]
        if "Say nothing" in prompt.text:
            return {"text": "nothing"}
        return {"text": word.upper() if "capitals" in prompt.text else word}

    def close(self) -> None:
        pass


@dataclass
class Rounds:
    """A workspace with the small system and the roles of growth, and rounds of `say` on the small suite."""

    root: Path
    model: RuleModel
    limits: Limits = field(default_factory=Limits)
    hidden: bool = False
    said: list[str] = field(default_factory=list)

    @classmethod
    def made(cls, folder: Path, change: str = "Write it in capitals.", hidden: bool = False) -> Rounds:
        root = folder / "work"
        root.mkdir()
        write_system(root / "system")
        (root / PATTERN).write_text(SAY, encoding="utf-8")
        shutil.copytree(shipped_system() / "tools" / "grow", root / "system" / "tools" / "grow")
        (root / "state").mkdir()
        write_suite(folder / "suite", TASKS)
        write_suite(folder / "hidden", HIDDEN)
        return cls(root, RuleModel(change), hidden=hidden)

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    def host(self) -> Host:
        builders = (EvolutionBuilder(self.open),)
        host = Host(self.workspace, self.model, Ledger(Budget(calls=9999, tokens=1 << 30)), builders=builders)
        host.watcher = lambda event: self.said.append(event.detail)
        return host

    def open(self, loop: Loop) -> Suites:
        return Suites(self.suite("suite"), self.suite("hidden", hidden=True) if self.hidden else None)

    def suite(self, name: str, hidden: bool = False) -> RecordedSuite:
        record = self.root / ".pandora" / "evolution"
        budget = Budget(calls=9999, tokens=1 << 30)
        return RecordedSuite(self.root.parent / name, self.model, budget, record, self.limits, hidden=hidden)

    def start(self) -> Ended:
        text = task_text(PATTERN, "suite", "hidden" if self.hidden else "", 4, "none")
        return begin(text, self.host(), Budget(calls=9999, tokens=1 << 30))

    def resume(self) -> Ended:
        (run,) = self.workspace.runs()
        return resume(run, self.host(), Budget(calls=9999, tokens=1 << 30))

    def document(self, number: int = 0) -> Document:
        (run,) = self.workspace.runs()
        name = f"tool-grow_candidate-{run.removeprefix('system-')}-{number}" if number else run
        return Store(self.workspace).load(name)

    def answer(self, text: str) -> None:
        answered = fill_answer(self.document(), text)
        assert answered is not None
        (self.root / self.document().path).write_text(answered.text, encoding="utf-8")

    def results(self) -> list[dict[str, Any]]:
        """The rows of the record of the shared suite, and of the hidden one."""
        found = sorted((self.root / ".pandora" / "evolution").glob("*/results.jsonl"))
        return [json.loads(line) for path in found for line in path.read_text("utf-8").splitlines()]
