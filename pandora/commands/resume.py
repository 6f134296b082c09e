"""`pandora resume`: continue a run from its documents, doing only what is not done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from pandora.budget import Budget
from pandora.commands.live import watching
from pandora.commands.shared import host_of, model_of, report, run_options, settings_of, store_of, workspace_of
from pandora.disk.layout import Workspace, parse_id
from pandora.engine import run as runs
from pandora.engine.lint_document import whole


@click.command()
@click.argument("document")
@run_options
@click.pass_context
def resume(ctx: click.Context, /, document: str, as_json: bool, quiet: bool, **options: Any) -> int:
    """Continue the run of DOCUMENT: interrupted, answered, approved, edited, or finished.

    Sections that still stand are kept; a finished run makes no model call and changes no byte. The
    run's own model is used unless --model names another.
    """
    return continue_run(workspace_of(ctx), document, as_json, quiet, options)


def continue_run(workspace: Workspace, given: str, as_json: bool, quiet: bool, options: dict[str, Any]) -> int:
    """Resume the run that `given` belongs to, and print how it ended."""
    found = workspace.resolve(given)
    root = f"system-{parse_id(found).run}"
    kept = whole(store_of(workspace).load(root), root).meta
    settings = settings_of(workspace, options)
    raised = {name: options[name] for name in ("calls", "tokens", "seconds") if options.get(name)}
    said = {key: int(value) for key, value in (kept.get("budget") or {}).items()}
    budget = replace(Budget(**said), **raised) if raised else None
    model = model_of(settings, options, str(kept.get("model", "")))
    try:
        with watching(quiet or as_json) as watcher:
            host = host_of(workspace, model, settings, options, watcher)
            ended = runs.resume(root, host, budget)
    finally:
        model.close()
    return report(ended, workspace, as_json)
