"""`pandora answer`: write a person's answer into the document that waits for it, and go on."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import newest_asking
from pandora.commands.open_workspace import document_of, store_of, trusted_workspace
from pandora.commands.resume import continue_run
from pandora.commands.run_options import run_options
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.engine.answers import settle, waiting_document
from pandora.errors import UsageError


@click.command()
@click.argument("words", nargs=-1, shell_complete=complete_run, metavar="[DOCUMENT] TEXT")
@run_options
@click.pass_context
def answer(ctx: click.Context, /, words: tuple[str, ...], as_json: bool, quiet: bool, **options: Any) -> int:
    """Answer the question of a run with TEXT, and resume the run.

    A run asks when it waits for a person, and when it escalated. Without DOCUMENT, the newest run that asks
    is answered. If several questions wait, the first one
    is answered, which is the one that the run showed; name another DOCUMENT to answer another.

    You can also answer in an editor: write after `Answer:` in the document, then run `pandora resume`.

    Exit codes: 0 accepted, 3 waiting for a person, 4 escalated, 5 failed.
    """
    if len(words) not in (1, 2):
        usage = "give the answer as one TEXT in quotes, and before it a DOCUMENT if it is not for the last run"
        raise click.UsageError(f"{usage} that asks")
    workspace = trusted_workspace(ctx, options)
    text = words[-1]
    document = words[0] if len(words) == 2 else _last_that_asks(workspace, text, quiet or as_json)
    write_answer(workspace, document, text)
    return continue_run(workspace, document, as_json, quiet, options)


def _last_that_asks(workspace: Workspace, text: str, silent: bool) -> str:
    """The newest run that asks; unless `silent`, a line on stderr says it with its question.

    Raises UsageError where none asks, or where `text` is the name of a document: its answer is missing.
    """
    with suppress(UsageError):
        document_id = document_of(workspace, text)
        if parse_id(document_id).run in text:
            raise click.UsageError(f"{text} is a document; give the TEXT of the answer, too")
    root, question = newest_asking(workspace)
    if not silent:
        click.echo(clean(f"{root} asks: {question.words}"), err=True)
    return root


def write_answer(workspace: Workspace, name: str, text: str) -> None:
    """Write `text` as the answer to the question that the run or document `name` waits with.

    Of several, the first one in the run's order is answered; of an escalated run, the question of its root.
    Raises UsageError where the text is empty or nothing waits.
    """
    if not text.strip():
        raise UsageError("the answer is empty; give it as text, e.g. pandora answer ID yes")
    store = store_of(workspace)
    document, question = waiting_document(store, document_of(workspace, name))
    settle(store, document, question, text, "person", "pandora answer")
