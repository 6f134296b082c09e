"""What the model thought before its replies, as a document's front matter names it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_THOUGHT = re.compile(r"(?P<attempt>[1-9]\d{0,5}) (?P<phase>[a-z]{1,20}) (?P<blob>blobs/[0-9a-f]{32})")


@dataclass(frozen=True)
class Thought:
    """One thought: the attempt and the phase of the reply that it came before, and the blob of its text."""

    attempt: int
    phase: str
    blob: str


def thought_lines(meta: Mapping[str, Any]) -> list[str]:
    """The lines of the front matter that name thoughts, in the order of the calls; [] where there are none."""
    lines = meta.get("thoughts")
    return [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []


def thoughts_of(meta: Mapping[str, Any]) -> list[Thought]:
    """The thoughts that the front matter names, in the order of the calls; what is no such line is left out."""
    matches = (_THOUGHT.fullmatch(line) for line in thought_lines(meta))
    return [Thought(int(match["attempt"]), match["phase"], match["blob"]) for match in matches if match]
