"""`pandora log`: every event of a run in order, with who did it."""

from __future__ import annotations

import click

from pandora.commands.printing import clean, one_line, print_json, print_table
from pandora.commands.run_list import newest_run
from pandora.commands.shared import workspace_of
from pandora.document.ids import parse_id
from pandora.inspect.document_log import Entry
from pandora.inspect.run_log import journal

HEADS = ("TIME", "WHO", "DOCUMENT", "WHAT", "")


@click.command()
@click.argument("document", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def log(ctx: click.Context, document: str | None, as_json: bool) -> int:
    """Show every event of a run (or of the newest) in order, or those of one document and what is below it.

    WHO is the model, code, or a human. It is all derived from the documents: what was made again shows as
    it is now, and where they do not say when something happened, it stands behind what came before it.
    """
    workspace = workspace_of(ctx)
    found = workspace.resolve(document) if document else newest_run(workspace)
    name = parse_id(found)
    entries = [each for each in journal(workspace, name.run) if _below(each, found)]
    if as_json:
        keys = ("at", "document", "who", "what", "detail")
        print_json(
            {"id": found, "events": [{key: getattr(each, key) or None for key in keys} for each in entries]}
        )
        return 0
    rows = [(each.at, each.who, each.document, clean(each.what), one_line(each.detail)) for each in entries]
    print_table([HEADS, *rows])
    return 0


def _below(entry: Entry, top: str) -> bool:
    number, own = parse_id(top).number, parse_id(entry.document).number
    return not number or own == number or own.startswith(f"{number}.")
