"""`pandora graph`: the graphs of questions, looked at and drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pandora.commands.printing import clean, one_line, print_json, print_table
from pandora.commands.shared import workspace_of
from pandora.errors import DiskError, UsageError

if TYPE_CHECKING:
    from pandora.questions.graph import Graph

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_graph = click.argument("graph_id", metavar="GRAPH")


@click.group()
def graph() -> None:
    """Graphs of questions: list them, look into them, draw them. `pandora think` makes one."""


def _opened(ctx: click.Context, graph_id: str) -> Graph:
    from pandora.questions.graph import find_graph

    return find_graph(workspace_of(ctx), graph_id).open()


@graph.command()
@as_json_option
@click.pass_context
def ls(ctx: click.Context, as_json: bool) -> int:
    """List the graphs, newest first: id, status, intensity, questions done, and the seed."""
    from pandora.questions import queries
    from pandora.questions.graph import find_graph, graphs

    rows: list[dict[str, Any]] = []
    for run, _, settings in graphs(workspace_of(ctx)):
        nodes = queries.nodes_of(find_graph(workspace_of(ctx), run).open())
        questions = [row for row in nodes if row["kind"] == "question"]
        rows.append(
            {
                "graph_id": run,
                "status": settings.status,
                "intensity": settings.intensity,
                "questions": len(questions),
                "done": sum(1 for row in questions if row["state"] in ("synthesized", "saturated")),
                "created": questions[0]["created"] if questions else "",
                "seed": questions[0]["text"] if questions else "",
            }
        )
    rows.sort(key=lambda row: (row["created"], row["graph_id"]), reverse=True)
    if as_json:
        print_json(rows)
    elif rows:
        heads = ("ID", "STATUS", "INTENSITY", "DONE", "CREATED", "SEED")
        cells = [
            (
                *(row["graph_id"], row["status"], row["intensity"], f"{row['done']}/{row['questions']}"),
                *(row["created"], one_line(row["seed"])),
            )
            for row in rows
        ]
        print_table([heads, *cells], right=(3,))
    else:
        click.echo("no graphs yet; `pandora think QUESTION` makes one", err=True)
    return 0


@graph.command()
@_graph
@as_json_option
@click.pass_context
def show(ctx: click.Context, graph_id: str, as_json: bool) -> int:
    """Show the questions of GRAPH as a tree, each with its status and what it came to."""
    from pandora.questions import queries

    found = queries.snapshot(_opened(ctx, graph_id))
    if as_json:
        print_json(found)
        return 0
    reason = f" ({found['status_reason']})" if found["status_reason"] else ""
    click.echo(f"{found['graph_id']}  {found['intensity']}  {found['status']}{clean(reason)}")
    for line in _tree(found["nodes"]):
        click.echo(line)
    return 0


def _tree(nodes: list[dict[str, Any]]) -> list[str]:
    answers = {node["parent_id"]: node["text"] for node in nodes if node["node_type"] == "answer"}
    below: dict[str | None, list[dict[str, Any]]] = {}
    for node in nodes:
        if node["node_type"] == "question":
            parent = node["parent_id"].removesuffix(".answer") if node["parent_id"] else None
            below.setdefault(parent, []).append(node)
    lines: list[str] = []
    left = [(node, 0) for node in reversed(below.get(None, []))]
    while left:
        node, depth = left.pop()
        indent = "  " * depth
        why = node["metadata"].get("saturation_reason")
        state = f"{node['status']}: {why}" if why else node["status"]
        lines.append(f"{indent}{node['node_id']}  {state}  {one_line(node['text'], 100)}")
        if told := node["metadata"].get("synthesis") or answers.get(node["node_id"]):
            lines.append(f"{indent}  → {one_line(str(told), 100)}")
        left += [(each, depth + 1) for each in reversed(below.get(node["node_id"], []))]
    return lines


@graph.command(name="open")
@_graph
@as_json_option
@click.pass_context
def open_questions(ctx: click.Context, graph_id: str, as_json: bool) -> int:
    """List the questions that nobody has claimed, in the order in which they will be."""
    from pandora.questions import claims

    found = claims.claimable(_opened(ctx, graph_id))
    if as_json:
        print_json(found)
    else:
        for each in found["claimable"]:
            click.echo(f"{each['node_id']}  {one_line(each['text'], 200)}")
    return 0


@graph.command()
@_graph
@as_json_option
@click.pass_context
def convergence(ctx: click.Context, graph_id: str, as_json: bool) -> int:
    """Show which answers of different branches reach the same conclusion."""
    from pandora.questions import queries

    found = queries.convergence(_opened(ctx, graph_id))
    if as_json:
        print_json(found)
    else:
        for each in found["convergence_points"]:
            click.echo(f"{one_line(each['insight'] or 'they agree', 200)}\n  {', '.join(each['nodes'])}")
    return 0


@graph.command()
@_graph
@as_json_option
@click.pass_context
def contradictions(ctx: click.Context, graph_id: str, as_json: bool) -> int:
    """Show which answers cannot both be true, and whether that was settled."""
    from pandora.questions import queries
    from pandora.questions.composing import resolved

    opened = _opened(ctx, graph_id)
    found = queries.contradictions(opened)
    if as_json:
        print_json(found)
    else:
        for each in found["contradictions"]:
            how = resolved(opened, each["nodes"])
            state = f"settled by {how}" if how else "open"
            click.echo(
                f"{one_line(each['tension'] or 'they clash', 200)} ({state})\n  {', '.join(each['nodes'])}"
            )
    return 0


@graph.command()
@_graph
@as_json_option
@click.pass_context
def harvest(ctx: click.Context, graph_id: str, as_json: bool) -> int:
    """Print what GRAPH comes to as it stands, and keep it as a document of the run."""
    from pandora.questions.harvest import harvest as gathered
    from pandora.questions.harvest import keep

    opened = _opened(ctx, graph_id)
    result = gathered(opened)
    kept = f"state/{keep(opened, result)}.md"
    if as_json:
        print_json({**result, "document": kept})
    else:
        click.echo(clean(result["summary"]))
        click.echo(f"\n{kept}", err=True)
    return 0


@graph.command()
@_graph
@click.option(
    "--format",
    "form",
    type=click.Choice(("mermaid", "dot", "svg", "html")),
    default="mermaid",
    show_default=True,
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write to FILE.")
@click.pass_context
def draw(ctx: click.Context, graph_id: str, form: str, output: str | None) -> int:
    """Draw GRAPH: mermaid or dot as text, an SVG, or an HTML page that needs no network.

    The page zooms with the wheel, moves with the pointer, filters by status, and shows the text of the node
    that is clicked.
    """
    from pandora.questions import drawing, page, queries

    makers = {"mermaid": drawing.mermaid, "dot": drawing.dot, "svg": drawing.svg, "html": page.html}
    drawn = makers[form](queries.snapshot(_opened(ctx, graph_id)))
    if output is None:
        click.echo(drawn, nl=False)
        return 0
    try:
        Path(output).write_text(drawn, encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"{output}: the folder is not there") from None
    except OSError as error:
        raise DiskError(f"{output}:1: {error.strerror}") from error
    click.echo(output, err=True)
    return 0
