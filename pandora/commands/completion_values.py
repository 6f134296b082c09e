"""What a shell completes for an argument or an option: runs, sessions, models and templates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from pandora.disk.layout import Workspace, find_workspace
from pandora.errors import PandoraError
from pandora.user_folders import from_home

NEWEST = 50
"""The most runs that are offered."""
_PLAIN = re.compile(r"@?[\w.-]+")
"""Names that a shell takes as they are; others, which a stranger's workspace may have, could be commands."""


def complete_run(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The newest runs by their six characters, with their tasks; documents where no run begins so."""
    workspace = _workspace(ctx)
    if workspace is None:
        return []
    from pandora.commands.run_list import read_entry
    from pandora.disk import run_index
    from pandora.document.terminal_text import one_line

    items = []
    for root, _ in run_index.newest_runs(workspace, NEWEST):
        run = root.removeprefix("system-")
        if run.startswith(incomplete):
            items.append(CompletionItem(run, help=one_line(read_entry(workspace, root).task, 60) or None))
    if items:
        return items
    names = sorted(name.removesuffix(".md") for name in workspace.names() if name.endswith(".md"))
    return _offered(names, incomplete)


def complete_session(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The newest sessions by their six characters, with their questions."""
    workspace = _workspace(ctx)
    if workspace is None:
        return []
    from pandora.commands.open_workspace import store_of
    from pandora.document.terminal_text import one_line
    from pandora.sessions.session_document import sessions_of

    try:
        sessions = sessions_of(workspace, store_of(workspace))[:NEWEST]
    except PandoraError:
        return []
    return [
        CompletionItem(
            session.run,
            help=one_line(session.document.body(1).removeprefix("Task: ").partition("\n")[0], 60) or None,
        )
        for session in sessions
        if session.run.startswith(incomplete)
    ]


def complete_model(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The models that can be named, those that are on this machine first; and files, for a GGUF."""
    from pandora.models.catalogue import CATALOGUE, sources_on_disk

    pulled = [source for source in sources_on_disk() if source.pulled]
    others = [source for source in CATALOGUE if source not in pulled]
    items = [CompletionItem(source.name, help="pulled") for source in pulled]
    items += [CompletionItem(source.name, help="not pulled") for source in others]
    items += [CompletionItem(kind, help=what) for kind, what in KINDS.items()]
    named = [item for item in items if item.value.startswith(incomplete)]
    return named or [CompletionItem(incomplete, type="file")]


def complete_profile(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The profiles of the workspace's settings and of the user's own."""
    from pandora.settings import profile_names

    workspace = _workspace(ctx)
    try:
        names = profile_names(workspace.root if workspace else None)
    except PandoraError:
        return []
    return _offered(names, incomplete)


def complete_template(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The templates for a word that begins with `@`, and after one the parameters that it takes."""
    workspace = _workspace(ctx)
    if workspace is None:
        return []
    from pandora.commands.task_template import templates

    known, words = templates(workspace), ctx.params.get("words") or ()
    if words and words[0][:1] == "@":
        path = known.get(words[0][1:])
        keys = _parameters(path) if path else []
        return [CompletionItem(f"{key}=") for key in keys if key.startswith(incomplete)]
    names = [f"@{name}" for name in sorted(known)] if incomplete[:1] == "@" else []
    return _offered(names, incomplete)


KINDS = {
    "ollama:": "a model of Ollama",
    "lmstudio:": "a model of LM Studio",
    "server:": "an OpenAI-compatible server by its URL",
    "scripted:": "recorded replies in a file",
}
"""The beginnings of models that have no name."""


def _offered(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete) and _PLAIN.fullmatch(name)]


def _parameters(path: Path) -> list[str]:
    """The parameters of a template; [] for one that cannot be read, of which `run` says what is wrong."""
    from jinja2 import TemplateError

    from pandora.commands.task_template import parameters

    try:
        return sorted(parameters(path))
    except (OSError, UnicodeDecodeError, TemplateError):
        return []


def _workspace(ctx: click.Context) -> Workspace | None:
    """The workspace of the command line so far; None outside of one."""
    try:
        return find_workspace(from_home(ctx.find_root().params.get("directory") or "."))
    except (PandoraError, OSError):
        return None
