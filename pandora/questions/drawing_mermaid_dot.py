"""A graph as text that other programs draw: mermaid and dot, every word escaped."""

from __future__ import annotations

import re
from textwrap import wrap

from pandora.document.fill import one_line
from pandora.document.mermaid import arrow, box, dotted_line
from pandora.document.terminal_text import shortened
from pandora.questions.drawing import MARKS, Item, Picture

FILLS = {
    "open": "#f1f5f9",
    "claimed": "#fef3c7",
    "answered": "#dbeafe",
    "synthesized": "#dcfce7",
    "saturated": "#ede9fe",
}
"""A box's colour by its state; the text in it is black."""
_LONGEST, _WIDE = 120, 44
MOST_TEXT, MOST_EDGES = 50_000, 500
"""Mermaid's default limits `maxTextSize` and `maxEdges`, which a drawing itself cannot raise."""


def mermaid(picture: Picture) -> str:
    """A mermaid flow chart; what converges or contradicts is joined by a dotted line that says so."""
    names = _names(picture)
    lines = ["flowchart LR"]
    for item in picture.items:
        lines.append(box(names[item.id], [_label(item)], item.state if item.state in FILLS else ""))
    lines += [arrow(names[item.parent], names[item.id]) for item in picture.items if item.parent in names]
    for link in picture.links:
        sign = "≈" if link.kind == "convergence" else "≠"
        label = f"{sign} {link.kind}{', settled' if link.settled else ''}"
        lines.append(dotted_line(names[link.one], names[link.other], label))
    lines += [f"    classDef {state} fill:{colour},color:#111" for state, colour in FILLS.items()]
    return "\n".join(lines) + "\n"


def beyond_mermaid(drawn: str) -> str:
    """Why mermaid with its default limits would show an error instead of this flow chart, or ""."""
    edges = len(re.findall(r"^    n\d+ -", drawn, re.M))
    if len(drawn) <= MOST_TEXT and edges <= MOST_EDGES:
        return ""
    return (
        f"mermaid draws {MOST_TEXT} characters and {MOST_EDGES} edges at most unless its page allows more, "
        f"and here are {len(drawn)} and {edges}"
    )


def dot(picture: Picture) -> str:
    """A graph for Graphviz."""
    names = _names(picture)
    lines = [
        "digraph questions {",
        "  rankdir=LR;",
        '  node [shape=box, style="filled,rounded", fontname="sans-serif", fontcolor="#111111"];',
        '  edge [fontname="sans-serif", color="#64748b"];',
    ]
    for item in picture.items:
        fill = FILLS.get(item.state, "#ffffff")
        lines.append(f'  {names[item.id]} [label="{_in_lines(_label(item))}", fillcolor="{fill}"];')
    lines += [f"  {names[item.parent]} -> {names[item.id]};" for item in picture.items if item.parent in names]
    for link in picture.links:
        sign, colour, style = (
            ("≈", "#0f766e", "dashed") if link.kind == "convergence" else ("≠", "#b91c1c", "dotted")
        )
        label = _in_lines(f"{sign} {_cut(link.explanation or link.kind)}{' (settled)' if link.settled else ''}")
        more = f'label="{label}", color="{colour}", style={style}, dir=none, constraint=false'
        lines.append(f"  {names[link.one]} -> {names[link.other]} [{more}];")
    return "\n".join([*lines, "}"]) + "\n"


def _names(picture: Picture) -> dict[str | None, str]:
    return {item.id: f"n{place}" for place, item in enumerate(picture.items)}


def _label(item: Item) -> str:
    state = f"{item.state}: {item.reason}" if item.state == "saturated" and item.reason else item.state
    place = f"{item.place} " if item.place else ""
    return f"{place}{MARKS.get(item.state, '?')} {state}: {_cut(item.text)}"


def _cut(text: str) -> str:
    return shortened(one_line(text), _LONGEST)


def _in_lines(text: str) -> str:
    """A label of dot, broken into lines that a box can hold."""
    return "\\n".join(map(_for_dot, wrap(text, _WIDE)))


def _for_dot(text: str) -> str:
    """`text` escaped for a quoted string of dot; `&` is escaped too, since it could begin an entity."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
