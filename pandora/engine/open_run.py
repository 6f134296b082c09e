"""What a run needs before it starts or goes on: its model, budget and host, as settings and flags say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.disk.read_document import Readings
from pandora.disk.reply_index import Cache
from pandora.disk.store import Store
from pandora.document.terminal_text import clean
from pandora.engine import run as runs
from pandora.engine.commits import Commits
from pandora.engine.events import Watcher, nobody
from pandora.engine.host import Host
from pandora.engine.originals import Keeper
from pandora.engine.run import Ended, Run
from pandora.errors import NoModelError, UsageError
from pandora.models.open import is_pulled_by_name, open_model
from pandora.models.protocol import Model
from pandora.settings import Settings, load_settings

Options = Mapping[str, Any]
"""The flags of a command by name (`model`, `calls`, `unsafe`, …); one that is missing or None was not given."""
Say = Callable[[str], None]


def to_stderr(message: str) -> None:
    """Say something that belongs to no run's progress."""
    print(clean(message), file=sys.stderr)


def settings_of(workspace: Workspace, options: Options) -> Settings:
    """The settings, the command's own flags first."""
    return load_settings(workspace.root, options)


def budget_of(settings: Settings) -> Budget:
    """The budget that the settings give a new run."""
    return Budget(*(settings[name] for name in ("context", "depth", "calls", "tokens", "seconds")))


def model_of(settings: Settings, options: Options, recorded: str = "") -> Model:
    """The model that the flags, or the document, or the settings name.

    A document has its model's name, which does not tell where the model is unless it is one to be pulled:
    then the settings must, and name the same.
    """
    spec = str(options.get("model") or settings["model"])
    if recorded and not options.get("model"):
        spec = recorded if is_pulled_by_name(recorded) else spec
    other_model = f"the run was made by {recorded}: give --model PATH.gguf, server:URL or scripted:FILE"
    wanted = "" if options.get("model") else recorded
    try:
        model = _opened(spec, settings)
    except NoModelError:
        if wanted not in ("", spec):
            raise UsageError(other_model) from None
        raise
    if wanted not in ("", model.name):
        model.close()
        raise UsageError(other_model)
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
    options: Options,
    watcher: Watcher = nobody,
    say: Say = to_stderr,
    readings: Readings | None = None,
) -> Host:
    """A host for one run, which commits its documents where the settings say so; `say` tells why not.

    `readings` are the documents that were read before.
    """
    watcher = Keeper(workspace, watcher)
    if settings["commit"] != "off":
        watcher = Commits(workspace, settings["commit"], watcher, say)
    # A record must hold every reply, and a replay is asked for them.
    asks = options.get("no_cache") or options.get("record")
    return Host(
        workspace,
        model,
        Ledger(budget_of(settings)),
        settings.policy,
        watcher,
        unsafe=bool(options.get("unsafe")),
        jobs=max(1, settings["jobs"]),
        searxng=str(settings["searxng"]),
        cache=None if asks else Cache(workspace),
        fresh=bool(options.get("fresh")),
        readings=readings or Readings(),
    )


def model_for(workspace: Workspace, run: str, options: Options, store: Store | None = None) -> Model:
    """The model that a run goes on with; UsageError where the run is archived or its model is not here.

    `store` is what read the run before: what has not changed since is not read again.
    """
    workspace.in_use(run)
    recorded = Run.open(store or Store(workspace), run).root.meta
    return model_of(settings_of(workspace, options), options, str(recorded.get("model", "")))


def continued(
    workspace: Workspace,
    run: str,
    model: Model,
    options: Options,
    watcher: Watcher = nobody,
    say: Say = to_stderr,
    store: Store | None = None,
) -> Ended:
    """Resume a run with an open model; the ceilings that `options` give are the run's from now on.

    `store` is what read the run before: what has not changed since is not read again.
    """
    opened = Run.open(store or Store(workspace), run)
    root, recorded = opened.root_id, opened.root.meta
    raised = {name: options[name] for name in ("calls", "tokens", "seconds") if options.get(name)}
    before = {key: int(value) for key, value in (recorded.get("budget") or {}).items()}
    budget = replace(Budget(**before), **raised) if raised else None
    settings = settings_of(workspace, options)
    host = host_of(workspace, model, settings, options, watcher, say, opened.store.readings)
    ended = runs.resume(root, host, budget)
    if isinstance(host.watcher, Commits):
        host.watcher.rest(root, ended.outcome.status.value)
    return ended
