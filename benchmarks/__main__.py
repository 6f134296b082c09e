"""The engine's own cost as ratios taken in one run, and one plain call of a model: `python -m benchmarks`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from benchmarks.agents import AGENTS, done_by
from benchmarks.answer_kinds import choice_table, choices, entry_of
from benchmarks.claims import SIZES as QUESTIONS
from benchmarks.claims import measure_claims, measure_readings
from benchmarks.code_agent import CodeAgent
from benchmarks.engine import Real, measure_engine
from benchmarks.figures import Measure, table
from benchmarks.gate_rates import EDITS, RULES, rate
from benchmarks.growth_measures import (
    FURTHER,
    REQUESTS,
    GrowthRow,
    edit_rows,
    measure_bootstraps,
    measure_cheats,
    measure_gate,
    measure_requests,
    measure_rights,
    measure_round,
    measure_runs,
    measure_wordings,
    unmeasured,
)
from benchmarks.growth_measures import table as growth_table
from benchmarks.kept_measurements import keep, kept_rows
from benchmarks.long_text_runs import (
    SessionCommand,
    TruncatedCall,
    Way,
    answer_all,
    goal_lines,
    plain_program,
    score_table,
)
from benchmarks.long_texts import KINDS, LENGTHS, questions
from benchmarks.plain_call import PlainCall
from benchmarks.planted_cheats import PLANTED, UNSEEN, request_words
from benchmarks.planted_edits import judged_edits, planted_edits
from benchmarks.recursive_model import SECONDS as RLM_SECONDS
from benchmarks.recursive_model import RecursiveModel
from benchmarks.research_bench import research
from benchmarks.sampled_tries import SampledTry, WholeDraw, sampled_tries, table_of_draws, table_of_ends
from benchmarks.sandbox import ROUNDS, measure_sandbox
from benchmarks.scale import SIZES, measure_scale
from benchmarks.session_dogfood import dogfood
from benchmarks.suite_comparison import comparison
from benchmarks.thinking import compared, comparison_table, harvest_of, prompt_of, read_questions
from benchmarks.tool_wordings import PARTS, judged_wordings, summary, wordings
from pandora.budget import Budget
from pandora.cli import run
from pandora.commands.bench import print_result, read_result, totals
from pandora.commands.printing import print_json, table_lines
from pandora.commands.recorded_suite import Limits, RecordedSuite
from pandora.commands.task_suite import TaskResult, read_suite, run_suite
from pandora.disk.layout import Workspace, find_workspace, shipped_system
from pandora.engine.run import budget_of, model_of
from pandora.errors import NoModelError, UsageError
from pandora.models.fit.processor import physical_cores
from pandora.models.keyed_replies import append_line
from pandora.models.llama import LlamaModel
from pandora.models.open import gguf_path
from pandora.models.protocol import Model
from pandora.settings import Settings, load_settings

QUESTIONS_FOLDER = Path(__file__).parent / "thinking_questions"
"""Questions with notes, written for this comparison."""
SMALL = "qwen2.5-coder-0.5b"
"""The model to measure if none is named; `make bench` pulls it."""


WAYS = ("program", "call", "session")
GROWTH_ROWS = (
    *("cheats", "rights", "gate", "runs"),
    *("requests", "further", "unseen", "bootstraps", "wordings", "round", "edits"),
)
"""The rows of `growth`: those that need no model, then those that do."""
OTHER_WAYS = ("rlm",)
"""The ways in which a question over a long text is answered."""


@click.group()
@click.option("-C", "root", default=".", metavar="DIR", help="The workspace whose patterns are measured.")
@click.pass_context
def bench(ctx: click.Context, root: str) -> None:
    """Measure the engine's own cost, beside others'."""
    ctx.obj = root


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
    numbers = _sizes(sizes, SIZES)
    _print(list(measure_scale(_system(ctx), numbers, rounds, _progress)), as_json)
    return 0


@bench.command()
@click.option("--sizes", metavar="N,N", help="Questions in a graph; 100,1000,10000 otherwise.")
@click.option("--rounds", type=click.IntRange(1), default=40, help="Claims that count, 40 otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def claims(ctx: click.Context, sizes: str | None, rounds: int, as_json: bool) -> int:
    """Measure claims a second as a graph of questions grows, the processor's share of one, and readings.

    A claim is durable: its document is on disk. Graphs of each size are made in a temporary folder and
    removed again. The readings are a cold index at each size, and of 3,000 questions a claim, what is ready
    and a snapshot, each with its limit.
    """
    numbers = _sizes(sizes, QUESTIONS)
    system, readings = _system(ctx), max(1, rounds // 8)
    measures = [*measure_claims(system, numbers, rounds, _progress)]
    _print([*measures, *measure_readings(system, numbers, readings, _progress)], as_json)
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


@bench.command()
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Run only this task. Can be given several times.")
@click.option("--model", metavar="NAME", help="The model in this process that is asked.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, progress on stderr.")
@click.pass_context
def plain(ctx: click.Context, directory: str, only: tuple[str, ...], model: str | None, as_json: bool) -> int:
    """Ask a model once for each task in DIR, without the engine, and count the tasks that this solves.

    The prompt is the request and the files. The reply is saved in the file that the request names, or is the
    answer. Compare with `pandora bench tasks DIR`.
    """
    suite = read_suite(Path(directory), only)
    settings, path = _model_path(ctx, model)
    asked = PlainCall(path, settings["threads"] or physical_cores())
    with closing(asked):
        result = run_suite(suite, asked.run, lambda scored: print_result(scored, suite, to_stderr=as_json))
    if as_json:
        print_json(result)
    else:
        click.echo(totals(result))
    return 0


@bench.command("tries")
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Only this task. Can be given several times.")
@click.option(
    "--samples", type=click.IntRange(1), default=4, help="Draws of each task's first try, 4 otherwise."
)
@click.option("--model", default="qwen2.5-coder-1.5b", metavar="NAME", help="The model, pulled before.")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Keep the workspaces here.")
@click.option("--forks", is_flag=True, help="Fork the greedy draw in place of sampling at a temperature.")
@click.option(
    "--all-draws",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append all about each draw to FILE as JSON lines, with what the check says of refused ones.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array on stdout, the table on stderr.")
def tries(
    directory: str,
    only: tuple[str, ...],
    samples: int,
    model: str,
    keep: Path | None,
    forks: bool,
    all_draws: Path | None,
    as_json: bool,
) -> int:
    """Draw the first try of each task in DIR several times, and count what each draw comes to.

    It takes seconds where a run takes minutes: for a change of how a program begins, or of what is held
    against a result. The first draw is greedy.
    """

    def tell(one: SampledTry) -> None:
        _told(f"{one.task} {one.number}: {one.end} {one.why}".rstrip())

    draws: list[WholeDraw] = []

    def tell_whole(draw: WholeDraw) -> None:
        draws.append(draw)
        if all_draws is not None:
            append_line(all_draws, vars(draw))

    suite = read_suite(Path(directory), only)
    with _workspace_with(model) as (root, real):
        drawn = sampled_tries(
            suite,
            real,
            root / "system",
            samples,
            tell,
            keep,
            forks=forks,
            tell_whole=tell_whole if all_draws else None,
        )
        made = list(drawn)
    if as_json:
        print_json([vars(one) for one in made])
    lines = [*table_of_ends(made), *([] if all_draws is None else ["", *table_of_draws(draws)])]
    click.echo("\n".join(lines), err=as_json)
    return 0


@bench.command("smolagents")
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Run only this task. Can be given several times.")
@click.option("--model", metavar="NAME", help="The model in this process that the agent asks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, progress on stderr.")
@click.pass_context
def code_agent(
    ctx: click.Context, directory: str, only: tuple[str, ...], model: str | None, as_json: bool
) -> int:
    """Let smolagents' CodeAgent do each task in DIR with the same weights, and count those that it solves.

    It runs programs that the model writes in this process, in smolagents' own interpreter: they have no os
    module, and open only files of the task's folder.
    """
    suite = read_suite(Path(directory), only)
    settings, path = _model_path(ctx, model)
    with closing(CodeAgent.open(path, settings["threads"] or physical_cores())) as agent:
        result = run_suite(suite, agent.run, lambda scored: print_result(scored, suite, to_stderr=as_json))
    if as_json:
        print_json(result)
    else:
        click.echo(totals(result))
    return 0


@bench.command()
@click.argument("directory", metavar="DIR")
@click.option("--only", multiple=True, metavar="NAME", help="Run only this task. Can be given several times.")
@click.option("--agent", "names", multiple=True, type=click.Choice(AGENTS), help="Only this agent.")
@click.option("--seconds", type=click.IntRange(1), help="Seconds of each task, in place of its own.")
@click.option("--model", metavar="NAME", help="The model that one llama-server has for all of them.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def agents(
    ctx: click.Context,
    directory: str,
    only: tuple[str, ...],
    names: tuple[str, ...],
    seconds: int | None,
    model: str | None,
    as_json: bool,
) -> int:
    """Let the engine, smolagents and mini-swe-agent do each task in DIR through one llama-server.

    All have the same weights, tasks and checks. The table says what each solved, and what share of an agent's
    prompt tokens the engine takes for a solved task.
    """
    suite = [replace(task, seconds=seconds or task.seconds) for task in read_suite(Path(directory), only)]
    settings, path = _model_path(ctx, model)
    threads = settings["threads"] or physical_cores()

    def say(name: str, scored: TaskResult) -> None:
        _told(f"{name}:")
        print_result(scored, suite, to_stderr=True)

    results = dict(done_by(suite, names or AGENTS, path, threads, _system(ctx), say))
    if as_json:
        print_json(results)
    click.echo("\n".join(comparison(results)), err=as_json)
    return 0


@bench.command("long-texts")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind. Several times.")
@click.option("--tokens", metavar="N,N", help="Lengths of the texts; 4000,16000,64000,256000 otherwise.")
@click.option("--seeds", type=click.IntRange(1), default=3, help="Texts of each kind and length, 3 otherwise.")
@click.option(
    "--way",
    "names",
    multiple=True,
    type=click.Choice((*WAYS, *OTHER_WAYS)),
    help="Only this way. Several times. rlm is rlms of PyPI, which is asked only where it is named.",
)
@click.option("--each", type=click.IntRange(1), help="Only the first so many questions of each text.")
@click.option(
    "--only", metavar="NAME", multiple=True, help="Only this question: KIND-TOKENS-SEED-NUMBER. Several times."
)
@click.option("--model", metavar="NAME", help="The model in this process that is asked.")
@click.option(
    "--calls", type=click.IntRange(1), default=4000, help="The most calls of a session, 4000 otherwise."
)
@click.option(
    "--seconds", type=click.IntRange(1), help=f"The seconds of rlm for a question, {RLM_SECONDS} otherwise."
)
@click.option(
    "--record",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep rows and sessions in FOLDER; the same command goes on there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def long_texts(
    ctx: click.Context,
    kinds: tuple[str, ...],
    tokens: str | None,
    seeds: int,
    names: tuple[str, ...],
    each: int | None,
    only: tuple[str, ...],
    model: str | None,
    calls: int,
    seconds: int | None,
    record: Path | None,
    as_json: bool,
) -> int:
    """Score answers over long texts: by a plain program, a plain call of a model, and a session.

    The texts and their questions (counting, confusable needles, pairs) are made by code. The plain call sees
    the beginning of a text that its context does not hold. A bench with --record that was stopped goes on
    within a session, with the same command; its seconds are then those of the last sitting. From 64,000 tokens
    on, the session's score stands beside each other way's with its goal.
    """
    numbers = _sizes(tokens, LENGTHS)
    asked = [
        question
        for kind in kinds or KINDS
        for number in numbers
        for seed in range(1, seeds + 1)
        for question in questions(kind, number, seed)[:each]
        if not only or question.name in only
    ]
    if unknown := sorted(set(only) - {question.name for question in asked}):
        raise UsageError(f"no question is called {unknown[0]}; name one of the texts that are asked about")
    with ExitStack() as stack:
        ways: dict[str, Way] = {}
        for name in names or WAYS:
            if name == "program":
                ways[name] = plain_program
            elif name == "rlm":
                settings, path = _model_path(ctx, model)
                threads = settings["threads"] or physical_cores()
                ways[name] = RecursiveModel(path, threads, seconds or RLM_SECONDS)
            elif name == "call":
                settings, path = _model_path(ctx, model)
                threads = settings["threads"] or physical_cores()
                ways[name] = stack.enter_context(closing(TruncatedCall(path, threads)))
            else:
                given = ("--model", model) if model else ()
                ways[name] = SessionCommand(_system(ctx), (*given, "--calls", str(calls)), record)
        if record:
            record.mkdir(parents=True, exist_ok=True)
        rows = answer_all(asked, ways, _progress, record / "rows.jsonl" if record else None)
    if as_json:
        print_json({"rows": rows})
    goals = goal_lines(rows)
    click.echo("\n".join([*score_table(rows), *([""] if goals else []), *goals]), err=as_json)
    return 0


bench.add_command(research)


@bench.command()
@click.argument("directory", metavar="[DIR]", required=False)
@click.option(
    "--only", multiple=True, metavar="NAME", help="Ask only this question. Can be given several times."
)
@click.option("--way", type=click.Choice(("plain", "think")), help="Ask in this way only.")
@click.option(
    "--record",
    "replies",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep the replies to `think` in FOLDER, and ask for none of them again.",
)
@click.option("--model", metavar="NAME", help="The model in this process that both ways ask.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def thinking(
    ctx: click.Context,
    directory: str | None,
    only: tuple[str, ...],
    way: str | None,
    replies: Path | None,
    model: str | None,
    as_json: bool,
) -> int:
    """Think each question in DIR through, beside one plain call with all its notes.

    Counts gold facts, forbidden statements, contradictions found, quotes that no note holds, and tokens.
    Without DIR, the questions of this repository are asked.
    """
    questions = read_questions(Path(directory) if directory else QUESTIONS_FOLDER, only)
    settings, path = _model_path(ctx, model)
    threads = settings["threads"] or physical_cores()
    rows: list[dict[str, Any]] = []
    if way != "think":
        with closing(PlainCall(path, threads)) as asked:
            rows += compared(questions, {"plain": lambda question: asked.ask(prompt_of(question))}, _progress)
    if way != "plain":
        context = settings["model_context"]
        with closing(LlamaModel.open(path, name=path.stem, context=context, threads=threads)) as thinker:
            budget, system = budget_of(settings, thinker), _system(ctx)
            think = partial(harvest_of, system=system, model=thinker, budget=budget, replies=replies)
            rows += compared(questions, {"think": think}, _progress)
    if as_json:
        print_json({"model": path.stem, "rows": rows})
    click.echo("\n".join(comparison_table(rows)), err=as_json)
    return 0


@bench.command()
@click.option(
    "--rounds", type=click.IntRange(1), default=1000, help="Rounds that are simulated, 1000 otherwise."
)
def gate(rounds: int) -> int:
    """Simulate how often the gate of `pandora evolve`, and other rules, keep edits of each kind."""
    cells = [["rule", "keeps a no-op", "one that breaks 2", "one that mends 2", "pairs"]]
    for name, rule, share in RULES:
        _progress(name)
        found = rate(name, rule, share, rounds)
        kept = [f"{found.kept[edit.name]:.1%}" for edit in EDITS]
        cells.append([name, *kept, f"{min(found.pairs.values()):.0f}–{max(found.pairs.values()):.0f}"])
    click.echo("\n".join(table_lines(cells, right=(1, 2, 3, 4))))
    return 0


@bench.command("wordings")
@click.option("--part", type=click.Choice(PARTS), default="test", show_default=True, help="Which requests.")
@click.option("--model", metavar="NAME", required=True, help="The model that judges them.")
@click.pass_context
def tool_wordings(ctx: click.Context, part: str, model: str) -> int:
    """Ask a model which requests ask for just what a grown tool does, in other words than the tool's.

    PLAN takes a tool of which the model is sure, and leaves one off of which it is sure that it does not fit.
    """
    workspace = _workspace(ctx)
    settings = load_settings(workspace.root if workspace else None, {"model": model})
    judged = []
    with closing(model_of(settings, {})) as opened:
        for one in judged_wordings(opened, _system(ctx), wordings(part)):
            judged.append(one)
            mark = "ok" if one.right else "WRONG" if one.wrong else "--"
            fits = "fits" if one.wording.fits else "other"
            click.echo(f"{mark:5} {one.chance:.2f} {fits:5} {one.wording.tool}: {one.wording.request}")
    click.echo(summary(judged))
    return 0


@bench.command()
@click.option(
    "--model", metavar="NAME", help="The model that builds tools and does tasks; none: what needs none."
)
@click.option(
    "--row",
    "chosen",
    type=click.Choice(GROWTH_ROWS),
    multiple=True,
    help="Only this row of the table. Can be given several times.",
)
@click.option(
    "--only", multiple=True, metavar="NAME", help="Only this request or edit. Can be given several times."
)
@click.option(
    "--bootstraps", type=click.IntRange(1), default=3, show_default=True, help="So many kernels are built."
)
@click.option(
    "--suite", metavar="DIR", help="The suite of a round; the planted edits have suites of their own."
)
@click.option("--record", metavar="FOLDER", help="Keep the suites' runs here; the same command goes on there.")
@click.option(
    "--keep", "keeps", is_flag=True, help="Keep the rows of a model in benchmarks/growth_measured.json."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, the table on stderr.")
@click.pass_context
def growth(
    ctx: click.Context,
    model: str | None,
    chosen: tuple[str, ...],
    only: tuple[str, ...],
    bootstraps: int,
    suite: str | None,
    record: str | None,
    keeps: bool,
    as_json: bool,
) -> int:
    """Measure growth: cheats, rights, the gate, operations of runs, and what a model builds.

    Without a model, the gate is simulated; with one, kernels and tools are built and requests judged. With a
    record, planted edits are judged by pairs of runs, which takes hours and which the same command goes on
    with; so does a round of `pandora evolve`, with a suite. A row that is not measured now is shown as it was
    kept, with the model, the day and the commit.
    """
    if (suite and not record) or ((record or keeps) and not model):
        raise click.UsageError("--suite needs --record, and --record and --keep need --model")
    if keeps and only:
        raise click.UsageError("--keep keeps whole rows; leave --only away")
    system, workspace = _system(ctx), _workspace(ctx)
    wanted = [row for row in GROWTH_ROWS if row in chosen or not chosen]
    rows: list[GrowthRow] = []
    if "cheats" in wanted:
        rows.append(measure_cheats(system))
    if "rights" in wanted:
        rows.append(measure_rights(system))
    if "gate" in wanted:
        rows += measure_gate()
    if "runs" in wanted:
        rows.append(measure_runs(system, _told))
    if model:
        settings = load_settings(workspace.root if workspace else None, {"model": model})
        with closing(model_of(settings, {})) as opened:
            budget = budget_of(settings, opened)
            measured = _growth_by_model(opened, budget, system, wanted, only, bootstraps)
            if record:
                measured += _growth_on_suites(opened, budget, system, wanted, only, suite, Path(record))
        if keeps:
            keep(measured, model)
        rows += measured
    rows += unmeasured(rows, kept_rows())
    if as_json:
        print_json({row.what: row.as_object() for row in rows})
    click.echo("\n".join(table_lines(growth_table(rows))), err=as_json)
    return 0


def _growth_by_model(
    model: Model, budget: Budget, system: Path, wanted: Sequence[str], only: Sequence[str], bootstraps: int
) -> list[GrowthRow]:
    """The rows for which a model builds or judges something, of those that are wanted."""
    rows = []
    unseen = tuple(request_words(UNSEEN))
    for row, requests in (("requests", REQUESTS), ("further", FURTHER), ("unseen", unseen)):
        names = tuple(name for name in requests if name in only or not only)
        if row in wanted and names:
            rows.append(measure_requests(model, system, names, _told))
    if "bootstraps" in wanted:
        rows += measure_bootstraps(model, budget, bootstraps, _told)
    if "wordings" in wanted:
        rows.append(measure_wordings(model, system, _told))
    return rows


def _growth_on_suites(
    model: Model,
    budget: Budget,
    system: Path,
    wanted: Sequence[str],
    only: Sequence[str],
    suite: str | None,
    record: Path,
) -> list[GrowthRow]:
    """The rows that runs of suites decide, of those that are wanted; all share one record of runs."""
    rows = []

    def opened(folder: Path) -> RecordedSuite:
        return RecordedSuite(folder, model, budget, record, Limits(), say=_told)

    if "edits" in wanted:
        edits = [edit for edit in planted_edits() if edit.name in only or not only]
        rows += edit_rows(list(judged_edits(edits, PLANTED / "tasks", opened, system, _told)))
    if "round" in wanted and suite:
        rows.append(measure_round(model, system, opened(Path(suite)), record, _told))
    return rows


@bench.command()
@click.argument("named_results", metavar="NAME=FILE…", nargs=-1, required=True)
def compare(named_results: tuple[str, ...]) -> int:
    """Join results of the same suite into one markdown table, with a row for each family.

    Each FILE holds what --json of a bench printed: pandora bench tasks, or plain or smolagents of this one.
    """
    results = {}
    for named in named_results:
        name, equals, file = named.partition("=")
        if not (name and equals and file):
            raise UsageError(f"{named!r} is no NAME=FILE; write pandora=a.json")
        results[name] = read_result(Path(file))
    click.echo("\n".join(comparison(results)))
    return 0


def _model_path(ctx: click.Context, model: str | None) -> tuple[Settings, Path]:
    """The settings, and the file of the model in this process that they or the flag name."""
    workspace = _workspace(ctx)
    settings = load_settings(workspace.root if workspace else None, {"model": model})
    path = gguf_path(str(settings["model"]))
    if path is None:
        raise UsageError(f"{settings['model']} is no model in this process; give --model NAME or PATH.gguf")
    return settings, path


def _told(line: str) -> None:
    click.echo(line, err=True)


def _progress(step: str) -> None:
    click.echo(f"{step} …", err=True)


def _print(measures: Sequence[Measure], as_json: bool) -> None:
    if as_json:
        print_json({measure.key: measure.as_object() for measure in measures})
    click.echo("\n".join(table_lines(table(measures), right=(1, 2))), err=as_json)


def _sizes(given: str | None, usual: Sequence[int]) -> list[int]:
    try:
        numbers = [int(size) for size in given.split(",")] if given else list(usual)
    except ValueError:
        raise click.UsageError(f"{given!r} are no sizes; write --sizes 1000,100000") from None
    if min(numbers) < 10:
        raise click.UsageError("the smallest size is 10")
    return numbers


def _system(ctx: click.Context) -> Path:
    workspace = _workspace(ctx)
    return workspace.system if workspace else shipped_system()


def _real(settings: Settings) -> Real | str:
    """Return the model to measure, or why there is none; raise NoModelError if a named model is missing."""
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
    return Real(partial(opened, threads=threads or None), path, threads, budget_of(settings, None))


def _workspace(ctx: click.Context) -> Workspace | None:
    try:
        return find_workspace(Path(ctx.find_root().obj or "."))
    except UsageError:
        return None


@bench.command("dogfood")
@click.option("--model", default="qwen2.5-coder-1.5b", metavar="NAME", help="The model, pulled before.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def dogfood_command(model: str, as_json: bool) -> int:
    """Run a session with a real model, and check by code what it left; exit code 1 if a check fails."""
    with _workspace_with(model) as (root, real):
        checks = dogfood(root, real, lambda line: click.echo(line, err=True))
    if as_json:
        print_json(dict(checks))
    else:
        click.echo("\n".join(f"{'ok  ' if holds else 'FAIL'} {name}" for name, holds in checks))
    return 0 if all(holds for _, holds in checks) else 1


@bench.command("answer-kinds")
@click.option("--model", default="qwen2.5-coder-1.5b", metavar="NAME", help="The model, pulled before.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array on stdout, the table on stderr.")
def answer_kinds(model: str, as_json: bool) -> int:
    """Count how often a session over texts sees what kind of answer a question wants."""
    with _workspace_with(model) as (root, real):
        made = choices(root, real, _progress)
    if as_json:
        print_json([entry_of(choice) for choice in made])
    click.echo("\n".join(choice_table(made)), err=as_json)
    return 0


@contextmanager
def _workspace_with(model: str) -> Iterator[tuple[Path, LlamaModel]]:
    """A new workspace with the patterns that ship, and an opened model in this process."""
    path = gguf_path(model)
    if path is None:
        raise click.UsageError(f"{model} is no model in this process; name one that `pandora models ls` lists")
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(LlamaModel.open(path, name=model, threads=physical_cores())) as real,
    ):
        shutil.copytree(shipped_system(), Path(folder) / "system")
        (Path(folder) / "state").mkdir()
        yield Path(folder), real


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], bench, "python -m benchmarks"))
