"""`pandora edit`: open a document in a person's editor at a section, and resume the run when it was saved."""

from __future__ import annotations

import sys
from typing import Any

import click

from pandora.check.lint_document import PatternForms, document_problems
from pandora.commands.completion_values import complete_run
from pandora.commands.external_editor import open_editor
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import run_of, store_of, trusted_workspace, workspace_of
from pandora.commands.resume import continue_run
from pandora.commands.run_options import run_options
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.disk.read_document import LONGEST
from pandora.document.ids import parse_id
from pandora.document.question_lines import waiting_line
from pandora.document.state_document import Document, parse_document
from pandora.document.terminal_text import clean
from pandora.engine.pattern import Library
from pandora.engine.resume_reasons import edits_of, questions
from pandora.errors import DocumentError, PandoraError, Problem, UsageError
from pandora.sessions.session_document import KEY


@click.command()
@click.argument("place", required=False, shell_complete=complete_run, metavar="[DOCUMENT][:SECTION]")
@click.option("--no-resume", is_flag=True, help="Only edit; do not resume the run.")
@run_options
@click.pass_context
def edit(
    ctx: click.Context, /, place: str | None, no_resume: bool, as_json: bool, quiet: bool, **options: Any
) -> int:
    """Open DOCUMENT in your editor, and resume its run when you saved a change.

    Without DOCUMENT, the newest run is meant. The editor is $VISUAL or $EDITOR. SECTION is a number or a
    name (`abc234:2`, `abc234:plan`). Without a SECTION, the editor opens at the question that the run waits
    with, or at the first section. If Pandora cannot read what you saved, it shows the problem with its line
    and offers to open the editor again; your text stays.

    Exit codes: 0 accepted, 2 what you saved cannot be read, 3 waiting for a person, 4 escalated, 5 failed.
    """
    workspace = workspace_of(ctx) if no_resume else trusted_workspace(ctx, options)
    document_id, number = place_or_newest(workspace, place, silent=quiet)
    run = parse_id(document_id).run
    workspace.require_unarchived(run)
    if number is None and document_id == f"system-{run}":
        document_id = _document_that_asks(workspace, document_id)
        if parse_id(document_id).number and not quiet:
            click.echo(f"{document_id} asks the question that system-{run} waits with", err=True)
    if not edit_document(workspace, document_id, line_to_open(workspace, document_id, number)):
        click.echo("nothing changed", err=True)
        return 0
    edits = list(edits_of(store_of(workspace).load(document_id), document_id))
    for change in edits:
        click.echo(clean(str(change)), err=True)
    if no_resume:
        return 0
    if KEY in store_of(workspace).load(f"system-{run}").meta:
        from pandora.commands.session import resume as resume_session

        given = {"name": run, "blocks": None, "as_json": as_json, "quiet": quiet, **options}
        return int(ctx.invoke(resume_session, **given))
    return continue_run(workspace, f"system-{run}", as_json, quiet, options)


def edit_document(workspace: Workspace, document_id: str, line: int) -> bool:
    """Open a document at a line until it can be read; return whether it changed.

    Raises UsageError where what was saved cannot be read and the person does not mend it.
    """
    path = workspace.document(document_id)
    before, old_problems = read_consistent(path), set(_problems(workspace, document_id))
    while True:
        open_editor(path, line)
        problems = [problem for problem in _problems(workspace, document_id) if problem not in old_problems]
        if not problems:
            return read_consistent(path) != before
        for problem in problems:
            click.echo(clean(str(problem)), err=True)
        line = problems[0].line
        if not (sys.stdin.isatty() and click.confirm("Open it again?", default=True, err=True)):
            raise UsageError(f"{workspace.relative(path)}:{line}: your text is kept; mend it, then resume")


def _document_that_asks(workspace: Workspace, root: str) -> str:
    """The document of the run of `root` that asks the run's question; `root` where none asks."""
    try:
        asking = questions(run_of(workspace, root))
    except PandoraError:
        return root  # a broken document is opened, so that it can be mended
    return asking[0].document if asking else root


def _problems(workspace: Workspace, document_id: str) -> list[Problem]:
    """What is wrong in a document as it is on disk now."""
    path = workspace.document(document_id)
    shown = workspace.relative(path)
    try:
        data = read_consistent(path, LONGEST)
    except FileNotFoundError:
        return [Problem(shown, 1, "the file is gone", "save it again")]
    try:
        document = parse_document(data.decode("utf-8"), shown)
    except UnicodeDecodeError as error:
        return [Problem(shown, data.count(b"\n", 0, error.start) + 1, "not UTF-8 text", "save it as UTF-8")]
    except DocumentError as error:
        return list(error.problems)
    return list(document_problems(document, document_id, PatternForms(Library(workspace))))


def line_to_open(workspace: Workspace, document_id: str, number: int | None) -> int:
    """The line at which the editor opens: of section `number`, of the answer that is missing, or of §1."""
    try:
        document = store_of(workspace).load(document_id)
    except DocumentError as error:
        return error.problems[0].line
    if number is None and (line := _answer_line(document)):
        return line
    return document.sections[1 if number is None else number].line + 1


def _answer_line(document: Document) -> int:
    """The line of the first `Answer:` without an answer, counted from 1; 0 where there is none."""
    for number in document.sections:
        if (down := waiting_line(document.body(number))) is not None:
            return document.line(number, down + 1)
    return 0
