"""What an operation's handler is given and gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pandora.sandbox.process import Limits


@dataclass(frozen=True)
class Change:
    """A file that an action made, changed or removed: its workspace path and its new content.

    `before` is the SHA-256 of the earlier content, or "" where there was no file; `content` is None
    where the file is to be removed.
    """

    path: str
    before: str
    content: bytes | None


@dataclass(frozen=True)
class Result:
    """What an action gave: success, the text it printed or read, its exit code, its file changes.

    `changes` have not touched the workspace yet: the engine applies them, or asks first.
    """

    ok: bool
    text: str
    code: int = 0
    changes: tuple[Change, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Room:
    """Where a handler works: the workspace, the paths nobody may write, and its limits."""

    workspace: Path
    protected: tuple[str, ...] = ("state", "system", ".git", "pandora.toml")
    limits: Limits = field(default_factory=Limits)


class Handler(Protocol):
    """Carries an operation's filled arguments out; never raises for what a command did wrong."""

    def __call__(self, arguments: Mapping[str, str], room: Room) -> Result:
        """Do the action and say what came of it; raises RefusedError for what the workspace forbids."""
