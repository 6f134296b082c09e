"""`pandora answer`: write a person's answer into the document that waits for it, and go on."""

from __future__ import annotations

from typing import Any

import click

from pandora.commands.resume import continue_run
from pandora.commands.shared import run_options, store_of, workspace_of
from pandora.disk.layout import Workspace, parse_id
from pandora.engine.waiting import fill_answer
from pandora.errors import UsageError
from pandora.outcome import Status


@click.command()
@click.argument("document")
@click.argument("text")
@run_options
@click.pass_context
def answer(ctx: click.Context, /, document: str, text: str, as_json: bool, quiet: bool, **options: Any) -> int:
    """Answer the question that the run of DOCUMENT waits with, or escalated with, and resume it.

    The same can be done in an editor: write after 'Answer:' in the document, then `pandora resume`.
    """
    workspace = workspace_of(ctx)
    write_answer(workspace, document, text)
    return continue_run(workspace, document, as_json, quiet, options)


def write_answer(workspace: Workspace, given: str, text: str) -> None:
    """Fill the first waiting question of the run, deepest document first; else that of an escalated root."""
    if not text.strip():
        raise UsageError("the answer is empty; say it, e.g. pandora answer ID yes")
    store = store_of(workspace)
    found = workspace.resolve(given)
    run = parse_id(found).run
    workspace.in_use(run)
    documents = [store.load(each) for each in workspace.of_run(run)]
    waiting = [each for each in documents if each.meta.get("status") == Status.WAITING.value]
    ended = [each for each in documents[:1] if each.meta.get("status") == Status.ESCALATED.value]
    for document in [*reversed(waiting), *ended]:
        if fill_answer(document, text) is not None:
            store.save(document, lambda old: fill_answer(old, text) or old)
            return
    raise UsageError(f"{found} waits for no answer; `pandora show {found}` shows what it says")
