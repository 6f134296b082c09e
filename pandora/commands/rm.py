"""`pandora rm`: remove runs, or parts that nothing refers to, for good."""

from __future__ import annotations

import sys

import click

from pandora.check.references import is_below, referrers
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json
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
        inside, run = is_below(top), parse_id(top).run
        ids = list(filter(inside, workspace.run_documents(run)))
        _check_unreferenced(workspace, top)
        if not yes:
            _confirm(top, len(ids))
        with hold(workspace.document(f"system-{run}"), frees_space=True):
            _check_unreferenced(workspace, top)
            for document_id, note in recover(workspace, run):
                click.echo(clean(f"{document_id}: {note}"), err=True)
            ids = list(filter(inside, workspace.run_documents(run)))
            forget(workspace, ids)  # first, since they are named after the documents
            remove_documents(workspace, ids)
        removed += ids
        if not as_json:
            click.echo(f"{top}: {len(ids)} document{'' if len(ids) == 1 else 's'} removed")
    if as_json:
        print_json(removed)
    return 0


def _check_unreferenced(workspace: Workspace, top: str) -> None:
    """Raise UsageError where a document that stays refers to one that would be removed."""
    inside = is_below(top)
    for path, line, named in referrers(workspace, parse_id(top).run, inside, inside):
        place = f"{workspace.relative(path)}:{line}"
        raise UsageError(f"{place}: this refers to {named}; remove this document or the reference first")


def _confirm(top: str, size: int) -> None:
    """Ask the person whether to remove `size` documents; raises where they refuse or nobody can be asked."""
    question = f"Remove {top}" + (f" and {size - 1} below it" if size > 1 else "") + " for good?"
    if not sys.stdin.isatty():
        raise UsageError(f"{question} Nobody can be asked here: give --yes")
    click.confirm(question, abort=True, err=True)
