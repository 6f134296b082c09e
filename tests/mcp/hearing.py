from __future__ import annotations


class Hearing:
    """A client that keeps the progress that it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        self.told.append(message or "")

    def log(self, text: str, level: str = "info") -> None: ...
