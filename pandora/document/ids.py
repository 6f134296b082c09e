"""Document ids: make a run's id, and read the level, kind, run and number from a document's id."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from pandora.errors import UsageError

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


ID = re.compile(
    r"^(?:(?P<system>system)-(?P<run1>[a-z0-9]{6})"
    r"|(?P<level>tool|op)-(?P<kind>[a-z][a-z0-9_]*)-(?P<run2>[a-z0-9]{6})-(?P<number>\d+(?:\.\d+)*))$"
)


@dataclass(frozen=True)
class Name:
    """The parts of a document id: level, kind ("" at the system level), run, and number ("" there too)."""

    level: str
    kind: str
    run: str
    number: str

    def __str__(self) -> str:
        if self.level == "system":
            return f"system-{self.run}"
        short = "op" if self.level == "operation" else self.level
        return f"{short}-{self.kind}-{self.run}-{self.number}"


def new_run() -> str:
    """Make a random id for a new run: six letters and digits that do not look alike."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def parse_id(text: str) -> Name:
    """Split a document's id, or its file name, into its parts; raises UsageError for anything else."""
    match = ID.match(text.removesuffix(".md").rsplit("/", 1)[-1])
    if not match:
        raise UsageError(f"{text!r} is no document id; `pandora ls` lists them")
    if match["system"]:
        return Name("system", "", match["run1"], "")
    level = "operation" if match["level"] == "op" else "tool"
    return Name(level, match["kind"], match["run2"], match["number"])


def place_under_parent(document_id: str) -> int:
    """The last part of a child's number; 0 for a root, and for what is no document id."""
    match = ID.match(document_id)
    return int(((match and match["number"]) or "0").rpartition(".")[2])


def order(name: Name) -> tuple[int, list[int]]:
    """The sort key of a run's documents: the root first, then by number."""
    return (0 if name.level == "system" else 1, [int(part) for part in name.number.split(".") if part])
