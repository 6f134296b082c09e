"""The page of a run or of a graph for the commands that make one, and the file that a person named for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pandora.commands.open_workspace import store_of
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.errors import DiskError, PandoraError, UsageError
from pandora.workspace.secrets import without_secrets, workspace_redactor

ENDINGS = (".html", ".htm")


def page_of(workspace: Workspace, document_id: str, options: Mapping[str, Any]) -> str:
    """The HTML page of the run, of the graph or of the session that a document belongs to.

    `options` are the command's flags; `model` names the run's model where its name does not say where it is.
    Raises PandoraError where the run's root cannot be read.
    """
    from pandora.commands.rehearsal_model import rehearsal_hosts, silent_model
    from pandora.engine.recorded_model import RecordedModel
    from pandora.engine.run import settings_of
    from pandora.inspect.run_page import run_page
    from pandora.questions.drawing import picture
    from pandora.questions.drawing_html import html
    from pandora.questions.graph import Graph
    from pandora.questions.graph_provenance import is_graph
    from pandora.sessions.session_document import Session
    from pandora.sessions.session_page import session_page
    from pandora.sessions.session_views import is_session

    run = parse_id(document_id).run
    root = store_of(workspace).load(f"system-{run}")
    if is_graph(root):
        return html(picture(Graph(workspace, run).open()))
    settings = settings_of(workspace, options)
    if is_session(root.meta):
        redact = workspace_redactor(workspace.root, settings.policy.hides)
        return session_page(Session(store_of(workspace), f"system-{run}"), redact)
    with silent_model(settings, options, RecordedModel.of(root.meta)) as (silent, missing):
        return run_page(workspace, run, silent, rehearsal_hosts(settings, options), missing)


def html_path(given: str) -> Path:
    """The file that a person named for a page; raises UsageError where no page can be written to it."""
    path = Path(given)
    if path.suffix.lower() not in ENDINGS:
        raise UsageError(f"{given}: a page is HTML; name a file that ends in .html")
    if not path.parent.is_dir():
        raise UsageError(f"{given}: the folder is not there; make it, then try again")
    if path.is_dir():
        raise UsageError(f"{given}: it is a folder; name a file")
    return path


def write_page(path: Path, workspace: Workspace, document_id: str, options: Mapping[str, Any]) -> int:
    """Write the page of a run whose end was told already; returns 0, or the exit code of what went wrong.

    An error is one line on stderr: with --json, stdout has its one object by then.
    """
    try:
        write_file(path, page_of(workspace, document_id, {"model": options["model"]}))
    except PandoraError as error:
        click.echo(f"pandora: {clean(without_secrets(str(error)))}", err=True)
        return error.exit_code
    return 0


def write_file(path: str | Path, text: str) -> None:
    """Write what a command made to a file; raises UsageError or DiskError where that fails."""
    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except FileNotFoundError:
        raise UsageError(f"{path}: the folder is not there; make it, then try again") from None
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror}; choose another file") from error
