"""`pandora run`: do a task and print its answer."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pandora.commands import standard_input
from pandora.commands.completion_values import complete_run, complete_template
from pandora.commands.event_log import event_log
from pandora.commands.open_workspace import run_of, store_of, trusted_workspace
from pandora.commands.page_file import html_path, write_page
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import open_watched, watching
from pandora.commands.task_template import is_template, task_from_template
from pandora.disk.layout import Workspace
from pandora.document.terminal_text import clean

if TYPE_CHECKING:
    from pandora.disk.run_documents import Run
    from pandora.engine.host import Host


@click.command()
@click.argument("words", nargs=-1, metavar="TASK", shell_complete=complete_template)
@click.option(
    "--from",
    "source",
    metavar="RUN[:SECTION]",
    shell_complete=complete_run,
    help="Begin with §1 and §2 of another run (or §1 alone: `RUN:understand`).",
)
@click.option(
    "--schema",
    type=click.Path(),
    metavar="FILE",
    help="Answer with JSON that fits the JSON schema in FILE.",
)
@click.option("--plan", "plan_only", is_flag=True, help="Stop after PLAN, and show it with an estimate.")
@click.option("--grow", "grows", is_flag=True, help="Where no tool does TASK, grow one from examples.")
@run_options
@click.option("--page", metavar="FILE.html", help="Write a page of the run to FILE.html when it ended.")
@click.pass_context
def run(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    source: str | None,
    schema: str | None,
    grows: bool,
    as_json: bool,
    quiet: bool,
    page: str | None,
    **options: Any,
) -> int:
    """Do TASK and print its answer.

    Name the files that the task is about. A path may be absolute, but no run reads outside the workspace. If it
    names none, Pandora looks for the likeliest ones. What is
    piped in, as with `cat log.txt | pandora run "What went wrong?"`, is kept as a file in input/, and the
    task is about it. If TASK is `-`, the task itself is read from standard input.

    `@NAME KEY=VALUE...` is the task in system/tasks/NAME.md with these values filled in.

    With --from, a new run begins with what RUN understood and planned, and goes on from there with the model
    and the settings of this call. With a TASK, its words take the place of the old ones, and §1 is made again.
    RUN stays as it is.

    With --schema, the answer is JSON that fits a JSON schema: an object of texts, numbers, truth values,
    choices, lists of these, and objects of these. Each value must stand in the result, or the run escalates.

    With --plan, the run stops when its plan is written. You can edit the plan; `pandora resume` goes on.

    With --grow, a TASK that nothing in system/ does leads to `pandora grow`: the words of TASK are the
    capability, and the run that grows it asks what must come out. Where the tool is built at once, TASK is done
    again. Without --grow, the same happens where policy allows `grow`.

    Exit codes: 0 accepted or planned, 3 waiting for a person, 4 escalated, 5 failed.
    """
    if not words and source is None:
        raise click.UsageError("Missing argument 'TASK'.")
    with event_log(options["events"], "run", as_json) as events:
        workspace = trusted_workspace(ctx, options)
        path = None if page is None else html_path(page)
        given = _task(workspace, words) if words else None
        with ExitStack() as stack:
            with watching(quiet or as_json, events) as watcher:
                # The engine takes most of a second to import, and something must be seen to move before that.
                from pandora.commands.growth_in_run import grown_for, no_word
                from pandora.commands.plan_report import report_plan
                from pandora.commands.resume import asked_on_the_way
                from pandora.commands.run_report import report, say_at_the_end
                from pandora.engine.fork import fork
                from pandora.engine.json_answer import keep_schema
                from pandora.engine.recorded_model import RecordedModel
                from pandora.engine.run import (
                    UNRECORDED,
                    budget_of,
                    host_of,
                    model_of,
                    resume,
                    settings_of,
                    start,
                    tidy_task,
                )
                from pandora.outcome import Status

                settings, text = settings_of(workspace, options), "" if given is None else tidy_task(given)
                forked, last = _forked(workspace, source) if source is not None else (None, 0)
                recorded = RecordedModel.of(forked.root.meta) if forked else UNRECORDED
                blob = keep_schema(Path(schema), store_of(workspace)) if schema else ""
                model = stack.enter_context(
                    closing(open_watched(watcher, lambda: model_of(settings, options, recorded)))
                )

                def new_host() -> Host:
                    host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
                    host.schema = blob
                    return host

                host = new_host()
                if forked:
                    run_id = fork(forked, last, host.redact(text), host, budget_of(settings, model))
                    ended = resume(f"system-{run_id}", host)
                else:
                    ended = start(text, host, budget_of(settings, model))
                    say = no_word if quiet else say_at_the_end()
                    ended = grown_for(workspace, ended, text, settings.policy, new_host, grows, say)
            if not as_json:
                ended = asked_on_the_way(workspace, ended, model, quiet, options, events)
        planned = ended.outcome.status is Status.RUNNING
        code = (report_plan if planned else report)(ended, workspace, as_json, quiet, events)
    if path is None:
        return code
    return write_page(path, workspace, f"system-{ended.run}", options) or code


def _forked(workspace: Workspace, source: str) -> tuple[Run, int]:
    """The run that `RUN[:SECTION]` names, and the last section that is kept of it, PLAN where none is named."""
    from pandora.commands.last_run import place_or_newest

    document_id, section = place_or_newest(workspace, source)
    return run_of(workspace, document_id), 2 if section is None else section


def _task(workspace: Workspace, words: tuple[str, ...]) -> str:
    """The text of the task that the words on the command line name, with the file that piped input is kept in.

    Raises UsageError for more than one word that is no template's value, and for input that cannot be kept.
    """
    if words == ("-",):
        return _as_in_workspace(workspace, standard_input.whole_text())
    text, *values = words
    if is_template(text):
        text = task_from_template(workspace, text, values)
    elif values:
        raise click.UsageError(f"TASK is one argument; put it in quotes: {' '.join(words)[:60]!r}")
    from pandora.workspace.piped_input import LONGEST, keep_input

    text = _as_in_workspace(workspace, text)
    piped = standard_input.piped_bytes(LONGEST)
    if piped and text.strip():
        text = f"{text.rstrip()} (the piped input is in {keep_input(workspace.root, piped)})"
    return text


def _as_in_workspace(workspace: Workspace, text: str) -> str:
    """The task with the paths of its files as the workspace has them; of files outside, say what to do."""
    from pandora.workspace.path_wording import in_workspace_words, paths_outside

    here = [Path(os.getcwd())] if os.path.isdir(".") else []
    text = in_workspace_words(text, workspace.root, here)
    for path in paths_outside(text, workspace.root, here):
        way = f"copy it there, or pipe it in: pandora run TASK < {path}"
        click.echo(clean(f"{path} lies outside the workspace, where no run reads or writes; {way}"), err=True)
    return text
