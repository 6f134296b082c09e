"""The question of `init` at a terminal: which of the models on this machine the new workspace works with."""

from __future__ import annotations

import sys

import click

from pandora.commands.model_choice import use_model
from pandora.disk.layout import Workspace
from pandora.document.terminal_text import clean
from pandora.models.catalogue import sources_on_disk
from pandora.models.discovery.local_models import local_models
from pandora.settings import DEFAULTS, load_settings

MOST = 20
"""The most models that are offered."""


def offer_model(workspace: Workspace) -> str:
    """Ask a person at a terminal for the workspace's model and write it; returns it, "" where none was chosen.

    Nobody is asked without a terminal, where a variable or the user's own settings name a model already, or
    where nothing but the default could be chosen.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return ""
    if load_settings(workspace.root, {})["model"] != DEFAULTS["model"]:
        return ""
    offers = [(source.name, source.about or "pulled") for source in sources_on_disk() if source.pulled]
    offers += [(model.name, model.about) for model in local_models()]
    if not [name for name, _ in offers if name != DEFAULTS["model"]]:
        return ""
    click.echo("Models on this machine:", err=True)
    for number, (name, about) in enumerate(offers[:MOST], 1):
        click.echo(clean(f"  {number:2}  {name}  ({about})"), err=True)
    try:
        question = "Which one shall this workspace use? (Enter: decide later)"
        number = _ask(question, len(offers[:MOST]))
    except click.Abort:
        click.echo(err=True)
        return ""
    if not number:
        return ""
    name = offers[number - 1][0]
    use_model(workspace, name)
    return name


def _ask(question: str, most: int) -> int:
    """The number that a person types, 0 for none."""
    wanted = click.IntRange(0, most)
    return int(click.prompt(question, type=wanted, default=0, show_default=False, err=True))
