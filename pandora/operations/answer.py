"""The operation `answer`: words that need no action."""

from __future__ import annotations

from collections.abc import Mapping

from pandora.workspace.room import Result, Room


def answer(arguments: Mapping[str, str], room: Room) -> Result:
    """Give `text` back; an empty one is no answer."""
    text = arguments.get("text", "").strip()
    return Result(True, text) if text else Result(False, "the answer is empty", 1)
