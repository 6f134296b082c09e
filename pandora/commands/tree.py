"""`pandora tree`: a run's documents as a tree, from what they say of one another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from pandora.commands.printing import print_json
from pandora.commands.run_list import Entry, newest_run, read_entry
from pandora.commands.shared import workspace_of
from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.document.links import children
from pandora.document.terminal_text import clean, one_line

PREVIEW = 300


@dataclass(frozen=True)
class Node:
    """A document and the documents below it."""

    entry: Entry
    children: tuple[Node, ...]


@click.command()
@click.argument("document", required=False)
@click.option(
    "--format", "form", type=click.Choice(("text", "json", "mermaid")), help="The format; text is the default."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.pass_context
def tree(ctx: click.Context, document: str | None, form: str | None, as_json: bool) -> int:
    """Show the documents of a run as a tree: status, phase, tokens, task and output.

    Without DOCUMENT, the newest run is shown.
    """
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} cannot both be given")
    workspace = workspace_of(ctx)
    top = grown(workspace, workspace.resolve(document) if document else newest_run(workspace))
    if as_json or form == "json":
        print_json(_object(top))
    else:
        click.echo("\n".join(mermaid(top) if form == "mermaid" else drawn(top)))
    return 0


def grown(workspace: Workspace, top: str) -> Node:
    """The tree below the document `top`: by the parents that documents name, and the children they name."""
    run = parse_id(top).run
    entries = {
        each: read_entry(workspace, each) for each in dict.fromkeys([*workspace.run_documents(run), top])
    }
    below: dict[str, list[str]] = {}
    for each, entry in entries.items():
        if parent := entry.parent or _guessed_parent(entry):
            below.setdefault(parent, []).append(each)
    for each, entry in list(entries.items()):
        for child in references(entry):
            if child not in entries:
                entries[child] = Entry(child, problem=f"{child}.md is named in {each}.md and is not there")
                below.setdefault(each, []).append(child)
    return _node(top, entries, below, frozenset())


def references(entry: Entry) -> list[str]:
    """The children that a document names in §3, once each."""
    return list(dict.fromkeys(child for child, _, _ in children(entry.document))) if entry.document else []


def _guessed_parent(entry: Entry) -> str | None:
    """A broken child hangs below its run's root, where it can be seen."""
    return f"system-{entry.name.run}" if not entry.document and entry.name.level != "system" else None


def _node(top: str, entries: dict[str, Entry], below: dict[str, list[str]], above: frozenset[str]) -> Node:
    inner = above | {top}  # a person may have written a circle of parents
    inside = [each for each in below.get(top, ()) if each not in inner]
    inside.sort(key=lambda each: [int(part) for part in parse_id(each).number.split(".") if part])
    return Node(entries[top], tuple(_node(each, entries, below, inner) for each in inside))


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
        "children": [_object(each) for each in node.children],
    }


def drawn(node: Node) -> list[str]:
    """The tree in lines: one for a document, one for its output."""
    return list(_drawn(node, "", ""))


def _drawn(node: Node, first: str, rest: str) -> Iterator[str]:
    entry, used = node.entry, node.entry.used
    state = entry.status if entry.status != "running" else f"running, {entry.phase}"
    cost = f"  {used.prompt + used.written} tokens" if used.calls else ""
    mark = "  untrusted" if entry.untrusted else ""
    yield f"{first}{entry.id}  {clean(state)}{mark}{cost}  {one_line(entry.task)}".rstrip()
    bar = f"{rest}{'│' if node.children else ' '} "
    if told := entry.problem or entry.output:
        yield f"{bar}→ {one_line(told)}"
    for each in node.children:
        last = each is node.children[-1]
        yield from _drawn(each, f"{rest}{'└─ ' if last else '├─ '}", f"{rest}{'   ' if last else '│  '}")


def mermaid(node: Node) -> list[str]:
    """The tree as a mermaid flow chart."""
    lines = ["flowchart TD"]
    _mermaid(node, lines, [0])
    return lines


def _mermaid(node: Node, lines: list[str], made: list[int]) -> str:
    own, entry = f"n{made[0]}", node.entry
    made[0] += 1
    status = f"{entry.status}, untrusted" if entry.untrusted else entry.status
    told = [entry.id, status, one_line(entry.task, 60), one_line(entry.problem or entry.output, 60)]
    lines.append(f'    {own}["{"<br/>".join(_escaped(each) for each in told if each)}"]')
    for each in node.children:
        lines.append(f"    {own} --> {_mermaid(each, lines, made)}")
    return own


def _escaped(text: str) -> str:
    """Text that mermaid takes as it is: every ASCII mark that could mean something as a character code."""
    marked = re.sub(r"[^\w .,:/-]", lambda found: f"#{ord(found.group())};", clean(text))
    # Mermaid refuses labels that look like lists.
    return re.sub(r"^(\d*)([.-])", lambda found: f"{found[1]}#{ord(found[2])};", marked)
