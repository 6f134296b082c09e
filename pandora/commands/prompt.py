"""`pandora prompt`: the exact text that the model was asked in a phase, made again and compared by digest."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import run_of, trusted_workspace
from pandora.commands.printing import print_json, print_table
from pandora.commands.rehearsal_model import rehearsal_hosts, silent_model
from pandora.commands.run_options import recorded_model_option
from pandora.document.records import section_records
from pandora.document.state_document import PHASES, Document
from pandora.document.terminal_text import clean
from pandora.engine.recorded_model import RecordedModel
from pandora.engine.run import settings_of
from pandora.errors import UsageError
from pandora.inspect.prompt_reconstruction import PromptCall, RebuiltPrompt, prompt_tokens, rebuild_prompt
from pandora.questions.graph_provenance import is_graph
from pandora.questions.question_prompt import SYNTHESISE, prompt_of_question


@click.command()
@click.argument("document", required=False, metavar="[DOCUMENT][:SECTION]", shell_complete=complete_run)
@click.option(
    "--phase",
    type=click.Choice((*PHASES, SYNTHESISE)),
    help="The phase that asked, if no SECTION is given; synthesise is what wrote §5 of a question.",
)
@click.option(
    "--candidate",
    type=click.IntRange(1),
    metavar="N",
    help="Which try of an operation's DO; the first is the default.",
)
@click.option(
    "--attempt",
    type=click.IntRange(1),
    metavar="N",
    help="Which attempt; the newest one of DOCUMENT is the default.",
)
@click.option("--tokens", is_flag=True, help="Print how many tokens each part has, instead of the text.")
@recorded_model_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def prompt(
    ctx: click.Context,
    document: str | None,
    phase: str | None,
    candidate: int | None,
    attempt: int | None,
    tokens: bool,
    model: str | None,
    as_json: bool,
) -> int:
    """Print exactly what the model was asked for one SECTION of DOCUMENT, as in `k3f9a2:plan`.

    Without SECTION, it is the last one that a model wrote; without DOCUMENT, the newest run's root is meant.

    The engine makes the prompt again from the documents, the patterns and the files, without asking the
    model. It compares the digest with the recorded one, and says on stderr whether they are the same. If a
    retry did the phase again, --attempt says which one to print.

    Exit code 2 if no model was asked, or if nothing recorded what it was asked.
    """
    workspace = trusted_workspace(ctx, {"model": model})
    document_id, section = place_or_newest(workspace, document)
    if phase is None:
        phase = _phase_of(run_of(workspace, document_id).load(document_id), section)
        if section is None and not as_json:
            click.echo(
                f"{document_id}:{phase}; `pandora prompt {document_id}:plan` shows another phase", err=True
            )
    settings, options = settings_of(workspace, {"model": model}), {"model": model}
    if candidate and (phase != "do" or not document_id.startswith("op-")):
        what = f"{document_id} has none in its {phase.upper()}"
        raise UsageError(f"--candidate is for the DO of an operation; {what}")
    run = run_of(workspace, document_id)
    root = run.load(run.root_id)
    if phase == SYNTHESISE and not is_graph(root):
        raise UsageError(f"no model was asked for §5 of {document_id}; the phases are {', '.join(PHASES)}")
    if attempt and (phase == "understand" or is_graph(root)):
        raise UsageError("--attempt is for PLAN, DO and CHECK of a run; §1 is the same in all: leave it out")
    asker = root if is_graph(root) else run.load(document_id)
    with silent_model(settings, options, RecordedModel.of(asker.meta)) as (silent, missing):
        make = rehearsal_hosts(settings, options)
        if is_graph(root):
            rebuilt = prompt_of_question(workspace, document_id, phase, silent, make, not missing)
        else:
            place = PromptCall(document_id, phase, candidate or 1, attempt)
            rebuilt = rebuild_prompt(workspace, place, silent, make, not missing)
        counts = [(clean(name), str(count)) for name, count in prompt_tokens(rebuilt, silent)]
    if as_json:
        print_json(_object(document_id, phase, candidate, rebuilt, counts, missing))
        return 0
    if tokens:
        print_table([("PART", "TOKENS" if not missing else "WORDS"), *counts], right=(1,))
    else:
        click.echo(clean(rebuilt.asked.prompt.text), nl=False)
    for line in _notes(rebuilt, missing):
        click.echo(clean(line), err=True)
    return 0


def _phase_of(document: Document, section: int | None) -> str:
    """The phase that wrote a section, or the last one that a model wrote; raises UsageError where none did."""
    if section is None:
        records = section_records(document)
        written = sorted(number for number, record in records.items() if record.by == "model")
        if not written:
            where = f"{document.path}:1: no model wrote a section of it"
            raise UsageError(f"{where}; `pandora tree` shows the run's other documents")
        section = written[-1]
    if section == 0:
        raise UsageError("§0 META was written by code, without a model; name another section, 1 to 5")
    return (*PHASES, SYNTHESISE)[section - 1]


def _notes(rebuilt: RebuiltPrompt, missing: str) -> list[str]:
    """The lines on stderr: whether the prompt is the one that was asked, why not, and the sampling."""
    head = {
        True: f"the same as was asked: its digest is {rebuilt.recorded}",
        False: f"not the same as was asked: its digest is {rebuilt.now} now",
        None: "not checked",
    }[rebuilt.same]
    asked = rebuilt.asked
    notes = [*rebuilt.why, *([missing] if missing else []), str(asked.sampling)]
    openings = [f"the reply begins, in {key}:\n{text}" for key, text in asked.opening.items()]
    return [head, *(f"- {note}" for note in (*notes, *openings))]


def _object(
    document_id: str,
    phase: str,
    candidate: int | None,
    rebuilt: RebuiltPrompt,
    counts: list[tuple[str, str]],
    missing: str,
) -> dict[str, Any]:
    asked = rebuilt.asked
    return {
        "id": document_id,
        "phase": phase,
        "candidate": candidate,
        "base": asked.prompt.base,
        "parts": list(asked.prompt.parts),
        "instruction": asked.prompt.instruction,
        "text": asked.prompt.text,
        "opening": dict(asked.opening),
        "sampling": asdict(asked.sampling),
        "same": rebuilt.same,
        "recorded": rebuilt.recorded or None,
        "now": rebuilt.now or None,
        "why": list(rebuilt.why),
        "model_missing": missing or None,
        "tokens": None if missing else [{"part": name, "tokens": int(count)} for name, count in counts],
    }
