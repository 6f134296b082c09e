"""`pandora grow`: build a new tool from examples of what it must do."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import click

from pandora.commands.event_log import event_log
from pandora.commands.open_workspace import trusted_workspace
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import opened, watching
from pandora.growth.tool_template import LEVELS


@click.command()
@click.argument("capability")
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
@run_options
@click.pass_context
def grow(
    ctx: click.Context,
    /,
    capability: str,
    examples: str | None,
    level: str,
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

    Exit codes: 0 accepted, 3 waiting for a person, 4 no script does what the examples ask for.
    """
    with event_log(options["events"], "grow", as_json) as events:
        workspace = trusted_workspace(ctx, options)
        with ExitStack() as stack:
            with watching(quiet or as_json, events) as watcher:
                from pandora.commands.resume import asked_on_the_way
                from pandora.commands.run_report import report, say_at_the_end
                from pandora.engine.run import budget_of, host_of, model_of, settings_of, tidy_task
                from pandora.growth.capability import begin
                from pandora.growth.examples import read_examples

                settings, words = settings_of(workspace, options), tidy_task(capability)
                hides = settings.policy.hides
                given = read_examples(Path(examples), workspace.root, hides) if examples else []
                model = stack.enter_context(closing(opened(watcher, lambda: model_of(settings, options))))
                host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
                ended = begin(words, given, level, host, budget_of(settings, model))
            if not as_json:
                ended = asked_on_the_way(workspace, ended, model, quiet, options, events)
        return report(ended, workspace, as_json, quiet, events)
