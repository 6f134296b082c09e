"""A model whose replies follow from what it is asked, so that workers in any order make the same graph."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger, Usage
from pandora.disk.layout import Workspace, shipped_system
from pandora.document.fill import Filled
from pandora.document.form import Form, Slot
from pandora.document.ids import Name, parse_id
from pandora.engine.host import Host
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.questions.dispatcher import Limits, WorkOutcome, begin, work_on
from pandora.questions.graph import Graph

Answers = Callable[[Call, Prompt, Form], Mapping[str, Any]]


def task_of(prompt: Prompt) -> str:
    """The question that a prompt is about."""
    found = re.search(r"^(?:Task|Question): (.*)$", prompt.user, re.M)
    return found[1] if found else ""


def topic_of(prompt: Prompt) -> str:
    """The last made-up word of the question that a prompt is about, such as `topic1x` or `topic1xdeeper`."""
    topics: list[str] = re.findall(r"\btopic\w*", task_of(prompt))
    return topics[-1] if topics else "nothing"


def copied(one: str, against: str = "none") -> Mapping[str, Any]:
    """What a model copies: of a possible answer for it and against it, of anything else what it found."""
    return {"for": [{"line": one}], "against": [{"line": against}], "found": [{"line": one}]}


def options_of(form: Form, key: str) -> Sequence[str]:
    """The options of a choice."""
    slot = form[key].slot
    assert isinstance(slot, Slot)
    return slot.options


def part_of(call: Call) -> str:
    """The part of thinking that a call is for: a phase, or `synthesise` or `confirm` below a question."""
    named = {"think_decide": "synthesise", "think_synthesise": "synthesise", "think_confirm": "confirm"}
    return named.get(call.kind, call.phase)


def question_of_call(call: Call) -> str:
    """The document of the question that a call is about: its own, or that above the loop of its synthesis."""
    name = parse_id(call.document)
    if part_of(call) == call.phase:
        return call.document
    number = name.number.rpartition(".")[0]
    return str(Name("tool", "question", name.run, number)) if number else f"system-{name.run}"


def usual(call: Call, prompt: Prompt, form: Form) -> Mapping[str, Any]:
    """The root has two possible answers; each question asks one more; unsure answers open what they ask."""
    if call.phase == "plan":
        if "possible answers" in form:
            return {
                "asks for": "a decision",
                "possible answers": [{"line": f"Part topic{n}x"} for n in range(2)],
            }
        return {"questions": [{"line": f"What lies behind {topic_of(prompt)}deeper"}]}
    if "holds" in form:
        return {"reason": "none", "holds": "it cannot be told"}
    if "first is about" in form:
        about = {"first is about": "its colour", "second is about": "its colour"}
        return {**about, "same thing": "yes", "both can be true": "no"}
    if "provided" in form:
        return {"answer": options_of(form, "answer")[0], "because": "It follows.", "provided": "nothing"}
    if call.kind == "think_synthesise":
        return {"answer": f"All of: {task_of(prompt)}", "because": "It follows."}
    if call.phase == "do":
        answer = f"Perhaps it is {len(task_of(prompt))} because of {topic_of(prompt)}."
        return {**copied("none"), "answer": answer}
    if call.phase == "check":
        if "relation" not in form:
            return {field.key: "yes" if "same" in field.key else "no" for field in form.asked}
        return {"relation": "unrelated", "because": "they differ"}
    raise AssertionError(f"{call} was not to be asked")


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

    def begin(
        self,
        intensity: str = "pulse",
        checkpoint: str = "autonomous",
        sources: Sequence[str] = (),
        question: str = "Why is the sky blue?",
        **limits: Any,
    ) -> Thinking:
        self.graph = begin(
            self.workspace,
            question,
            intensity,
            checkpoint,
            sources,
            Limits(**limits),
            Budget(),
            {"model": "thinker", "model_digest": "thinker"},
        )
        return self

    def notes(self, **texts: str) -> Thinking:
        """Write notes, by their names without `.md`, and return this."""
        (self.root / "notes").mkdir(exist_ok=True)
        for name, text in texts.items():
            (self.root / "notes" / f"{name}.md").write_text(text, "utf-8")
        return self

    def body(self, number: int, place: str = "") -> str:
        """A section of the question at a place under the root, such as `1.2`; of the root without one."""
        run = self.graph.run
        return self.graph.document(f"tool-question-{run}-{place}" if place else f"system-{run}").body(number)

    def sit(self, most: int = 3) -> WorkOutcome:
        return work_on(self.graph, self.host(), most, self.slept.append)

    def states(self) -> dict[str, str]:
        rows = self.graph.index.rows("SELECT id, state FROM nodes WHERE kind = 'question' ORDER BY seq")
        return {row["id"]: row["state"] for row in rows}
