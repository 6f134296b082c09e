"""`pandora bench`: how many tasks of a suite a model solves with this workspace's patterns."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from pandora.commands.init import copy_tree
from pandora.commands.printing import print_json
from pandora.commands.task_suite import SuiteTask, TaskResult, read_suite, run_suite, run_task
from pandora.disk.layout import Workspace, find_workspace, shipped_system
from pandora.document.terminal_text import one_line
from pandora.engine.run import budget_of, model_of, settings_of
from pandora.errors import UsageError
from pandora.settings import load_settings


@click.group()
def bench() -> None:
    """Measure how many tasks a model solves, and what that costs."""


@bench.command()
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Run only this task. Can be given several times.")
@click.option("--model", metavar="NAME", help="The model that does the tasks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, progress on stderr.")
@click.option("--keep", metavar="DIR", help="Keep a copy of each task's workspace and RESULT.json here.")
@click.pass_context
def tasks(
    ctx: click.Context,
    directory: str,
    only: tuple[str, ...],
    model: str | None,
    as_json: bool,
    keep: str | None,
) -> int:
    """Run every task in DIR and count those that are solved.

    A task is a folder with task.md, check.py and perhaps files/. Each runs in a fresh workspace with this
    workspace's patterns, and its effects there are approved. A task is solved if `check.py RESULT.json`,
    run in its workspace, exits with 0.
    """
    suite = read_suite(Path(directory), only)
    place = Path(keep) if keep else None
    for task in suite if place else ():
        if place and (place / task.name).exists():
            raise UsageError(f"{place / task.name} exists; keep the workspaces in another folder")
    workspace = _workspace_or_none(ctx)
    flags = {"model": model}
    settings = settings_of(workspace, flags) if workspace else load_settings(None, flags)
    system = workspace.system if workspace else shipped_system()
    opened = model_of(settings, {})
    with closing(opened), TemporaryDirectory(prefix="pandora-suite-") as copied:
        # Copied once: an edit meanwhile must not make the tasks' results incomparable.
        copy_tree(system, Path(copied))
        run = partial(run_task, model=opened, system=Path(copied), budget=budget_of(settings), keep=place)
        result = run_suite(suite, run, lambda scored: print_result(scored, suite, to_stderr=as_json))
    if as_json:
        print_json(result)
    else:
        click.echo(totals(result))
    return 0


def _workspace_or_none(ctx: click.Context) -> Workspace | None:
    """The workspace of `-C` or the current folder, None outside of one: then the shipped patterns are used."""
    try:
        return find_workspace(Path(ctx.find_root().obj or "."))
    except UsageError:
        return None


def print_result(scored: TaskResult, suite: Sequence[SuiteTask], to_stderr: bool) -> None:
    """Print the line of a task of `suite`; why it was not solved goes to stderr."""
    verdict = "solved" if scored.solved else "WRONG" if scored.accepted_but_wrong else "unsolved"
    used = scored.used
    width = max(len(task.name) for task in suite)
    figures = f"{scored.seconds:7.1f} s {used.calls:3} calls {used.prompt + used.written:7} tokens"
    line = f"{scored.task.name:<{width}}  {scored.task.family:<8} {verdict:<8} {scored.status:<9} {figures}"
    click.echo(line, err=to_stderr)
    if reason := scored.error or scored.complaint:
        click.echo(f"  {one_line(reason, 200)}", err=True)


def totals(result: dict[str, Any]) -> str:
    """The line of sums over all tasks; the tokens per solved task include those of unsolved tasks."""
    rows, solved = result["tasks"], result["solved"]
    tokens = sum(task["prompt_tokens"] + task["written_tokens"] for task in rows)
    share = f"{tokens / solved:.0f} tokens per solved task" if solved else "no task was solved"
    seconds, calls = sum(task["seconds"] for task in rows), sum(task["calls"] for task in rows)
    return (
        f"\n{solved} of {result['total']} solved, {result['accepted_but_wrong']} accepted but wrong; "
        f"{seconds:.0f} s, {calls} calls, {tokens} tokens, {share}"
    )
