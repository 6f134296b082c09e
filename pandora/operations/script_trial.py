"""Run the scripts that a request is about, before and after a change, where no test says what is right."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pandora.document.counted import counted
from pandora.operations.staged_command import execute
from pandora.programs.code.script_runs import ScriptRun
from pandora.workspace.operation_context import OperationContext

SAME = "gives the same as before"
"""What is said of a script that a change of a file left as it was: the fault is in another one."""
_TRACEBACK = "Traceback (most recent call last)"
_SHOWN_LINES, _SHOWN = 12, 1200
"""The most lines of an output that are shown, and its most characters."""


@dataclass(frozen=True)
class ScriptOutcome:
    """What a script printed, and the last lines of its error if it ended in one."""

    printed: str
    error: str = ""
    confined: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What came of it, in one text."""
        return f"{self.printed}\n{self.error}".strip()


@dataclass(frozen=True)
class ScriptTrial:
    """The trial of a change: whether nothing speaks against it, the report, and what each command line gave.

    `sure` tells that a text which the request quotes is printed now and was not before.
    """

    ok: bool
    text: str
    gives: dict[str, str] = field(default_factory=dict)
    sure: bool = False
    confined: tuple[str, ...] = ()


def run_script(
    run: ScriptRun, context: OperationContext, prepare: Callable[[Path], None] | None = None
) -> ScriptOutcome:
    """Run one command line on a copy of the workspace; what it changes is dropped."""
    command = (sys.executable, "-B", "-X", "utf8", run.path, *run.words)
    staged = execute(command, context, prepare=prepare)
    printed, error = staged.stdout, ""
    if _TRACEBACK in staged.stderr or staged.completed.timed_out:
        error = staged.note if staged.completed.timed_out else _last_lines(staged.stderr)
    return ScriptOutcome(printed, error, staged.completed.confined)


def report_of_scripts(runs: Sequence[ScriptRun], context: OperationContext) -> str:
    """Return what the scripts print as they are, and which texts that the request quotes they do not print."""
    outcomes = [run_script(run, context) for run in runs]
    return "\n".join(
        line
        for run, outcome in zip(runs, outcomes, strict=True)
        for line in _lines(run, outcome, [text for text in run.quoted if text not in outcome.said])
    )


def try_scripts(
    runs: Sequence[ScriptRun], context: OperationContext, prepare: Callable[[Path], None]
) -> ScriptTrial:
    """Run the scripts as they are and with a change; the change passes where nothing speaks against it.

    No script may end in an error, or print nothing where it printed something; each text that the request
    quotes and that was neither printed nor said in an error before must be printed, and at least one must give
    something else than before.
    """
    before = [run_script(run, context) for run in runs]
    after = [run_script(run, context, prepare) for run in runs]
    lines: list[str] = []
    passed = failed = 0
    for run, old, new in zip(runs, before, after, strict=True):
        wanted = [text for text in run.quoted if text not in old.said]
        left = [text for text in wanted if text not in new.printed]
        silent = bool(old.printed.strip()) and not new.printed.strip() and not new.error
        failed += len(left) + bool(new.error) + silent
        passed += len(wanted) - len(left) + (not new.error and not silent)
        if left or new.error or silent:
            lines += _lines(run, new, left)
        lines += [f"before the change it printed {_cut(old.printed)}"] if silent else []
    wanted_any = any(text not in old.said for run, old in zip(runs, before, strict=True) for text in run.quoted)
    if not failed and all(old.said == new.said for old, new in zip(before, after, strict=True)):
        lines = [f"{run.shown} {SAME}: {_cut(new.said)}" for run, new in zip(runs, after, strict=True)]
        passed, failed = 0, 1
    if failed:
        return ScriptTrial(False, "\n".join([*lines, f"{failed} failed, {passed} passed"]))
    gives = {run.shown: new.said for run, new in zip(runs, after, strict=True)}
    text = "\n".join(f"{shown} gives:\n{_cut(said)}" for shown, said in gives.items())
    confined = next((outcome.confined for outcome in after), ())
    return ScriptTrial(True, f"{text}\n{counted(passed, 'check')} passed", gives, wanted_any, confined)


def _lines(run: ScriptRun, outcome: ScriptOutcome, left: Sequence[str]) -> list[str]:
    lines = [f"{run.shown} prints:", *_indented(_cut(outcome.printed) or "nothing")]
    if outcome.error:
        lines += ["and ends with an error:", *_indented(outcome.error)]
    return [*lines, *(f"the task has {text!r}, and it is not printed" for text in left)]


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]


def _last_lines(error: str) -> str:
    return "\n".join(error.strip().splitlines()[-_SHOWN_LINES:])[-_SHOWN:]


def _cut(text: str) -> str:
    lines = text.splitlines()
    more = [f"… {len(lines) - _SHOWN_LINES} more lines"] if len(lines) > _SHOWN_LINES else []
    return "\n".join([*lines[:_SHOWN_LINES], *more])[:_SHOWN]
