"""`pandora budget`: the tokens of each phase's instructions, counted by the model's own tokenizer."""

from __future__ import annotations

from typing import Any

import click

from pandora.check.token_costs import CEILINGS, Cost, LibraryCosts, library_costs
from pandora.commands.open_workspace import trusted_workspace
from pandora.commands.printing import print_json, print_table
from pandora.commands.token_counter import meter_of
from pandora.engine.pattern import Library
from pandora.engine.run import keys_of, settings_of

HEADS = ("PATTERN", "PHASE", "BY", "BASE", "PHASE TEXT", "FORM", "B+P+F", "MENU", "FRAME", "TOTAL", "")


@click.command()
@click.option("--model", metavar="NAME", help="Count with this model's tokenizer.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def budget(ctx: click.Context, model: str | None, as_json: bool) -> int:
    """Count the tokens of every phase of every pattern: base, phase, form, menu and chat frame.

    A phase that code does costs nothing. The column `floor` is the DO that a loop does itself when it may
    call nothing. `pandora check` fails if a count is over its ceiling.
    """
    workspace = trusted_workspace(ctx, {"model": model})
    settings = settings_of(workspace, {"model": model})
    spec = str(settings["model"])
    library = Library(workspace)
    with meter_of(spec, keys_of(settings, {}), str(settings["chat_template"])) as meter:
        counted = library_costs(library, meter)
    _, broken = library.all()
    for problem in broken:
        click.echo(f"left out: {problem}", err=True)
    if not meter.exact:
        click.echo(f"{spec} does not count exactly: these are estimates", err=True)
    if as_json:
        print_json(_object(spec, counted, meter.exact))
        return 0
    ceilings = (
        str(CEILINGS.base),
        str(CEILINGS.phase),
        "",
        str(CEILINGS.instructions),
        "",
        "",
        str(CEILINGS.overhead),
    )
    rows = [HEADS, *map(_cells, counted.costs), ("at most", "", "", *ceilings, "")]
    print_table(rows, right=range(3, 10), optional=(8, 7, 5, 4, 3, 2, 6))
    click.echo(
        f"\nLoaded up front, the same instructions would cost {counted.upfront} tokens a call; "
        f"one phase at a time, the largest call costs {counted.largest}."
    )
    return 0


def _cells(cost: Cost) -> tuple[str, ...]:
    names = (cost.pattern, cost.phase, cost.by)
    if cost.by == "code":
        return (*names, *["0"] * 7, "")
    numbers = (cost.base, cost.text, cost.form, cost.instructions, cost.menu, cost.frame, cost.total)
    return (*names, *map(str, numbers), "OVER" if cost.over() else "")


def _object(spec: str, counted: LibraryCosts, exact: bool) -> dict[str, Any]:
    return {
        "model": spec,
        "exact": exact,
        "ceilings": vars(CEILINGS),
        "phases": [
            {
                "pattern": cost.pattern,
                "phase": cost.phase,
                "by": cost.by,
                "base": cost.base,
                "text": cost.text,
                "form": cost.form,
                "menu": cost.menu,
                "frame": cost.frame,
                "total": cost.total,
                "over": cost.over(),
            }
            for cost in counted.costs
        ],
        "largest": counted.largest,
        "upfront": counted.upfront,
    }
