"""`pandora watch`: resume a run as soon as one of its documents is saved."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.open_workspace import document_of, trusted_workspace
from pandora.commands.resume_all import OpenModels
from pandora.commands.resume_on_save import ResumeOnSave
from pandora.commands.run_options import run_options
from pandora.disk.watch import Saves, watching
from pandora.document.ids import parse_id
from pandora.errors import DiskError, UsageError

TICK = 1.0
"""Seconds between two checks whether the folder is still there."""


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.option("--once", is_flag=True, help="Stop after the first run that was resumed, with its exit code.")
@run_options
@click.pass_context
def watch(
    ctx: click.Context, /, document: str | None, once: bool, as_json: bool, quiet: bool, **options: Any
) -> int:
    """Resume a run as soon as you save an edit of one of its documents.

    With DOCUMENT, only that run is watched; without it, every run is. You can answer a question after
    `Answer:`, change a section, or empty a section to have it made again. Edits that you saved earlier are
    picked up first. What the engine writes, and notes outside of sections, start nothing.

    Ctrl-C ends it: exit code 0, or 130 if it interrupts a run.
    """
    workspace = trusted_workspace(ctx, options)
    if document is not None and not document.strip():
        raise UsageError(
            f"{document!r} names no run; name one of `pandora ls`, or leave it out to watch every run"
        )
    run = parse_id(document_of(workspace, document)).run if document else ""
    if run:
        workspace.require_unarchived(run)
    saves = Saves()
    watched: ResumeOnSave | None = None
    try:
        with ExitStack() as stack:
            watched = ResumeOnSave(
                workspace, OpenModels(workspace, options, stack), options, saves, quiet, as_json
            )
            how = stack.enter_context(watching(workspace.state, saves))
            if not quiet:
                subject = f"system-{run}" if run else f"every run in {workspace.relative(workspace.state)}/"
                click.echo(f"watching {subject} ({how}); save an edit, or end with Ctrl-C", err=True)
            due = [f"system-{run}"] if run else workspace.runs()
            while True:
                for document_id in due:
                    if run and parse_id(document_id).run != run:
                        continue
                    code = watched.resume_run_of(document_id)
                    if code is not None and once:
                        return code
                due = saves.settled(TICK)
                if not workspace.state.is_dir():
                    raise DiskError(f"{workspace.state}:1: the folder is gone; restore it, then watch again")
    except KeyboardInterrupt:
        if watched and watched.resuming:
            raise
        return 0
