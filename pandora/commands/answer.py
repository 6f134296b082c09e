"""`pandora answer`: write a person's answer into the document that waits for it, and go on."""

from __future__ import annotations

import time
from typing import Any

import click

from pandora.commands.resume import continue_run
from pandora.commands.shared import run_options, store_of, workspace_of
from pandora.disk.layout import Workspace
from pandora.document.ids import Name, parse_id
from pandora.document.question_lines import fill_answer, open_question
from pandora.document.state_document import Document
from pandora.engine.approval import asked_bytes, decided, decisions, is_yes
from pandora.engine.resume_reasons import reachable
from pandora.errors import UsageError
from pandora.outcome import Status
from pandora.settings import load_settings
from pandora.workspace.secrets import of_workspace


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
    workspace = workspace_of(ctx)
    write_answer(workspace, document, text)
    return continue_run(workspace, document, as_json, quiet, options)


def write_answer(workspace: Workspace, given: str, text: str) -> None:
    """Fill the first waiting question, which is the one that the run tells; else that of an escalated root."""
    if not text.strip():
        raise UsageError("the answer is empty; say it, e.g. pandora answer ID yes")
    document, question = waiting_document(workspace, given)
    settle(workspace, document, question, text, "a person (pandora answer)")


def waiting_document(workspace: Workspace, given: str) -> tuple[Document, str]:
    """The document that waits, and its question: of the one given and those below it the first.

    That is the question which the run tells when it waits, so that no other is answered than the one shown.
    What no document names any more asks nothing, unless it is given.
    """
    store = store_of(workspace)
    found = workspace.resolve(given)
    name = parse_id(found)
    workspace.in_use(name.run)
    named = {found, *(each for each, _ in reachable(store, f"system-{name.run}"))}
    documents = [store.load(each) for each in workspace.of_run(name.run) if each in named]
    below = [each for each in documents if _within(parse_id(str(each.meta["id"])), name)]
    waiting = [each for each in below if each.meta.get("status") == Status.WAITING.value]
    ended = [each for each in documents[:1] if each.meta.get("status") == Status.ESCALATED.value]
    for document in [*waiting, *ended]:
        if question := open_question(document):
            return document, question
    raise UsageError(f"{found} waits for no answer; `pandora show {found}` shows what it says")


def _within(name: Name, above: Name) -> bool:
    return above.level == "system" or f"{name.number}.".startswith(f"{above.number}.")


def settle(workspace: Workspace, document: Document, question: str, text: str, by: str) -> None:
    """Write the answer into the document, and, where it is about an effect, who decided and when."""
    what = asked_bytes(question)
    text = of_workspace(workspace.root, load_settings(workspace.root, {}).policy.hides)(text)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    def edit(old: Document) -> Document:
        new = fill_answer(old, text) or old
        if what is None or new is old or not decisions(old):
            return new
        return new.with_meta(decisions=decided(old, what, "allow" if is_yes(text) else "deny", by, at))

    store_of(workspace).save(document, edit)
