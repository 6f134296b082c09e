"""How a loop ends: its status, what it made, and what its parent or a person must decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """The state of a loop, as its document's front matter says it."""

    RUNNING = "running"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    ESCALATED = "escalated"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        """True when no further phase will run without a person's edit."""
        return self in (Status.ACCEPTED, Status.ESCALATED, Status.FAILED)


EXIT_CODES = {
    Status.ACCEPTED: 0,
    Status.RUNNING: 130,
    Status.WAITING: 3,
    Status.ESCALATED: 4,
    Status.FAILED: 5,
}


@dataclass(frozen=True)
class Outcome:
    """What a loop gives upward.

    `output` is the text of §5; `reason` says why it is not accepted; `question` is what a
    person must answer; `partial` marks an output that is what there was at a ceiling; `denied` tells
    that policy or a person refused an effect; `untrusted` are the sources of strangers' words in it.
    """

    document: str
    status: Status
    output: str = ""
    reason: str = ""
    question: str | None = None
    partial: bool = False
    denied: bool = False
    evidence: tuple[str, ...] = ()
    untrusted: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """The exit code of a command whose run ended so."""
        return EXIT_CODES[self.status]
