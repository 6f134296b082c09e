"""`pandora ls`: the runs of a workspace, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from pandora.budget import Usage
from pandora.commands.command_hint import with_folder
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json, print_table
from pandora.commands.run_list import ListedDocument, documents_by_run, read_entry
from pandora.disk import run_index as index
from pandora.disk.layout import Workspace
from pandora.disk.lease import is_worked_on
from pandora.document.counted import counted
from pandora.document.terminal_text import one_line
from pandora.outcome import Question, Status

HEADS = ("ID", "STATUS", "CREATED", "CALLS", "DOCUMENTS", "TASK")
SHOWN = 20
"""How many runs are listed without -n."""


@click.command()
@click.option(
    "-n", "--number", type=click.IntRange(0), metavar="N", help=f"List N runs instead of {SHOWN}; 0 lists all."
)
@click.option("--all", "everything", is_flag=True, help="List every run with every one of its documents.")
@click.option("--archived", is_flag=True, help="List the runs in the archive.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def ls(ctx: click.Context, number: int | None, everything: bool, archived: bool, as_json: bool) -> int:
    """List the newest runs: id, status, when, calls, documents and task.

    The status is `undone` where files that the run changed were put back, and `stopped` where the run has not
    ended and nobody works on it: `resume` goes on. A document that cannot be read is listed as broken, with its
    problem.
    """
    workspace = workspace_of(ctx)
    unlimited = everything or archived or not workspace.state.is_dir()
    count = number if number is not None else 0 if unlimited else SHOWN
    rows = list(_rows(workspace, everything, archived, count or None))
    if as_json:
        print_json(rows)
    elif rows:
        print_table([HEADS, *map(_cells, rows)], right=(3, 4), optional=(4, 3, 2))
    else:
        click.echo(
            with_folder("no archived runs" if archived else "no runs yet; `pandora run TASK` makes one"),
            err=True,
        )
    if count and len(rows) >= count and not archived and (more := index.count_runs(workspace) - count) > 0:
        click.echo(f"{counted(more, 'older run')} not shown; -n 0 lists all", err=True)
    return 0


def _rows(
    workspace: Workspace, everything: bool, archived: bool, count: int | None
) -> Iterator[dict[str, Any]]:
    """The newest `count` runs, None for all, as rows; with `everything`, each document has a row, too."""
    runs = []
    for run, ids in documents_by_run(workspace, count if not archived else None, archived).items():
        entries = [read_entry(workspace, document_id) for document_id in ids]
        if entries[0].name.level != "system":
            entries.insert(0, read_entry(workspace, f"system-{run}"))
        runs.append(entries)
    for entries in sorted(
        runs, key=lambda run_entries: (run_entries[0].created, run_entries[0].id), reverse=True
    )[: count if archived else None]:
        total = Usage()
        for entry in entries:
            total.add(entry.used)
        present = [entry for entry in entries if entry.document or workspace.find(entry.id).exists()]
        asked = [question for entry in entries if (question := entry.question)]
        waits = entries[0].status == Status.WAITING.value and asked
        going_on = Status.RUNNING.value in (entry.status for entry in entries)
        stopped = going_on and not archived and not is_worked_on(workspace.document(entries[0].id))
        yield _row(entries[0], total.calls, len(present), asked[0] if waits else None, stopped)
        if everything:
            yield from (_row(entry, entry.used.calls, 1, entry.question, stopped) for entry in entries[1:])


def _row(
    entry: ListedDocument, calls: int, documents: int, question: Question | None, stopped: bool
) -> dict[str, Any]:
    return {
        "id": entry.id,
        "status": entry.status,
        "undone": entry.undone or None,
        "stopped": (stopped and entry.status == Status.RUNNING.value) or None,
        "created": entry.created or None,
        "task": entry.task or None,
        "calls": calls,
        "documents": documents,
        "problem": entry.problem or None,
        "question": question.words if question else None,
        "question_kind": question.kind if question else None,
    }


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    numbers = str(row["calls"]), str(row["documents"])
    about = one_line(row["problem"] or row["task"] or "")
    status = next((other for other in ("undone", "stopped") if row[other]), row["status"])
    return row["id"], one_line(status), one_line(row["created"] or ""), *numbers, about
