"""`pandora why`: what a section was made from, back to the task, and what resume would make again."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import run_of, trusted_workspace
from pandora.commands.printing import print_json
from pandora.commands.rehearsal_model import rehearsal_hosts, silent_model
from pandora.commands.run_options import recorded_model_option
from pandora.document.terminal_text import clean
from pandora.engine.pattern import Library
from pandora.engine.recorded_model import RecordedModel
from pandora.engine.run import settings_of
from pandora.inspect.freshness import Freshness, freshness_of
from pandora.inspect.provenance import (
    RunLineage,
    SectionProvenance,
    as_object,
    lines_of,
    provenance_of,
    short_lines_of,
)
from pandora.inspect.section_places import section_label
from pandora.questions.graph_provenance import QuestionLineage, freshness_of_graph, is_graph


@click.command()
@click.argument("document", required=False, shell_complete=complete_run, metavar="[DOCUMENT][:SECTION]")
@recorded_model_option
@click.option("--all", "everything", is_flag=True, help="Show every section behind it, with all that is known.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def why(ctx: click.Context, document: str | None, model: str | None, everything: bool, as_json: bool) -> int:
    """Show what a section was made from, back to the task, and whether it is still fresh.

    SECTION is a number from 1 to 5 or a name (`system-k3f9a2:plan`). Without it, the last section that is
    written is shown. Without DOCUMENT, the root of the newest run is meant. Below it stand the sections
    behind it that the model or a person wrote, and those that are not up to date, the newest first; --all
    shows those that code wrote, too. The last lines say what `resume` would make again. No model is asked.
    """
    workspace = trusted_workspace(ctx, {"model": model})
    document_id, section = place_or_newest(workspace, document)
    opened = run_of(workspace, document_id)
    read = opened.load(document_id)
    number = (
        section if section is not None else max((n for n in range(1, 6) if read.body(n).strip()), default=1)
    )
    if number == 0:
        click.echo("§0 META was written when the document was made, and never changes.")
        return 0
    settings, options = settings_of(workspace, {"model": model}), {"model": model}
    if is_graph(opened.root):
        freshness = freshness_of_graph(workspace, opened.id, settings.policy, opened.documents)
        causes = provenance_of((document_id, number), freshness, QuestionLineage(Library(workspace)))
        _print_answer(causes, freshness, "", as_json, everything)
        return 0
    with silent_model(settings, options, RecordedModel.of(read.meta)) as (silent, missing):
        rehearsing, make = (None if missing else silent), rehearsal_hosts(settings, options)
        freshness = freshness_of(workspace, opened.id, rehearsing, make, opened.documents)
        lineage = RunLineage(Library(workspace), silent.fingerprint)
    causes = provenance_of((document_id, number), freshness, lineage)
    _print_answer(causes, freshness, missing, as_json, everything)
    return 0


def _print_answer(
    causes: Sequence[SectionProvenance], freshness: Freshness, missing: str, as_json: bool, everything: bool
) -> None:
    if as_json:
        rebuilt = [{"document": document_id, "section": number} for document_id, number in freshness.rebuilt]
        answer = {
            "causes": [as_object(cause) for cause in causes],
            "resume": freshness.next,
            "rebuilt": rebuilt,
        }
        print_json({**answer, "model_missing": missing or None})
        return
    click.echo(clean("\n".join(lines_of(causes) if everything else short_lines_of(causes))))
    click.echo(clean(f"resume: {freshness.next}"))
    for place in freshness.rebuilt:
        click.echo(clean(f"  {section_label(place)}  {freshness.states[place].value}"))
    if missing:
        click.echo(clean(missing), err=True)
