"""A workspace with the patterns that ship, beside a small site of this machine, and the replies of a lookup."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace, shipped_system
from pandora.engine.host import Host
from pandora.engine.run import Ended, start
from pandora.models.scripted import ScriptedModel
from pandora.policy import Policy, Rule
from pandora.programs.page_files import FOLDER
from tests.operations.site import Site

CHEAPEST = """rows = table("{path}")
kept = [row for row in rows if "nvidia" in row["gpu"].lower()]
best = min(kept, key=lambda row: row["price"])
print(best["name"], best["price"])"""


@dataclass
class Desk:
    """A workspace with the shipped patterns, and a policy that opens one site."""

    root: Path
    site: Site
    searxng: str = ""
    rules: list[Rule] = field(default_factory=list)

    def __post_init__(self) -> None:
        shutil.copytree(shipped_system(), self.root / "system")
        root = self.root / "system/pattern.md"  # so that a model which obeys may plan steps of its own at once
        root.write_text(root.read_text(encoding="utf-8").replace("direct: true\n", ""), encoding="utf-8")
        (self.root / "state").mkdir()
        self.rules += [
            Rule("network", self.site.host, "allow", "pandora.toml:1"),
            Rule("loopback", "*", "allow", "pandora.toml:2"),
        ]

    def host(self, lines: list[Mapping[str, Any]], **policy: Any) -> Host:
        path = self.root.parent / "script.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        rules = Policy(**policy).with_rules(self.rules)
        model = ScriptedModel(path)
        model.fingerprint = "one model"
        return Host(
            Workspace(self.root),
            model,
            Ledger(Budget()),
            rules,
            searxng=self.searxng,
            now=lambda: "2026-11-21T10:00:00Z",
        )

    def run(self, task: str, *lines: Mapping[str, Any], **policy: Any) -> Ended:
        return start(task, self.host(list(lines), **policy), Budget())

    def documents(self, kind: str) -> list[str]:
        return [path.read_text(encoding="utf-8") for path in sorted((self.root / "state").glob(f"{kind}-*.md"))]


def asked(kind: str = "answer", **more: str) -> Mapping[str, Any]:
    fill = {"kind": kind, "files change": "no", **more}
    return {"phase": "understand", "level": "system", "fill": fill}


def planned(*steps: str) -> Mapping[str, Any]:
    fill = {
        "approach": "look",
        "confidence": "high",
        "steps": list(steps),
        "done when": "found",
        "rationale": "so",
    }
    return {"phase": "plan", "level": "system", "fill": fill}


def computed(desk: Desk, code: str = CHEAPEST) -> list[Mapping[str, Any]]:
    measured = {"phase": "understand", "level": "tool", "type": "table", "fill": {"measure": "price"}}
    column = {"phase": "plan", "level": "tool", "type": "table", "fill": {"column": "price"}}
    program = {"phase": "do", "level": "operation", "type": "python", "fill": {"code": code}}
    return [measured, column, program, program]


CHECKED = {
    "phase": "check",
    "level": "system",
    "fill": {"validation": "pass", "issues": "none", "decision": "accept"},
}
GLOB = CHEAPEST.replace('table("{path}")', f'table(files("{FOLDER}/*.csv")[0])')
