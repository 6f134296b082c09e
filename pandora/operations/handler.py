"""What an operation's handler is given and gives back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pandora.workspace.change import Change
from pandora.workspace.room import Result, Room

__all__ = ["Change", "Handler", "Result", "Room"]


class Handler(Protocol):
    """Carries an operation's filled arguments out; never raises for what a command did wrong."""

    def __call__(self, arguments: Mapping[str, str], room: Room) -> Result:
        """Do the action and say what came of it; raises RefusedError for what the workspace forbids."""
