"""`pandora approve`: allow or refuse the effect that a run waits with, once or always, and resume the run."""

from __future__ import annotations

from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import newest_asking, refuse_blank
from pandora.commands.open_workspace import document_of, store_of, trusted_workspace
from pandora.commands.policy_rules import asked_targets, write_rules
from pandora.commands.resume import continue_run
from pandora.commands.run_options import run_options
from pandora.document.terminal_text import clean
from pandora.engine.answers import settle, waiting_document
from pandora.errors import UsageError


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.option("--always", is_flag=True, help="Also write a rule for these targets into pandora.toml.")
@click.option("--deny", is_flag=True, help="Refuse the effect instead; with --always, from now on.")
@run_options
@click.pass_context
def approve(
    ctx: click.Context,
    /,
    document: str | None,
    always: bool,
    deny: bool,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Allow the effect that a run waits with, and resume the run.

    Without DOCUMENT, the newest run that waits with an effect is meant. If several effects wait, the first
    one is allowed, which is the one that the run showed; name another DOCUMENT to allow another. Your yes
    holds for the exact bytes that the question shows. If they change, the run asks again.

    Exit codes: 0 accepted, 3 waiting for a person, 4 escalated, 5 failed.
    """
    workspace = trusted_workspace(ctx, options)
    store = store_of(workspace)
    refuse_blank(document)
    document = document or newest_asking(workspace, effect=True)[0]
    waiting, question = waiting_document(store, document_of(workspace, document))
    if question.kind != "effect":
        message = f"{waiting.path} waits with a question and not with an effect: {question.words}"
        raise UsageError(f"{message}; answer it with `pandora answer {document} TEXT`")
    if always:
        effect, targets = asked_targets(waiting, question.what)
        write_rules(workspace, effect, targets, "deny" if deny else "allow")
    through = f"pandora approve{' --always' if always else ''}{' --deny' if deny else ''}"
    settle(store, waiting, question, "no" if deny else "yes", "person", through)
    if not quiet:
        click.echo(clean(f"{waiting.path}: {'refused' if deny else 'approved'}: {question.words}"), err=True)
    return continue_run(workspace, document, as_json, quiet, options)
