"""A graph as one HTML page that needs nothing else: the drawing, the texts, and what moves it."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict, replace
from typing import Any

from pandora.questions.drawing import MARKS, Picture
from pandora.questions.drawing_layout import ACROSS, DOWN, WIDTH
from pandora.questions.drawing_svg import CORNER, HEAD, INSET, LINE, SIGNS, drawing, face, part

POLICY = "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
"""Nothing is fetched, and nothing runs but the page's own script and style, known by their digests."""
STILL = 300
"""How many questions the drawing has that stands in the page for those without scripts."""


def html(picture: Picture) -> str:
    """The page; whatever a model or a person wrote is text in it, never markup or script.

    It knows every question; its script draws those that are unfolded and in sight, so that ten thousand
    cost no more than a few hundred.
    """
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    style, script = part("drawing.css") + part("page.css"), part("page.js")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    still = _nearest(picture)
    inside, _, _ = drawing(still)
    kinds = [link.kind for link in picture.links]
    page: str = environment.from_string(part("page.html")).render(
        picture=picture,
        policy=POLICY.format(style=_digest(style), script=_digest(script)),
        style=Markup(style),
        script=Markup(script),
        drawing=Markup(inside),
        left_out=len(picture.items) - len(still.items),
        data=Markup(_data(picture)),
        states=[(state, MARKS.get(state, "?"), n) for state, n in picture.counts().items()],
        kinds=[(kind, sign, kinds.count(kind)) for kind, sign in SIGNS.items()],
    )
    return page.rstrip("\n") + "\n"


def _nearest(picture: Picture) -> Picture:
    """The questions nearest to the seed, as many as a still drawing has."""
    items = sorted(picture.items, key=lambda each: each.depth)[:STILL]
    names = {each.id for each in items}
    links = tuple(each for each in picture.links if each.one in names and each.other in names)
    return replace(picture, items=tuple(items), links=links)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _data(picture: Picture) -> str:
    """What the script knows, as JSON that cannot end its element."""
    found: dict[str, Any] = {
        "nodes": [{**asdict(each), **asdict(face(each))} for each in picture.items],
        "links": [asdict(each) for each in picture.links],
        "children": [[above, [each.id for each in below]] for above, below in picture.children().items()],
        "marks": dict(MARKS),
        "signs": dict(SIGNS),
        "width": WIDTH,
        "across": ACROSS,
        "down": DOWN,
        "corner": CORNER,
        "inset": INSET,
        "first": HEAD + 10,
        "line": LINE,
    }
    text = json.dumps(found, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
