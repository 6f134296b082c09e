"""What happens in a run, told to whoever watches: the live tree, a log, nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pandora.budget import Usage


@dataclass(frozen=True)
class Event:
    """One moment: which document, what (`phase`, `call`, `section`, `end`, …), and details.

    A `note` tells of a document what its reader should know at once, such as that an editor holds it.
    """

    document: str
    parent: str | None
    what: str
    detail: str = ""
    usage: Usage | None = None


class Watcher(Protocol):
    """Anything that takes events; it must not raise."""

    def __call__(self, event: Event) -> None:
        """Take one event."""


def nobody(event: Event) -> None:
    """The watcher of a run that nobody watches."""
