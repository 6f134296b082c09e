"""`pandora archive`: move whole runs to state/archive/, where commands still read them, and back."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.open_workspace import named_document, store_of, workspace_of
from pandora.commands.printing import print_json
from pandora.disk.archive import archive_run, restore_run, run_files
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.disk.recovery import recover
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.errors import HeldError, PandoraError, UsageError
from pandora.outcome import Status

_AGE = re.compile(r"^(\d+)\s*([hdw])$")
_SECONDS = {"h": 3600, "d": 86400, "w": 7 * 86400}


@click.command()
@click.argument("documents", nargs=-1, shell_complete=complete_run, metavar="[DOCUMENT]...")
@click.option(
    "--older-than", metavar="AGE", help="Move every run that ended and was not changed for AGE: 30d, 12h or 2w."
)
@click.option("--restore", is_flag=True, help="Move the runs back to state/.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array of the runs that were moved.")
@click.pass_context
def archive(
    ctx: click.Context, documents: tuple[str, ...], older_than: str | None, restore: bool, as_json: bool
) -> int:
    """Move the whole run of each DOCUMENT to state/archive/.

    `show`, `tree`, `check` and `ls --archived` still read an archived run. To go on with it, bring it back
    with --restore. If the command is killed in the middle, give it again: it finishes the move.
    """
    if bool(documents) == (older_than is not None) or (restore and older_than):
        raise click.UsageError("name the runs, or give --older-than AGE")
    workspace = workspace_of(ctx)
    if older_than is not None:
        runs = list(_ended_runs(workspace, _age_in_seconds(older_than)))
    else:
        runs = list(dict.fromkeys(parse_id(named_document(workspace, document)).run for document in documents))
    moved: list[dict[str, Any]] = []
    worst = 0
    for run in runs:
        try:
            moved.append({"id": f"system-{run}", "documents": _move(workspace, run, restore)})
        except HeldError as error:
            if older_than is None:
                raise
            click.echo(clean(str(error)), err=True)
            worst = error.exit_code
            continue
        if not as_json:
            place = "is back" if restore else f"is in {workspace.relative(workspace.archive_folder(run))}/"
            click.echo(f"system-{run} {place}: {moved[-1]['documents']} files")
    if as_json:
        print_json(moved)
    elif not moved:
        click.echo("no run is that old" if older_than else "nothing was moved", err=True)
    return worst


def _move(workspace: Workspace, run: str, restore: bool) -> int:
    """Move one run to the archive, or back, under its lease; returns how many files were moved."""
    if restore and not workspace.archive_folder(run).is_dir():
        raise UsageError(f"run {run} is not archived; `pandora ls --archived` lists those that are")
    if not restore and not run_files(workspace.state, run):
        raise UsageError(f"run {run} is archived already; `pandora archive --restore {run}` brings it back")
    with hold(workspace.document(f"system-{run}")):
        if restore:
            return restore_run(workspace, run)
        for document_id, note in recover(workspace, run):
            click.echo(f"{document_id}: {note}", err=True)
        return archive_run(workspace, run)


def _age_in_seconds(age: str) -> int:
    """The seconds of an age such as 30d, 12h or 2w; raises click.UsageError for anything else."""
    match = _AGE.match(age.strip())
    if not match:
        raise click.UsageError(f"{age!r} is not an age; write 30d, 12h or 2w")
    return int(match[1]) * _SECONDS[match[2]]


def _ended_runs(workspace: Workspace, seconds: int) -> Iterator[str]:
    """The ended runs of which no document was written for `seconds`; stderr counts those that did not end."""
    before, store, unfinished = time.time() - seconds, store_of(workspace), 0
    for root in workspace.runs():
        run = root.removeprefix("system-")
        if workspace.document(root).stat().st_mtime >= before:
            continue
        if any(path.stat().st_mtime >= before for path in run_files(workspace.state, run)):
            continue
        try:
            status = Status(str(store.load(root).meta.get("status")))
        except (PandoraError, ValueError):
            status = Status.RUNNING
        if status.ended:
            yield run
        else:
            unfinished += 1
    if unfinished:
        subject = "1 run of that age has" if unfinished == 1 else f"{unfinished} runs of that age have"
        click.echo(f"{subject} not ended; name it to archive it all the same", err=True)
