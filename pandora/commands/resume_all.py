"""Every run that has something to do, continued one after the other, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import click

from pandora.commands.live_tree import watching
from pandora.commands.printing import print_json
from pandora.commands.shared import said_at_the_end, store_of
from pandora.disk.layout import Workspace
from pandora.disk.run_documents import Run
from pandora.document.terminal_text import clean, one_line
from pandora.engine.resume_reasons import Need, need_of, questions
from pandora.engine.run import as_object, continued, model_for
from pandora.errors import PandoraError
from pandora.models.protocol import Model
from pandora.outcome import EXIT_CODES, Status

WORST = (0, 3, 4, 5, 2, 6, 1)
"""Exit codes from the best to the worst."""


def resume_all(workspace: Workspace, as_json: bool, quiet: bool, options: dict[str, Any]) -> int:
    """Continue every run that has something to do; returns the worst exit code, 0 where there is none."""
    rows: list[dict[str, Any]] = []
    with ExitStack() as stack:
        models = Models(workspace, options, stack)
        for run, need in _needs(workspace, quiet):
            row = _continue(workspace, run, need, models, quiet or as_json, options)
            rows.append(row)
            if not as_json:
                click.echo(f"{row['id']}: {row['why']} → {row['told']}")
    if as_json:
        print_json([{key: value for key, value in row.items() if key not in ("told", "code")} for row in rows])
    elif not rows and not quiet:
        click.echo("no run has anything to do", err=True)
    return max((int(row["code"]) for row in rows), key=WORST.index, default=0)


class Models:
    """The models that runs go on with, each opened once."""

    def __init__(self, workspace: Workspace, options: dict[str, Any], stack: ExitStack) -> None:
        self._workspace, self._options, self._stack = workspace, options, stack
        self._open: dict[str, Model] = {}

    def of(self, run: Run) -> Model:
        """The model of a run, which stays open for the next."""
        name = "" if self._options.get("model") else str(run.load(run.root_id).meta.get("model", ""))
        if name not in self._open:
            model = model_for(self._workspace, run.id, self._options, run.store)
            self._stack.callback(model.close)
            self._open[name] = model
        return self._open[name]


def _needs(workspace: Workspace, quiet: bool) -> Iterator[tuple[Run, Need | PandoraError]]:
    """The runs with something to do, and those that cannot be read; a waiting one is told on stderr."""
    for root in workspace.runs():
        run = root.removeprefix("system-")
        if workspace.archive_folder(run).is_dir():
            continue
        opened = Run(store_of(workspace), run)
        try:
            need = need_of(opened)
            if need is not None:
                yield opened, need
            elif not quiet and (asked := questions(opened)):
                click.echo(f"{root} waits: {one_line(asked[0].text, 200)}", err=True)
        except PandoraError as error:
            yield opened, error


def _continue(
    workspace: Workspace,
    run: Run,
    need: Need | PandoraError,
    models: Models,
    quiet: bool,
    options: dict[str, Any],
) -> dict[str, Any]:
    """One run's row; what keeps it from going on is told in it, and does not keep the others."""
    row: dict[str, Any] = {"id": run.root_id, "why": "unreadable", "error": None}
    try:
        if isinstance(need, PandoraError):
            raise need
        row["why"] = need.why
        with watching(quiet) as watcher:
            say, model = said_at_the_end(), models.of(run)
            ended = continued(workspace, run.id, model, options, watcher, say, run.store)
    except PandoraError as error:
        told = clean(str(error))
        return {**row, "error": told, "told": one_line(told, 200), "code": error.exit_code}
    outcome = ended.outcome
    said = outcome.output if outcome.status is Status.ACCEPTED else outcome.question or outcome.reason
    told = f"{outcome.status.value}: {one_line(str(said), 200)}"
    return {**row, **as_object(ended, workspace), "told": told, "code": EXIT_CODES[outcome.status]}
