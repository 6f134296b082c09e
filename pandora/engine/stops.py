"""The ways a loop stops early, as exceptions that carry what belongs in its document."""

from __future__ import annotations


class Ask(Exception):
    """A person must answer `question`; it stands in the document `document`."""

    def __init__(self, question: str, document: str) -> None:
        super().__init__(question)
        self.question = question
        self.document = document


class Escalate(Exception):
    """The loop cannot finish: `reason`, what there is (`partial`), and what would help (`question`)."""

    def __init__(self, reason: str, partial: str = "", question: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.partial = partial
        self.question = question
