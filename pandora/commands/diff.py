"""`pandora diff`: what a run changed in files, what changed in its documents, or how two runs differ."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import document_of, workspace_of
from pandora.commands.printing import diff_colours, print_json
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.state_document import TITLES
from pandora.document.terminal_text import clean
from pandora.engine.changed_files import ChangedFile, changed_files
from pandora.errors import UsageError
from pandora.inspect.compare_runs import FRONT, differences
from pandora.inspect.differences import Difference, changes_of, unified_lines
from pandora.programs.change_preview import file_diff


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
    """Show what the run of DOCUMENT changed in your files, and what retries and your edits changed in it.

    The files come first, each from before the run to how the run left it. If DOCUMENT is a run, all of its
    documents are compared, section by section; without DOCUMENT, the newest run is. With a SECTION, such as
    `k3f9a2:plan`, only that section of DOCUMENT is. With OTHER, show how two runs or two documents differ:
    children are paired by their place in the tree, and ids and times are ignored.
    """
    workspace = workspace_of(ctx)
    document_id, section = place_or_newest(workspace, document)
    changes = _changes_between(workspace, document_id, other) if other else _changes_in(workspace, document_id)
    if section is not None:
        changes = [change for change in changes if (change.document, change.section) == (document_id, section)]
    files = [] if other or section is not None else changed_files(workspace, document_id)
    if as_json:
        entry = {"id": document_id, "other": other, "files": [_file_object(file, lines) for file in files]}
        print_json({**entry, "differences": [_object(change, lines) for change in changes]})
        return 0
    for file in files:
        note = f"\n@ {file.note}" if file.note else ""
        text = "\n".join(file_diff(file.versions, lines))
        click.echo(diff_colours(clean(f"{text}{note}"), sys.stdout))
    for change in changes:
        click.echo(diff_colours("\n".join(_diff_lines(change, lines)), sys.stdout))
    if not changes and not files:
        nothing = f"{document_id} changed no file, and no attempt and no edit changed it"
        message = "the two differ only in ids and times" if other else nothing
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


def _file_object(file: ChangedFile, around: int) -> dict[str, Any]:
    lines = file_diff(file.versions, around)
    return {"path": file.versions.path, "note": file.note or None, "lines": lines}


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
