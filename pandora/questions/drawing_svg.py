"""A graph as SVG, for a file of its own and for the HTML page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from pandora.document.offline_page import page_part
from pandora.questions.drawing import MARKS, Item, Link, Picture
from pandora.questions.drawing_layout import WIDTH, Box, layout, wrapped

PADDING, LETTER, LINE, HEAD = 14, 13, 18, 34
"""Measures of a card: the space at its sides, its font size, the height of a line and of its first row."""
INSET = PADDING + 4
"""The x coordinate at which the text of a card begins, right of its stripe."""
CORNER = 28
"""The distance of a card's number from its right edge, on which the button that folds its branch stands."""
LINES = 5
"""The most lines of a question on a card; the card's tooltip has the whole text."""
MARGIN = 64
PARTS = "pandora.questions"
"""The package whose `page_parts/` drawings are made from."""
SIGNS = {"convergence": "≈", "contradiction": "≠"}


def svg(picture: Picture) -> str:
    """An SVG file of its own, light or dark as its viewer prefers."""
    inside, wide, high = svg_body(picture)
    seed = escape(" ".join(picture.seed.split()))
    view = f"{-MARGIN} {-MARGIN} {wide + 2 * MARGIN:g} {high + 2 * MARGIN:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide + 2 * MARGIN:g}" '
        f'height="{high + 2 * MARGIN:g}" role="img" class="drawing">\n<title>{seed}</title>\n'
        f"<style>\n{_with_plain_colours(page_part('colours.css') + page_part('drawing.css', PARTS))}</style>\n"
        f'<rect class="ground" x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%"/>\n{inside}</svg>\n'
    )


def _with_plain_colours(style: str) -> str:
    """The style with each colour also written out, for SVG viewers that do not know variables."""
    light = dict(re.findall(r"--(\w+): (#\w+);", style.partition("@media")[0])[::-1])
    light["tint"] = light["open"]
    named = re.compile(r"\b(fill|stroke): var\(--(\w+)\);")
    return named.sub(lambda match: f"{match[1]}: {light[match[2]]}; {match[0]}", style)


@dataclass(frozen=True)
class Face:
    """What a card shows, its state and the lines of its question, and the height that it needs."""

    label: str
    lines: tuple[str, ...]
    height: float


def face(item: Item) -> Face:
    """The face of a question's card."""
    state = f"{item.state}: {item.reason}" if item.state == "saturated" and item.reason else item.state
    state = f"{state} · boundary" if item.boundary else state
    label = wrapped(f"{MARKS.get(item.state, '?')} {state}", WIDTH - INSET - CORNER - 50, 11.5, 1)[0]
    lines = tuple(wrapped(item.text, WIDTH - PADDING - INSET, LETTER, LINES))
    return Face(label, lines, HEAD + LINE * max(1, len(lines)) + 8.0)


def svg_body(picture: Picture) -> tuple[str, float, float]:
    """The content of an SVG, its width and its height; lines are below the cards, signs above them."""
    faces = {item.id: face(item) for item in picture.items}
    heights = {name: item_face.height for name, item_face in faces.items()}
    children = {above: [item.id for item in below] for above, below in picture.children().items()}
    places = layout(children, heights)
    edges = [
        _edge(above, child, places[above], places[child])
        for above, below in children.items()
        if above is not None
        for child in below
    ]
    links = [_link(number, link, places) for number, link in enumerate(picture.links)]
    cards = [_card(item, places[item.id], faces[item.id]) for item in picture.items]
    wide = max((box.x + box.width for box in places.values()), default=0.0)
    high = max((box.y + box.height for box in places.values()), default=0.0)
    groups = (("edges", edges), ("links", [line for line, _ in links]), ("cards", cards))
    layers = [f'<g class="{name}">\n{"".join(parts)}</g>\n' for name, parts in groups]
    return "".join([*layers, f'<g class="signs">\n{"".join(sign for _, sign in links)}</g>\n']), wide, high


def _edge(above: str, below: str, one: Box, other: Box) -> str:
    start, end = one.x + one.width, other.x
    bend = (end - start) / 2
    path = (
        f"M{start:g} {one.middle:g}C{start + bend:g} {one.middle:g} "
        f"{end - bend:g} {other.middle:g} {end:g} {other.middle:g}"
    )
    return f'<path class="edge" data-one="{escape(above)}" data-other="{escape(below)}" d="{path}"/>\n'


def _link(number: int, link: Link, places: dict[str, Box]) -> tuple[str, str]:
    """The curve between two cards and its sign; in one column it bends to the left of both cards."""
    one, other = places[link.one], places[link.other]
    if other.x < one.x:
        one, other = other, one
    bend = 28 + 12 * (number % 4)
    y1, y2 = one.y + one.height * 0.75, other.y + other.height * 0.75
    x1, out = (one.x, -bend) if one.x == other.x else (one.x + one.width, bend)
    c1, c2, x2 = x1 + out, other.x - bend, other.x
    path = f"M{x1:g} {y1:g}C{c1:g} {y1:g} {c2:g} {y2:g} {x2:g} {y2:g}"
    kind = f"{link.kind} settled" if link.settled else link.kind
    tooltip = f"<title>{escape(f'{kind}: {link.explanation}'.strip(': '))}</title>"
    x, y = (x1 + x2 + 3 * (c1 + c2)) / 8, (y1 + y2) / 2
    marks = f'data-link="{number}" data-bend="{bend}"'
    line = f'<path class="link {kind}" {marks} d="{path}">{tooltip}</path>\n'
    sign = (
        f'<g class="sign {kind}" {marks} transform="translate({x:g} {y:g})">{tooltip}<circle r="10"/>'
        f'<text text-anchor="middle" y="5">{SIGNS[link.kind]}</text></g>\n'
    )
    return line, sign


def _card(item: Item, box: Box, shown: Face) -> str:
    state = item.state if item.state in MARKS else "open"
    words = "".join(
        f'<text class="words" x="{INSET}" y="{HEAD + LINE * number + 10}">{escape(line)}</text>'
        for number, line in enumerate(shown.lines)
    )
    boundary = " boundary" if item.boundary else ""
    return (
        f'<g class="card {state}{boundary}" data-id="{escape(item.id)}" data-height="{box.height:g}" '
        f'transform="translate({box.x:g} {box.y:g})"><title>{escape(item.text)}</title>'
        f'<rect class="paper" width="{box.width:g}" height="{box.height:g}" rx="8"/>'
        f'<path class="stripe" d="M8 0A8 8 0 0 0 0 8V{box.height - 8:g}A8 8 0 0 0 8 {box.height:g}Z"/>'
        f'<text class="state" x="{INSET}" y="22">{escape(shown.label)}</text>'
        f'<text class="place" x="{WIDTH - CORNER}" y="22" text-anchor="end">'
        f"{escape(item.place or 'seed')}</text>{words}</g>\n"
    )
