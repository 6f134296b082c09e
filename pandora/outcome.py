"""How a loop ends: its status, what it made, and what its parent or a person must decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pandora.errors import Ceiling

Kind = Literal["task", "effect", "may-have-run"]
"""What a question to a person is about."""


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
class Question:
    """What waits for a person: the line `Question: {text}` in section `section` of the document `document`.

    Of kind `task` it is about what is wanted, and anybody who speaks for the user may answer it. An `effect`
    must be allowed or refused, and `what` is the blob of the exact bytes that it is about. What
    `may-have-run` was begun and its end is unknown. The last two are settled by a person alone.
    """

    kind: Kind
    text: str
    document: str = ""
    section: int = 0
    what: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def needs_person(self) -> bool:
        """True where no program may answer it, whatever it was told."""
        return self.kind != "task"


@dataclass(frozen=True)
class Outcome:
    """What a loop gives upward.

    `output` is the text of §5; `reason` says in words why it is not accepted; `question` is what a
    person must answer, here or in a document below; `partial` marks an output that is what there was when
    the loop had to stop, and `ceiling` is what stopped it, where that was a ceiling; `denied` tells
    that policy or a person refused an effect; `untrusted` are the sources of strangers' words in it.
    """

    document: str
    status: Status
    output: str = ""
    reason: str = ""
    question: Question | None = None
    partial: bool = False
    denied: bool = False
    evidence: tuple[str, ...] = ()
    untrusted: tuple[str, ...] = ()
    ceiling: Ceiling | None = None

    @property
    def exit_code(self) -> int:
        """The exit code of a command whose run ended so."""
        return EXIT_CODES[self.status]
