"""`pandora doctor`: what this machine has, and what keeps Pandora from running a task on it."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from pandora import __version__
from pandora.commands.command_hint import with_folder
from pandora.commands.doctor_checks import (
    Fact,
    build_fact,
    commit_fact,
    model_facts,
    policy_facts,
    probe_facts,
    sampling_fact,
    shared_facts,
    speculation_fact,
    trust_fact,
    width_fact,
)
from pandora.commands.printing import print_json, print_table
from pandora.disk.layout import Workspace, find_workspace
from pandora.document.terminal_text import clean
from pandora.engine.pattern import Library
from pandora.engine.run import keys_of
from pandora.errors import PandoraError, UsageError
from pandora.models.fit.free_memory import free_memory
from pandora.models.fit.processor import physical_cores
from pandora.models.server_names import PREFIXES
from pandora.settings import DEFAULTS, Setting, Settings, load_settings


@click.command()
@click.option("--all", "every", is_flag=True, help="Test every tier of the sandbox, not only the best.")
@click.option(
    "--shared",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="DIR",
    help="Try only this folder, which several processes or machines are to share.",
)
@click.option(
    "--reuse",
    is_flag=True,
    help="Ask the model's llama-server two prompts by turns, and compare with replies without reuse.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def doctor(ctx: click.Context, every: bool, shared: Path | None, reuse: bool, as_json: bool) -> int:
    """Check this machine: versions, settings and their sources, model, patterns, disk and sandbox.

    The sandbox is tested by trying to break out of it. Exit code 2 if Pandora cannot run a task here; the
    output says what to do.
    """
    start = Path(ctx.find_root().obj or ".")
    facts = list(shared_facts(shared) if shared is not None else machine_facts(start, every, reuse))
    wrong = [fact for fact in facts if fact.remedy]
    if as_json:
        print_json({"ok": not wrong, "facts": [_object(fact) for fact in facts]})
    else:
        print_table([(fact.about, fact.name, _finding(fact)) for fact in facts], wrapped=True)
        ready = "Ready to run." if shared is None else "The folder can be shared."
        click.echo(f"\n{ready}" if not wrong else "\nTo do:")
        for fact in wrong:
            click.echo(with_folder(clean(f"- {fact.name}: {fact.remedy}")))
        advised = [fact for fact in facts if fact.advice]
        if advised:
            click.echo("\nWorth doing:")
        for fact in advised:
            click.echo(with_folder(clean(f"- {fact.name}: {fact.advice}")))
    return 2 if wrong else 0


def _finding(fact: Fact) -> str:
    source = f"  ({fact.source})" if fact.source else ""
    return with_folder(clean(fact.finding)).replace("\n", " ") + source


def _object(fact: Fact) -> dict[str, Any]:
    return {
        "about": fact.about,
        "name": fact.name,
        "told": fact.finding or None,
        "remedy": fact.remedy or None,
        "advice": fact.advice or None,
        "source": fact.source or None,
    }


def machine_facts(start: Path, every: bool = False, reuse: bool = False) -> Iterator[Fact]:
    """Every fact about this machine and the workspace of `start`, in order; an error becomes a fact.

    With `every`, each tier of the sandbox is tried, not only the best; with `reuse`, a llama-server's reuse.
    """
    yield Fact("machine", "pandora", __version__)
    yield Fact("machine", "python", f"{platform.python_version()} ({sys.executable})")
    yield Fact("machine", "platform", f"{platform.system()} {platform.release()} {platform.machine()}")
    yield Fact("machine", "memory", f"{free_memory()}; {physical_cores()} physical cores")
    user = os.geteuid()
    yield Fact("machine", "user", f"not root (user id {user})" if user else "root")
    workspace = _workspace_or_none(start)
    if workspace is None:
        yield Fact("workspace", "folder", f"{start.resolve()} is in no workspace; `pandora init` makes one")
    else:
        yield Fact("workspace", "folder", str(workspace.root))
    settings, problem = _settings_or_defaults(workspace)
    for name, setting in settings.by_name.items():
        yield Fact("setting", name, str(setting.value), source=setting.source)
    yield from policy_facts(settings.policy)
    if problem:
        yield problem
    yield from _llama_facts(needed=not str(settings["model"]).startswith((*PREFIXES, "scripted:")))
    recommended = settings["sampling"] == "recommended"
    yield from model_facts(str(settings["model"]), keys_of(settings, {}), reuse, recommended=recommended)
    if drafts := speculation_fact(settings):
        yield drafts
    if width := width_fact(settings):
        yield width
    if drawing := sampling_fact(settings):
        yield drawing
    if workspace is not None:
        if problem is None:
            yield trust_fact(workspace, settings)
        yield from _pattern_facts(workspace)
        yield commit_fact(workspace, str(settings["commit"]))
    yield from _disk_facts(workspace, start)
    yield from probe_facts(workspace, every)


def _workspace_or_none(start: Path) -> Workspace | None:
    try:
        return find_workspace(start)
    except UsageError:
        return None


def _settings_or_defaults(workspace: Workspace | None) -> tuple[Settings, Fact | None]:
    """The settings; where they cannot be read, the defaults, and a fact that says why."""
    try:
        return load_settings(workspace.root if workspace else None, {}), None
    except PandoraError as error:
        defaults = {name: Setting(value, "default") for name, value in DEFAULTS.items()}
        return Settings(defaults), Fact("setting", "settings", f"cannot be read: {error}", str(error))


def _llama_facts(needed: bool) -> Iterator[Fact]:
    try:
        version = metadata.version("llama-cpp-python")
    except metadata.PackageNotFoundError:
        remedy = "pip install llama-cpp-python, or use --model server:URL" if needed else ""
        yield Fact("model", "llama-cpp-python", "not installed", remedy)
        return
    from pandora.models.llama_library import library, llama_build

    try:
        bindings = library()
    except PandoraError as error:
        yield Fact("model", "llama-cpp-python", f"{version} does not load", str(error) if needed else "")
    else:
        yield Fact("model", "llama-cpp-python", f"{version}, loads")
        yield build_fact(llama_build(bindings))


def _pattern_facts(workspace: Workspace) -> Iterator[Fact]:
    patterns, broken = Library(workspace).all()
    yield Fact("workspace", "patterns", f"{len(patterns)}: {', '.join(pattern.name for pattern in patterns)}")
    for problem in broken:
        # Without system/pattern.md no run can start; a broken tool is only missing from the menu.
        root = problem.path == workspace.relative(workspace.system / "pattern.md")
        yield Fact("workspace", "broken", str(problem), str(problem) if root else "")


def _disk_facts(workspace: Workspace | None, start: Path) -> Iterator[Fact]:
    from pandora.models.catalogue import models_folder

    for name, folder in (
        ("here", workspace.root if workspace else start.resolve()),
        ("models", models_folder()),
    ):
        existing = next(ancestor for ancestor in (folder, *folder.parents) if ancestor.is_dir())
        yield Fact("disk", name, f"{shutil.disk_usage(existing).free / 1e9:.1f} GB free for {folder}")
