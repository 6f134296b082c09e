"""How a loop ends: its status, what it made, and what its parent or a person must decide."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from pandora.errors import Ceiling

Kind = Literal["task", "effect", "may-have-run"]
"""The subject of a question to a person; see `Question`."""


_MARK = re.compile(r" \[(?:blobs/[0-9a-f]+|\d{1,6})\]$")


class Status(StrEnum):
    """The state of a loop, as written in its document's front matter."""

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
    """A question to a person: the line `Question: {text}` in section `section` of the document `document`.

    A question of kind `task` asks what the user wants, and anybody who speaks for the user may answer it.
    One of kind `effect` asks to allow or refuse an effect; `what` is the blob of the effect's exact bytes, and
    the text ends in the number of the record that names it.
    One of kind `may-have-run` is about an effect that was begun and whose end is unknown. Only a person may
    answer the last two kinds.
    """

    kind: Kind
    text: str
    document: str = ""
    section: int = 0
    what: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        """The question as a person is asked it: of an effect without the number that its text ends in."""
        return _MARK.sub("", self.text) if self.kind == "effect" else self.text

    @property
    def needs_person(self) -> bool:
        """True when only a person may answer the question, and no program."""
        return self.kind != "task"


@dataclass(frozen=True)
class Outcome:
    """The result that a loop returns to its parent.

    `output` is the text of §5; `reason` says in words why it is not accepted; `question` is what a
    person must answer, in this document or in one below it. `partial` is true when the loop had to stop and
    `output` is what existed by then; `ceiling` is the ceiling that stopped it, if one did. `denied` is true
    when policy or a person refused an effect, `away` when the model's server could not be asked. `untrusted`
    lists the sources of strangers' words in the output.
    """

    document: str
    status: Status
    output: str = ""
    reason: str = ""
    question: Question | None = None
    partial: bool = False
    denied: bool = False
    away: bool = False
    evidence: tuple[str, ...] = ()
    untrusted: tuple[str, ...] = ()
    ceiling: Ceiling | None = None

    @property
    def exit_code(self) -> int:
        """The exit code of a command whose run ended with this outcome."""
        return EXIT_CODES[self.status]
