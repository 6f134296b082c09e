"""The workspace that a command works in, with its documents and its runs."""

from __future__ import annotations

from pathlib import Path

import click

from pandora.disk.layout import Workspace, find_workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean


def workspace_of(ctx: click.Context) -> Workspace:
    """The workspace that the folder of `-C`, or the current folder, is in; raises UsageError outside of one."""
    return find_workspace(ctx.find_root().obj or Path("."))


def store_of(workspace: Workspace, readings: DocumentCache | None = None) -> Store:
    """The store of the workspace's documents; its notes, such as of a conflict copy, go to stderr."""

    def tell(document: str, note: str) -> None:
        click.echo(clean(f"{document}: {note}"), err=True)

    return Store(workspace, tell, readings=readings or DocumentCache())


def run_of(workspace: Workspace, document_id: str) -> Run:
    """The run that a document belongs to; raises PandoraError where the run's root cannot be read."""
    return Run.open(store_of(workspace), parse_id(document_id).run)
