"""A model whose replies follow from what it is asked, so that workers in any order make the same graph."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger, Usage
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.fill import Filled
from pandora.document.form import Form, Group
from pandora.engine.host import Host
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.questions.dispatcher import Limits, Sitting, begin, work_on
from pandora.questions.graph import Graph

Answers = Callable[[Call, Prompt, Form], Mapping[str, Any]]


def task_of(prompt: Prompt) -> str:
    """The question that a prompt is about."""
    found = re.search(r"^(?:Task|Question): (.*)$", prompt.user, re.M)
    return found[1] if found else ""


def usual(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
    """The root asks three questions, each of those one more; unsure answers open what they ask."""
    task = task_of(prompt)
    if call.phase == "plan":
        slot = form["questions"].slot
        assert isinstance(slot, Group)
        if "Above:" in prompt.user:
            return {"outline": "maybe", "questions": [{"line": f"What lies behind {task.split()[-1]}deeper"}]}
        return {"outline": "all", "questions": [{"line": f"Which part has topic{n}x"} for n in range(slot.low)]}
    if call.phase == "do":
        return {"evidence": "none", "answer": f"Perhaps it is {len(task)} because of {task.split()[-1]}."}
    if call.phase == "check":
        return {"relation": "unrelated", "because": "they differ"}
    if call.phase == "confirm":
        about = {"first is about": "its colour", "second is about": "its colour"}
        return {**about, "same thing": "yes", "both can be true": "no"}
    return {"answer": f"All of: {task}", "because": "It follows."}


@dataclass
class Thinker:
    """A model for tests; `asked` has every call with its prompt."""

    answers: Answers = usual
    name: str = "thinker"
    context: int = 8192
    fingerprint: str = "thinker"
    parameters: int | None = None
    asked: list[tuple[Call, Prompt]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, text: str) -> int:
        return len(re.findall(r"\w+|[^\w\s]", text))

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        with self._lock:
            self.asked.append((call, prompt))
        values = dict(self.answers(call, prompt, form))
        size = self.count(prompt.text)
        return Reply(Filled(values), str(values), Usage(1, size, size, 10, 0.0))

    def close(self) -> None: ...


@dataclass
class Thinking:
    """A workspace, a graph that is thought about, and what its sittings were."""

    root: Path
    model: Thinker = field(default_factory=Thinker)
    slept: list[float] = field(default_factory=list)
    graph: Graph = field(init=False)

    def __post_init__(self) -> None:
        (self.root / "state").mkdir(exist_ok=True)
        if not (self.root / "system").exists():
            (self.root / "system").symlink_to(shipped_system())
        self.workspace = Workspace(self.root)

    def host(self) -> Host:
        return Host(self.workspace, self.model, Ledger(Budget()))

    def begin(self, intensity: str = "pulse", checkpoint: str = "autonomous", **limits: Any) -> Thinking:
        self.graph = begin(
            self.workspace,
            "Why is the sky blue?",
            intensity,
            checkpoint,
            [],
            Limits(**limits),
            Budget(),
            "thinker",
        )
        return self

    def sit(self, most: int = 3) -> Sitting:
        return work_on(self.graph, self.host(), most, self.slept.append)

    def states(self) -> dict[str, str]:
        rows = self.graph.index.rows("SELECT id, state FROM nodes WHERE kind = 'question' ORDER BY seq")
        return {row["id"]: row["state"] for row in rows}
