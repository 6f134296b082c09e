"""`pandora answer`: write a person's answer into the document that waits for it, and go on."""

from __future__ import annotations

from typing import Any

import click

from pandora.commands.open_workspace import store_of, trusted_workspace
from pandora.commands.resume import continue_run
from pandora.commands.run_options import run_options
from pandora.disk.layout import Workspace
from pandora.engine.answers import settle, waiting_document
from pandora.errors import UsageError


@click.command()
@click.argument("document")
@click.argument("text")
@run_options
@click.pass_context
def answer(ctx: click.Context, /, document: str, text: str, as_json: bool, quiet: bool, **options: Any) -> int:
    """Answer the question of a run with TEXT, and resume the run.

    A run asks when it waits for a person, and when it escalated. If several questions wait, the first one
    is answered, which is the one that the run showed; name another DOCUMENT to answer another.

    You can also answer in an editor: write after `Answer:` in the document, then run `pandora resume`.

    Exit codes: 0 accepted, 3 waiting for a person, 4 escalated, 5 failed.
    """
    workspace = trusted_workspace(ctx, options)
    write_answer(workspace, document, text)
    return continue_run(workspace, document, as_json, quiet, options)


def write_answer(workspace: Workspace, name: str, text: str) -> None:
    """Write `text` as the answer to the question that the run or document `name` waits with.

    Of several, the first one in the run's order is answered; of an escalated run, the question of its root.
    Raises UsageError where the text is empty or nothing waits.
    """
    if not text.strip():
        raise UsageError("the answer is empty; give it as text, e.g. pandora answer ID yes")
    store = store_of(workspace)
    document, question = waiting_document(store, name)
    settle(store, document, question, text, "person", "pandora answer")
