"""The workspace that a command works in, with its documents and its runs, and whether a person trusts it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pandora.commands.run_list import newest_run
from pandora.disk.layout import Workspace, find_workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.inspect.section_places import parse_place

LAST = "last"
"""The word for the newest run, wherever a command takes a document."""


def workspace_of(ctx: click.Context) -> Workspace:
    """The workspace that the folder of `-C`, or the current folder, is in; raises UsageError outside of one."""
    return find_workspace(ctx.find_root().obj or Path("."))


def trusted_workspace(ctx: click.Context, options: Mapping[str, Any]) -> Workspace:
    """The workspace of a command that works by its settings; `options` are the command's flags.

    Where its own file grants something that nobody trusts, a person at a terminal is asked once. Raises
    UntrustedError where there is none, or where the answer is no.
    """
    from pandora.settings import load_settings
    from pandora.trusted_workspaces import trust
    from pandora.workspace_grants import untrusted_error

    workspace = workspace_of(ctx)
    settings = load_settings(workspace.root, options)
    if not settings.withheld:
        return workspace
    if sys.stdin.isatty() and sys.stderr.isatty():
        click.echo(
            clean(f"{workspace.settings} wants to decide where your data goes, or what is allowed:"), err=True
        )
        for grant in settings.grants:
            click.echo(clean(f"  {grant}"), err=True)
        if click.confirm("Do you trust this workspace with that?", err=True):
            trust(workspace.root, settings.digest, [grant.text for grant in settings.grants])
            return workspace
    raise untrusted_error(workspace.root, settings.withheld)


def store_of(workspace: Workspace, readings: DocumentCache | None = None) -> Store:
    """The store of the workspace's documents; its notes, such as of a conflict copy, go to stderr."""

    def tell(document: str, note: str) -> None:
        click.echo(clean(f"{document}: {note}"), err=True)

    return Store(workspace, tell, readings=readings or DocumentCache())


def place_of(workspace: Workspace, given: str) -> tuple[str, int | None]:
    """The id of an existing document and the section, if any, that `RUN`, `DOCUMENT` or `RUN:plan` names."""
    document, section = parse_place(given)
    return named_document(workspace, document), section


def named_document(workspace: Workspace, given: str) -> str:
    """The id of the existing document that `given` names; `last` is the newest run's root."""
    return newest_run(workspace) if given.strip().lower() == LAST else workspace.resolve(given)


def document_of(workspace: Workspace, given: str) -> str:
    """The id of an existing document, for a command that takes all of it; `RUN:plan` means its document."""
    return place_of(workspace, given)[0]


def run_of(workspace: Workspace, document_id: str) -> Run:
    """The run that a document belongs to; raises PandoraError where the run's root cannot be read."""
    return Run.open(store_of(workspace), parse_id(document_id).run)
