"""A graph drawn as text: mermaid, dot, and SVG with a layout of its own; all words are escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from pandora.text.fill import one_line

COLOURS: Mapping[str, str] = {
    "open": "#f4f4f5",
    "claimed": "#fef08a",
    "answered": "#bfdbfe",
    "synthesized": "#bbf7d0",
    "saturated": "#e9d5ff",
    "error": "#fecaca",
}
"""A node's fill by its status."""
LINES: Mapping[str, tuple[str, str]] = {
    "parent_child": ("#71717a", ""),
    "convergence": ("#15803d", "6 4"),
    "contradiction": ("#b91c1c", "2 3"),
}
"""An edge's colour and dashes by its type."""
WIDTH, HEIGHT, GAP, RISE = 190, 58, 20, 70
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


@dataclass(frozen=True)
class Box:
    """A node's place: its left upper corner."""

    x: float
    y: float


def plain(text: str) -> str:
    """`text` without what no format can hold or a terminal might obey."""
    return _CONTROL.sub(" ", text)


def short(text: str, longest: int) -> str:
    """The text on one line, cut where it is long."""
    line = one_line(plain(text))
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def mermaid(snapshot: Mapping[str, Any]) -> str:
    """A mermaid flow chart; convergences and contradictions are dotted."""
    names = _names(snapshot)
    lines = ["flowchart TD"]
    for node in snapshot["nodes"]:
        told = f"{node['status']}: {short(node['text'], 80)}"
        left, right = ("[", "]") if node["node_type"] == "question" else ("(", ")")
        lines.append(f'    {names[node["node_id"]]}{left}"{_for_mermaid(told)}"{right}:::{node["status"]}')
    for edge in snapshot["edges"]:
        one, other = names[edge["from_node"]], names[edge["to_node"]]
        kind = edge["edge_type"]
        lines.append(f"    {one} --> {other}" if kind == "parent_child" else f"    {one} -. {kind} .- {other}")
    lines += [f"    classDef {state} fill:{colour}" for state, colour in COLOURS.items()]
    return "\n".join(lines) + "\n"


def _for_mermaid(text: str) -> str:
    """Every mark that could mean something as a character code, and what would look like a list."""
    marked = re.sub(r"[^\w .,:-]", lambda found: f"#{ord(found.group())};", text)
    return re.sub(r"^(\d*)([.-])", lambda found: f"{found[1]}#{ord(found[2])};", marked)


def dot(snapshot: Mapping[str, Any]) -> str:
    """A graph for Graphviz."""
    names = _names(snapshot)
    lines = ["digraph questions {", '  node [style="filled,rounded", fontname="sans-serif"];']
    for node in snapshot["nodes"]:
        shape = "box" if node["node_type"] == "question" else "note"
        label = _for_dot(f"{node['status']}: {short(node['text'], 80)}")
        fill = COLOURS[node["status"]]
        lines.append(f'  {names[node["node_id"]]} [label="{label}", shape={shape}, fillcolor="{fill}"];')
    for edge in snapshot["edges"]:
        colour, dashes = LINES[edge["edge_type"]]
        more = ", style=dashed, dir=none, constraint=false" if dashes else ""
        one, other = names[edge["from_node"]], names[edge["to_node"]]
        lines.append(f'  {one} -> {other} [color="{colour}"{more}];')
    return "\n".join([*lines, "}"]) + "\n"


def _for_dot(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _names(snapshot: Mapping[str, Any]) -> dict[str, str]:
    return {node["node_id"]: f"n{place}" for place, node in enumerate(snapshot["nodes"])}


def layout(nodes: Iterable[Mapping[str, Any]]) -> dict[str, Box]:
    """A place for each node: children below their parent, leaves side by side, parents over their middle."""
    below: dict[str | None, list[str]] = {}
    known = [str(node["node_id"]) for node in nodes]
    parents = {str(node["node_id"]): node["parent_id"] for node in nodes}
    for each in known:
        parent = parents[each] if parents[each] in parents else None
        below.setdefault(parent, []).append(each)
    places: dict[str, Box] = {}
    across = 0.0
    left: list[tuple[str, int, bool]] = [(each, 0, False) for each in reversed(below.get(None, []))]
    while left:
        node, level, seen = left.pop()
        inner = below.get(node, [])
        if inner and not seen:
            left.append((node, level, True))
            left += [(each, level + 1, False) for each in reversed(inner)]
            continue
        if inner:
            x = (places[inner[0]].x + places[inner[-1]].x) / 2
        else:
            x, across = across, across + WIDTH + GAP
        places[node] = Box(x, level * (HEIGHT + RISE))
    return places


def svg(snapshot: Mapping[str, Any]) -> str:
    """A drawing that stands alone."""
    nodes = snapshot["nodes"]
    places = layout(nodes)
    wide = max((box.x for box in places.values()), default=0) + WIDTH
    high = max((box.y for box in places.values()), default=0) + HEIGHT
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 {wide + 20:g} {high + 20:g}" '
    parts = [
        f'{head}font-family="sans-serif" font-size="11">',
        f"<title>{escape(short(snapshot['seed'], 200))}</title>",
    ]
    parts += [_line(edge, places) for edge in snapshot["edges"]]
    parts += [_box(node, places[node["node_id"]]) for node in nodes]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(edge: Mapping[str, Any], places: Mapping[str, Box]) -> str:
    one, other = places[edge["from_node"]], places[edge["to_node"]]
    colour, dashes = LINES[edge["edge_type"]]
    kept = f' stroke-dasharray="{dashes}"' if dashes else ""
    start = (one.x + WIDTH / 2, one.y + (HEIGHT if not dashes else HEIGHT / 2))
    end = (other.x + WIDTH / 2, other.y + (0 if not dashes else HEIGHT / 2))
    return (
        f'<line class="edge {edge["edge_type"]}" data-from="{escape(edge["from_node"])}" '
        f'data-to="{escape(edge["to_node"])}" x1="{start[0]:g}" y1="{start[1]:g}" '
        f'x2="{end[0]:g}" y2="{end[1]:g}" '
        f'stroke="{colour}" stroke-width="1.5"{kept}/>'
    )


def _box(node: Mapping[str, Any], place: Box) -> str:
    words = short(node["text"], 78)
    lines = [words[at : at + 28] for at in range(0, len(words), 28)][:3]
    round_off = 4 if node["node_type"] == "question" else 16
    text = "".join(
        f'<text x="{place.x + 8:g}" y="{place.y + 17 + number * 14:g}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<g class="node" tabindex="0" data-id="{escape(node["node_id"])}" '
        f'data-status="{escape(node["status"])}">'
        f"<title>{escape(node['status'])}: {escape(short(node['text'], 400))}</title>"
        f'<rect x="{place.x:g}" y="{place.y:g}" width="{WIDTH}" height="{HEIGHT}" rx="{round_off}" '
        f'fill="{COLOURS[node["status"]]}" stroke="#52525b"/>{text}</g>'
    )
