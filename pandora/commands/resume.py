"""`pandora resume`: continue a run from its documents, or every run that has something to do."""

from __future__ import annotations

from typing import Any

import click

from pandora.commands.live_tree import watching
from pandora.commands.shared import report, run_options, said_at_the_end, workspace_of
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.engine.open_run import continued, model_for


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
            ended = continued(workspace, run, model, options, watcher, said_at_the_end())
    finally:
        model.close()
    return report(ended, workspace, as_json)
