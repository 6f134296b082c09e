"""`pandora ui`: a full-screen view of the workspace, with keys for the commands."""

from __future__ import annotations

import os
import sys

import click

from pandora.commands.open_workspace import workspace_of
from pandora.errors import UsageError


@click.command()
@click.option("--model", metavar="NAME", help="The model of runs that are begun or continued here.")
@click.pass_context
def ui(ctx: click.Context, model: str | None) -> int:
    """Show the workspace on the whole terminal, and act on its runs by keys.

    The runs are at the left, the newest first. Beside them are the tree of the run and its document, which
    change as the run goes on. Keys edit, answer, approve, resume, undo, and show differences, causes and
    prompts; `/` searches the text of all runs. The last lines list the keys.

    Leaving with q interrupts what was begun in the view, and `pandora resume` goes on with it.
    """
    workspace = workspace_of(ctx)
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)) or _dumb():
        raise UsageError("the view needs a terminal; `pandora ls`, `tree` and `show` print the same")
    from pandora.ui.app import WorkspaceApp

    app = WorkspaceApp(workspace, model)
    app.run()
    if app.failure is not None:
        raise app.failure
    if app.interrupted:
        raise KeyboardInterrupt
    return 0


def _dumb() -> bool:
    """True where the terminal cannot be drawn on."""
    return os.environ.get("TERM", "") in ("", "dumb")
