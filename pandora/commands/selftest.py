"""`pandora selftest`: Pandora's promises about the disk, tried on this very disk."""

from __future__ import annotations

import time
from pathlib import Path

import click

from pandora.commands.printing import print_json
from pandora.disk.layout import find_workspace
from pandora.document.terminal_text import clean
from pandora.errors import UsageError

SHOWN = 3
"""The most lines that a promise which did not hold prints."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def selftest(ctx: click.Context, as_json: bool) -> int:
    """Kill, resume, race and fill up a scripted run on this very disk, and say in plain words what held.

    It takes less than a minute and needs no model. It works in a throw-away folder in the workspace, or in the
    folder of `-C`, and leaves nothing behind. A power cut cannot be tried in this way.

    Exit code 1 if a promise does not hold here, 6 if the disk fails altogether.
    """
    from pandora.check.disk_promises import try_promises

    start = Path(ctx.find_root().obj or ".")
    try:
        folder = find_workspace(start).root
    except UsageError:
        folder = start
    if not folder.is_dir():
        raise UsageError(f"{folder}: the folder is not there; name one with -C")
    begun, verdicts = time.monotonic(), []
    if not as_json:
        click.echo(
            clean(f"Trying in a throw-away folder in {folder.resolve()}; this takes less than a minute.")
        )
    for verdict in try_promises(folder):
        verdicts.append(verdict)
        if as_json:
            continue
        click.echo(f"{'ok  ' if verdict.held else 'FAIL'}  {verdict.tried}")
        for line in verdict.wrong[:SHOWN]:
            click.echo(clean(f"      but {line}"))
        if len(verdict.wrong) > SHOWN:
            click.echo(f"      and {len(verdict.wrong) - SHOWN} more")
    failed = [verdict for verdict in verdicts if not verdict.held]
    seconds = round(time.monotonic() - begun, 1)
    if as_json:
        rows = [
            {"tried": verdict.tried, "held": verdict.held, "wrong": list(verdict.wrong)} for verdict in verdicts
        ]
        print_json({"ok": not failed, "folder": str(folder.resolve()), "seconds": seconds, "promises": rows})
    elif failed:
        click.echo(
            "\nKeep no workspace on this disk: what Pandora promises does not hold here. Try another disk;"
        )
        click.echo("if it fails on every one, report it with this output.")
    else:
        click.echo(f"\nAll of it held, in {seconds:.0f} seconds.")
    return 1 if failed else 0
