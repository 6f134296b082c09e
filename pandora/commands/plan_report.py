"""What `run --plan` prints: the plan, what the rest of the run will likely cost, and how to go on."""

from __future__ import annotations

import click

from pandora.budget import Budget
from pandora.commands.command_hint import going_on, with_folder
from pandora.commands.event_log import EventLog
from pandora.commands.open_workspace import store_of
from pandora.commands.printing import print_json
from pandora.disk.layout import Workspace
from pandora.document.counted import counted
from pandora.document.meta_values import mapping, whole_number
from pandora.document.terminal_text import clean
from pandora.engine.run import Ended, as_object
from pandora.inspect.plan_estimate import PlanEstimate, estimate


def report_plan(
    ended: Ended, workspace: Workspace, as_json: bool, quiet: bool = False, events: EventLog | None = None
) -> int:
    """Print the plan of a run that stopped after it, with an estimate of what is left; returns 0.

    If `quiet`, nothing goes to stderr. It is the last of the `events`, too.
    """
    document = store_of(workspace).load(ended.root)
    left = estimate(workspace, document)
    planned = {**as_object(ended, workspace), "plan": document.body(2), "estimate": vars(left)}
    if events is not None:
        events.result(planned, 0)
        if events.stdout:
            return 0
    if as_json:
        print_json(planned)
        return 0
    click.echo(clean(document.body(2)))
    budget = mapping(document.meta, "budget")
    ceilings = {name: whole_number(budget.get(name)) for name in ("calls", "tokens", "seconds")}
    click.echo(f"Estimate: {_estimate_line(left, Budget(**ceilings))}")
    if quiet:
        return 0
    click.echo(f"\n{workspace.relative(workspace.document(ended.root))}", err=True)
    resume, edit = f"`{going_on('resume', ended.run)}`", f"`pandora edit {ended.run}:plan`"
    click.echo(with_folder(f"planned: {resume} goes on; {edit} changes the plan first"), err=True)
    return 0


def _estimate_line(left: PlanEstimate, ceiling: Budget) -> str:
    """The estimate in words, with what it rests on and what the run may use at most."""
    seconds = f"{left.seconds:.0f} s" if left.seconds >= 1 else "under 1 s"
    known = [f"{count} of {name}" for name, count in left.earlier.items() if count]
    guessed = [name for name, count in left.earlier.items() if not count]
    rests = [f"by earlier steps: {', '.join(known)}"] if known else []
    rests += [f"no earlier step of {', '.join(guessed)}, so a guess"] if guessed else []
    most = f"at most {counted(ceiling.calls, 'call')}, {ceiling.tokens} tokens, {ceiling.seconds} s in all"
    return f"about {counted(left.calls, 'call')}, {left.tokens} tokens, {seconds} ({'; '.join([*rests, most])})"
