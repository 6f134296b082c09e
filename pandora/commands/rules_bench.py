"""Turn each rule and relation off in turn over a suite, and count what that gains, loses and refuses."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.budget import Budget
from pandora.commands.task_suite import SuiteTask, check_verdict, run_task
from pandora.disk.layout import Workspace
from pandora.engine.judgements import Judgement
from pandora.engine.pattern import Library
from pandora.errors import PandoraError, UsageError
from pandora.models.keyed_replies import KeyedReplies, append_line, read_lines
from pandora.models.protocol import Model
from pandora.outcome import Status
from pandora.programs.experiments import RELATIONS
from pandora.programs.opening.program_opening import OPENINGS
from pandora.programs.rules.wording_rules import RULES
from pandora.workspace.apply import apply

RESULTS = "results.jsonl"
"""The file of a record that has how each task ended, with every rule and without each."""
_KEYS = {"of", "without", "solved", "status", "diverged", "tries"}


@dataclass
class RuleRow:
    """What one rule or relation did over a suite.

    `rightly` and `wrongly` count the tries that it refused and whose result the task's check refuses or
    accepts; `unjudged` are those of a step, which no check knows. `gained` and `lost` name the tasks that are
    solved only with it and only without it, `avoided` those that are accepted but wrong only without it, and
    `unknown` those whose replay without it needs more calls of the model.
    """

    name: str
    rightly: int = 0
    wrongly: int = 0
    unjudged: int = 0
    gained: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    avoided: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def refused(self) -> int:
        """The tries that it refused."""
        return self.rightly + self.wrongly + self.unjudged


def rule_names(workspace: Workspace, chosen: Sequence[str]) -> list[str]:
    """The relations and rules that the workspace's patterns ask for, or those `chosen`, openings among them.

    Raises UsageError for a name that is none.
    """
    patterns, _ = Library(workspace).all()
    asked = {name for pattern in patterns for name in pattern.evidence}
    names = [name for name in (*RELATIONS, *RULES) if name in asked]
    for name in chosen:
        if name not in (*names, *OPENINGS):
            known = ", ".join((*names, *OPENINGS))
            raise UsageError(f"the patterns ask for no rule or relation {name!r}; they are {known}")
    return list(dict.fromkeys(chosen)) or names


class RulesBench:
    """The bench of one suite: `folder` keeps every reply and result, so that a killed bench goes on there."""

    def __init__(
        self,
        model: Model,
        system: Path,
        budget: Budget,
        folder: Path,
        scaffold: bool = True,
        calls: int = 0,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._model, self._system, self._budget, self._folder = model, system, budget, folder
        self._scaffold, self.calls, self._say = scaffold, calls, say
        self._made_of = _digest(_content(system), model.fingerprint.encode(), str(scaffold).encode())
        rows = [row for _, row in read_lines(folder / RESULTS) if row.keys() >= _KEYS]
        self._results = {(row["of"], row["without"]): row for row in rows}

    def run(self, suite: Sequence[SuiteTask], names: Sequence[str]) -> dict[str, Any]:
        """Run the suite once, then replay it without each of the rules `names`; return what `--json` prints."""
        base = {task.name: self._once(task, "") for task in suite}
        rows = []
        for name in names:
            row = RuleRow(name)
            for task in suite:
                self._without(row, task, base[task.name])
            rows.append(row)
        return {
            "model": self._model.name,
            "scaffold": "on" if self._scaffold else "off",
            "total": len(suite),
            "solved": sum(row["solved"] for row in base.values()),
            "accepted_but_wrong": sum(_is_wrong(row) for row in base.values()),
            "model_calls_left": self.calls,
            "rules": [{**vars(row), "refused": row.refused} for row in rows],
        }

    def _without(self, row: RuleRow, task: SuiteTask, base: Mapping[str, Any]) -> None:
        """Count in `row` what the rule did to a task, whose result with all rules is `base`."""
        refusals = [judgement for judgement in base["tries"] if row.name in judgement["refused_by"]]
        for judgement in refusals:
            row.rightly += judgement["right"] is False
            row.wrongly += judgement["right"] is True
            row.unjudged += judgement["right"] is None
        if not refusals and row.name not in OPENINGS:
            return  # it refused nothing: without it the task goes the same way
        free = self._once(task, row.name)
        if free["diverged"]:
            row.unknown.append(task.name)
        elif base["solved"] and not free["solved"]:
            row.gained.append(task.name)
        elif free["solved"] and not base["solved"]:
            row.lost.append(task.name)
        if not free["diverged"] and _is_wrong(free) and not _is_wrong(base):
            row.avoided.append(task.name)

    def _once(self, task: SuiteTask, without: str) -> Mapping[str, Any]:
        """Return how a task ends without one rule, from the record or by running it."""
        made_of = _digest(self._made_of.encode(), _content(task.folder))
        known = self._results.get((made_of, without))
        if known is not None and not (known["diverged"] and self.calls):
            return known
        calls = self.calls if without else None
        model = KeyedReplies(self._model, self._folder / f"{task.name}.jsonl", calls)
        tries: list[Judgement] = []
        ended = run_task(
            task,
            model,
            self._system,
            self._budget,
            scaffold=self._scaffold,
            without=frozenset({without}) - {""},
            on_judged=tries.append,
        )
        if without:
            self.calls = model.calls or 0
        row = {
            "of": made_of,
            "task": task.name,
            "without": without,
            "solved": ended.solved,
            "status": ended.status,
            "diverged": model.diverged,
            "tries": [] if without else [_judged_try(task, judgement) for judgement in tries],
        }
        if model.diverged or not (ended.error or model.away):  # what could not be tried is tried again
            append_line(self._folder / RESULTS, row)
            self._results[made_of, without] = row
        verdict = "diverged" if model.diverged else "solved" if ended.solved else ended.status
        self._say(f"{task.name}{f' without {without}' if without else ''}: {verdict}")
        if ended.error and not model.diverged:
            self._say(f"  {ended.error}")
        return row


def _judged_try(task: SuiteTask, judgement: Judgement) -> dict[str, Any]:
    """What a record keeps of a try: which rules refuse it, and whether the task's check would accept it."""
    right = None
    if judgement.whole and judgement.refused_by:

        def result_in(root: Path) -> dict[str, Any]:
            apply(judgement.result.changes, root, ())
            text = judgement.result.text
            return {"status": Status.ACCEPTED.value, "output": text, "question": None}

        with suppress(PandoraError):  # its changes were made from what an earlier step left
            right = check_verdict(task, result_in) is None
    return {"accepted": judgement.accepted, "refused_by": list(judgement.refused_by), "right": right}


def rule_lines(result: Mapping[str, Any]) -> list[list[str]]:
    """The table of a bench's result: a row of cells for each rule, below the heads."""
    heads = ["rule", "refused", "rightly", "wrongly", "gained", "lost", "wrong avoided", "unknown"]
    lines = [heads]
    for row in result["rules"]:
        counts = [row["refused"], row["rightly"], row["wrongly"]]
        counts += [len(row[key]) for key in ("gained", "lost", "avoided", "unknown")]
        lines.append([row["name"], *map(str, counts)])
    return lines


def _is_wrong(row: Mapping[str, Any]) -> bool:
    return row["status"] == Status.ACCEPTED.value and not row["solved"]


def _content(folder: Path) -> bytes:
    """The paths and bytes of all files below a folder, as one digest; bytecode is left out."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.digest()


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
