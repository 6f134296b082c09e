"""What commands share: the workspace, common options, and printing how a run ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pandora.commands.printing import print_json
from pandora.disk.layout import Workspace, find_workspace
from pandora.disk.read_document import DocumentCache
from pandora.disk.run_documents import Run
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.engine.run import Ended, as_object, documents_of
from pandora.outcome import Outcome, Status

F = TypeVar("F", bound=Callable[..., Any])


def workspace_of(ctx: click.Context) -> Workspace:
    """The workspace that `-C` names, or that the current folder is in."""
    return find_workspace(ctx.find_root().obj or Path("."))


def run_options(command: F) -> F:
    """The options of every command that may call a model."""
    for option in reversed(
        (
            click.option(
                "--model",
                metavar="NAME",
                help="The model: a pulled one, PATH.gguf, server:URL or scripted:FILE.",
            ),
            click.option(
                "--record",
                metavar="FILE",
                help="Write every reply of the model to FILE, for --model scripted:FILE.",
            ),
            click.option("--yes", is_flag=True, help="Allow every effect that policy would ask about."),
            click.option("--deny-all", is_flag=True, help="Refuse every effect, whatever policy says."),
            click.option(
                "--unsafe", is_flag=True, help="Run commands even if no sandbox works on this machine."
            ),
            click.option(
                "--calls", type=click.IntRange(1), help="How many model calls the whole run may make."
            ),
            click.option(
                "--tokens", type=click.IntRange(1), help="How many tokens may be read and written in all."
            ),
            click.option("--seconds", type=click.IntRange(1), help="How many seconds it may take in all."),
            click.option(
                "--context",
                type=click.IntRange(1),
                help="How many tokens of work a prompt of the root may hold.",
            ),
            click.option(
                "--depth", type=click.IntRange(0), help="How many levels of loops there may be below the root."
            ),
            click.option("--jobs", type=click.IntRange(1), help="How many steps may run at once."),
            click.option(
                "--no-cache",
                is_flag=True,
                help="Do not use replies of earlier runs, and do not keep these for later ones.",
            ),
            click.option("--fresh", is_flag=True, help="Use nothing that the model wrote before."),
            click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
            click.option("-q", "--quiet", is_flag=True, help="Show no progress."),
        )
    ):
        command = option(command)
    return command


def said_at_the_end() -> Callable[[str], None]:
    """A way to say something on stderr when the command is done and no live tree is in the way."""
    context = click.get_current_context(silent=True)

    def say(message: str) -> None:
        if context is None:
            click.echo(clean(message), err=True)
        else:
            context.call_on_close(lambda: click.echo(clean(message), err=True))

    return say


def report(ended: Ended, workspace: Workspace, as_json: bool) -> int:
    """Print how a run ended; returns its exit code."""
    outcome, usage, run = ended.outcome, ended.usage, ended.run
    if as_json:
        print_json(as_object(ended, workspace))
        return outcome.exit_code
    if outcome.status is Status.ACCEPTED:
        click.echo(clean(outcome.output))
    elif outcome.status is Status.WAITING:
        click.echo(f"Waiting: {clean(str(outcome.question or ''))}")
        if outcome.question and outcome.question.kind == "effect":
            click.echo(
                f"`pandora approve {run}` allows it, `--always` from now on, `--deny` refuses it; or write yes "
                f"or no after 'Answer:' and `pandora resume {run}`."
            )
        else:
            click.echo(
                f"Answer with `pandora answer {run} TEXT`, "
                f"or write it after 'Answer:' and `pandora resume {run}`."
            )
    else:
        partial = f"\nPartial result: {clean(outcome.output)}" if outcome.output else ""
        click.echo(f"{outcome.status.value.capitalize()}: {clean(outcome.reason)}{partial}")
        if outcome.status is Status.ESCALATED:
            click.echo(_way_on(outcome, run))
    documents = documents_of(ended, workspace)
    click.echo(f"\n{_listed(documents)}", err=True)
    click.echo(
        f"{outcome.status.value}: {usage.calls} calls, {usage.prompt} prompt tokens "
        f"({usage.evaluated} evaluated), {usage.written} written, {ended.seconds:.1f} s",
        err=True,
    )
    return outcome.exit_code


def _listed(documents: list[str]) -> str:
    """The root's path, and how many documents are below it."""
    below = len(documents) - 1
    return f"{documents[0]} and {below} below it" if below else documents[0]


def _way_on(outcome: Outcome, run: str) -> str:
    """What a person can do about a run that escalated."""
    if outcome.ceiling:
        return f"Raise it: `pandora resume {run} --calls N` (or --tokens, --seconds)."
    asked = f"Question: {clean(outcome.question.text)}\n" if outcome.question else ""
    return f"{asked}Answer with `pandora answer {run} TEXT`, or edit a document and `pandora resume {run}`."


def store_of(workspace: Workspace, readings: DocumentCache | None = None) -> Store:
    """The workspace's documents; what a person should know of one at once goes to stderr."""

    def tell(document: str, told: str) -> None:
        click.echo(clean(f"{document}: {told}"), err=True)

    return Store(workspace, tell, readings=readings or DocumentCache())


def run_of(workspace: Workspace, document_id: str) -> Run:
    """The run that a document belongs to; raises PandoraError where its root cannot be read."""
    return Run.open(store_of(workspace), parse_id(document_id).run)
