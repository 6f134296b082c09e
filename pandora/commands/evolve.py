"""`pandora evolve`: try edits of a pattern on a suite of tasks, and keep one that makes nothing worse."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pandora.commands.event_log import event_log
from pandora.commands.open_workspace import store_of, trusted_workspace, workspace_of
from pandora.commands.printing import print_json, table_lines
from pandora.commands.run_options import run_options
from pandora.commands.run_progress import open_watched, watching
from pandora.disk.layout import Workspace
from pandora.document.terminal_text import clean
from pandora.errors import UsageError

if TYPE_CHECKING:
    from pandora.engine.loop import Loop
    from pandora.growth.suite_runs import Suites

MOST = 4
"""How many candidates a round has if nobody says otherwise."""
_ALL = 1 << 30
"""Ceilings of the round's own loops: what a round may use is bound by its pairs."""


@click.command()
@click.argument("pattern", required=False)
@click.option(
    "--suite", metavar="DIR", help="The suite of tasks that judges: folders with task.md and check.py."
)
@click.option(
    "--hidden", metavar="DIR", help="A second suite, opened once for each edit that the first would keep."
)
@click.option(
    "--candidates", type=click.IntRange(1, 20), default=MOST, show_default=True, help="At most so many."
)
@click.option("--proposer", metavar="MODEL", help="Another model, such as server:URL, that proposes edits.")
@click.option(
    "--log", "show_log", is_flag=True, help="List every candidate so far, kept or not, with its bound."
)
@run_options
@click.pass_context
def evolve(
    ctx: click.Context,
    /,
    pattern: str | None,
    suite: str | None,
    hidden: str | None,
    candidates: int,
    proposer: str | None,
    show_log: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Try edits of PATTERN on a suite, and keep one only if the suite does not get worse.

    PATTERN is a pattern's name, such as python, or its file. The suite is run once as things are. Rules find
    edits in the documents of what failed; last, the model is asked for one. Each edit changes one part of one
    file, and says which tasks it should mend. Only tasks whose prompts it changes are run again, three times
    each, beside the old pattern with the same seeds. An edit that is kept waits for your yes.

    --calls and --seconds bound a sitting; `pandora resume` goes on at the pair where it stopped. A record of
    all runs is in .pandora/evolution/.

    Exit codes: 0 accepted, 3 waiting for a person, 4 a ceiling was reached.
    """
    if show_log:
        return _print_log(workspace_of(ctx), as_json)
    if pattern is None or suite is None:
        raise click.UsageError("give a PATTERN and --suite DIR, or --log")
    with event_log(options["events"], "evolve", as_json) as events:
        workspace = trusted_workspace(ctx, options)
        path = _path_of(workspace, pattern)
        require_suites(suite, hidden)
        with ExitStack() as stack:
            with watching(quiet or as_json, events) as watcher:
                from dataclasses import replace

                from pandora.commands.growth_patterns import bring_growth_patterns
                from pandora.commands.resume import asked_on_the_way
                from pandora.commands.run_report import report, say_at_the_end
                from pandora.engine.run import budget_of, host_of, model_of, settings_of
                from pandora.growth.pattern_evolution import begin, task_text

                settings = settings_of(workspace, options)
                judges, kept_back = (
                    str(Path(folder).resolve()) if folder else "" for folder in (suite, hidden)
                )
                bounds = [f"{options[name]} {name}" for name in ("calls", "seconds") if options.get(name)]
                bound = ", ".join(bounds) or "none"
                bring_growth_patterns(workspace, settings.policy)
                tasks_by = str(settings["model"]) if proposer else ""
                text = task_text(path, judges, kept_back, candidates, bound, tasks_by)
                asked = {**options, "model": proposer} if proposer else options
                model = stack.enter_context(closing(open_watched(watcher, lambda: model_of(settings, asked))))
                host = host_of(workspace, model, settings, options, watcher, say_at_the_end())
                budget = replace(budget_of(settings, model), calls=_ALL, tokens=_ALL, seconds=_ALL)
                host.ledger.ceiling = budget
                ended = begin(text, host, budget)
            if not as_json:
                ended = asked_on_the_way(workspace, ended, model, quiet, options, events)
        return report(ended, workspace, as_json, quiet, events)


def require_suites(*folders: str | None) -> None:
    """Raise UsageError or DocumentError where a suite that is named is none, before a model is loaded."""
    from pandora.commands.task_suite import read_suite

    for folder in folders:
        if folder is not None:
            read_suite(Path(folder))


def _path_of(workspace: Workspace, given: str) -> str:
    """The file of the pattern that a person names; raises UsageError where there is none."""
    from pandora.engine.pattern import Library

    patterns, _ = Library(workspace).all()
    names = {pattern.name: pattern.path for pattern in patterns if not pattern.role}
    if given in names.values():
        return given
    if given not in names:
        raise UsageError(f"there is no pattern {given!r}; they are {', '.join(sorted(names))}")
    return names[given]


def open_suites(loop: Loop) -> Suites:
    """Open the suites that §1 of a round names, with what this sitting may use."""
    import re

    from pandora.commands.recorded_suite import Limits, RecordedSuite
    from pandora.document.task_text import task_of
    from pandora.engine.run import model_of
    from pandora.growth.suite_runs import Suites
    from pandora.settings import load_settings

    host = loop.host
    # The root's own document comes with its first write, which is after this.
    root = loop.document if loop.task.parent is None else host.store.load(f"system-{loop.task.run}")
    text = task_of(root)
    named = {
        label: match[1].strip() if (match := re.search(rf"^{label}: (.*)$", text, re.M)) else ""
        for label in ("Suite", "Hidden suite", "Limits", "Tasks are done by")
    }
    words = {unit: int(count) for count, unit in re.findall(r"(\d+) (calls|seconds)", named["Limits"])}
    limits = Limits(words.get("calls"), words.get("seconds"), given_calls=words.get("calls", 0))
    record = host.workspace.root / ".pandora" / "evolution"

    model = host.model
    if spec := named["Tasks are done by"]:
        model = model_of(load_settings(host.workspace.root, {"model": spec}), {"model": spec})

    def say(line: str) -> None:
        host.tell(loop.id, loop.task.parent, "note", line)

    def suite_of(folder: str, hidden: bool) -> RecordedSuite:
        return RecordedSuite(
            Path(folder),
            model,
            loop.task.budget,
            record,
            limits,
            scaffold=host.scaffold,
            hidden=hidden,
            say=(lambda line: None) if hidden else say,
        )

    hidden = named["Hidden suite"]
    shared = suite_of(named["Suite"], hidden=False)
    return Suites(shared, suite_of(hidden, hidden=True) if hidden not in ("", "none") else None)


def _print_log(workspace: Workspace, as_json: bool) -> int:
    """Print every candidate of every round, with its edit, pairs and bound; returns 0."""
    from pandora.document.ids import parse_id
    from pandora.document.meta_values import mapping
    from pandora.errors import PandoraError
    from pandora.growth.pattern_evolution import CANDIDATE

    store, rows = store_of(workspace), []
    for file_name in sorted(workspace.names()):
        name = file_name.removesuffix(".md")
        if not name.startswith(f"tool-{CANDIDATE}-") or name == file_name:
            continue
        try:
            document = store.load(name)
        except PandoraError as error:
            click.echo(clean(str(error)), err=True)
            continue
        fields = dict(line.split(": ", 1) for line in document.body(2).split("\n") if ": " in line)
        verdict = mapping(document.meta, "verdict")
        rows.append(
            {
                "run": parse_id(name).run,
                "file": fields.get("File", ""),
                "part": fields.get("Part", ""),
                "change": fields.get("Change", ""),
                "expects": fields.get("Expects", ""),
                "pairs": verdict.get("pairs", 0),
                "harm": verdict.get("evidence"),
                "decision": verdict.get("decision", "running"),
                "reason": verdict.get("reason", ""),
                "bound": verdict.get("claim", ""),
            }
        )
    if as_json:
        print_json({"candidates": rows})
        return 0
    heads = ["RUN", "FILE", "PART", "CHANGE", "PAIRS", "H", "DECISION", "BOUND OR REASON"]
    keys = ("run", "file", "part", "change", "pairs", "harm", "decision", "bound")
    shown = [{**row, "bound": row["bound"] or row["reason"]} for row in rows]
    cells = [["" if row[key] is None else str(row[key])[:48] for key in keys] for row in shown]
    if not rows:
        click.echo("no candidate so far; `pandora evolve PATTERN --suite DIR` tries some", err=True)
        return 0
    click.echo(clean("\n".join(table_lines([heads, *cells], right=(4, 5)))))
    return 0
