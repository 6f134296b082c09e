"""`pandora trust`: let the settings of a workspace decide where data goes and what is allowed, or stop that."""

from __future__ import annotations

from pathlib import Path

import click

from pandora.disk.layout import Workspace, find_workspace
from pandora.document.terminal_text import clean
from pandora.settings import Settings, load_settings
from pandora.trusted_workspaces import revoke as revoke_trust
from pandora.trusted_workspaces import trust as record_trust
from pandora.user_folders import from_home


@click.command()
@click.argument("directory", default=".", metavar="[DIR]")
@click.option("--show", is_flag=True, help="Only say what would be trusted, and whether it is.")
@click.option("--revoke", is_flag=True, help="Trust it no longer.")
@click.pass_context
def trust(ctx: click.Context, directory: str, show: bool, revoke: bool) -> int:
    """Trust the workspace that DIR (or this folder) is in with what its pandora.toml decides.

    Settings that send data somewhere (model, searxng), that write to git (commit) or that loosen your policy
    count only once you trust them. Read them before: --show lists them. If one of them changes, you are asked
    again. A flag or a variable of yours counts in any case.
    """
    if show and revoke:
        raise click.UsageError("give --show or --revoke, not both")
    folder = Path(ctx.find_root().obj or ".") / from_home(directory)
    if not folder.is_dir():  # a slip of the finger must not trust the workspace above it
        raise click.UsageError(f"{directory} is no folder; name one in the workspace that you trust")
    workspace = find_workspace(folder)
    if revoke:
        was = revoke_trust(workspace.root)
        click.echo(clean(f"{workspace.root} is {'trusted no longer' if was else 'not trusted, as before'}"))
        return 0
    settings = load_settings(workspace.root, {}, {}) if show else trust_workspace(workspace)
    for grant in settings.grants:
        click.echo(clean(str(grant)))
    state = "trusted"
    if not settings.grants:
        state = "its settings decide nothing that needs your trust"
    elif show and settings.withheld:
        state = "not trusted"
    click.echo(clean(f"{workspace.root}: {state}"))
    return 0


def trust_workspace(workspace: Workspace) -> Settings:
    """Trust a workspace with what its settings file grants at this moment; returns those settings."""
    settings = load_settings(workspace.root, {}, {})
    if settings.grants:
        record_trust(workspace.root, settings.digest, [grant.text for grant in settings.grants])
    return settings
