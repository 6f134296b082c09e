"""`pandora bench`: how many tasks of a suite a model solves with this workspace's patterns."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from pandora.commands.cluster_tasks import FarTask, run_far_suite
from pandora.commands.init import copy_tree
from pandora.commands.printing import print_json, table_lines
from pandora.commands.rules_bench import RulesBench, rule_lines, rule_names
from pandora.commands.run_options import scaffold_option
from pandora.commands.task_suite import (
    SuiteTask,
    TaskResult,
    read_suite,
    run_suite,
    run_task,
    suite_object,
)
from pandora.disk.layout import Workspace, find_workspace, shipped_system
from pandora.disk.shared_ledger import Permit
from pandora.document.terminal_text import clean, one_line
from pandora.engine.executors import cluster_named
from pandora.engine.far_host import SentSettings
from pandora.engine.run import budget_of, model_of, settings_of
from pandora.errors import UsageError
from pandora.models.call_log import CallLogModel
from pandora.models.parameters import needs_scaffold
from pandora.models.recording import check_written_file
from pandora.regular_file import read_text
from pandora.settings import load_settings

_LONGEST = 16 << 20
"""The most bytes of another bench's result."""


@click.group()
def bench() -> None:
    """Measure how many tasks a model solves, and what that costs."""


@bench.command()
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Run only this task. Can be given several times.")
@click.option("--model", metavar="NAME", help="The model that does the tasks.")
@scaffold_option
@click.option(
    "--against", metavar="FILE", help="Say what was gained and lost since the --json of another bench, in FILE."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, progress on stderr.")
@click.option("--keep", metavar="DIR", help="Keep a copy of each task's workspace and RESULT.json here.")
@click.option(
    "--calls", metavar="FILE", help="Log each call's prompt and reply here, a line of JSON each, by task."
)
@click.option(
    "--executor",
    metavar="dask:ADDRESS",
    help="Run the tasks on a Dask cluster; on several machines, --keep names a folder that all share.",
)
@click.pass_context
def tasks(
    ctx: click.Context,
    directory: str,
    only: tuple[str, ...],
    model: str | None,
    scaffold: str | None,
    against: str | None,
    as_json: bool,
    keep: str | None,
    calls: str | None,
    executor: str | None,
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
    if calls and executor:
        raise UsageError("--calls logs what this process asks; leave out --executor, or --calls")
    if calls:
        check_written_file(Path(calls), "--calls")
    workspace = _workspace_or_none(ctx)
    earlier = read_result(Path(against)) if against else None
    flags = {"model": model, "scaffold": scaffold}
    settings = settings_of(workspace, flags) if workspace else load_settings(None, flags)
    system = workspace.system if workspace else shipped_system()
    opened = model_of(settings, {})
    with closing(opened), TemporaryDirectory(prefix="pandora-suite-") as copied, ExitStack() as stack:
        # Copied once: an edit meanwhile must not make the tasks' results incomparable.
        shared = place if place is not None and executor else Path(copied)
        patterns = shared / ".patterns"
        stack.callback(shutil.rmtree, patterns, ignore_errors=True)
        copy_tree(system, patterns)
        held_up = needs_scaffold(settings["scaffold"], opened.parameters)
        candidates = settings["candidates"]
        budget = budget_of(settings, opened)

        def finished(scored: TaskResult) -> None:
            print_result(scored, suite, to_stderr=as_json)

        if executor:
            making = SentSettings.of(settings, flags, opened)

            def order_of(task: SuiteTask, permit: Permit) -> FarTask:
                folder = replace(task, folder=task.folder.resolve())
                here = (shared / task.name).resolve()
                return FarTask(folder, here, patterns.resolve(), budget, making, permit, held_up, candidates)

            with closing(cluster_named(executor)) as cluster:
                scored = suite_object(run_far_suite(suite, cluster, shared, order_of, finished))
        else:
            same = {"system": patterns, "budget": budget, "scaffold": held_up, "candidates": candidates}

            def run(task: SuiteTask) -> TaskResult:
                asked = CallLogModel(opened, Path(calls), {"task": task.name}) if calls else opened
                return run_task(task, asked, keep=place, **same)

            scored = run_suite(suite, run, finished)
        result = {"scaffold": "on" if held_up else "off"} | scored
    if as_json:
        print_json(result)
    else:
        click.echo(totals(result))
    if earlier is not None:
        click.echo("\n".join(differences(result, earlier)), err=as_json)
    return 0


@bench.command()
@click.argument("directory", metavar="DIR")
@click.option(
    "--record",
    metavar="FOLDER",
    required=True,
    help="Keep each reply and result here; the same command goes on where it was.",
)
@click.option("--model", metavar="NAME", help="The model that does the tasks.")
@click.option(
    "--model-calls",
    type=click.IntRange(0),
    default=0,
    help="How many calls replays may make where the record has no reply; 0 otherwise.",
)
@click.option("--only", multiple=True, metavar="NAME", help="Take only this task. Can be given several times.")
@click.option(
    "--rule",
    "rules_chosen",
    multiple=True,
    metavar="NAME",
    help="Turn off only this. Can be given several times.",
)
@scaffold_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, progress on stderr.")
@click.pass_context
def rules(
    ctx: click.Context,
    directory: str,
    record: str,
    model: str | None,
    model_calls: int,
    only: tuple[str, ...],
    rules_chosen: tuple[str, ...],
    scaffold: str | None,
    as_json: bool,
) -> int:
    """Turn each rule and relation off in turn over the suite in DIR, and say which of them pay.

    The suite runs once with the model. Then each rule is judged on what the model wrote: what it refused, and
    whether the task's check would have taken that. Only tasks where it refused something are replayed without
    it. A replay that leaves what is recorded is unknown, unless --model-calls lets it ask the model.
    """
    suite = read_suite(Path(directory), only)
    workspace = _workspace_or_none(ctx)
    flags = {"model": model, "scaffold": scaffold}
    settings = settings_of(workspace, flags) if workspace else load_settings(None, flags)
    system = workspace.system if workspace else shipped_system()
    folder = Path(record)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: no folder can be made here ({error.strerror}); give another") from None
    with TemporaryDirectory(prefix="pandora-suite-") as copied:
        patterns = Workspace(Path(copied))
        copy_tree(system, patterns.system)
        names = rule_names(patterns, rules_chosen)
        with closing(model_of(settings, {})) as opened:
            rules_bench = RulesBench(
                opened,
                patterns.system,
                budget_of(settings, opened),
                folder,
                needs_scaffold(settings["scaffold"], opened.parameters),
                model_calls,
                lambda line: click.echo(clean(line), err=True),
            )
            result = rules_bench.run(suite, names)
    if as_json:
        print_json(result)
    else:
        click.echo("\n".join(table_lines(rule_lines(result), right=range(1, 8))))
        click.echo(f"\n{result['solved']} of {result['total']} solved with all, {_wrong(result)}")
    return 0


def _wrong(result: dict[str, Any]) -> str:
    return f"{result['accepted_but_wrong']} accepted but wrong"


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


def read_result(path: Path) -> dict[str, Any]:
    """Read what `--json` of a bench printed; raises UsageError where the file holds no such object."""
    try:
        result = json.loads(read_text(path, _LONGEST))
        tasks = {str(row["task"]): (bool(row["solved"]), str(row["status"])) for row in result["tasks"]}
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise UsageError(
            f"{path}:1: not the --json of a bench ({error}); give the file that holds it"
        ) from None
    return {**result, "by_name": tasks}


def differences(result: dict[str, Any], earlier: dict[str, Any]) -> list[str]:
    """The lines that say which tasks were gained, lost, and are newly accepted but wrong.

    Only tasks that both results have are compared.
    """
    before = earlier["by_name"]
    rows = [row for row in result["tasks"] if row["task"] in before]
    gained = [row["task"] for row in rows if row["solved"] and not before[row["task"]][0]]
    lost = [row["task"] for row in rows if before[row["task"]][0] and not row["solved"]]
    wrong = [
        row["task"]
        for row in rows
        if (row["solved"], row["status"]) == (False, "accepted") != before[row["task"]]
    ]
    lists = (("gained", gained), ("lost", lost), ("newly accepted but wrong", wrong))
    return [f"{label} {len(names)} of {len(rows)}: {', '.join(names) or 'none'}" for label, names in lists]


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
