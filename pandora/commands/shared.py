"""What commands share: the workspace, the settings, the host, common options and printing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from pandora.budget import Budget, Ledger
from pandora.commands.printing import clean, print_json
from pandora.disk.layout import Workspace, find_workspace
from pandora.disk.reply_index import Cache
from pandora.disk.store import Store
from pandora.engine.approval import asked_bytes
from pandora.engine.commits import Commits
from pandora.engine.events import Watcher, nobody
from pandora.engine.host import Host
from pandora.engine.questions import CEILING
from pandora.engine.run import Ended
from pandora.errors import NoModelError, UsageError
from pandora.inspect.originals import Keeper
from pandora.models.open import is_pulled_by_name, open_model
from pandora.models.protocol import Model
from pandora.outcome import Outcome, Status
from pandora.settings import Settings, load_settings

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


def budget_of(settings: Settings) -> Budget:
    """The budget that the settings give a new run."""
    return Budget(*(settings[name] for name in ("context", "depth", "calls", "tokens", "seconds")))


def settings_of(workspace: Workspace, options: Mapping[str, Any]) -> Settings:
    """The settings, the command's own flags first."""
    return load_settings(workspace.root, options)


def model_of(settings: Settings, options: Mapping[str, Any], recorded: str = "") -> Model:
    """The model that the flags, or the document, or the settings name.

    A document has its model's name, which does not tell where the model is unless it is one to be pulled:
    then the settings must, and name the same.
    """
    spec = str(options.get("model") or settings["model"])
    if recorded and not options.get("model"):
        spec = recorded if is_pulled_by_name(recorded) else spec
    made = f"the run was made by {recorded}: give --model PATH.gguf, server:URL or scripted:FILE"
    wanted = "" if options.get("model") else recorded
    try:
        model = _opened(spec, settings)
    except NoModelError:
        if wanted not in ("", spec):
            raise UsageError(made) from None
        raise
    if wanted not in ("", model.name):
        model.close()
        raise UsageError(made)
    if options.get("record"):
        from pandora.models.recording import RecordingModel

        return RecordingModel(model, Path(options["record"]))
    return model


def _opened(spec: str, settings: Settings) -> Model:
    thinking = {"on": True, "off": False}.get(settings["thinking"])
    context, threads = settings["model_context"], settings["threads"] or None
    return open_model(spec, context=context, threads=threads, thinking=thinking)


def host_of(
    workspace: Workspace,
    model: Model,
    settings: Settings,
    options: Mapping[str, Any],
    watcher: Watcher = nobody,
) -> Host:
    """A host for one run, which commits its documents where the settings say so."""
    unsafe = bool(options.get("unsafe"))
    watcher = Keeper(workspace, watcher)
    if settings["commit"] != "off":
        watcher = Commits(workspace, settings["commit"], watcher, _said_at_the_end())
    ledger, jobs = Ledger(budget_of(settings)), max(1, settings["jobs"])
    searxng = str(settings["searxng"])
    # A record must hold every reply, and a replay is asked for them.
    asks = options.get("no_cache") or options.get("record")
    return Host(
        workspace,
        model,
        ledger,
        settings.policy,
        watcher,
        unsafe=unsafe,
        jobs=jobs,
        searxng=searxng,
        cache=None if asks else Cache(workspace),
        fresh=bool(options.get("fresh")),
    )


def _said_at_the_end() -> Callable[[str], None]:
    """A way to say something on stderr when the command is done and no live tree is in the way."""
    context = click.get_current_context(silent=True)

    def say(message: str) -> None:
        if context is None:
            click.echo(clean(message), err=True)
        else:
            context.call_on_close(lambda: click.echo(clean(message), err=True))

    return say


def as_object(ended: Ended, workspace: Workspace) -> dict[str, Any]:
    """The object that `run --json` prints."""
    outcome, usage = ended.outcome, ended.usage
    return {
        "id": ended.root,
        "status": outcome.status.value,
        "output": outcome.output,
        "documents": _documents(ended, workspace),
        "question": outcome.question,
        "reason": outcome.reason or None,
        "usage": {
            "calls": usage.calls,
            "prompt_tokens": usage.prompt,
            "evaluated_tokens": usage.evaluated,
            "written_tokens": usage.written,
            "model_seconds": round(usage.model_seconds, 3),
            "seconds": round(ended.seconds, 3),
        },
    }


def _documents(ended: Ended, workspace: Workspace) -> list[str]:
    run = ended.root.removeprefix("system-")
    return [workspace.relative(workspace.document(each)) for each in workspace.of_run(run)]


def report(ended: Ended, workspace: Workspace, as_json: bool) -> int:
    """Print how a run ended; returns its exit code."""
    outcome, usage = ended.outcome, ended.usage
    run = ended.root.removeprefix("system-")
    if as_json:
        print_json(as_object(ended, workspace))
        return outcome.exit_code
    if outcome.status is Status.ACCEPTED:
        click.echo(clean(outcome.output))
    elif outcome.status is Status.WAITING:
        click.echo(f"Waiting: {clean(outcome.question or '')}")
        if asked_bytes(outcome.question or ""):
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
    documents = _documents(ended, workspace)
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
    if CEILING.match(f"Escalated: {outcome.reason}"):
        return f"Raise it: `pandora resume {run} --calls N` (or --tokens, --seconds)."
    asked = f"Question: {clean(outcome.question)}\n" if outcome.question else ""
    return f"{asked}Answer with `pandora answer {run} TEXT`, or edit a document and `pandora resume {run}`."


def store_of(workspace: Workspace) -> Store:
    """The workspace's documents; what a person should know of one at once goes to stderr."""
    return Store(workspace, lambda document, told: click.echo(clean(f"{document}: {told}"), err=True))
