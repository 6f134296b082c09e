"""A graph as one self-contained HTML page with the drawing, all texts, and the script that moves it."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict, replace
from typing import Any

from pandora.questions.drawing import MARKS, Picture
from pandora.questions.drawing_layout import COLUMN_GAP, ROW_GAP, WIDTH
from pandora.questions.drawing_svg import CORNER, HEAD, INSET, LINE, SIGNS, face, page_part, svg_body

POLICY = "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
"""The content security policy: nothing is fetched, and only the page's own script and style are run."""
MOST_STILL = 300
"""The most questions in the still drawing that the page shows without scripts."""


def html(picture: Picture) -> str:
    """The page; whatever a model or a person wrote is escaped text in it, never markup or script.

    Its data has every question; its script draws only those that are unfolded and in sight, so that ten
    thousand cost no more than a few hundred.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    style, script = page_part("drawing.css") + page_part("page.css"), page_part("page.js")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    still = _nearest(picture)
    inside, _, _ = svg_body(still)
    kinds = [link.kind for link in picture.links]
    page: str = environment.from_string(page_part("page.html")).render(
        picture=picture,
        policy=POLICY.format(style=_digest(style), script=_digest(script)),
        style=Markup(style),
        script=Markup(script),
        drawing=Markup(inside),
        left_out=len(picture.items) - len(still.items),
        data=Markup(_page_data(picture)),
        states=[(state, MARKS.get(state, "?"), n) for state, n in picture.counts().items()],
        kinds=[(kind, sign, kinds.count(kind)) for kind, sign in SIGNS.items()],
    )
    return page.rstrip("\n") + "\n"


def _nearest(picture: Picture) -> Picture:
    """The picture with only the questions nearest to the seed, up to `MOST_STILL`."""
    items = sorted(picture.items, key=lambda item: item.depth)[:MOST_STILL]
    names = {item.id for item in items}
    links = tuple(link for link in picture.links if link.one in names and link.other in names)
    return replace(picture, items=tuple(items), links=links)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


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
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
