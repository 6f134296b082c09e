"""`pandora search`: the lines of all runs that hold some words."""

from __future__ import annotations

import itertools

import click

from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import print_json, print_table
from pandora.document.state_document import TITLES
from pandora.document.terminal_text import clean, one_line
from pandora.errors import UsageError
from pandora.inspect.run_search import Hit, search_runs

SHOWN = 20
"""How many lines are shown without -n."""


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option(
    "-n",
    "--number",
    type=click.IntRange(0),
    default=SHOWN,
    metavar="N",
    help=f"Show N lines instead of {SHOWN}; 0 shows all.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def search(ctx: click.Context, words: tuple[str, ...], number: int, as_json: bool) -> int:
    """Find the lines that hold all WORDS in the documents of every run, the newest run first.

    Tasks, plans, programs, results and answers are searched, in any case of letters. Where the words stand on
    several lines of a section, the lines with most of them are shown.
    """
    workspace = workspace_of(ctx)
    search_words = [word for given in words for word in given.split()]
    if not search_words:
        raise UsageError("no words are given; say what to look for, e.g. pandora search cheapest laptop")
    hits = list(itertools.islice(search_runs(workspace, search_words), number or None))
    if as_json:
        print_json([vars(hit) for hit in hits])
    elif hits:
        print_table(
            [_cells(hit) for hit in hits], optional=(2, 1)
        )  # on narrow terminals, the line itself stays
    else:
        click.echo(clean(f"no run holds {' '.join(search_words)}"), err=True)
    return 0


def _cells(hit: Hit) -> tuple[str, ...]:
    return hit.run, f"§{hit.section} {TITLES[hit.section]}", f"{hit.path}:{hit.line}", one_line(hit.text, 200)
