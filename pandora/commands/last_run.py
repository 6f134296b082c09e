"""The run that a command means when its DOCUMENT is left out: the newest one, or the newest one that asks."""

from __future__ import annotations

import click

from pandora.commands.open_workspace import named_document, run_of
from pandora.commands.run_list import newest_run, read_entry
from pandora.disk import run_index
from pandora.disk.layout import Workspace
from pandora.document.question_lines import open_question
from pandora.document.terminal_text import one_line
from pandora.engine.resume_reasons import questions
from pandora.errors import PandoraError, UsageError
from pandora.inspect.section_places import parse_place
from pandora.outcome import Question, Status


def document_or_newest(workspace: Workspace, given: str | None, silent: bool = True) -> str:
    """The id of the document `given`, or of the newest run's root where none is given.

    Unless `silent`, a line on stderr says which run is taken. Raises UsageError where there is none.
    """
    refuse_blank(given)
    return named_document(workspace, given) if given else _newest(workspace, silent)


def refuse_blank(given: str | None) -> None:
    """Raise UsageError for a name that is blank, as an unset variable of a script leaves it."""
    if given is not None and not given.strip():
        raise UsageError(f"{given!r} names no run; name one of `pandora ls`, or leave it out for the last one")


def place_or_newest(workspace: Workspace, given: str | None, silent: bool = True) -> tuple[str, int | None]:
    """The document and the section, if any, that `RUN`, `DOCUMENT`, `RUN:plan` or `:plan` names.

    Without a document, it is the newest run's root. Unless `silent`, a line on stderr says which run is taken.
    Raises UsageError where there is none.
    """
    refuse_blank(given)
    document, section = parse_place(given or "")
    return document_or_newest(workspace, document or None, silent), section


def _newest(workspace: Workspace, silent: bool) -> str:
    document_id = newest_run(workspace)
    if not silent:
        task = one_line(read_entry(workspace, document_id).task)
        click.echo(f"the last run: {document_id}  {task}".rstrip(), err=True)
    return document_id


def newest_asking(workspace: Workspace, effect: bool = False) -> tuple[str, Question]:
    """The root of the newest run that asks a person, and its question; with `effect`, only for an effect.

    A run asks while it waits, and when it escalated with a question. Raises UsageError where none asks.
    """
    for root, _ in run_index.newest_runs(workspace, None):
        question = _question_of_run(workspace, root)
        if question and (question.kind == "effect" or not effect):
            return root, question
    what = "waits with an effect" if effect else "asks anything"
    raise UsageError(f"no run {what}; `pandora ls` lists the runs")


def _question_of_run(workspace: Workspace, root: str) -> Question | None:
    """What a run asks; None where it asks nothing, or cannot be read."""
    entry = read_entry(workspace, root)
    if entry.document is None:
        return None
    if entry.status == Status.ESCALATED.value:
        return open_question(entry.document)
    if entry.status != Status.WAITING.value:
        return None
    try:
        asked = questions(run_of(workspace, root))
    except PandoraError:
        return None
    return asked[0] if asked else None
