"""A workspace, a command line to call in it, and a scripted run: what the commands' tests share."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pandora import cli
from pandora.commands.init import make_workspace
from tests.engine.small_system import write_system

ROOT, TOOL, OPERATION = "system-abc234", "tool-table-abc234-1", "op-python-abc234-1.1"
Run = Callable[..., "Told"]
TASK = "Which fruit in data/fruit.csv is the cheapest?"
CODE = "rows = table('data/fruit.csv')\nprint(min(rows, key=lambda row: row['price'])['name'])"
SCRIPT = (
    {
        "phase": "understand",
        "level": "system",
        "fill": {"resolved": "the row of data/fruit.csv with the least price"},
    },
    {
        "phase": "plan",
        "level": "system",
        "fill": {
            "approach": "take the minimum",
            "confidence": "high",
            "steps": [{"menu": "table", "line": "print the cheapest fruit of data/fruit.csv"}],
            "done when": "a row of the file was printed",
        },
    },
    {"phase": "do", "level": "operation", "type": "python", "fill": {"code": CODE}},
    {"phase": "do", "level": "operation", "type": "python", "fill": {"code": CODE}},
    {
        "phase": "check",
        "level": "system",
        "fill": {"validation": "pass", "issues": "none", "decision": "accept"},
    },
)

HEAD = """\
---
pandora: 1
id: {id}
status: accepted
phase: check
attempt: 1
model: none
budget: {{context: 3000, depth: 3, calls: 120}}
used: {{calls: {calls}, prompt: {prompt}, evaluated: 40, written: {written}, seconds: 1.5}}
sections: {{1: {{by: model, from: "1", text: "2"}}}}
---
# State: {id}

## §0 META
{facts}
Created: 2026-11-21T10:00:00Z

## §1 UNDERSTAND
Task: {task}
Context: none
Resolved: {task}

## §2 PLAN
Approach: compute it
Confidence: high
Steps:
1. {step}: {task}
Done when: it is printed

## §3 DO
{done}

## §4 CHECK
Evidence:
  - ok: exit 0
Validation: pass
Issues: none
Decision: accept

## §5 OUTPUT
plum
"""
STEP = "print the cheapest fruit"
DOCUMENTS = {
    ROOT: HEAD.format(
        id=ROOT,
        calls=3,
        prompt=800,
        written=60,
        facts="Level: system\nParent: none\nPattern: system/pattern.md",
        task=TASK,
        step="table",
        done=f"- Step 1: table → plum [{TOOL}.md]\nChild loops:\n- {TOOL}.md → ACCEPTED",
    ),
    TOOL: HEAD.format(
        id=TOOL,
        calls=0,
        prompt=0,
        written=0,
        facts=f"Level: tool\nType: table\nParent: {ROOT}.md\nPattern: system/tools/table/pattern.md",
        task=STEP,
        step="python",
        done=f"- Step 1: python → plum [{OPERATION}.md]\nChild loops:\n- {OPERATION}.md → ACCEPTED",
    ),
    OPERATION: HEAD.format(
        id=OPERATION,
        calls=2,
        prompt=500,
        written=38,
        facts=f"Level: operation\nType: python\nParent: {TOOL}.md\nPattern: system/operations/python.md",
        task=STEP,
        step="python",
        done="### Candidate 1\nCode:\n```python\nprint('plum')\n```",
    ),
}
"""A finished run, as an engine might have left it."""


def write_replies(model: str, *lines: object) -> None:
    """Write the script of a `scripted:` model; its header gives each part of a script the same fingerprint."""
    header = {"model": "one", "context": 8192, "fingerprint": "one"}
    text = "\n".join(json.dumps(line) for line in (header, *lines))
    Path(model.removeprefix("scripted:")).write_text(text, encoding="utf-8")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Told:
    """What a command gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def alone(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine's user: no settings, no models, no servers, no variables."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("PANDORA_MODELS", str(home / "models"))
    monkeypatch.setattr("pandora.models.discovery.local_models.usual_addresses", lambda environment: [])
    monkeypatch.setattr("pandora.commands.models.local_models", lambda servers=True: [])
    for name in ("PANDORA_MODEL", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    write_system(root / "system")
    make_workspace(root)
    (root / "data").mkdir()
    (root / "data" / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
    return root


@pytest.fixture
def pandora(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in the workspace."""

    def run(*arguments: str) -> Told:
        capsys.readouterr()
        code = cli.run(["-C", str(workspace), *arguments])
        told = capsys.readouterr()
        return Told(code, told.out, told.err)

    return run


@pytest.fixture
def script(tmp_path: Path) -> str:
    """A model that does TASK."""
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in SCRIPT), encoding="utf-8")
    return f"scripted:{path}"


@pytest.fixture
def finished(workspace: Path) -> str:
    """The id of a finished run with a system, a tool and an operation document."""
    for name, text in DOCUMENTS.items():
        (workspace / "state" / f"{name}.md").write_text(text, encoding="utf-8")
    return ROOT
