"""How a changed file differs from the file before it: the lines, and where it is structured, the keys."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from pandora.programs.input_files import parse_content
from pandora.programs.inside.file_reading import kind_of

STRUCTURED = ("JSON", "TOML", "YAML", "INI")
"""The kinds of files whose keys are compared."""
LISTED, CLIPPED = 6, 80
"""The most differences that a statement lists, and the most characters of each."""
FEW = 4
"""A file of so few lines may lose any of them."""


def differences(path: str, before: bytes, after: bytes) -> str:
    """What differs, in one line for people; "" where nothing does.

    Of a structured file these are the keys with both values, of any other text the lines that went and came.
    """
    structured = _values(path, before), _values(path, after)
    if None not in structured:
        parts = list(_keys(structured[0], structured[1], ""))
        if parts:
            return _listed(parts)
    old, new = (content.decode("utf-8", "replace").splitlines() for content in (before, after))
    lines = [line for line in difflib.ndiff(old, new) if line[:2] in ("- ", "+ ") and line[2:].strip()]
    return _listed([f"{line[0]}{line[2:].strip()}" for line in lines])


def lost_lines(before: bytes, after: bytes) -> int:
    """How many filled lines of a text have neither stayed nor been replaced by others."""
    old, new = (
        [line.strip() for line in content.decode("utf-8", "replace").splitlines() if line.strip()]
        for content in (before, after)
    )
    if len(old) <= FEW:
        return 0
    same = sum(block.size for block in difflib.SequenceMatcher(None, old, new, False).get_matching_blocks())
    return max(0, len(old) - same - (len(new) - same))


def _values(path: str, content: bytes) -> dict[str, Any] | None:
    if kind_of(path) not in STRUCTURED:
        return None
    try:
        value = parse_content(path, content)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _keys(old: Any, new: Any, place: str) -> Iterator[str]:
    """The keys below `place` whose values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            below = f"{place}.{key}" if place else str(key)
            if key not in new:
                yield f"{below} removed"
            elif key not in old:
                yield f"{below} = {new[key]!r} added"
            else:
                yield from _keys(old[key], new[key], below)
    elif old != new:
        yield f"{place}: {old!r} → {new!r}"


def _listed(parts: list[str]) -> str:
    shown = [part if len(part) <= CLIPPED else f"{part[:CLIPPED]}…" for part in parts[:LISTED]]
    more = [f"and {len(parts) - LISTED} more"] if len(parts) > LISTED else []
    return "; ".join((*shown, *more))
