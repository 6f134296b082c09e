"""The options of commands that may call a model: the model, effects, ceilings and output."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from pandora.commands.completion_values import complete_model, complete_profile

AUTO = "auto"
F = TypeVar("F", bound=Callable[..., Any])


def layer_count(ctx: click.Context, param: click.Parameter, value: str | None) -> int | str | None:
    """The number of layers that an option gives, or `auto`; None where it was not given."""
    if value is None or value == AUTO:
        return value
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise click.BadParameter(f"{value!r} is neither a whole number nor {AUTO}", ctx, param)
    return int(value)


model_option = click.option(
    "--model",
    metavar="NAME",
    shell_complete=complete_model,
    help="The model: a pulled one, PATH.gguf, ollama:NAME, server:URL or scripted:FILE.",
)
recorded_model_option = click.option(
    "--model",
    metavar="NAME",
    shell_complete=complete_model,
    help="The model of the run, if its name in the document does not say where it is.",
)
profile_option = click.option(
    "--profile",
    metavar="NAME",
    shell_complete=complete_profile,
    help="Take the settings of [profile.NAME] in a pandora.toml.",
)
record_option = click.option(
    "--record",
    metavar="FILE",
    help="Write every reply of the model to FILE, for --model scripted:FILE.",
)
tokens_option = click.option(
    "--tokens", type=click.IntRange(1), help="How many tokens may be read and written in all."
)
seconds_option = click.option("--seconds", type=click.IntRange(1), help="How many seconds it may take in all.")
scaffold_option = click.option(
    "--scaffold",
    type=click.Choice(("auto", "on", "off")),
    help="Rules and openings that only a weak model needs; auto goes by the model's size.",
)


def run_options(command: F) -> F:
    """The options of every command that may call a model."""
    for option in reversed(
        (
            model_option,
            click.option(
                "--model-context",
                type=click.IntRange(1),
                help="How many tokens a model in this process is given.",
            ),
            click.option(
                "--threads", type=click.IntRange(1), help="How many threads a model in this process has."
            ),
            click.option(
                "--gpu-layers",
                callback=layer_count,
                metavar="N",
                help="How many of its layers go to the graphics card, or auto.",
            ),
            profile_option,
            record_option,
            click.option(
                "--yes",
                is_flag=True,
                help="Allow the effects that policy would ask about, but for files the task does not name.",
            ),
            click.option("--deny-all", is_flag=True, help="Refuse every effect, whatever policy says."),
            click.option(
                "--unsafe", is_flag=True, help="Run commands even if no sandbox works on this machine."
            ),
            click.option(
                "--calls", type=click.IntRange(1), help="How many model calls the whole run may make."
            ),
            tokens_option,
            seconds_option,
            click.option(
                "--context",
                type=click.IntRange(1),
                help="How many tokens of work a prompt of the root may hold.",
            ),
            click.option(
                "--depth", type=click.IntRange(0), help="How many levels of loops there may be below the root."
            ),
            scaffold_option,
            click.option("--jobs", type=click.IntRange(1), help="How many steps may run at once."),
            click.option(
                "--executor",
                metavar="dask:ADDRESS",
                help="Run steps that do not need one another on a Dask cluster over this folder.",
            ),
            click.option(
                "--no-cache",
                is_flag=True,
                help="Do not use replies of earlier runs, and do not keep these for later ones.",
            ),
            click.option("--fresh", is_flag=True, help="Use nothing that the model wrote before."),
            click.option(
                "--events",
                metavar="FILE",
                help="Append everything that happens to FILE as JSON lines; - is stdout, without the answer.",
            ),
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
            click.option(
                "-q",
                "--quiet",
                is_flag=True,
                help="Print the answer alone; what comes in its place goes to stderr.",
            ),
        )
    ):
        command = option(command)
    return command
