"""`pandora check`: every problem in `state/` and `system/`, at lines that an editor can jump to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from pandora.check.lint import lint
from pandora.check.token_costs import WORDS, Meter
from pandora.commands.printing import print_json
from pandora.commands.shared import workspace_of
from pandora.commands.token_counter import meter_of
from pandora.disk.layout import Workspace
from pandora.document.terminal_text import clean
from pandora.engine.run import settings_of
from pandora.errors import DocumentError, PandoraError, Problem


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--model", metavar="NAME", help="Count with this model's tokenizer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...], model: str | None, as_json: bool) -> int:
    """Check documents, patterns and token ceilings, and print each problem as `path:line: message`.

    PATH is a file, a folder or a document's id. Without PATH, all of state/ and system/ is checked. Exit
    code 1 if there is a problem.
    """
    workspace = workspace_of(ctx)
    wanted = [_place(workspace, Path(ctx.find_root().obj or "."), each) for each in paths]
    settings_problems: tuple[Problem, ...] = ()
    spec = model
    if spec is None:
        try:
            spec = str(settings_of(workspace, {})["model"])
        except DocumentError as error:
            settings_problems = error.problems
    with ExitStack() as stack:
        meter = _meter(spec, model is not None, stack)
        problems = [*settings_problems, *lint(workspace, meter)]
    problems = [each for each in problems if not wanted or _inside(workspace, each, wanted)]
    if as_json:
        print_json({"problems": [vars(each) for each in problems], "budgets_counted": meter.exact})
    else:
        for each in problems:
            click.echo(" ".join(clean(str(each)).split("\n")))
    click.echo(_summary(workspace, problems), err=True)
    return 1 if problems else 0


def _meter(spec: str | None, given: bool, stack: ExitStack) -> Meter:
    """The model's meter; a lower bound, and stderr says so, where a model that nobody asked for is not here."""
    try:
        meter = stack.enter_context(meter_of(spec)) if spec else WORDS
    except PandoraError:
        if given:
            raise
        meter = WORDS
    if meter.exact:
        return meter
    click.echo(f"budgets were not counted exactly: {spec or 'no model'} has no tokenizer here", err=True)
    return WORDS


def _place(workspace: Workspace, start: Path, given: str) -> Path:
    """The real path that a person means: from where they are, from the workspace, or by a document's id."""
    for folder in (start, workspace.root):
        if (folder / given).exists():
            return (folder / given).resolve()
    return workspace.find(workspace.resolve(given)).resolve()


def _inside(workspace: Workspace, problem: Problem, wanted: Sequence[Path]) -> bool:
    path = (workspace.root / problem.path).resolve()
    return any(path == each or path.is_relative_to(each) for each in wanted)


def _summary(workspace: Workspace, problems: Sequence[Problem]) -> str:
    documents = sum(path.name != "README.md" for path in workspace.state.glob("*.md"))
    patterns = len(list(workspace.system.rglob("*.md")))
    found = f"{len(problems)} problem{'' if len(problems) == 1 else 's'}" if problems else "no problem"
    return f"{found} in {documents} files of state/ and {patterns} of system/"
