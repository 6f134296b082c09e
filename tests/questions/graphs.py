"""Graphs of questions in a folder of their own, with a clock that only moves when it is told to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.disk.layout import Workspace
from pandora.questions.graph import Graph
from pandora.questions.graph_operations import Fractal


@dataclass
class Clock:
    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Bench:
    """One graph and what tests do with it."""

    root: Path
    clock: Clock = field(default_factory=Clock)
    graph_id: str = ""
    top: str = ""

    def __post_init__(self) -> None:
        (self.root / "state").mkdir(exist_ok=True)
        self.fractal = Fractal(Workspace(self.root), self.clock)

    def start(self, intensity: str = "explore", mode: str = "autonomous", **metadata: Any) -> Bench:
        made = self.fractal.fractal_create_graph("Why is the sky blue?", intensity, mode, json.dumps(metadata))
        self.graph_id, self.top = made["graph_id"], made["root_node_id"]
        return self

    @property
    def graph(self) -> Graph:
        return self.fractal.graph(self.graph_id)

    def again(self) -> Bench:
        """The same graph as another process sees it."""
        return Bench(self.root, self.clock, self.graph_id, self.top)

    def ask(self, text: str, parent: str = "") -> str:
        return str(
            self.did(self.fractal.fractal_add_node(self.graph_id, parent or self.top, "question", text))[
                "node_id"
            ]
        )

    def claim(self, worker: str = "w1") -> str:
        return str(self.did(self.fractal.fractal_claim_work(self.graph_id, worker))["node_id"])

    def answer(self, node: str, text: str = "Because.", worker: str = "w1") -> str:
        made = self.fractal.fractal_add_node(self.graph_id, node, "answer", text, worker)
        return str(self.did(made)["node_id"])

    def answered(self, worker: str = "w1", text: str = "") -> str:
        """Claim the next question and answer it; returns the question."""
        node = self.claim(worker)
        self.answer(node, text or f"The answer to {node}.", worker)
        return node

    def synthesize(self, node: str, text: str = "") -> dict[str, Any]:
        return self.fractal.fractal_synthesize_node(self.graph_id, node, text or f"What {node} comes to.")

    def cascade(self) -> list[str]:
        """Synthesize whatever is ready until nothing is."""
        done = []
        while ready := self.fractal.fractal_get_ready_to_synthesize(self.graph_id)["ready_nodes"]:
            self.did(self.synthesize(ready[0]["node_id"]))
            done.append(ready[0]["node_id"])
        return done

    def update(self, node: str, **metadata: Any) -> dict[str, Any]:
        return self.fractal.fractal_update_node(self.graph_id, node, json.dumps(metadata))

    def node(self, node_id: str) -> dict[str, Any]:
        nodes = self.fractal.fractal_get_snapshot(self.graph_id)["nodes"]
        return next(dict(node) for node in nodes if node["node_id"] == node_id)

    def state(self, node_id: str) -> str:
        return str(self.node(node_id)["status"])

    def path(self, node_id: str) -> Path:
        return self.root / "state" / f"{node_id.removesuffix('.answer')}.md"

    def edit(self, node_id: str, old: str, new: str) -> None:
        """What a person does in an editor."""
        path = self.path(node_id)
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def bytes(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (self.root / "state").glob("*.md")}

    @staticmethod
    def did(result: dict[str, Any]) -> dict[str, Any]:
        assert "error" not in result, result
        return result
