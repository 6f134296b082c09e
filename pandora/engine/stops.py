"""The ways a loop stops early, as exceptions that carry what belongs in its document."""

from __future__ import annotations

from pandora.errors import Ceiling
from pandora.outcome import Question


class Ask(Exception):
    """A person must answer `question`, which stands in this loop's document or in another of the run."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.text)
        self.question = question


class Escalate(Exception):
    """The loop cannot finish: `reason`, what there is (`partial`), and what would help (`question`).

    `ceiling` is the limit of the run that stopped it, if one did.
    """

    def __init__(
        self, reason: str, partial: str = "", question: str = "", ceiling: Ceiling | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.partial = partial
        self.question = question
        self.ceiling = ceiling
