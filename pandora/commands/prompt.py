"""`pandora prompt`: the exact text that the model was asked in a phase, made anew and checked."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from pandora.commands.printing import print_json, print_table
from pandora.commands.rehearsal_model import hosts, silent_model
from pandora.commands.shared import run_of, workspace_of
from pandora.document.state_document import PHASES
from pandora.document.terminal_text import clean
from pandora.engine.run import settings_of
from pandora.errors import UsageError
from pandora.inspect.rebuilt_prompt import Rebuilt, Wanted, prompt_of
from pandora.models.protocol import Model
from pandora.questions.lineage import is_graph
from pandora.questions.question_prompt import SYNTHESISE, prompt_of_question


@click.command()
@click.argument("document")
@click.option(
    "--phase",
    type=click.Choice((*PHASES, SYNTHESISE)),
    required=True,
    help="The phase that asked; synthesise is what wrote §5 of a question.",
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
@click.option(
    "--model",
    metavar="NAME",
    help="The model of the run, if its name in the document does not say where it is.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def prompt(
    ctx: click.Context,
    document: str,
    phase: str,
    candidate: int | None,
    attempt: int | None,
    tokens: bool,
    model: str | None,
    as_json: bool,
) -> int:
    """Print exactly what the model was asked in one phase of DOCUMENT.

    The engine makes the prompt again from the documents, the patterns and the files, without asking the
    model. It compares the digest with the recorded one, and says on stderr whether they are the same. If a
    retry did the phase again, --attempt says which one to print.

    Exit code 2 if no model was asked, or if nothing recorded what it was asked.
    """
    workspace = workspace_of(ctx)
    found = workspace.resolve(document)
    settings, options = settings_of(workspace, {"model": model}), {"model": model}
    if candidate and (phase != "do" or not found.startswith("op-")):
        raise UsageError(f"--candidate is for the DO of an operation; {found} has none in its {phase.upper()}")
    run = run_of(workspace, found)
    root = run.load(run.root_id)
    if phase == SYNTHESISE and not is_graph(root):
        raise UsageError(f"{found} is no question; --phase is one of {', '.join(PHASES)}")
    if attempt and (phase == "understand" or is_graph(root)):
        raise UsageError("--attempt is for PLAN, DO and CHECK of a run: §1 is the same in all")
    asker = root if is_graph(root) else run.load(found)
    with silent_model(settings, options, str(asker.meta.get("model", ""))) as (silent, missing):
        make = hosts(settings, options)
        if is_graph(root):
            rebuilt = prompt_of_question(workspace, found, phase, silent, make, not missing)
        else:
            wanted = Wanted(found, phase, candidate or 1, attempt)
            rebuilt = prompt_of(workspace, wanted, silent, make, not missing)
        counts = _counts(rebuilt, silent)
    if as_json:
        print_json(_object(found, phase, candidate, rebuilt, counts, missing))
        return 0
    if tokens:
        print_table([("PART", "TOKENS" if not missing else "WORDS"), *counts], right=(1,))
    else:
        click.echo(clean(rebuilt.asked.prompt.text), nl=False)
    for line in _told(rebuilt, missing):
        click.echo(clean(line), err=True)
    return 0


def _counts(rebuilt: Rebuilt, model: Model) -> list[tuple[str, str]]:
    made = rebuilt.asked.prompt
    parts = [("base", made.base)]
    parts += [(part.split("\n", 1)[0].lstrip("# "), part) for part in made.parts]
    parts += [("instructions and form", made.instruction), ("together", made.text)]
    return [(clean(name), str(model.count(text))) for name, text in parts]


def _told(rebuilt: Rebuilt, missing: str) -> list[str]:
    head = {
        True: f"the same as was asked: its digest is {rebuilt.recorded}",
        False: f"not the same as was asked: its digest is {rebuilt.now} now",
        None: "not checked",
    }[rebuilt.same]
    asked = rebuilt.asked
    drawn = f"temperature {asked.sampling.temperature}, seed {asked.sampling.seed}"
    told = [*rebuilt.why, *([missing] if missing else []), drawn]
    begun = [f"the reply begins, in {key}:\n{text}" for key, text in asked.opening.items()]
    return [head, *(f"- {each}" for each in (*told, *begun))]


def _object(
    found: str, phase: str, candidate: int | None, rebuilt: Rebuilt, counts: list[tuple[str, str]], missing: str
) -> dict[str, Any]:
    asked = rebuilt.asked
    return {
        "id": found,
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
