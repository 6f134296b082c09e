"""`pandora tree`: a run's documents as a tree, by the parents and children that they name."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import place_or_newest
from pandora.commands.open_workspace import workspace_of
from pandora.commands.printing import ROOM, columns, cut, print_json, print_table, terminal_width
from pandora.commands.run_list import ListedDocument, read_entry
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.links import children
from pandora.document.mermaid import arrow, box
from pandora.document.terminal_text import clean, one_line
from pandora.errors import UsageError

PREVIEW = 300
"""The characters of an output that JSON has."""


@dataclass(frozen=True)
class Node:
    """A document and the documents below it."""

    entry: ListedDocument
    children: tuple[Node, ...]


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.option(
    "--format", "form", type=click.Choice(("text", "json", "mermaid")), help="The format; text is the default."
)
@click.option("--old-phases", "old", is_flag=True, help="Show what took the place of the eight old phases.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.pass_context
def tree(ctx: click.Context, document: str | None, form: str | None, old: bool, as_json: bool) -> int:
    """Show the documents of a run as a tree: status, phase, tokens, task and output.

    Without DOCUMENT, the newest run is shown.

    With --old-phases, each phase of the first Pandora is shown beside the section that took its place, with
    the tokens of the instructions that its call has now. Then, every call had about 2,000.
    """
    if old and form == "mermaid":
        raise click.UsageError("--old-phases is printed as text or JSON; leave out --format mermaid")
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} cannot both be given")
    workspace = workspace_of(ctx)
    top = read_tree(workspace, place_or_newest(workspace, document)[0])
    if old:
        return _print_old_phases(workspace, top, as_json or form == "json")
    if as_json or form == "json":
        print_json(_object(top))
    else:
        click.echo("\n".join(mermaid(top) if form == "mermaid" else tree_lines(top, terminal_width())))
    return 0


def read_tree(workspace: Workspace, top: str) -> Node:
    """The tree below the document `top`, by the parents and the children that documents name."""
    run = parse_id(top).run
    entries = {
        document_id: read_entry(workspace, document_id)
        for document_id in dict.fromkeys([*workspace.run_documents(run), top])
    }
    below: dict[str, list[str]] = {}
    for document_id, entry in entries.items():
        if parent := entry.parent or _guessed_parent(entry):
            below.setdefault(parent, []).append(document_id)
    for document_id, entry in list(entries.items()):
        for child in named_children(entry):
            if child not in entries:
                entries[child] = ListedDocument(
                    child, problem=f"{child}.md is named in {document_id}.md and is not there"
                )
                below.setdefault(document_id, []).append(child)
    return _node(top, entries, below, frozenset())


def named_children(entry: ListedDocument) -> list[str]:
    """The ids of the children that a document names in §3, each once."""
    return list(dict.fromkeys(child for child, _, _ in children(entry.document))) if entry.document else []


def _guessed_parent(entry: ListedDocument) -> str | None:
    """The run's root for a broken child, so that it is shown somewhere; None for other documents."""
    return f"system-{entry.name.run}" if not entry.document and entry.name.level != "system" else None


def _node(
    top: str, entries: dict[str, ListedDocument], below: dict[str, list[str]], above: frozenset[str]
) -> Node:
    """The node of `top` with those below it; `above` are its ancestors, which are not shown again."""
    inner = above | {top}  # a person may have written parents in a circle
    inside = [child for child in below.get(top, ()) if child not in inner]
    inside.sort(key=lambda child: [int(part) for part in parse_id(child).number.split(".") if part])
    return Node(entries[top], tuple(_node(child, entries, below, inner) for child in inside))


def _print_old_phases(workspace: Workspace, top: Node, as_json: bool) -> int:
    """Print the old phases of a run; tokens are counted by the tokenizer of the model of the settings."""
    from pandora.check.token_costs import library_costs
    from pandora.commands.token_counter import meter_or_words
    from pandora.engine.pattern import Library
    from pandora.engine.run import keys_of, settings_of
    from pandora.inspect.old_phases import OLD_TOKENS, old_phases

    settings = settings_of(workspace, {})
    with meter_or_words(str(settings["model"]), keys_of(settings, {}), str(settings["chat_template"])) as meter:
        counted = library_costs(Library(workspace), meter)
    below = {entry.id: entry for node in top.children for entry in _entries(node)}
    read = {name: entry.document for name, entry in below.items() if entry.document}
    if top.entry.document is None:
        raise UsageError(top.entry.problem)
    patterns = {name: parse_id(name).kind or "system" for name in (top.entry.id, *read)}
    rows = old_phases(top.entry.document, read, counted.costs, patterns)
    largest = max((row.tokens or 0 for row in rows), default=0)
    if as_json:
        entries = [
            {"old": row.name, "now": row.place, "tokens": row.tokens, "shown": row.shown or None}
            for row in rows
        ]
        print_json({"phases": entries, "largest": largest, "old": OLD_TOKENS, "exact": meter.exact})
        return 0
    cells = [
        (row.name, row.place, '"' if row.tokens is None else str(row.tokens or "code"), one_line(row.shown))
        for row in rows
    ]
    print_table([("OLD PHASE", "NOW", "TOKENS", "IN THIS RUN"), *cells], right=(2,))
    about = "" if meter.exact else " (words, a lower bound: the model has no tokenizer here)"
    click.echo(
        f"\nThe largest call has {largest} tokens of instructions{about}; then, every call had {OLD_TOKENS}."
    )
    return 0


def _entries(node: Node) -> Iterator[ListedDocument]:
    """The documents of a node and of those below it."""
    yield node.entry
    for child in node.children:
        yield from _entries(child)


def _object(node: Node) -> dict[str, Any]:
    entry, used = node.entry, node.entry.used
    return {
        "id": entry.id,
        "level": entry.name.level,
        "status": entry.status,
        "phase": entry.phase or None,
        "task": entry.task or None,
        "output": entry.output[:PREVIEW] or None,
        "calls": used.calls,
        "prompt_tokens": used.prompt,
        "written_tokens": used.written,
        "untrusted": entry.untrusted,
        "problem": entry.problem or None,
        "children": [_object(child) for child in node.children],
    }


def tree_lines(node: Node, width: int = 0) -> list[str]:
    """The tree in lines of at most `width` columns (0: any): one for each document, and one for its output.

    A narrow one leaves out the tokens first, and cuts what is still too long.
    """
    return [cut(line, width) for line in _tree_lines(node, "", "", width)]


def _tree_lines(node: Node, first: str, rest: str, width: int) -> Iterator[str]:
    entry, used = node.entry, node.entry.used
    state = entry.status if entry.status != "running" else f"running, {entry.phase}"
    cost = f"  {used.prompt + used.written} tokens" if used.calls else ""
    mark = "  untrusted" if entry.untrusted else ""
    head, task = f"{first}{entry.id}  {clean(state)}{mark}", one_line(entry.task)
    if width and columns(f"{head}{cost}  {task[:ROOM]}") > width:
        cost = ""
    yield f"{head}{cost}  {task}".rstrip()
    bar = f"{rest}{'│' if node.children else ' '} "
    if result := entry.problem or _said(entry.output):
        yield f"{bar}→ {one_line(result)}"
    for child in node.children:
        last = child is node.children[-1]
        stem, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
        yield from _tree_lines(child, f"{rest}{stem}", f"{rest}{below}", width)


def _said(output: str) -> str:
    """An output from its first line on that is no label such as `Claims:`."""
    label, _, rest = output.partition("\n")
    return rest if rest.strip() and label.rstrip().endswith(":") and " " not in label.strip() else output


def mermaid(node: Node) -> list[str]:
    """The tree as a mermaid flow chart."""
    lines = ["flowchart TD"]
    _add_boxes(node, lines, itertools.count())
    return lines


def _add_boxes(node: Node, lines: list[str], numbers: Iterator[int]) -> str:
    """Add a document's box, and those below it with their arrows; returns the name of its box."""
    name, entry = f"n{next(numbers)}", node.entry
    status = f"{entry.status}, untrusted" if entry.untrusted else entry.status
    label = [entry.id, status, one_line(entry.task, 60), one_line(entry.problem or entry.output, 60)]
    lines.append(box(name, [line for line in label if line]))
    for child in node.children:
        lines.append(arrow(name, _add_boxes(child, lines, numbers)))
    return name
