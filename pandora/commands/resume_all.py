"""Every run that has something to do, resumed one after the other, with a line for each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import click

from pandora.commands.event_log import EventLog, error_object, event_log
from pandora.commands.open_workspace import store_of
from pandora.commands.printing import print_json
from pandora.commands.run_progress import open_watched, watching
from pandora.commands.run_report import say_at_the_end
from pandora.disk.layout import Workspace
from pandora.disk.run_documents import Run
from pandora.document.terminal_text import clean, one_line
from pandora.engine.recorded_model import RecordedModel
from pandora.engine.resume_reasons import ResumeReason, questions, resume_reason
from pandora.engine.run import as_object, continued, model_for
from pandora.errors import PandoraError
from pandora.models.protocol import Model
from pandora.outcome import EXIT_CODES, Status
from pandora.research.run_loops import loop_of

EXIT_CODES_BY_SEVERITY = (0, 3, 4, 5, 2, 6, 1)
"""From the best to the worst."""


def resume_all(workspace: Workspace, as_json: bool, quiet: bool, options: dict[str, Any]) -> int:
    """Resume every run that has something to do; returns the worst exit code, 0 where there is none."""
    rows: list[dict[str, Any]] = []
    with ExitStack() as stack:
        events = stack.enter_context(event_log(options.get("events"), "resume", as_json))
        models = OpenModels(workspace, options, stack)
        silent = as_json or (events is not None and events.stdout)
        for run, need in _runs_to_resume(workspace, quiet):
            row = _resume_one(workspace, run, need, models, quiet or as_json, options, events)
            rows.append(row)
            if not silent:
                click.echo(f"{row['id']}: {row['why']} → {row['line']}")
    if as_json:
        print_json([{key: value for key, value in row.items() if key not in ("line", "code")} for row in rows])
    elif not rows and not quiet:
        click.echo("no run has anything to do", err=True)
    return max((int(row["code"]) for row in rows), key=EXIT_CODES_BY_SEVERITY.index, default=0)


class OpenModels:
    """The models of the runs that are resumed, each opened once and closed with the stack."""

    def __init__(self, workspace: Workspace, options: dict[str, Any], stack: ExitStack) -> None:
        self._workspace, self._options, self._stack = workspace, options, stack
        self._open: dict[str, Model] = {}

    def of(self, run: Run) -> Model:
        """The model of a run, which stays open for the next."""
        recorded = RecordedModel.of(run.load(run.root_id).meta)
        name = "" if self._options.get("model") else f"{recorded.name} {recorded.digest}"
        if name not in self._open:
            model = model_for(self._workspace, run.id, self._options, run.store)
            self._stack.callback(model.close)
            self._open[name] = model
        return self._open[name]


def _runs_to_resume(workspace: Workspace, quiet: bool) -> Iterator[tuple[Run, ResumeReason | PandoraError]]:
    """The runs that were interrupted, answered or edited, and those that cannot be read, with the reason.

    The question of a run that waits for a person goes to stderr.
    """
    for root in workspace.runs():
        run = root.removeprefix("system-")
        if workspace.archive_folder(run).is_dir():
            continue
        opened = Run(store_of(workspace), run)
        try:
            need = resume_reason(opened)
            if need is not None:
                yield opened, need
            elif not quiet and (asked := questions(opened)):
                click.echo(f"{root} waits: {one_line(asked[0].words, 200)}", err=True)
        except PandoraError as error:
            yield opened, error


def _resume_one(
    workspace: Workspace,
    run: Run,
    need: ResumeReason | PandoraError,
    models: OpenModels,
    quiet: bool,
    options: dict[str, Any],
    events: EventLog | None,
) -> dict[str, Any]:
    """Resume one run; returns its row, in which an error is reported, so that it does not stop the others."""
    row: dict[str, Any] = {"id": run.root_id, "why": "unreadable", "error": None}
    try:
        if isinstance(need, PandoraError):
            raise need
        row["why"] = need.why
        with watching(quiet, events) as watcher:
            say, model = say_at_the_end(), open_watched(watcher, lambda: models.of(run))
            ended = continued(workspace, run.id, model, options, watcher, say, run.store, loop_of(run.root))
    except PandoraError as error:
        message = clean(str(error))
        if events is not None:
            events.tell("error", **error_object(error))
        return {**row, "error": message, "line": one_line(message, 200), "code": error.exit_code}
    outcome = ended.outcome
    if events is not None:
        events.result(as_object(ended, workspace), outcome.exit_code)
    asked = outcome.question.words if outcome.question else outcome.reason
    ending = outcome.output if outcome.status is Status.ACCEPTED else asked
    message = f"{outcome.status.value}: {one_line(ending, 200)}"
    return {**row, **as_object(ended, workspace), "line": message, "code": EXIT_CODES[outcome.status]}
