"""What `pandora grow` does without a model: list, show and undo what grew, count needs, and grow from a run."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import click

from pandora.commands.event_log import EventLog
from pandora.commands.last_run import document_or_newest
from pandora.commands.printing import print_json, print_table
from pandora.commands.resume import asked_on_the_way
from pandora.commands.run_progress import watching
from pandora.commands.run_report import say_at_the_end
from pandora.commands.undo import change_lines
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold
from pandora.document.counted import counted
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean, one_line
from pandora.engine.run import Ended, budget_of, host_of, settings_of, start
from pandora.growth.chosen_program import chosen_program
from pandora.growth.grown_tools import GrownTool, grown_tool, grown_tools
from pandora.growth.needs import needs
from pandora.growth.tool_from_run import ToolFromRun, fields_for, usable_name
from pandora.models.unasked import UnaskedModel
from pandora.workspace.undo import plan_undo
from pandora.workspace.undo import undo as apply_undo


def list_grown(workspace: Workspace, as_json: bool) -> int:
    """Print what grew, when, from which run, and how it was used since."""
    tools = grown_tools(workspace)
    if as_json:
        print_json({"grown": [_object(tool) for tool in tools]})
        return 0
    if not tools:
        click.echo("Nothing grew here yet.")
        return 0
    heads = ("NAME", "LEVEL", "GREW", "RUN", "USES", "SOLVED", "LAST USE", "")
    rows = [
        (tool.name, tool.level, tool.at, tool.run, *_uses(tool), tool.last_use or "–", _mark(tool))
        for tool in tools
    ]
    print_table([heads, *rows], right=(4, 5), optional=(1, 6))
    return 0


def _uses(tool: GrownTool) -> tuple[str, str]:
    """The uses and those of them that were solved; phases are in every run, so they are not counted."""
    return ("–", "–") if tool.level == "system" else (str(tool.uses), str(tool.solved))


def _mark(tool: GrownTool) -> str:
    return "undone" if tool.undone else "idle" if tool.idle else ""


def show_grown(workspace: Workspace, name: str, as_json: bool) -> int:
    """Print the evidence of what grew under a name, and its files."""
    tool = grown_tool(workspace, name)
    if as_json:
        print_json(_object(tool))
        return 0
    click.echo(clean(f"{tool.name}  {tool.level}, effects: {tool.effects}  {_mark(tool)}".rstrip()))
    click.echo(clean(f"grew {tool.at} in system-{tool.run}: {tool.gate}"))
    for label, figure in tool.figures.items():
        click.echo(clean(f"  {label}: {figure}"))
    if tool.level != "system":
        last = f", last {tool.last_use}" if tool.last_use else ""
        click.echo(f"used {tool.uses} times since, in {tool.solved} accepted runs{last}")
    for path in tool.paths:
        click.echo(clean(f"{path}{'' if (workspace.root / path).is_file() else ' (not there)'}"))
    return 0


def undo_grown(workspace: Workspace, name: str, as_json: bool) -> int:
    """Take the files of what grew under a name out of `system/` again."""
    tool = grown_tool(workspace, name)
    workspace.require_unarchived(tool.run)
    with hold(workspace.document(f"system-{tool.run}")):
        plan = plan_undo(workspace, tool.run)
        removed = apply_undo(workspace, plan, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    if as_json:
        print_json({"name": name, "run": tool.run, "paths": [change.path for change in plan.changes]})
        return 0
    if not plan.applications:
        click.echo(clean(f"{name} was undone already ({tool.undone})."))
    for line in (*change_lines(plan, False), *(f"removed {folder}/" for folder in removed)):
        click.echo(clean(line))
    return 0


def list_needs(workspace: Workspace, as_json: bool) -> int:
    """Print what runs lacked, the most frequent first, with the runs as examples."""
    listed = needs(workspace)
    if as_json:
        entries = [
            {
                "need": need.what,
                "times": len(need.runs),
                "runs": [
                    {"run": run, "task": task, "untrusted": run in need.untrusted} for run, task in need.runs
                ],
            }
            for need in listed
        ]
        print_json({"needs": entries})
        return 0
    if not listed:
        click.echo("No run lacked anything.")
    for need in listed:
        click.echo(clean(f"{counted(len(need.runs), 'time')}: {need.what}"))
        for run, task in need.runs:
            mark = "  untrusted" if run in need.untrusted else ""
            click.echo(clean(f"  {run}{mark}  {one_line(task)}"))
    return 0


def _object(tool: GrownTool) -> dict[str, Any]:
    figures: Mapping[str, str] = tool.figures
    return {**vars(tool), "paths": list(tool.paths), "figures": dict(figures), "idle": tool.idle}


def grow_from_run(
    workspace: Workspace,
    source: str,
    name: str,
    options: Mapping[str, Any],
    quiet: bool,
    events: EventLog | None,
) -> Ended:
    """Make an operation of the program that a run chose; a run of its own, which asks no model.

    Raises UsageError where the run chose no program, or one in which nothing stands in its task's words.
    """
    model, run = UnaskedModel(), parse_id(document_or_newest(workspace, source, silent=True)).run
    settings = settings_of(workspace, options)
    with watching(quiet, events) as watcher:
        host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
        program = chosen_program(host, run)
        fields_for(program)
        host.builders = (ToolFromRun(run, usable_name(name) if name else ""), *host.builders)
        text = f"Make an operation of the run {run}, whose task was: {program.task}"
        ended = start(text, host, budget_of(settings, None))
    return asked_on_the_way(workspace, ended, model, quiet, options, events)
