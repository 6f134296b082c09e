"""`pandora run`: do a task and print its answer."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import Any

import click

from pandora.commands.open_workspace import trusted_workspace
from pandora.commands.page_file import html_path, page_of, write_file
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import opened, watching


@click.command()
@click.argument("task")
@run_options
@click.option("--page", metavar="FILE.html", help="Write a page of the run to FILE.html when it ended.")
@click.pass_context
def run(ctx: click.Context, /, task: str, as_json: bool, quiet: bool, page: str | None, **options: Any) -> int:
    """Do TASK and print its answer.

    If TASK is `-`, it is read from standard input. Name the files that the task is about. If it names none,
    Pandora looks for the likeliest ones.

    Exit codes: 0 accepted, 3 waiting for a person, 4 escalated, 5 failed.
    """
    workspace = trusted_workspace(ctx, options)
    path = None if page is None else html_path(page)
    given = _from_stdin() if task == "-" else task
    with watching(quiet or as_json) as watcher:
        # The engine takes most of a second to import, and something must be seen to move before that.
        from pandora.commands.run_report import report, say_at_the_end
        from pandora.engine.run import budget_of, host_of, model_of, settings_of, start, tidy_task

        settings, text = settings_of(workspace, options), tidy_task(given)
        with closing(opened(watcher, lambda: model_of(settings, options))) as model:
            host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
            ended = start(text, host, budget_of(settings))
    code = report(ended, workspace, as_json)
    if path is not None:
        write_file(path, page_of(workspace, f"system-{ended.run}", {"model": options["model"]}))
    return code


def _from_stdin() -> str:
    """The task on standard input, as UTF-8."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")
