"""`pandora undo`: put back the files that a run changed in the workspace."""

from __future__ import annotations

import time

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import document_or_newest
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.errors import UsageError
from pandora.workspace.applied_changes import applications
from pandora.workspace.redo import plan_redo
from pandora.workspace.redo import redo as apply_redo
from pandora.workspace.undo import UndoPlan, is_in_step, plan_undo
from pandora.workspace.undo import undo as apply_undo

NOTHING_TO = "Nothing to "
"""What the output begins with where no file of the run is to be put back, or written again."""


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.option(
    "--step", metavar="N", help="Undo only what step N changed. N can be a step below another, such as 2.1."
)
@click.option("--redo", is_flag=True, help="Write again what the last undo of the run took back.")
@click.option("--dry-run", is_flag=True, help="Say what would be put back, and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def undo(
    ctx: click.Context, document: str | None, step: str | None, redo: bool, dry_run: bool, as_json: bool
) -> int:
    """Put back the files that the run of DOCUMENT changed, and remove the files that it made.

    Without DOCUMENT, the newest run is meant.

    If somebody changed one of these files since, undo names it and touches nothing; the exit code is 5. With
    --redo, the last undo is taken back: every file is again as the run left it. A run that was undone cannot
    be resumed until you redo it, or delete the line `undone` in its root document; it then makes its files
    again.
    """
    workspace = workspace_of(ctx)
    name = parse_id(document_or_newest(workspace, document, silent=as_json))
    if step is not None and not all(part.isdecimal() for part in step.split(".")):
        raise UsageError(f"--step is {step!r}; give a step's number, such as 2 or 2.1")
    if redo and step is not None:
        raise UsageError("--redo takes back the last undo as a whole; leave out --step")
    workspace.require_unarchived(name.run)
    with hold(workspace.document(f"system-{name.run}")):
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        removed: list[str] = []
        if redo:
            plan = plan_redo(workspace, name.run)
            if not dry_run:
                apply_redo(workspace, plan, at)
        else:
            plan = plan_undo(workspace, name.run, step or name.number)
            removed = [] if dry_run else apply_undo(workspace, plan, at)
    if as_json:
        print_json({"id": f"system-{name.run}", "dry_run": dry_run, **_object(plan), "folders": removed})
        return 0
    if not plan.applications:
        reason = _reason(workspace, name.run, redo, step or name.number)
        click.echo(f"{NOTHING_TO}{'redo' if redo else 'undo'}{reason}.")
    for line in change_lines(plan, dry_run, redo):
        click.echo(clean(line))
    for folder in removed:
        click.echo(clean(f"removed {folder}/"))
    return 0


def _reason(workspace: Workspace, run: str, redo: bool, step: str) -> str:
    """Why nothing is to be undone, or written again, in a run or in one of its steps."""
    changed = applications(workspace, run)
    if not changed:
        return ": the run changed no file"
    if redo:
        return ": nothing of the run is undone"
    if any(is_in_step(application, step) for application in changed):
        return f": {f'what step {step} changed' if step else 'what the run changed'} is undone already"
    numbers = dict.fromkeys(parse_id(application.document).number for application in changed)
    return f": step {step} changed no file; {'step' if len(numbers) == 1 else 'steps'} {', '.join(numbers)} did"


def change_lines(plan: UndoPlan, dry_run: bool, redo: bool = False) -> list[str]:
    """A line for each file: whether it is, or would be, put back, written again or removed."""
    verbs = (
        ("removed", "would remove"),
        ("wrote again", "would write again") if redo else ("put back", "would put back"),
    )
    lines = [f"{verbs[change.content is not None][dry_run]} {change.path}" for change in plan.changes]
    if plan.applications and not lines:
        lines.append("Every file is as it was already.")
    return lines


def _object(plan: UndoPlan) -> dict[str, list[str]]:
    return {
        "restored": [change.path for change in plan.changes if change.content is not None],
        "removed": [change.path for change in plan.changes if change.content is None],
        "documents": list(dict.fromkeys(application.document for application in plan.applications)),
    }
