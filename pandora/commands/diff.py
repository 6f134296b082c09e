"""`pandora diff`: what attempts and edits changed in a run, or how two runs or documents differ."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import document_of, workspace_of
from pandora.commands.printing import print_json
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.state_document import TITLES
from pandora.document.terminal_text import clean
from pandora.errors import UsageError
from pandora.inspect.compare_runs import FRONT, differences
from pandora.inspect.differences import Difference, changes_of, unified_lines

_COLOURS = {"-": "red", "+": "green", "@": "cyan"}


@click.command()
@click.argument("document", required=False, metavar="[DOCUMENT][:SECTION]", shell_complete=complete_run)
@click.argument("other", required=False, shell_complete=complete_run)
@click.option(
    "-U",
    "--context",
    "lines",
    type=click.IntRange(0),
    default=3,
    metavar="N",
    help="How many unchanged lines to show around a change.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def diff(ctx: click.Context, document: str | None, other: str | None, lines: int, as_json: bool) -> int:
    """Show what retries and your edits changed in DOCUMENT, section by section.

    If DOCUMENT is a run, all of its documents are compared; without DOCUMENT, the newest run is. With a
    SECTION, such as `k3f9a2:plan`, only that section of DOCUMENT is. With OTHER, show how two runs or two
    documents differ: children are paired by their place in the tree, and ids and times are ignored.
    """
    workspace = workspace_of(ctx)
    one, section = place_or_newest(workspace, document)
    changes = _changes_between(workspace, one, other) if other else _changes_in(workspace, one)
    if section is not None:
        changes = [change for change in changes if (change.document, change.section) == (one, section)]
    if as_json:
        print_json({"id": one, "other": other, "differences": [_object(change, lines) for change in changes]})
        return 0
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    for change in changes:
        for line in _diff_lines(change, lines):
            click.echo(click.style(line, fg=_COLOURS.get(line[:1])) if coloured else line)
    if not changes:
        message = "the two differ only in ids and times" if other else f"no attempt and no edit changed {one}"
        click.echo(message, err=True)
    return 0


def _changes_in(workspace: Workspace, document: str) -> list[Difference]:
    """What attempts and edits changed in one document, or in every document of a run."""
    name = parse_id(document)
    documents = workspace.run_documents(name.run) if name.level == "system" else [document]
    return [change for document_id in documents for change in changes_of(workspace, document_id)]


def _changes_between(workspace: Workspace, one: str, given: str) -> list[Difference]:
    """How a document, or a run, differs from the `given` one; raises UsageError where both are the same."""
    other = document_of(workspace, given)
    if one == other:
        raise UsageError(f"both are {one}; name two documents, or one alone to see what was changed in it")
    return differences(workspace, one, other)


def section_title(difference: Difference) -> str:
    """The title of the section that differs, or `front matter`."""
    if difference.section == FRONT:
        return "front matter"
    return f"§{difference.section} {TITLES[difference.section]}"


def _diff_lines(difference: Difference, around: int) -> Iterator[str]:
    """One difference as it is printed: its two heads, its note, and the changed lines."""
    what = section_title(difference)
    same = difference.before == difference.document or difference.after == difference.document
    head = "" if same else f"{difference.document} "
    yield clean(f"--- {head}{what} ({difference.before})")
    yield clean(f"+++ {head}{what} ({difference.after})")
    if difference.note:
        yield clean(f"@ {difference.note}")
    yield from unified_lines(difference, around)


def _object(difference: Difference, around: int) -> dict[str, Any]:
    return {
        "document": difference.document,
        "section": section_title(difference),
        "from": difference.before,
        "to": difference.after,
        "before": difference.old,
        "after": difference.new,
        "note": difference.note or None,
        "lines": unified_lines(difference, around),
    }
