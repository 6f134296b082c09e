"""`pandora grow`: build a new tool from examples or make one of a run, and look at what grew."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.event_log import event_log
from pandora.commands.open_workspace import trusted_workspace
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import open_watched, watching
from pandora.growth.tool_template import LEVELS

VIEWS = {"ls": 0, "show": 1, "undo": 1}
"""What looks at what grew, and how many names each takes."""


@click.command()
@click.argument("words", nargs=-1, metavar="CAPABILITY | ls | show NAME | undo NAME")
@click.option(
    "--examples",
    type=click.Path(),
    metavar="FILE",
    help='Examples, one JSON object a line: {"input": {"path": "a.txt"}, "output": "3"}.',
)
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="operation",
    show_default=True,
    help="An operation alone, or a tool with the operation that it calls.",
)
@click.option(
    "--from",
    "source",
    metavar="RUN",
    shell_complete=complete_run,
    help="Make an operation of the program that RUN chose, without a model call.",
)
@click.option("--suite", metavar="DIR", help="A suite of tasks that must not get worse; this can take hours.")
@click.option("--name", default="", metavar="NAME", help="With --from: the name of the new operation.")
@click.option("--needs", is_flag=True, help="List what runs lacked, the most frequent first.")
@run_options
@click.pass_context
def grow(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    examples: str | None,
    level: str,
    source: str | None,
    suite: str | None,
    name: str,
    needs: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Build a tool that does CAPABILITY, hold it to examples, and ask whether it may be part of system/.

    Examples come from you: what goes in, and what must come out. With fewer than three, the run asks what
    should come out for a file that it names. The model sees two thirds of them; the tool must be right on the
    rest, and on altered copies of all. A grown tool that is right on every example already is named instead.

    The run is one document. It waits for your yes, which holds for just these files; `pandora undo RUN` takes
    them back.

    With --from, no model is asked: the literals of RUN's program that stand in the words of its task become
    fields of a form. The operation is kept if it gives the same for RUN, and what was accepted in a second run
    of the same kind.

    `ls` lists what grew, when, in which run, and how it was used since; what nobody used for 50 runs is idle.
    `show NAME` prints its evidence, and `undo NAME` takes its files out of system/ again. With --needs, what
    runs lacked is listed: an escalated run says so in §5.

    Exit codes: 0 accepted, 3 waiting for a person, 4 no script does what is asked for.
    """
    view, *names = words or ("",)
    if needs or view in VIEWS:
        return _look(ctx, view, names, needs, source, as_json)
    if (source is None) == (not words) or len(words) > 1:
        raise click.UsageError("give a CAPABILITY in quotes, or --from RUN, or --needs, or ls, show or undo")
    with event_log(options["events"], "grow", as_json) as events:
        workspace = trusted_workspace(ctx, options)
        if suite is not None:
            from pandora.commands.evolve import require_suites

            require_suites(suite)
        if source is not None:
            from pandora.commands.grow_views import grow_from_run
            from pandora.commands.run_report import report as report_run

            ended = grow_from_run(workspace, source, name, options, quiet or as_json, events)
            return report_run(ended, workspace, as_json, quiet, events)
        with ExitStack() as stack:
            with watching(quiet or as_json, events) as watcher:
                from pandora.commands.growth_patterns import bring_growth_patterns
                from pandora.commands.resume import asked_on_the_way
                from pandora.commands.run_report import report, say_at_the_end
                from pandora.engine.run import budget_of, host_of, model_of, settings_of, tidy_task
                from pandora.growth.capability import begin
                from pandora.growth.examples import read_examples

                settings, capability = settings_of(workspace, options), tidy_task(view)
                hides = settings.policy.hides
                given = read_examples(Path(examples), workspace.root, hides) if examples is not None else []
                bring_growth_patterns(workspace, settings.policy)
                model = stack.enter_context(closing(open_watched(watcher, lambda: model_of(settings, options))))
                host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
                folder = str(Path(suite).resolve()) if suite else ""
                ended = begin(capability, given, level, host, budget_of(settings, model), folder)
            if not as_json:
                ended = asked_on_the_way(workspace, ended, model, quiet, options, events)
        return report(ended, workspace, as_json, quiet, events)


def _look(
    ctx: click.Context, view: str, names: list[str], needs: bool, source: str | None, as_json: bool
) -> int:
    """List what grew or what runs lacked, or show or undo one thing that grew."""
    from pandora.commands import grow_views
    from pandora.commands.open_workspace import workspace_of

    if source is not None or (needs and view) or (not needs and VIEWS[view] != len(names)):
        raise click.UsageError("give one of: ls, show NAME, undo NAME, --needs, --from RUN")
    workspace = workspace_of(ctx)
    if needs:
        return grow_views.list_needs(workspace, as_json)
    if view == "ls":
        return grow_views.list_grown(workspace, as_json)
    return (grow_views.show_grown if view == "show" else grow_views.undo_grown)(workspace, names[0], as_json)
