"""`pandora approve`: say yes to the effect that a run waits with, and go on."""

from __future__ import annotations

from typing import Any

import click

from pandora.commands.answer import write_answer
from pandora.commands.resume import continue_run
from pandora.commands.shared import run_options, workspace_of


@click.command()
@click.argument("document")
@run_options
@click.pass_context
def approve(ctx: click.Context, /, document: str, as_json: bool, quiet: bool, **options: Any) -> int:
    """Approve the effect that the run of DOCUMENT waits with, and resume it.

    `pandora answer DOCUMENT no` refuses it.
    """
    workspace = workspace_of(ctx)
    write_answer(workspace, document, "yes")
    return continue_run(workspace, document, as_json, quiet, options)
