"""Runs of the small system by a scripted model, in a workspace of a few files, without a sandbox."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.check.lint import lint
from pandora.disk.layout import Workspace
from pandora.disk.run_documents import Run
from pandora.document.form import Form
from pandora.document.state_document import Document
from pandora.engine.events import Event
from pandora.engine.host import Host
from pandora.engine.resume_reasons import resume_reason
from pandora.engine.run import Ended, resume, start
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.scripted import ScriptedModel
from pandora.operations import registry
from pandora.operations.registry import Operation, with_handlers
from pandora.policy import Policy
from pandora.workspace.change import Change
from pandora.workspace.operation_context import OperationContext, Result
from tests.engine.small_system import write_system

TASK = "Which fruit in data/fruit.csv is the cheapest?"
CHEAPEST = "name = 'plum'\nprint(name)"
DEAREST = "name = 'pear'\nprint(name)"
SHIPPED = Path(__file__).parents[2] / "system"
"""The patterns that ship."""
Line = Mapping[str, Any]


def understood(**more: str) -> Line:
    return {
        "phase": "understand",
        "level": "system",
        "fill": {"resolved": "the row with the least price", **more},
    }


def planned(*steps: str, confidence: str = "high") -> Line:
    """A plan of steps like `python: print it`."""
    fill = {"approach": "compute it", "confidence": confidence, "steps": list(steps), "done when": "printed"}
    return {"phase": "plan", "level": "system", "fill": fill}


def clarified(question: str) -> Line:
    return {"phase": "clarify", "fill": {"question": question}}


def coded(code: str, kind: str = "python") -> Line:
    return {"phase": "do", "level": "operation", "type": kind, "fill": {"code": code}}


def checked(decision: str = "accept", issues: str = "none") -> Line:
    validation = "pass" if decision == "accept" else "fail"
    return {
        "phase": "check",
        "level": "system",
        "fill": {"validation": validation, "issues": issues, "decision": decision},
    }


def saving(path: str, text: str) -> str:
    """A program that writes a file."""
    return f"text = {text!r}\nsave({path!r}, text)\nprint(text)"


THROUGH_TABLE = (
    understood(),
    planned("table: print the cheapest fruit"),
    coded(CHEAPEST),
    coded(CHEAPEST),
    checked(),
)
"""A run of three levels."""


def run_python(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """The python handler without its sandbox; `save(path, text)` is a change."""
    changes: list[Change] = []

    def save(path: str, text: str) -> None:
        old = context.workspace / path
        before = hashlib.sha256(old.read_bytes()).hexdigest() if old.is_file() else ""
        changes.append(Change(path, before, text.encode()))

    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(arguments["code"], {"save": save})
    except SystemExit as stop:
        return Result(False, str(stop.code), 1)
    except Exception as error:
        return Result(False, f"{type(error).__name__}: {error}", 1)
    text = out.getvalue().strip()
    return Result(bool(text or changes), text or "the program printed nothing", 0, tuple(changes))


def run_bash(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """A command that is only echoed."""
    return Result(True, f"ran {arguments['command']}")


OPERATIONS: Mapping[str, Operation] = with_handlers(registry.OPERATIONS, python=run_python, bash=run_bash)
"""The built-in operations, of which none starts a process."""


class Asked(ScriptedModel):
    """A scripted model that remembers what it was asked, in order."""

    def __init__(self, path: Path, context: int | None = None) -> None:
        super().__init__(path, context)
        self.asked: list[tuple[str, str]] = []
        self.prompts: list[Prompt] = []
        self.forms: list[Form] = []
        self.openings: list[Mapping[str, str]] = []
        self.samplings: list[Sampling] = []

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        self.asked.append((call.phase, call.document))
        self.prompts.append(prompt)
        self.forms.append(form)
        self.openings.append(opening or {})
        self.samplings.append(sampling)
        return super().fill(prompt, form, call=call, sampling=sampling, opening=opening)


@dataclass
class Bench:
    """A workspace, and how runs in it are made."""

    root: Path
    model: Asked = field(init=False)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        write_system(self.root / "system")
        (self.root / "state").mkdir()
        (self.root / "data").mkdir()
        (self.root / "data" / "fruit.csv").write_text("name,price\npear,3\nplum,2\n", encoding="utf-8")
        self.script(())

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    def script(self, lines: Iterable[Line]) -> Asked:
        """A new model with these replies."""
        path = self.root.parent / "script.jsonl"
        path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        self.model = Asked(path)
        self.model.fingerprint = "one model"
        return self.model

    def host(self, budget: Budget | None = None, policy: Policy | None = None) -> Host:
        """A new sitting: its clock stands still."""
        return Host(
            self.workspace,
            self.model,
            Ledger(budget or Budget()),
            policy or Policy(),
            self.watch,
            OPERATIONS,
            clock=lambda: 0.0,
            now=lambda: "2026-11-21T10:00:00Z",
        )

    def watch(self, event: Event) -> None:
        self.events.append(event)

    def start(
        self,
        *lines: Line,
        text: str = TASK,
        budget: Budget | None = None,
        policy: Policy | None = None,
    ) -> Ended:
        """Run a task with these replies."""
        self.script(lines)
        return start(text, self.host(budget, policy), budget or Budget())

    def resume(self, *lines: Line, budget: Budget | None = None, policy: Policy | None = None) -> Ended:
        """Continue the one run with these replies."""
        self.script(lines)
        return resume(self.run, self.host(budget, policy), budget)

    @property
    def run(self) -> str:
        """The one run's root."""
        (found,) = self.workspace.runs()
        return found

    @property
    def short(self) -> str:
        """The one run's own part of every id."""
        return self.run.removeprefix("system-")

    def document(self, name: str = "") -> Document:
        """A document of the run: `` is the root, `op-python-1` an operation."""
        if not name:
            return self.host().store.load(self.run)
        head, _, number = name.rpartition("-")
        return self.host().store.load(f"{head}-{self.short}-{number}")

    def edit(self, change: Callable[[str], str], name: str = "") -> None:
        """Edit a document as a person does."""
        path = self.root / self.document(name).path
        old = path.read_text(encoding="utf-8")
        new = change(old)
        assert new != old
        path.write_text(new, encoding="utf-8")

    def states(self) -> dict[str, bytes]:
        """Every file of state/ by name."""
        found = (path for path in sorted((self.root / "state").rglob("*")) if path.is_file())
        return {str(path.relative_to(self.root / "state")): path.read_bytes() for path in found}


def replaced(old: str, new: str) -> Callable[[str], str]:
    """The edit that replaces `old`, which stands once."""

    def change(text: str) -> str:
        assert text.count(old) == 1, (old, text)
        return text.replace(old, new)

    return change


RETRIED: tuple[Line, ...] = (
    understood(),
    planned("python: print the dearest"),
    *(coded(DEAREST), coded(DEAREST)),
    checked("retry", "the pear is the dearest"),
    planned("python: print the cheapest"),
    *(coded(CHEAPEST), coded(CHEAPEST)),
    checked(),
)
"""A run that is tried again: its first result is the wrong one, and CHECK says so."""


def without_direct(path: str) -> str:
    """The text of a shipped pattern, such as `kernel/write.md`, without its direct try."""
    return (SHIPPED / path).read_text(encoding="utf-8").partition("\n## DIRECT\n")[0]


def with_evidence(bench: Bench, operation: str, *rules: str) -> None:
    """Give a bench the shipped pattern of an operation, with these rules and relations alone."""
    text = without_direct(f"operations/{operation}.md")
    evidence = next(line for line in text.splitlines() if line.startswith("evidence:"))
    place = bench.workspace.system / "operations" / f"{operation}.md"
    place.parent.mkdir(exist_ok=True)
    place.write_text(text.replace(evidence, f"evidence: [{', '.join(rules)}]"), encoding="utf-8")


def settled(bench: Bench) -> None:
    """Nothing is left to do, and doing it changes no byte."""
    assert resume_reason(Run(bench.host().store, bench.short)) is None
    assert lint(bench.workspace) == []
    before = bench.states()
    bench.resume()
    assert (bench.states(), bench.model.asked) == (before, [])
