"""`pandora graph`: a graph of questions as lists, as a tree, as a summary and as a drawing."""

from __future__ import annotations

import time
from calendar import timegm
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pandora.commands.command_hint import with_folder
from pandora.commands.open_workspace import workspace_of
from pandora.commands.page_file import write_file
from pandora.commands.printing import cut, print_json, print_table, terminal_width
from pandora.document.terminal_text import clean, one_line
from pandora.errors import UsageError

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
"""The format of a drawing → the file name endings that choose it."""
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".bmp", ".tif", ".tiff", ".ps", ".eps")
"""Endings of pictures, which Pandora does not write: under such a name, no program could open its text."""


@click.group()
def graph() -> None:
    """Look at the graphs of questions that `pandora think` makes.

    GRAPH is a graph's id, a unique beginning of it, one of its documents, words of its question, or `last`.
    Without GRAPH, the newest graph is meant.
    """


def graph_options(command: F) -> F:
    """The argument GRAPH and the option --json, which every command about one graph takes."""
    command = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)
    return click.argument("name", required=False, metavar="[GRAPH]")(command)


def _opened_graph(ctx: click.Context, name: str | None) -> Graph:
    """The graph that `name` means; the newest one where it is None."""
    from pandora.questions.graph_lookup import open_named_graph

    return open_named_graph(workspace_of(ctx), name)


@graph.command("ls")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.pass_context
def list_command(ctx: click.Context, as_json: bool) -> int:
    """List the graphs, newest first: id, status, age, questions in each state, and the seed."""
    from pandora.questions.graph_lookup import list_graphs
    from pandora.questions.graph_rules import STATES

    graphs = list_graphs(workspace_of(ctx))
    if as_json:
        print_json(
            [
                {
                    "graph_id": entry.run,
                    "seed": entry.seed,
                    "status": entry.status,
                    "status_reason": entry.reason or None,
                    "intensity": entry.intensity,
                    "checkpoint_mode": entry.checkpoint,
                    "created_at": entry.created or None,
                    "questions": sum(entry.counts.values()),
                    "counts": dict(entry.counts),
                    "problem": entry.problem or None,
                }
                for entry in graphs
            ]
        )
        return 0
    if not graphs:
        click.echo(with_folder('no graphs yet; `pandora think "QUESTION"` makes one'), err=True)
        return 0
    rows = [("ID", "STATUS", "AGE", *map(str.upper, STATES), "SEED")]
    for entry in graphs:
        counts = ("?" if entry.problem else str(entry.counts.get(state, 0)) for state in STATES)
        about = one_line(entry.problem or entry.seed)
        rows.append((entry.run, one_line(entry.status), age(entry.created, time.time()), *counts, about))
    states = range(3, 3 + len(STATES))
    print_table(rows, right=(2, *states), optional=(*reversed(states), 2))
    return 0


def age(created: str, now: float) -> str:
    """The time from `created` to `now`, in its largest unit: 40 s, 12 min, 3 h, 5 d; ? for no date."""
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
    from pandora.questions.graph_queries import snapshot

    opened = _opened_graph(ctx, name)
    if as_json:
        print_json(snapshot(opened))
        return 0
    click.echo("\n".join(cut(line, terminal_width()) for line in tree_lines(picture(opened))))
    return 0


def tree_lines(drawn: Picture) -> Iterator[str]:
    """A graph in lines: its status, its questions as a tree, and what converges or contradicts."""
    from pandora.questions.drawing import MARKS

    reason = f" ({one_line(drawn.reason)})" if drawn.reason else ""
    counts = ", ".join(f"{n} {state}" for state, n in drawn.counts().items() if n)
    yield f"graph {drawn.graph}  {drawn.status}{reason}  {drawn.intensity}, {drawn.checkpoint}  {counts}"
    below = drawn.children()
    waiting = [(root, "", "") for root in reversed(below.get(None, []))]
    while waiting:
        item, first, rest = waiting.pop()
        inside = below.get(item.id, [])
        yield f"{first}{MARKS.get(item.state, '?')} {_question_head(item)}  {one_line(item.text)}"
        if conclusion := item.synthesis or item.answer:
            yield f"{rest}{'│' if inside else ' '}   → {one_line(conclusion)}"
        for child in reversed(inside):
            last = child is inside[-1]
            waiting.append((child, f"{rest}{'└─ ' if last else '├─ '}", f"{rest}{'   ' if last else '│  '}"))
    for link in drawn.links:
        sign, settled = ("≈" if link.kind == "convergence" else "≠"), " (settled)" if link.settled else ""
        yield f"{link.one} {sign} {link.other}{settled}  {one_line(link.explanation)}".rstrip()


def _question_head(item: Item) -> str:
    """A question's id, state, depth and worker."""
    state = f"{item.state}: {item.reason}" if item.state == "saturated" and item.reason else item.state
    owner = f"  {one_line(item.owner)}" if item.owner else ""
    return clean(f"{item.id}  {state}  depth {item.depth}{owner}")


@graph.command("open")
@graph_options
@click.option("--worker", metavar="NAME", help="Use the order in which this worker would claim them.")
@click.pass_context
def open_command(ctx: click.Context, name: str | None, as_json: bool, worker: str | None) -> int:
    """List the open questions in the order in which they are claimed."""
    from pandora.questions.work_claims import claimable

    offer = claimable(_opened_graph(ctx, name), worker)
    if as_json:
        print_json(offer)
    elif offer["claimable"]:
        rows = [
            (question["node_id"], str(question["depth"]), one_line(question["text"]))
            for question in offer["claimable"]
        ]
        print_table([("ID", "DEPTH", "QUESTION"), *rows], right=(1,), optional=(1,))
    else:
        click.echo("no question is open", err=True)
    return 0


@graph.command()
@graph_options
@click.pass_context
def convergence(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show which questions and answers agree, and on what."""
    from pandora.questions.graph_queries import convergence as clusters

    opened = _opened_graph(ctx, name)
    result = clusters(opened)
    if as_json:
        print_json(result)
    elif not result["count"]:
        click.echo("no questions or answers agree so far", err=True)
    for cluster in () if as_json else result["convergence_points"]:
        click.echo(f"≈ {one_line(cluster['insight'] or 'no insight was written', 200)}")
        _print_questions(opened, cluster["nodes"])
    return 0


@graph.command()
@graph_options
@click.pass_context
def contradictions(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Show which questions and answers contradict each other, how, and whether that was settled."""
    from pandora.questions.graph_queries import contradictions as pairs
    from pandora.questions.synthesis import resolved_by

    opened = _opened_graph(ctx, name)
    result = pairs(opened)
    for pair in result["contradictions"]:
        pair["resolved_by"] = resolved_by(opened, pair["nodes"]) or None
    if as_json:
        print_json(result)
    elif not result["count"]:
        click.echo("no questions or answers contradict each other so far", err=True)
    for pair in () if as_json else result["contradictions"]:
        settled = f"settled by {pair['resolved_by']}" if pair["resolved_by"] else "open"
        click.echo(f"≠ {settled}: {one_line(pair['tension'] or 'no tension was written', 200)}")
        _print_questions(opened, pair["nodes"])
    return 0


def _print_questions(opened: Graph, nodes: list[str]) -> None:
    """Print a line for each of some nodes: its id and its text."""
    for node_id in nodes:
        row = opened.index.node(node_id)
        click.echo(f"  {node_id}  {one_line(row['text']) if row else 'is not there'}")


@graph.command("harvest")
@graph_options
@click.pass_context
def harvest_command(ctx: click.Context, name: str | None, as_json: bool) -> int:
    """Print what a graph has come to so far, and keep it as a document of the graph.

    While a worker has the root, it is printed and not kept. The JSON is the whole result, with the path of
    that document or null. Exit code 5 if nothing was answered.
    """
    from pandora.questions.harvest import harvest, save_summary

    opened = _opened_graph(ctx, name)
    result = harvest(opened)
    document = save_summary(opened, result)
    kept = f"state/{document}.md" if document else None
    if as_json:
        print_json({**result, "document": kept})
    else:
        click.echo(clean(result["summary"]))
        click.echo(
            f"\n{kept or 'not kept: a worker has the root now; harvest again when it is done'}", err=True
        )
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
    form = form or next((key for key, endings in ENDINGS.items() if ending in endings), "mermaid")
    makers = {"mermaid": mermaid, "dot": dot, "svg": svg, "html": html}
    opened = _opened_graph(ctx, name)
    drawn = makers[form](picture(opened))
    if output is not None:
        write_file(output, drawn)
    if form == "mermaid" and (warning := beyond_mermaid(drawn)):
        click.echo(f"{warning}; --format html or svg has no such limit", err=True)
    if as_json:
        print_json({"graph_id": opened.run, "format": form, "path": output, "text": None if output else drawn})
    elif output is None:
        click.echo(drawn, nl=False)
    else:
        click.echo(output, err=True)
    return 0
