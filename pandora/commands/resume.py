"""`pandora resume`: continue a run from its documents, or every run that has something to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from pandora.budget import Budget
from pandora.commands.live_tree import watching
from pandora.commands.shared import host_of, model_of, report, run_options, settings_of, store_of, workspace_of
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.integrity import whole
from pandora.engine import run as runs
from pandora.engine.commits import Commits
from pandora.engine.events import Watcher
from pandora.engine.run import Ended
from pandora.models.protocol import Model


@click.command()
@click.argument("document", required=False)
@click.option("--all", "everything", is_flag=True, help="Continue every run that has something to do.")
@run_options
@click.pass_context
def resume(
    ctx: click.Context, /, document: str | None, everything: bool, as_json: bool, quiet: bool, **options: Any
) -> int:
    """Go on with the run of DOCUMENT, whatever stopped it.

    A run can be resumed when it was interrupted, answered, edited, escalated, failed or finished. Sections
    that are still fresh are kept. A finished run makes no model call and changes no byte. The run keeps its
    model, unless --model names another. If a ceiling ended the run, raise it with --calls, --tokens or
    --seconds.

    With --all, Pandora resumes every run that was interrupted, answered or edited, and prints a line for
    each. The exit code is then the worst of theirs.

    Exit codes: 0 accepted, 3 waiting for a person, 4 escalated, 5 failed.
    """
    if everything == (document is not None):
        raise click.UsageError("give a DOCUMENT, or --all for every run that has something to do")
    workspace = workspace_of(ctx)
    if document is not None:
        return continue_run(workspace, document, as_json, quiet, options)
    from pandora.commands.resume_all import resume_all

    return resume_all(workspace, as_json, quiet, options)


def continue_run(workspace: Workspace, given: str, as_json: bool, quiet: bool, options: dict[str, Any]) -> int:
    """Resume the run that `given` belongs to, and print how it ended."""
    found = workspace.resolve(given)
    run = parse_id(found).run
    if found != f"system-{run}" and not quiet:
        click.echo(f"{found} is a part of system-{run}, which is resumed", err=True)
    model = model_for(workspace, run, options)
    try:
        with watching(quiet or as_json) as watcher:
            ended = continued(workspace, run, model, watcher, options)
    finally:
        model.close()
    return report(ended, workspace, as_json)


def model_for(workspace: Workspace, run: str, options: dict[str, Any]) -> Model:
    """The model that a run goes on with; UsageError where the run is archived or its model is not here."""
    workspace.in_use(run)
    root = f"system-{run}"
    kept = whole(store_of(workspace).load(root), root).meta
    return model_of(settings_of(workspace, options), options, str(kept.get("model", "")))


def continued(workspace: Workspace, run: str, model: Model, watcher: Watcher, options: dict[str, Any]) -> Ended:
    """Resume a run with an open model; the ceilings that `options` give are the run's from now on."""
    root = f"system-{run}"
    kept = whole(store_of(workspace).load(root), root).meta
    raised = {name: options[name] for name in ("calls", "tokens", "seconds") if options.get(name)}
    said = {key: int(value) for key, value in (kept.get("budget") or {}).items()}
    budget = replace(Budget(**said), **raised) if raised else None
    host = host_of(workspace, model, settings_of(workspace, options), options, watcher)
    ended = runs.resume(root, host, budget)
    if isinstance(host.watcher, Commits):
        host.watcher.rest(root, ended.outcome.status.value)
    return ended
