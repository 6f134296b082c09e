"""`pandora graph`: what stands in a graph of questions, as lists, as a tree, as a summary and as a picture."""

from __future__ import annotations

import time
from calendar import timegm
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pandora.commands.printing import print_json, print_table
from pandora.commands.shared import workspace_of
from pandora.document.terminal_text import clean, one_line
from pandora.errors import DiskError, UsageError

if TYPE_CHECKING:
    from pandora.questions.drawing import Item, Picture
    from pandora.questions.graph import Graph

F = TypeVar("F", bound=Callable[..., Any])
ENDINGS = {
    "mermaid": (".mmd", ".mermaid"),
    "dot": (".dot", ".gv"),
    "svg": (".svg",),
    "html": (".html", ".htm"),
}
"""The formats of drawings, and the files' endings that mean them."""
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".bmp", ".tif", ".tiff", ".ps", ".eps")
"""Endings of what other programs make of a drawing; a file of text under such a name opens nowhere."""


@click.group()
def graph() -> None:
    """Look at the graphs of questions that `pandora think` makes.

    GRAPH is a graph's id, a unique beginning of it, one of its documents, words of its question, or `last`.
    Without GRAPH, the newest graph is meant.
    """


def graph_options(command: F) -> F:
    """What every look at one graph takes."""
    command = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)
    return click.argument("name", required=False, metavar="[GRAPH]")(command)


def _graph(ctx: click.Context, name: str | None) -> Graph:
    from pandora.questions.graph_lookup import open_named_graph

    return open_named_graph(workspace_of(ctx), name)


@graph.command("ls")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> int:
    """List the graphs, newest first: id, status, age, questions in each state, and the seed."""
    from pandora.questions.graph_lookup import STATES, list_graphs

    found = list_graphs(workspace_of(ctx))
    if as_json:
        print_json(
            [
                {
                    "graph_id": each.run,
                    "seed": each.seed,
                    "status": each.status,
                    "status_reason": each.reason or None,
                    "intensity": each.intensity,
                    "checkpoint_mode": each.checkpoint,
                    "created_at": each.created or None,
                    "questions": sum(each.counts.values()),
                    "counts": dict(each.counts),
                    "problem": each.problem or None,
                }
                for each in found
            ]
        )
        return 0
    if not found:
        click.echo('no graphs yet; `pandora think "QUESTION"` makes one', err=True)
        return 0
    rows = [("ID", "STATUS", "AGE", *map(str.upper, STATES), "SEED")]
    for each in found:
        counts = ("?" if each.problem else str(each.counts.get(state, 0)) for state in STATES)
        about = one_line(each.problem or each.seed)
        rows.append((each.run, one_line(each.status), age(each.created, time.time()), *counts, about))
    print_table(rows, right=range(2, 3 + len(STATES)))
    return 0


def age(created: str, now: float) -> str:
    """How long ago a document was made, in its largest unit: 40 s, 12 min, 3 h, 5 d."""
    try:
        seconds = max(0, int(now - timegm(time.strptime(created, "%Y-%m-%dT%H:%M:%SZ"))))
    except ValueError:
        return "?"
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


@graph.command()
@graph_options
@click.pass_context
def show(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show the questions of a graph as a tree: status, depth, who works on each, and its result.

    ○ open, ◐ claimed, ● answered, ✓ synthesized, ■ saturated. The JSON is the whole graph with its edges.
    """
    from pandora.questions.drawing import picture
    from pandora.questions.queries import snapshot

    found = _graph(ctx, name)
    if as_json:
        print_json(snapshot(found))
        return 0
    click.echo("\n".join(tree(picture(found))))
    return 0


def tree(drawn: Picture) -> Iterator[str]:
    """A graph in lines: what it is, its questions, and what converges or contradicts."""
    from pandora.questions.drawing import MARKS

    reason = f" ({one_line(drawn.reason)})" if drawn.reason else ""
    told = ", ".join(f"{n} {state}" for state, n in drawn.counts().items() if n)
    yield f"graph {drawn.graph}  {drawn.status}{reason}  {drawn.intensity}, {drawn.checkpoint}  {told}"
    below = drawn.children()
    left = [(each, "", "") for each in reversed(below.get(None, []))]
    while left:
        item, first, rest = left.pop()
        inside = below.get(item.id, [])
        yield f"{first}{MARKS.get(item.state, '?')} {_named(item)}  {one_line(item.text)}"
        if came := item.synthesis or item.answer:
            yield f"{rest}{'│' if inside else ' '}   → {one_line(came)}"
        for each in reversed(inside):
            last = each is inside[-1]
            left.append((each, f"{rest}{'└─ ' if last else '├─ '}", f"{rest}{'   ' if last else '│  '}"))
    for link in drawn.links:
        sign, settled = ("≈" if link.kind == "convergence" else "≠"), " (settled)" if link.settled else ""
        yield f"{link.one} {sign} {link.other}{settled}  {one_line(link.explanation)}".rstrip()


def _named(item: Item) -> str:
    state = f"{item.state}: {item.reason}" if item.state == "saturated" and item.reason else item.state
    owner = f"  {one_line(item.owner)}" if item.owner else ""
    return clean(f"{item.id}  {state}  depth {item.depth}{owner}")


@graph.command("open")
@graph_options
@click.option("--worker", metavar="NAME", help="Use the order in which this worker would claim them.")
@click.pass_context
def open_command(ctx: click.Context, name: str | None, as_json: bool, worker: str | None) -> int:
    """List the open questions in the order in which they are claimed."""
    from pandora.questions.claims import claimable

    found = claimable(_graph(ctx, name), worker)
    if as_json:
        print_json(found)
    elif found["claimable"]:
        rows = [(each["node_id"], str(each["depth"]), one_line(each["text"])) for each in found["claimable"]]
        print_table([("ID", "DEPTH", "QUESTION"), *rows], right=(1,))
    else:
        click.echo("no question is open", err=True)
    return 0


@graph.command()
@graph_options
@click.pass_context
def convergence(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show which questions and answers agree, and on what."""
    from pandora.questions.queries import convergence as clusters

    found = _graph(ctx, name)
    result = clusters(found)
    if as_json:
        print_json(result)
    elif not result["count"]:
        click.echo("no questions or answers agree so far", err=True)
    for each in () if as_json else result["convergence_points"]:
        click.echo(f"≈ {one_line(each['insight'] or 'no insight was written', 200)}")
        _sides(found, each["nodes"])
    return 0


@graph.command()
@graph_options
@click.pass_context
def contradictions(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show which questions and answers contradict each other, how, and whether that was settled."""
    from pandora.questions.queries import contradictions as pairs
    from pandora.questions.synthesis import resolved_by

    found = _graph(ctx, name)
    result = pairs(found)
    for each in result["contradictions"]:
        each["resolved_by"] = resolved_by(found, each["nodes"]) or None
    if as_json:
        print_json(result)
    elif not result["count"]:
        click.echo("no questions or answers contradict each other so far", err=True)
    for each in () if as_json else result["contradictions"]:
        settled = f"settled by {each['resolved_by']}" if each["resolved_by"] else "open"
        click.echo(f"≠ {settled}: {one_line(each['tension'] or 'no tension was written', 200)}")
        _sides(found, each["nodes"])
    return 0


def _sides(found: Graph, nodes: list[str]) -> None:
    for each in nodes:
        row = found.index.node(each)
        click.echo(f"  {each}  {one_line(row['text']) if row else 'is not there'}")


@graph.command("harvest")
@graph_options
@click.pass_context
def harvest_command(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Print what a graph has come to so far, and keep it as a document of the graph.

    The JSON is the whole result, with the path of that document. Exit code 5 if nothing was answered.
    """
    from pandora.questions.harvest import harvest, save_summary

    found = _graph(ctx, name)
    result = harvest(found)
    kept = f"state/{save_summary(found, result)}.md"
    if as_json:
        print_json({**result, "document": kept})
    else:
        click.echo(clean(result["summary"]))
        click.echo(f"\n{kept}", err=True)
    return 5 if result["status"] == "error" else 0


@graph.command()
@graph_options
@click.option(
    "--format",
    "form",
    type=click.Choice(tuple(ENDINGS)),
    help="The format; the default is what the ending of FILE says, or mermaid.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write to FILE instead of stdout."
)
@click.pass_context
def draw(ctx: click.Context, name: str | None, as_json: bool, form: str | None, output: str | None) -> int:
    """Draw a graph as mermaid or dot text, as an SVG, or as an HTML page.

    The page is one file and needs no network. You can zoom and pan, fold branches, filter by status, find
    words, and click a question to read all of it.
    """
    from pandora.questions.drawing import picture
    from pandora.questions.drawing_html import html
    from pandora.questions.drawing_mermaid_dot import beyond_mermaid, dot, mermaid
    from pandora.questions.drawing_svg import svg

    output = None if output == "-" else output
    ending = Path(output or "").suffix.lower()
    if ending in PICTURES:
        raise UsageError(
            f"{output}: cannot draw this format; use {', '.join(ENDINGS)}, or write an .svg and convert it"
        )
    form = form or next((each for each, endings in ENDINGS.items() if ending in endings), "mermaid")
    makers = {"mermaid": mermaid, "dot": dot, "svg": svg, "html": html}
    found = _graph(ctx, name)
    drawn = makers[form](picture(found))
    if output is not None:
        _written(output, drawn)
    if form == "mermaid" and (told := beyond_mermaid(drawn)):
        click.echo(f"{told}; --format html or svg has no such limit", err=True)
    if as_json:
        print_json({"graph_id": found.run, "format": form, "path": output, "text": None if output else drawn})
    elif output is None:
        click.echo(drawn, nl=False)
    else:
        click.echo(output, err=True)
    return 0


def _written(path: str, drawn: str) -> None:
    try:
        Path(path).write_text(drawn, encoding="utf-8", newline="\n")
    except FileNotFoundError:
        raise UsageError(f"{path}: the folder is not there; make it, then draw again") from None
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror}; choose another file with -o") from error
