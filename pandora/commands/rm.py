"""`pandora rm`: remove runs, or parts that nothing refers to, for good."""

from __future__ import annotations

import sys

import click

from pandora.check.references import below, referrers
from pandora.commands.printing import print_json
from pandora.commands.shared import workspace_of
from pandora.disk.archive import remove_documents
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.disk.recovery import recover
from pandora.disk.written_sections import forget
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.errors import UsageError


@click.command()
@click.argument("documents", nargs=-1, required=True, metavar="DOCUMENT...")
@click.option("--yes", is_flag=True, help="Do not ask before removing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array of the ids that were removed.")
@click.pass_context
def rm(ctx: click.Context, documents: tuple[str, ...], yes: bool, as_json: bool) -> int:
    """Remove each DOCUMENT and all documents below it: a whole run, or a part that its parent no longer names.

    A document is not removed if another one refers to it: its parent, or another run that took a result
    from it; the exit code is then 2. Long results in state/blobs/ stay until `pandora fsck --repair` finds
    that nothing names them. Both commands work on a full disk.
    """
    workspace = workspace_of(ctx)
    removed: list[str] = []
    for top in dict.fromkeys(map(workspace.resolve, documents)):
        inside = below(top)
        ids = [each for each in workspace.run_documents(parse_id(top).run) if inside(each)]
        _refuse(workspace, top)
        if not yes:
            _ask(top, len(ids))
        with hold(workspace.document(f"system-{parse_id(top).run}"), frees_space=True):
            _refuse(workspace, top)
            for document_id, told in recover(workspace, parse_id(top).run):
                click.echo(clean(f"{document_id}: {told}"), err=True)
            ids = [each for each in workspace.run_documents(parse_id(top).run) if inside(each)]
            forget(workspace, ids)  # first: without their documents nobody could name them
            remove_documents(workspace, ids)
        removed += ids
        if not as_json:
            click.echo(f"{top}: {len(ids)} document{'' if len(ids) == 1 else 's'} removed")
    if as_json:
        print_json(removed)
    return 0


def _refuse(workspace: Workspace, top: str) -> None:
    """Raise UsageError where a document that stays names one that would go."""
    inside = below(top)
    for path, line, named in referrers(workspace, parse_id(top).run, inside, inside):
        place = f"{workspace.relative(path)}:{line}"
        raise UsageError(f"{place}: this refers to {named}; remove that first, or what names it there")


def _ask(top: str, size: int) -> None:
    told = f"Remove {top}" + (f" and {size - 1} below it" if size > 1 else "") + " for good?"
    if not sys.stdin.isatty():
        raise UsageError(f"{told} Nobody can be asked here: give --yes")
    click.confirm(told, abort=True, err=True)
