"""`pandora fsck`: whether the files in state/ agree with one another, and the repairs that are certain."""

from __future__ import annotations

import click

from pandora.check.fsck import fsck as check_state
from pandora.commands.command_hint import with_folder
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json
from pandora.document.counted import counted
from pandora.document.terminal_text import clean
from pandora.errors import Problem


@click.command()
@click.option(
    "--repair",
    is_flag=True,
    help="Mend what is certain: remove unfinished writes, temporary copies and blobs that nothing names.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: problems, notes, repaired.")
@click.pass_context
def fsck(ctx: click.Context, repair: bool, as_json: bool) -> int:
    """Check that the files in state/ agree with one another.

    It checks references in both directions, digests, documents without a parent, tries without a result,
    conflict copies, unfinished writes, unreadable documents, blobs and the archive. It also finds temporary
    copies of the workspace that an engine left when it was killed.

    Problems go to stdout as `path:line: message`, and the exit code is 1. Notes go to stderr: an edit that
    was not resumed yet, a document that nothing names any more. --repair never touches a person's text.
    """
    report = check_state(workspace_of(ctx), repair)
    if as_json:
        parts = {"problems": report.problems, "notes": report.notes, "repaired": report.repaired}
        print_json({name: [vars(problem) for problem in problems] for name, problems in parts.items()})
    else:
        for problem in report.problems:
            click.echo(_line(problem))
        for problem in report.repaired:
            click.echo(f"repaired: {_line(problem)}", err=True)
        for problem in report.notes:
            click.echo(f"note: {_line(problem)}", err=True)
    size = len(report.problems)
    click.echo(counted(size, "problem") if size else "no problem", err=True)
    return 1 if size else 0


def _line(problem: Problem) -> str:
    return " ".join(with_folder(clean(str(problem))).split("\n"))
