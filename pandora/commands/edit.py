"""`pandora edit`: open a document in your editor, at the line that matters, and resume when you saved it."""

from __future__ import annotations

import sys
from typing import Any

import click

from pandora.check.lint_document import Forms, document_problems
from pandora.commands.editor import open_editor
from pandora.commands.resume import continue_run
from pandora.commands.shared import run_of, run_options, store_of, workspace_of
from pandora.disk.atomic import read_consistent
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.links import line_at
from pandora.document.question_lines import waiting_line
from pandora.document.state_document import TITLES, Document, parse_document
from pandora.document.terminal_text import clean
from pandora.engine.pattern import Library
from pandora.engine.resume_reasons import edits_of, questions
from pandora.errors import DocumentError, PandoraError, Problem, UsageError


@click.command()
@click.argument("place", metavar="DOCUMENT[:SECTION]")
@click.option("--no-resume", is_flag=True, help="Only edit; do not resume the run.")
@run_options
@click.pass_context
def edit(ctx: click.Context, /, place: str, no_resume: bool, as_json: bool, quiet: bool, **options: Any) -> int:
    """Open DOCUMENT in your editor, and resume its run when you saved a change.

    The editor is $VISUAL or $EDITOR. SECTION is a number or a name (`abc234:2`, `abc234:plan`). Without a
    SECTION, the editor opens at the question that the run waits with, or at the first section. If Pandora
    cannot read what you saved, it shows the problem with its line and offers to open the editor again; your
    text stays.

    Exit codes: 0 accepted, 2 what you saved cannot be read, 3 waiting for a person, 4 escalated, 5 failed.
    """
    workspace = workspace_of(ctx)
    given, colon, section = place.partition(":")
    found = workspace.resolve(given)
    run = parse_id(found).run
    workspace.require_unarchived(run)
    number = _section(section) if colon else None
    if number is None and found == f"system-{run}":
        found = _waiting(workspace, found)
        if parse_id(found).number and not quiet:
            click.echo(f"{found} asks the question that system-{run} waits with", err=True)
    path = workspace.document(found)
    before, known = read_consistent(path), set(_problems(workspace, found))
    line = _line(workspace, found, number)
    while True:
        open_editor(path, line)
        problems = [each for each in _problems(workspace, found) if each not in known]
        if not problems:
            break
        for problem in problems:
            click.echo(clean(str(problem)), err=True)
        line = problems[0].line
        if not (sys.stdin.isatty() and click.confirm("Open it again?", default=True, err=True)):
            raise UsageError(f"{workspace.relative(path)}:{line}: your text is kept; mend it, then resume")
    if read_consistent(path) == before:
        click.echo("nothing changed", err=True)
        return 0
    edits = list(edits_of(store_of(workspace).load(found), found))
    for each in edits:
        click.echo(clean(str(each)), err=True)
    if no_resume:
        return 0
    return continue_run(workspace, f"system-{run}", as_json, quiet, options)


def _section(given: str) -> int:
    """A section's number from `2`, `§2` or `plan`."""
    word = given.strip().removeprefix("§").upper()
    if word in TITLES:
        return TITLES.index(word)
    if word.isdigit() and int(word) < len(TITLES):
        return int(word)
    names = ", ".join(f"{number} or {title.lower()}" for number, title in enumerate(TITLES))
    raise UsageError(f"{given!r} is no section; use {names}")


def _waiting(workspace: Workspace, root: str) -> str:
    """The document of a run that asks a question; else its root."""
    try:
        asking = questions(run_of(workspace, root))
    except PandoraError:
        return root  # broken: it is opened to be mended
    return asking[0].document if asking else root


def _problems(workspace: Workspace, document_id: str) -> list[Problem]:
    """What is wrong in a document as it stands on disk."""
    path = workspace.document(document_id)
    shown = workspace.relative(path)
    try:
        data = read_consistent(path)
    except FileNotFoundError:
        return [Problem(shown, 1, "the file is gone", "save it again")]
    try:
        document = parse_document(data.decode("utf-8"), shown)
    except UnicodeDecodeError as error:
        return [Problem(shown, data.count(b"\n", 0, error.start) + 1, "not UTF-8 text", "save it as UTF-8")]
    except DocumentError as error:
        return list(error.problems)
    return list(document_problems(document, document_id, Forms(Library(workspace))))


def _line(workspace: Workspace, document_id: str, number: int | None) -> int:
    """The line at which the editor opens: the section's first, the waiting answer's, or that of §1."""
    try:
        document = store_of(workspace).load(document_id)
    except DocumentError as error:
        return error.problems[0].line
    if number is None and (line := _answer_line(document)):
        return line
    return document.sections[1 if number is None else number].line + 1


def _answer_line(document: Document) -> int:
    """The line of the first `Answer:` that nothing follows; 0 where none waits."""
    for number, section in document.sections.items():
        if (down := waiting_line(document.body(number))) is not None:
            raw = document.text[section.start : section.end]
            return line_at(document, section.start + len(raw) - len(raw.lstrip("\r\n"))) + down
    return 0
