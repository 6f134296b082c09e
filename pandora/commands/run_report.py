"""What a command prints of a run that ended: its answer or question, its documents, and what it cost."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial

import click

from pandora.commands import effect_prompt
from pandora.commands.command_hint import command_folder, going_on, in_folder, with_folder
from pandora.commands.event_log import EventLog
from pandora.commands.open_workspace import store_of
from pandora.commands.printing import diff_colours, print_json
from pandora.disk.layout import Workspace
from pandora.document.counted import counted
from pandora.document.terminal_text import clean
from pandora.engine.approval import PERSON, decisions
from pandora.engine.run import Ended, as_object, documents_of, shown_for
from pandora.outcome import Outcome, Status


def report(
    ended: Ended, workspace: Workspace, as_json: bool, quiet: bool = False, events: EventLog | None = None
) -> int:
    """Print how a run ended: its answer or question on stdout, its cost on stderr; returns its exit code.

    If `quiet`, stdout has the answer or nothing, and stderr nothing but what there is instead of an answer.
    It is the last of the `events`, too; where they go to stdout, it is nowhere else.
    """
    outcome, usage, run = ended.outcome, ended.usage, ended.run
    if events is not None:
        events.result(as_object(ended, workspace), outcome.exit_code)
        if events.stdout:
            return outcome.exit_code
    if as_json:
        print_json(as_object(ended, workspace))
        return outcome.exit_code
    tell = partial(click.echo, err=quiet)
    if outcome.status is Status.ACCEPTED:
        click.echo(clean(outcome.output))
    elif outcome.status is Status.WAITING:
        tell(f"Waiting: {clean(outcome.question.words if outcome.question else '')}")
        if outcome.question and outcome.question.kind == "effect":
            if not effect_prompt.at_terminal() and (shown := shown_for(outcome.question, workspace)):
                tell(diff_colours(clean(shown), sys.stderr if quiet else sys.stdout))
            allows, resumes = going_on("approve", run), going_on("resume", run)
            tell(
                with_folder(
                    f"`{allows}` allows it, `--always` from now on, `--deny` refuses it; or write yes "
                    f"or no after 'Answer:' and `{resumes}`."
                )
            )
        else:
            answers, resumes = going_on("answer", run, "TEXT"), going_on("resume", run)
            tell(with_folder(f"Answer with `{answers}`, or write it after 'Answer:' and `{resumes}`."))
    else:
        result = f"\nPartial result: {clean(outcome.output)}" if outcome.output else ""
        tell(f"{outcome.status.value.capitalize()}: {clean(_reason(outcome, run, workspace))}{result}")
        if outcome.status is Status.ESCALATED:
            tell(clean(_what_to_do(outcome, run, workspace)))
        elif refused := _refused_in(outcome, run, workspace):
            edits, log = f"pandora edit {refused}", f"pandora log {run}"
            tell(with_folder(f"`{edits}` lets you change the answer; `{log}` shows what happened."))
        else:
            again = going_on("resume", run)
            tell(with_folder(f"`{again}` tries again; `pandora log {run}` shows what happened."))
    if quiet:
        return outcome.exit_code
    documents = documents_of(ended, workspace)
    click.echo(f"\n{_documents_line(documents)}", err=True)
    click.echo(
        f"{outcome.status.value}: {counted(usage.calls, 'call')}, {usage.prompt} prompt tokens "
        f"({usage.evaluated} evaluated), {usage.written} written, {ended.seconds:.1f} s",
        err=True,
    )
    return outcome.exit_code


def _refused_in(outcome: Outcome, run: str, workspace: Workspace) -> str:
    """The id of the document in which a person refused what ended the run; "" where nobody did."""
    store = store_of(workspace)
    for document_id in workspace.run_documents(run) if outcome.denied else ():
        for decision in decisions(store.load(document_id)).values():
            if decision.get("verdict") == "deny" and str(decision.get("by")).startswith(PERSON):
                return str(decision.get("asked_in") or document_id)
    return ""


def _documents_line(documents: list[str]) -> str:
    """The path of the root, and how many more documents the run has."""
    more = len(documents) - 1
    return f"{documents[0]} (and {counted(more, 'more document')} of this run)" if more else documents[0]


def _reason(outcome: Outcome, run: str, workspace: Workspace) -> str:
    """Why a run gave up, in as few words as its document, which tells the rest below."""
    escalated = re.match(r"Escalated: (.+)", store_of(workspace).load(f"system-{run}").body(5))
    return escalated[1] if escalated and outcome.reason.startswith(escalated[1]) else outcome.reason


def _what_to_do(outcome: Outcome, run: str, workspace: Workspace) -> str:
    """What an escalated run says of its tries, its question, and what a person can do, with the commands."""
    output = store_of(workspace).load(f"system-{run}").body(5)
    advice = re.search(r"^(?:Tried|Best candidate|To go on)[:,].*?(?=^Question:|\Z)", output, re.M | re.S)
    ways = advice[0].rstrip() if advice else f'To go on: pandora answer {run} "what to do differently"'
    tried, at, ways_on = ways.partition("To go on")
    if ceiling := outcome.ceiling:
        enough = 2 * max(ceiling.limit, ceiling.least)
        words = "twice the least" if ceiling.least > ceiling.limit else "twice as much"
        raised = f"{going_on('resume', run)} --{ceiling.name} {enough}"
        ways = f"  {raised}   (with {words})\n  pandora show {run}:output"
        tried = tried if advice else ""
        return f"{tried}To go on, do one of these:\n{with_folder(ways)}"
    asked = [f"Question: {outcome.question.text}"] if outcome.question else []
    ways_on = with_folder(_with_model(ways_on))
    return "\n".join(filter(None, (tried.rstrip(), *asked, at + ways_on)))


def _with_model(ways: str) -> str:
    """The ways on with the --model that this command was given, which the document does not know."""
    answers = re.compile(r'(pandora )answer (\w+) (".*?")')
    return answers.sub(lambda match: going_on("answer", match[2], match[3]), ways)


def say_at_the_end() -> Callable[[str], None]:
    """A function that prints a message on stderr when the command ends, below the live tree."""
    context = click.get_current_context(silent=True)
    folder = command_folder()

    def say(message: str) -> None:
        message = in_folder(message, folder)
        if context is None:
            click.echo(clean(message), err=True)
        else:
            context.call_on_close(lambda: click.echo(clean(message), err=True))

    return say
