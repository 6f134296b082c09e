"""`pandora bench`: how well a model and the patterns do on a suite of tasks, and what the engine costs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from pandora.benching.claims import SIZES as QUESTIONS
from pandora.benching.claims import measure_claims
from pandora.benching.engine import Real, measure_engine
from pandora.benching.figures import Measure, table
from pandora.benching.sandbox import ROUNDS, measure_sandbox
from pandora.benching.scale import SIZES, measure_scale
from pandora.commands.init import copy_tree
from pandora.commands.printing import one_line, print_json, table_lines
from pandora.commands.shared import budget_of, model_of
from pandora.commands.suite import Scored, read_suite, run_suite, run_task
from pandora.disk.layout import Workspace, find_workspace, shipped_system
from pandora.errors import NoModelError, UsageError
from pandora.models.llama import LlamaModel
from pandora.models.open import gguf_path
from pandora.settings import Settings, load_settings

SMALL = "qwen2.5-coder-0.5b"
"""What the engine is measured with where no model is named: `make bench` pulls it."""


@click.group()
def bench() -> None:
    """Measure: tasks solved and what they cost; the engine's own cost, beside others'."""


@bench.command()
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Only this task; may be given again.")
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
    """Run every task of DIR: folders with task.md, check.py and perhaps files/.

    Each has a fresh workspace with this one's patterns; effects inside it are approved. A task is solved
    where `check.py RESULT.json`, run in that workspace, exits with 0.
    """
    suite = read_suite(Path(directory), only)
    place = Path(keep) if keep else None
    for task in suite if place else ():
        if place and (place / task.name).exists():
            raise UsageError(f"{place / task.name} exists; keep the workspaces in another folder")
    workspace = _workspace(ctx)
    settings = load_settings(workspace.root if workspace else None, {"model": model})
    system = workspace.system if workspace else shipped_system()
    opened = model_of(settings, {})
    width = max(len(task.name) for task in suite)
    with closing(opened), TemporaryDirectory(prefix="pandora-suite-") as copied:
        # Copied once: an edit meanwhile must not make the tasks' results incomparable.
        copy_tree(system, Path(copied))
        run = partial(run_task, model=opened, system=Path(copied), budget=budget_of(settings), keep=place)
        result = run_suite(suite, run, lambda scored: _tell(scored, width, to_stderr=as_json))
    if as_json:
        print_json(result)
    else:
        click.echo(_totals(result))
    return 0


@bench.command()
@click.option("--model", metavar="NAME", help=f"The model in this process to measure; {SMALL} otherwise.")
@click.option("--quick", is_flag=True, help="Fewer rounds: seconds for what takes minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def engine(ctx: click.Context, model: str | None, quick: bool, as_json: bool) -> int:
    """Measure the engine itself, as ratios taken in one run, each with its goal.

    Engine time per durable phase beside a bare write and LangGraph; form-filled decoding beside free and
    GBNF; prompt tokens evaluated beside unique ones. What cannot be measured here says why.
    """
    workspace = _workspace(ctx)
    settings = load_settings(workspace.root if workspace else None, {"model": model})
    _print(list(measure_engine(_system(ctx), _real(settings), _progress, quick)), as_json)
    return 0


@bench.command()
@click.option("--sizes", metavar="N,N", help="Documents in state/; 1000,10000,100000 otherwise.")
@click.option("--rounds", type=click.IntRange(1), default=5, help="Rounds that count, 5 otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def scale(ctx: click.Context, sizes: str | None, rounds: int, as_json: bool) -> int:
    """Measure what commands cost as state/ grows: `ls`, `tree`, `show`, `resume` and starting a run.

    Workspaces of each size are made in a temporary folder (some 500 MB for the largest) and removed again.
    """
    wanted = _sizes(sizes, SIZES)
    _print(list(measure_scale(_system(ctx), wanted, rounds, _progress)), as_json)
    return 0


@bench.command()
@click.option("--sizes", metavar="N,N", help="Questions in a graph; 100,1000,10000 otherwise.")
@click.option("--rounds", type=click.IntRange(1), default=40, help="Claims that count, 40 otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def claims(ctx: click.Context, sizes: str | None, rounds: int, as_json: bool) -> int:
    """Measure claims a second as a graph of questions grows, and the processor's share of one.

    A claim is durable: its document is on disk. Graphs of each size are made in a temporary folder and
    removed again.
    """
    wanted = _sizes(sizes, QUESTIONS)
    _print(list(measure_claims(_system(ctx), wanted, rounds, _progress)), as_json)
    return 0


@bench.command()
@click.option(
    "--rounds", type=click.IntRange(1), default=ROUNDS, help=f"Rounds that count, {ROUNDS} otherwise."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
def sandbox(rounds: int, as_json: bool) -> int:
    """Measure what the sandbox adds to a command: its start-up in each tier that holds here.

    From the call to the end of a command that does nothing, in milliseconds, beside a bare subprocess of it.
    """
    _print(list(measure_sandbox(rounds, _progress)), as_json)
    return 0


def _progress(told: str) -> None:
    click.echo(f"{told} …", err=True)


def _print(measures: Sequence[Measure], as_json: bool) -> None:
    if as_json:
        print_json({each.key: each.as_object() for each in measures})
    click.echo("\n".join(table_lines(table(measures), right=(1, 2))), err=as_json)


def _sizes(given: str | None, usual: Sequence[int]) -> list[int]:
    try:
        wanted = [int(each) for each in given.split(",")] if given else list(usual)
    except ValueError:
        raise click.UsageError(f"{given!r} are no sizes; write --sizes 1000,100000") from None
    if min(wanted) < 10:
        raise click.UsageError("the smallest size is 10")
    return wanted


def _system(ctx: click.Context) -> Path:
    workspace = _workspace(ctx)
    return workspace.system if workspace else shipped_system()


def _real(settings: Settings) -> Real | str:
    """The model to measure, or why there is none; raises where the one that was asked for is not there."""
    chosen = settings.by_name["model"].source != "default"
    spec = str(settings["model"]) if chosen else SMALL
    try:
        path = gguf_path(spec)
    except NoModelError:
        if chosen:
            raise
        return f"{spec} is not on this machine; pandora models pull {spec}"
    if path is None:
        return f"{spec} is no model in this process; give --model NAME or PATH.gguf"
    opened = partial(LlamaModel.open, path, name=path.stem, context=settings["model_context"])
    threads = settings["threads"]
    return Real(partial(opened, threads=threads or None), path, threads, budget_of(settings))


def _workspace(ctx: click.Context) -> Workspace | None:
    try:
        return find_workspace(Path(ctx.find_root().obj or "."))
    except UsageError:
        return None


def _tell(scored: Scored, width: int, to_stderr: bool) -> None:
    verdict = "solved" if scored.solved else "WRONG" if scored.accepted_but_wrong else "unsolved"
    used = scored.used
    figures = f"{scored.seconds:7.1f} s {used.calls:3} calls {used.prompt + used.written:7} tokens"
    line = f"{scored.task.name:<{width}}  {scored.task.family:<8} {verdict:<8} {scored.status:<9} {figures}"
    click.echo(line, err=to_stderr)
    if told := scored.error or scored.complaint:
        click.echo(f"  {one_line(told, 200)}", err=True)


def _totals(result: dict[str, Any]) -> str:
    """Sums over all tasks; what a solved task costs includes the tokens of those that were not."""
    each, solved = result["tasks"], result["solved"]
    tokens = sum(task["prompt_tokens"] + task["written_tokens"] for task in each)
    share = f"{tokens / solved:.0f} tokens per solved task" if solved else "no task was solved"
    seconds, calls = sum(task["seconds"] for task in each), sum(task["calls"] for task in each)
    return (
        f"\n{solved} of {result['total']} solved, {result['accepted_but_wrong']} accepted but wrong; "
        f"{seconds:.0f} s, {calls} calls, {tokens} tokens, {share}"
    )
