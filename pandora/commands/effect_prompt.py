"""The question about an effect at the terminal: what it would do, in colours, and a person's answer at once."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click

from pandora.commands.external_editor import open_editor
from pandora.commands.open_workspace import store_of
from pandora.commands.printing import diff_colours
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.question_lines import open_question, shown_above
from pandora.document.quote import sources_of
from pandora.document.state_document import Document
from pandora.document.terminal_text import clean
from pandora.engine.answers import settle
from pandora.engine.proposed_files import proposed_texts, proposes_binary, replace_proposed
from pandora.engine.run import Ended
from pandora.errors import PandoraError, UsageError
from pandora.outcome import Question, Status
from pandora.regular_file import read_regular
from pandora.workspace.autoloaded_files import is_unrequested_autoloaded

THROUGH = "at the terminal"
_LARGEST = 4 << 20
"""The most bytes of a proposed file that are taken back from the editor."""


def at_terminal() -> bool:
    """True where a person can be shown something and asked for an answer."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def settle_at_terminal(workspace: Workspace, ended: Ended, go_on: Callable[[], Ended]) -> Ended:
    """Ask a person about each effect that the run waits with, one after the other; return how it ended then.

    `go_on` resumes the run after an answer. Where there is no terminal, or the person gives no answer, the run
    waits as it is.
    """
    while at_terminal() and ended.outcome.status is Status.WAITING:
        question = ended.outcome.question
        if question is None or question.kind != "effect" or not _settle(workspace, question):
            break
        ended = go_on()
    return ended


def _settle(workspace: Workspace, question: Question) -> bool:
    """Show what the question is about and take the answer; return whether the run can go on."""
    from pandora.commands.policy_rules import asked_targets, write_rules

    store = store_of(workspace)
    document = store.load(question.document)
    if open_question(document) != question:
        return False
    rules = rules_of_always(workspace, store, document, question)
    _show(document, question, rules)
    _forget_typed_ahead()
    while True:
        try:
            words = click.prompt("y, n, a or e" if rules else "y, n or e", err=True).strip().lower()
        except click.Abort:
            click.echo(err=True)
            return False
        try:
            if words in ("y", "yes", "n", "no"):
                settle(store, document, question, (words[0] == "y" and "yes") or "no", "person", THROUGH)
                return True
            if words in ("a", "always") and rules:
                written = write_rules(workspace, *asked_targets(document, question.what), "allow")
                for rule in written:
                    click.echo(clean(f"added to {workspace.settings.name}: {rule}"), err=True)
                settle(store, document, question, "yes", "person", f"{THROUGH}, always")
                return True
            if words in ("e", "edit"):
                if _edit(workspace, store, question):
                    return True
                click.echo("nothing changed", err=True)
        except PandoraError as error:
            click.echo(clean(str(error)), err=True)
            if open_question(store.load(question.document)) != question:
                return False


def _forget_typed_ahead() -> None:
    """Forget what was typed before the question could be read: it is no answer to it."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _show(document: Document, question: Question, rules: list[str]) -> None:
    click.echo(f"\n{clean(question.words)}", err=True)
    if shown := shown_above(document.body(question.section), question.text):
        click.echo(f"\n{diff_colours(clean(shown), sys.stderr)}\n", err=True)
    click.echo("y  yes, this once\nn  no, the run fails and touches nothing", err=True)
    if rules:
        click.echo(clean(f"a  always: adds {', '.join(rules)} to pandora.toml"), err=True)
    click.echo("e  edit it first    (Ctrl-D: decide later)", err=True)


def rules_of_always(workspace: Workspace, store: Store, document: Document, question: Question) -> list[str]:
    """The rules that `always` would add; [] where policy cannot express it, or it would not be safe.

    It is not offered where words of strangers are behind the effect, for files that programs obey unasked, nor
    for files that are no text, of which a person cannot see what would be written.
    """
    from pandora.commands.policy_rules import asked_targets, rules_for

    if sources_of(document.meta) or proposes_binary(store, question):
        return []
    try:
        effect, targets = asked_targets(document, question.what)
        rules = rules_for(workspace, effect, targets, "allow")
    except PandoraError:
        return []
    if effect == "write" and any(is_unrequested_autoloaded(target, "") for target in targets):
        return []
    return rules


def _edit(workspace: Workspace, store: Store, question: Question) -> bool:
    """Have the person edit what the effect would write, else the document; return whether something changed."""
    texts = proposed_texts(store, question)
    if not texts:
        from pandora.commands.edit import edit_document, line_to_open

        return edit_document(workspace, question.document, line_to_open(workspace, question.document, None))
    edited = {path: text for path, old in texts.items() if (text := _edited(path, old)) != old}
    if edited:
        replace_proposed(store, question, edited)
    return bool(edited)


def _edited(path: str, text: str) -> str:
    """The text as the person's editor leaves it; raises UsageError where it cannot be read back."""
    with tempfile.TemporaryDirectory(prefix="pandora-edit-") as folder:
        file = Path(folder) / Path(path).name
        file.write_text(text, encoding="utf-8", newline="")
        open_editor(file, 1)
        try:
            data, whole = read_regular(file, _LARGEST)
            if whole:
                return data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"{path}: what the editor left cannot be read: {error}; save it as a UTF-8 text"
            ) from None
    raise UsageError(f"{path}: what the editor left is larger than {_LARGEST >> 20} MB; write less")
