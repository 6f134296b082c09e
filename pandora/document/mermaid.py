"""Write the lines of a mermaid flow chart, with labels escaped so that mermaid shows them as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandora.document.terminal_text import clean


def box(name: str, lines: Sequence[str], style: str = "") -> str:
    """A box named `name` whose label has these lines; `style` names a `classDef`, "" is the default look."""
    label = "<br/>".join(map(escaped, lines))
    return f'    {name}["{label}"]{f":::{style}" if style else ""}'


def arrow(start: str, end: str) -> str:
    """An arrow from one box to another."""
    return f"    {start} --> {end}"


def dotted_line(one: str, other: str, label: str) -> str:
    """A dotted line without a direction between two boxes, with a label."""
    return f'    {one} -. "{escaped(label)}" .- {other}'


def escaped(text: str) -> str:
    """Escape `text` for a label: each character that mermaid could interpret becomes a character code."""
    marked = re.sub(r"[^\w .,:-]", lambda mark: f"#{ord(mark.group())};", clean(text))
    # Mermaid refuses labels that look like lists.
    return re.sub(r"^(\d*)([.-])", lambda start: f"{start[1]}#{ord(start[2])};", marked)
