"""`pandora check`: every problem in `state/` and `system/`, each with its file and line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from pandora.check.lint import lint
from pandora.check.lint_system import phases_on_pattern
from pandora.check.token_costs import WORDS, Meter
from pandora.commands.open_workspace import named_document, workspace_of
from pandora.commands.printing import print_json
from pandora.commands.token_counter import meter_of
from pandora.disk.layout import Workspace
from pandora.document.counted import counted
from pandora.document.terminal_text import clean
from pandora.engine.run import keys_of
from pandora.errors import DocumentError, PandoraError, Problem
from pandora.models.api_keys import Keys
from pandora.models.chat_frame import TemplateError
from pandora.research.knowledge_base import KnowledgeBase
from pandora.settings import load_settings


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--model", metavar="NAME", help="Count with this model's tokenizer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...], model: str | None, as_json: bool) -> int:
    """Check documents, patterns and token ceilings, and print each problem as `path:line: message`.

    PATH is a file, a folder or a document's id. Without PATH, all of state/ and system/ is checked. A phase
    that has a section in system/pattern.md and no file of its own is named, and is no problem. Exit code 1 if
    there is a problem.
    """
    workspace = workspace_of(ctx)
    places = [_real_path(workspace, Path(ctx.find_root().obj or "."), path) for path in paths]
    settings_problems: tuple[Problem, ...] = ()
    spec, keys, template = model, Keys(named_by_user=True), ""
    try:
        settings = load_settings(workspace.root, {"model": model})
        spec, keys = str(settings["model"]), keys_of(settings, {})
        template = str(settings["chat_template"])
    except DocumentError as error:
        settings_problems = error.problems
    with ExitStack() as stack:
        meter = _meter(spec, keys, template, model is not None, stack)
        problems = [*settings_problems, *lint(workspace, meter), *KnowledgeBase(workspace).problems()]
    problems = [problem for problem in problems if not places or _is_in_any(workspace, problem, places)]
    if as_json:
        budget_facts = {"budgets_counted": meter.exact, "phases_on_pattern": phases_on_pattern(workspace)}
        print_json({"problems": [vars(problem) for problem in problems], **budget_facts})
    else:
        for problem in problems:
            click.echo(" ".join(clean(str(problem)).split("\n")))
    if alone := phases_on_pattern(workspace):
        names = ", ".join(name.upper() for name in alone)
        click.echo(f"on system/pattern.md alone, without a file in system/phases/: {names}", err=True)
    click.echo(_summary(workspace, problems), err=True)
    return 1 if problems else 0


def _meter(spec: str | None, keys: Keys, template: str, given: bool, stack: ExitStack) -> Meter:
    """The meter of the model `spec` with the chat `template`; `given` says that a person named the model.

    Where it has no tokenizer on this machine, words are counted, a lower bound, and stderr says so; a model
    that a person named raises PandoraError instead.
    """
    reason = f"{spec} has no tokenizer on this machine" if spec else "the settings name no model"
    try:
        meter = stack.enter_context(meter_of(spec, keys, template)) if spec else WORDS
    except PandoraError as error:
        if given:
            raise
        meter, reason = WORDS, str(error) if isinstance(error, TemplateError) else reason
    if meter.exact:
        return meter
    click.echo(f"budgets were not counted exactly: {reason}", err=True)
    return WORDS


def _real_path(workspace: Workspace, start: Path, given: str) -> Path:
    """The resolved path that `given` names: from `start`, from the workspace's root, or as a document's id."""
    for folder in (start, workspace.root):
        if (folder / given).exists():
            return (folder / given).resolve()
    return workspace.find(named_document(workspace, given)).resolve()


def _is_in_any(workspace: Workspace, problem: Problem, places: Sequence[Path]) -> bool:
    """True where the problem's file is one of `places` or lies below one."""
    path = (workspace.root / problem.path).resolve()
    return any(path == place or path.is_relative_to(place) for place in places)


def _summary(workspace: Workspace, problems: Sequence[Problem]) -> str:
    """How many problems there are, in how many files."""
    documents = sum(path.name != "README.md" for path in workspace.state.glob("*.md"))
    patterns = len(list(workspace.system.rglob("*.md")))
    count = counted(len(problems), "problem") if problems else "no problem"
    return f"{count} in {documents} files of state/ and {patterns} of system/"
