"""`pandora log`: every event of a run in order, with who caused it."""

from __future__ import annotations

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json, print_table
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean, one_line
from pandora.inspect.document_log import Entry
from pandora.inspect.run_log import run_events

HEADS = ("TIME", "WHO", "DOCUMENT", "WHAT", "")


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def log(ctx: click.Context, document: str | None, as_json: bool) -> int:
    """Show every event of a run in order, and who caused it: the model, code, or a human.

    DOCUMENT is a run, or one document of it: then only that document and those below it are shown. Without
    DOCUMENT, the newest run is shown.

    The events are derived from the documents. A section that was made again shows only its newest version.
    An event without a time in the documents is listed after the event that it followed.
    """
    workspace = workspace_of(ctx)
    document_id, _ = place_or_newest(workspace, document)
    name = parse_id(document_id)
    entries = [entry for entry in run_events(workspace, name.run) if _below(entry, document_id)]
    if as_json:
        keys = ("at", "document", "who", "what", "detail")
        print_json(
            {
                "id": document_id,
                "events": [{key: getattr(entry, key) or None for key in keys} for entry in entries],
            }
        )
        return 0
    rows = [
        (entry.at, entry.who, entry.document, clean(entry.what), one_line(entry.detail)) for entry in entries
    ]
    print_table([HEADS, *rows], optional=(0, 2))
    return 0


def _below(entry: Entry, top: str) -> bool:
    """True where the event happened in the document `top` or in one below it."""
    number, own = parse_id(top).number, parse_id(entry.document).number
    return not number or own == number or own.startswith(f"{number}.")
