"""`pandora think`: make a graph of questions out of one, which workers answer and synthesise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pandora.budget import Budget
from pandora.commands.command_hint import with_folder
from pandora.commands.open_workspace import trusted_workspace
from pandora.commands.printing import print_json
from pandora.commands.run_options import model_option, record_option, seconds_option, tokens_option
from pandora.commands.run_progress import open_watched, watching
from pandora.commands.run_report import say_at_the_end
from pandora.disk.layout import Workspace
from pandora.disk.shared_ledger import Permit, permit_path
from pandora.document.terminal_text import clean
from pandora.engine.recorded_model import RecordedModel, keys_of_model
from pandora.engine.run import UNRECORDED, budget_of, host_of, model_of, settings_of, to_stderr
from pandora.models.open import is_name
from pandora.models.protocol import Model
from pandora.models.server_names import SERVER, is_server
from pandora.settings import Settings
from pandora.workspace.secrets import workspace_redactor

if TYPE_CHECKING:
    from pandora.engine.executors import DaskCluster

F = TypeVar("F", bound=Callable[..., Any])
EXITS = {"completed": 0, "paused": 3, "budget_exhausted": 4, "active": 5, "error": 5}
"""The graph's status → the exit code."""


def think_options(command: F) -> F:
    """The options of `think`."""
    paths = click.Path(exists=True)
    for option in reversed(
        (
            click.option(
                "--intensity",
                type=click.Choice(("pulse", "explore", "deep")),
                default="pulse",
                show_default=True,
                help="How far to go (workers, depth, first questions): 3, 2, 3-4; 8, 4, 5-7; or 15, 6, 8-12.",
            ),
            click.option(
                "--checkpoint",
                default="autonomous",
                show_default=True,
                metavar="MODE",
                help="When to pause for you: autonomous (never), convergence, interactive, or depth:N.",
            ),
            click.option(
                "--workers",
                type=click.IntRange(1),
                help="How many workers: processes, or threads that take turns if the model is in this process.",
            ),
            click.option(
                "--context",
                "paths",
                multiple=True,
                type=paths,
                metavar="PATH",
                help="A file or folder that workers may read. Can be given several times.",
            ),
            click.option(
                "--executor",
                metavar="dask:ADDRESS",
                help="Let workers of a Dask cluster over this folder do it; all that it has, or --workers.",
            ),
            click.option("--join", metavar="GRAPH", help="Help with a graph that another terminal began."),
            click.option("--resume", metavar="GRAPH", help="Go on with a graph, and take up your edits."),
            click.option(
                "--nodes", type=click.IntRange(2), help="How many questions and answers the graph may have."
            ),
            tokens_option,
            seconds_option,
            model_option,
            record_option,
            click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object."),
            click.option("-q", "--quiet", is_flag=True, help="Show no progress."),
            click.option("--leashed", is_flag=True, hidden=True),
        )
    ):
        command = option(command)
    return command


@click.command()
@click.argument("question", required=False)
@think_options
@click.pass_context
def think(ctx: click.Context, /, question: str | None, **options: Any) -> int:
    """Think QUESTION through as a graph of questions: open it up, answer the parts, bring them together.

    Every question is a document under state/. You can reword a question or an answer there, or edit a file
    of --context: --resume then does again what rested on it.

    GRAPH is a graph's id, a unique beginning of it, one of its documents, words of its question, or `last`.

    Exit codes: 0 completed, 3 paused at a checkpoint, 4 ended by a ceiling, 5 no worker could go on.
    """
    if sum(choice is not None for choice in (question, options["join"], options["resume"])) != 1:
        raise click.UsageError("give a QUESTION, or --resume GRAPH, or --join GRAPH")
    if options["executor"] and (options["join"] is not None or options["record"]):
        raise click.UsageError("--join and --record are about this process; leave them or --executor away")
    workspace = trusted_workspace(ctx, options)
    settings = settings_of(workspace, {name: options[name] for name in ("model", "tokens", "seconds")})
    if options["join"] is not None:
        return _join(workspace, settings, options)
    from pandora.questions.dispatcher import FinishedGraph, Limits, begin, go_on
    from pandora.questions.graph_lookup import named_graph
    from pandora.questions.graph_rules import checked_text
    from pandora.questions.worker_sources import checked

    cluster = _cluster(options["executor"])
    limits = Limits(options["nodes"] or 0, options["tokens"] or 0, options["seconds"] or 0)
    recorded, failed = UNRECORDED, 0
    if question is None:
        graph = named_graph(workspace, options["resume"])
        # A process that was killed leaves the permit of its workers on a cluster.
        Permit(permit_path(workspace.document(graph.root)), "").withdraw()
        recorded = RecordedModel.of(graph.document(graph.root).meta)
    else:
        redact = workspace_redactor(workspace.root, settings.policy.hides)
        text = redact(checked_text(question, "question"))
        sources = checked(options["paths"], workspace.root, settings.policy.hides)
    with watching(options["quiet"] or options["as_json"]) as watcher:
        model = open_watched(watcher, lambda: model_of(settings, options, recorded))
    try:
        if question is None:
            stale = go_on(graph, limits, settings.policy)
            if stale and not options["quiet"]:
                click.echo(f"stale after edits: {', '.join(stale)}", err=True)
        else:
            budget = _budget(settings, model)
            kinds = (options["intensity"], options["checkpoint"])
            graph = begin(workspace, text, *kinds, sources, limits, budget, keys_of_model(model))
        if not options["quiet"]:
            click.echo(f"graph {graph.run}: state/{graph.root}.md", err=True)
        if cluster is not None:
            _send(cluster, graph, model, settings, options)
        elif options["workers"] and not _in_process(model, settings):
            from pandora.commands.think_workers import ProcessCrew, run_workers

            model.close()
            crew = ProcessCrew(workspace, graph.run, options["model"])
            with watching(options["quiet"] or options["as_json"]) as watcher:
                failed = run_workers(graph, crew, options["workers"], watcher)
        else:
            _work(workspace, graph, model, settings, options, True)
    except FinishedGraph as finished:
        click.echo(f"{finished}", err=True)
    except KeyboardInterrupt:
        click.echo(with_folder(f"`pandora think --resume {graph.run}` goes on"), err=True)
        raise
    finally:
        model.close()
        if cluster is not None:
            cluster.close()
    return failed or report(graph, options["as_json"])


def _budget(settings: Settings, model: Model) -> Budget:
    """The budget of the graph's documents, with the tokens and seconds of the whole graph."""
    ceilings = {name: settings[name] for name in ("tokens", "seconds")}
    return replace(budget_of(settings, model), **ceilings)


def _in_process(model: Model, settings: Settings) -> bool:
    """True for a model in this process; each worker process would load a copy for the same cores."""
    spec = str(settings["model"])
    return is_name(model.name) or not (is_server(spec) or spec.startswith("scripted:"))


def _threads(settings: Settings, workers: int | None) -> int:
    """How many threads work: as many as asked for, else one, or 64 for a server, which answers many at once."""
    return workers or (64 if str(settings["model"]).startswith(SERVER) else 1)


def _work(
    workspace: Workspace, graph: Any, model: Model, settings: Settings, options: dict[str, Any], counts: bool
) -> None:
    """Work on the graph in threads until nothing is left; `counts` books the seconds on the graph."""
    from pandora.questions.dispatcher import work_on

    with watching(options["quiet"] or options["as_json"]) as watcher:
        host = host_of(workspace, model, settings, {}, watcher, say_at_the_end())
        sitting = work_on(graph, host, _threads(settings, options["workers"]), counts=counts)
    if not options["quiet"]:
        for worker_report in sitting.reports:
            for problem in worker_report.errors[-3:]:
                click.echo(f"{worker_report.worker}: {clean(problem)}", err=True)


def _cluster(executor: str | None) -> DaskCluster | None:
    """The cluster that `--executor` names; raises UsageError where nobody answers."""
    if not executor:
        return None
    from pandora.engine.executors import cluster_named

    return cluster_named(executor)


def _send(cluster: DaskCluster, graph: Any, model: Model, settings: Settings, options: dict[str, Any]) -> None:
    """Let workers on a cluster work on the graph until nothing is left."""
    from pandora.commands.cluster_workers import ClusterCrew
    from pandora.commands.think_workers import run_workers
    from pandora.engine.far_host import SentSettings

    making = SentSettings.of(settings, options, model)
    tell = (lambda problem: None) if options["quiet"] else to_stderr
    most = options["workers"] or max(1, cluster.workers())
    model.close()
    with (
        closing(ClusterCrew(cluster, graph, making, model.fingerprint, tell)) as crew,
        watching(options["quiet"] or options["as_json"]) as watcher,
    ):
        run_workers(graph, crew, most, watcher)


def _join(workspace: Workspace, settings: Settings, options: dict[str, Any]) -> int:
    """Work on a graph that another process began; returns the exit code."""
    from pandora.questions.graph_lookup import open_named_graph
    from pandora.questions.node_changes import require_active

    if options["leashed"]:
        from pandora.commands.think_workers import end_with_parent

        end_with_parent()
    graph = open_named_graph(workspace, options["join"])
    require_active(graph, "join")
    model = model_of(settings, options, RecordedModel.of(graph.document(graph.root).meta))
    try:
        _work(workspace, graph, model, settings, options, False)
    finally:
        model.close()
    return 0 if options["leashed"] else report(graph, options["as_json"])


def report(graph: Any, as_json: bool) -> int:
    """Save and print what the graph came to, and say how to go on; returns the exit code."""
    from pandora.questions.harvest import harvest, save_summary

    result = harvest(graph)
    status = result["status"]
    summary = save_summary(graph, result)
    settings = graph.settings()
    document = f"state/{summary}.md" if summary else None
    if as_json:
        print_json({**result, "document": document})
    else:
        click.echo(clean(result["summary"]))
        click.echo(
            f"\n{document or 'not kept yet'}; `pandora graph show {graph.run}` lists the questions",
            err=True,
        )
        reason = "nothing was answered" if settings.status == "completed" else clean(settings.reason)
        why = f": {reason}" if reason and status != "completed" else ""
        click.echo(f"{status}{why}", err=True)
        if settings.status in ("paused", "active"):
            click.echo(with_folder(f"`pandora think --resume {graph.run}` goes on"), err=True)
        elif settings.status == "budget_exhausted":
            flags = "--tokens, --seconds or --nodes"
            click.echo(
                with_folder(f"`pandora think --resume {graph.run}` goes on with more of {flags}"), err=True
            )
    return EXITS[settings.status if status != "error" else "error"]
