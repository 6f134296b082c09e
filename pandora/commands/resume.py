"""`pandora resume`: continue a run from its documents, or every run that has something to do."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack, closing
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.effect_prompt import settle_at_terminal
from pandora.commands.event_log import EventLog, event_log
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import document_of, run_of, store_of, trusted_workspace
from pandora.commands.page_file import html_path, write_page
from pandora.commands.printing import print_json
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import open_watched, watching
from pandora.commands.run_report import report, say_at_the_end
from pandora.disk.layout import Workspace
from pandora.disk.run_documents import Run
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.engine.run import Ended, continued, model_for, settings_of
from pandora.errors import UsageError
from pandora.models.protocol import Model
from pandora.research.run_loops import loop_of


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.option("--all", "everything", is_flag=True, help="Continue every run that has something to do.")
@click.option(
    "--dry-run", is_flag=True, help="Only show what would be made again, and why; nothing is asked or written."
)
@run_options
@click.option("--page", metavar="FILE.html", help="Write a page of the run to FILE.html when it ended.")
@click.pass_context
def resume(
    ctx: click.Context,
    /,
    document: str | None,
    everything: bool,
    dry_run: bool,
    as_json: bool,
    quiet: bool,
    page: str | None,
    **options: Any,
) -> int:
    """Go on with the run of DOCUMENT, whatever stopped it; without DOCUMENT, with the newest run.

    A run can be resumed when it was interrupted, answered, edited, escalated, failed or finished. Sections
    that are still fresh are kept. A finished run makes no model call and changes no byte, unless a file that
    its task is about has changed: what rests on it is done again, or, if the run changed files of yours
    itself, is only told. The run keeps its model, unless --model names another. If a ceiling ended the run,
    raise it with --calls, --tokens or --seconds.

    With --all, Pandora resumes every run that was interrupted, answered or edited, and prints a line for
    each. The exit code is then the worst of theirs.

    With --dry-run, Pandora goes over the run on a copy of its documents and lists every section that it would
    make again, with the reason. No model is asked, nothing is written, and the exit code is 0.

    Exit codes: 0 accepted, 3 waiting for a person, 4 escalated, 5 failed.
    """
    if everything and document is not None:
        raise click.UsageError("give a DOCUMENT, or --all for every run that has something to do")
    workspace = trusted_workspace(ctx, options)
    if everything and dry_run:
        raise click.UsageError("--dry-run looks at one run, and not at --all")
    if page is not None and (everything or dry_run):
        raise click.UsageError("--page is of one run that goes on; leave --all and --dry-run away")
    path = None if page is None else html_path(page)
    if everything:
        from pandora.commands.resume_all import resume_all

        return resume_all(workspace, as_json, quiet, options)
    document_id, _ = place_or_newest(workspace, document, silent=quiet or as_json)
    if dry_run:
        return show_rebuilt(workspace, document_id, as_json, options)
    code = continue_run(workspace, document_id, as_json, quiet, options)
    if path is None:
        return code
    return write_page(path, workspace, document_of(workspace, document_id), options) or code


def show_rebuilt(workspace: Workspace, given: str, as_json: bool, options: dict[str, Any]) -> int:
    """Print what resuming the run of `given` would make again, and why, without making it; returns 0."""
    from pandora.commands.rehearsal_model import rehearsal_hosts, silent_model
    from pandora.engine.pattern import Library
    from pandora.engine.recorded_model import RecordedModel
    from pandora.inspect.freshness import freshness_of
    from pandora.inspect.provenance import RunLineage
    from pandora.inspect.resume_preview import as_object, lines_of, rebuilt_sections

    run = run_of(workspace, document_of(workspace, given))
    workspace.require_unarchived(run.id)
    if "graph" in run.root.meta:
        message = (
            f"{run.root_id} is a graph of questions; `pandora why {run.root_id}` shows what is stale in it"
        )
        raise UsageError(message)
    if "session" in run.root.meta:
        raise UsageError(f"{run.root_id} is a session; `pandora session report {run.id}` says how it stands")
    settings = settings_of(workspace, options)
    with silent_model(settings, options, RecordedModel.of(run.root.meta)) as (silent, missing):
        model = None if missing else silent
        freshness = freshness_of(workspace, run.id, model, rehearsal_hosts(settings, options), run.documents)
        sections = rebuilt_sections(freshness, RunLineage(Library(workspace), silent.fingerprint))
    if as_json:
        print_json({"id": run.root_id, **as_object(freshness, sections), "model_missing": missing or None})
        return 0
    click.echo(clean("\n".join(lines_of(freshness, sections))))
    if missing:
        click.echo(clean(missing), err=True)
    return 0


def continue_run(workspace: Workspace, given: str, as_json: bool, quiet: bool, options: dict[str, Any]) -> int:
    """Resume the run that `given` belongs to, and print how it ended; returns its exit code."""
    document_id = document_of(workspace, given)
    run = parse_id(document_id).run
    if document_id != f"system-{run}" and not quiet:
        click.echo(f"{document_id} is a part of system-{run}, which is resumed", err=True)
    store = store_of(workspace)
    with event_log(options.get("events"), "resume", as_json) as events:
        with ExitStack() as stack:
            with watching(quiet or as_json, events) as watcher:
                model = stack.enter_context(
                    closing(open_watched(watcher, lambda: model_for(workspace, run, options, store)))
                )
                loop = loop_of(Run.open(store, run).root)
                ended = continued(workspace, run, model, options, watcher, say_at_the_end(), store, loop)
            if not as_json:
                ended = asked_on_the_way(workspace, ended, model, quiet, options, events)
        return report(ended, workspace, as_json, quiet, events)


def asked_on_the_way(
    workspace: Workspace,
    ended: Ended,
    model: Model,
    quiet: bool,
    options: Mapping[str, Any],
    events: EventLog | None,
) -> Ended:
    """Ask a person at the terminal about each effect that the run waits with, and go on with the same model."""
    kept = {**options, "fresh": False}  # what this command wrote before the question is not made again

    def resume_run() -> Ended:
        with watching(quiet, events) as watcher:
            return continued(workspace, ended.run, model, kept, watcher, say_at_the_end())

    return settle_at_terminal(workspace, ended, resume_run)
