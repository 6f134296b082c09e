"""A graph as one self-contained HTML page with the drawing, all texts, and the script that moves it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pandora.document.offline_page import data_in_page, offline_page, page_part
from pandora.questions.drawing import MARKS, Picture
from pandora.questions.drawing_layout import COLUMN_GAP, ROW_GAP, WIDTH
from pandora.questions.drawing_svg import CORNER, HEAD, INSET, LINE, PARTS, SIGNS, face, svg_body

MOST_STILL = 300
"""The most questions in the still drawing that the page shows without scripts."""


def html(picture: Picture) -> str:
    """The page; whatever a model or a person wrote is escaped text in it, never markup or script.

    Its data has every question; its script draws only those that are unfolded and in sight, so that ten
    thousand cost no more than a few hundred.
    """
    from markupsafe import Markup

    still = _nearest(picture)
    inside, _, _ = svg_body(still)
    kinds = [link.kind for link in picture.links]
    return offline_page(
        picture.seed,
        page_part("graph.html", PARTS),
        page_part("drawing.css", PARTS) + page_part("graph.css", PARTS),
        page_part("graph.js", PARTS),
        picture=picture,
        drawing=Markup(inside),
        left_out=len(picture.items) - len(still.items),
        data=Markup(_page_data(picture)),
        states=[(state, MARKS.get(state, "?"), n) for state, n in picture.counts().items()],
        kinds=[(kind, sign, kinds.count(kind)) for kind, sign in SIGNS.items()],
    )


def _nearest(picture: Picture) -> Picture:
    """The picture with only the questions nearest to the seed, up to `MOST_STILL`."""
    items = sorted(picture.items, key=lambda item: item.depth)[:MOST_STILL]
    names = {item.id for item in items}
    links = tuple(link for link in picture.links if link.one in names and link.other in names)
    return replace(picture, items=tuple(items), links=links)


def _page_data(picture: Picture) -> str:
    """The script's data, as JSON whose text cannot end the script element."""
    data: dict[str, Any] = {
        "nodes": [{**asdict(item), **asdict(face(item))} for item in picture.items],
        "links": [asdict(link) for link in picture.links],
        "children": [[above, [child.id for child in below]] for above, below in picture.children().items()],
        "marks": dict(MARKS),
        "signs": dict(SIGNS),
        "width": WIDTH,
        "across": COLUMN_GAP,
        "down": ROW_GAP,
        "corner": CORNER,
        "inset": INSET,
        "first": HEAD + 10,
        "line": LINE,
    }
    return data_in_page(data)
