"""`pandora rm`: remove runs, or parts that nothing refers to, for good."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from pandora.check.references import is_below, referrers, reusers
from pandora.commands.completion_values import complete_run
from pandora.commands.open_workspace import store_of, workspace_of
from pandora.commands.printing import print_json
from pandora.disk.archive import remove_documents
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.disk.recovery import recover
from pandora.disk.reply_index import ReplyIndex, replies_in
from pandora.disk.written_sections import forget
from pandora.document.counted import counted
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.errors import PandoraError, UsageError


@click.command()
@click.argument("documents", nargs=-1, shell_complete=complete_run, required=True, metavar="DOCUMENT...")
@click.option("--yes", is_flag=True, help="Do not ask before removing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array of the ids that were removed.")
@click.pass_context
def rm(ctx: click.Context, documents: tuple[str, ...], yes: bool, as_json: bool) -> int:
    """Remove each DOCUMENT and all documents below it: a whole run, or a part that its parent no longer names.

    A document is not removed if another one refers to it, such as its parent; the exit code is then 2. A run
    that reused a reply of a removed one has a copy of it, so it stays whole, and later runs find the reply
    there. Long results in state/blobs/ stay until `pandora fsck --repair` finds that nothing names them. Both
    commands work on a full disk.
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
            _index_copies(workspace, top)
            forget(workspace, ids)  # first, since they are named after the documents
            remove_documents(workspace, ids)
        removed += ids
        if not as_json:
            click.echo(f"{top}: {counted(len(ids), 'document')} removed")
    if as_json:
        print_json(removed)
    return 0


def _check_unreferenced(workspace: Workspace, top: str) -> None:
    """Raise UsageError where a document that stays refers to one that would be removed."""
    inside = is_below(top)
    for path, line, named in referrers(workspace, parse_id(top).run, inside, inside):
        place = f"{workspace.relative(path)}:{line}"
        raise UsageError(f"{place}: this refers to {named}; remove this document or the reference first")


def _index_copies(workspace: Workspace, top: str) -> None:
    """Enter the replies that other runs took from the documents at `top` into the index, where they are now."""
    index, store = ReplyIndex(workspace), store_of(workspace)
    if not index.folder.is_dir():
        return  # it is made from all documents that are there when it is needed
    for document_id in reusers(workspace, parse_id(top).run, is_below(top)):
        with suppress(PandoraError):  # a broken document is no place to find a reply
            index.add(replies_in(store.load(document_id), document_id))


def _confirm(top: str, size: int) -> None:
    """Ask the person whether to remove `size` documents; raises where they refuse or nobody can be asked."""
    below = f" and the {size - 1} document{'' if size == 2 else 's'} of its steps" if size > 1 else ""
    question = f"Remove {top}{below} for good?"
    if not sys.stdin.isatty():
        raise UsageError(f"{question} Nobody can be asked here: give --yes")
    click.confirm(question, abort=True, err=True)
