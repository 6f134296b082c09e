"""The errors a person can act on, each with its exit code; anything else is a bug."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pandora.budget import Usage


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong in a person's file, at a place an editor can jump to."""

    path: str
    line: int
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        text = f"{self.path}:{self.line}: {self.message}"
        return f"{text}; {self.remedy}" if self.remedy else text


def did_you_mean(given: str, names: Iterable[str]) -> str:
    """The clause `; did you mean NAME?` with the most similar of the names; "" where none is similar."""
    import difflib

    similar = difflib.get_close_matches(given, list(names), 1, 0.6)
    return f"; did you mean {similar[0]}?" if similar else ""


class PandoraError(Exception):
    """Base of all expected failures: one line that says what is wrong and what to do."""

    exit_code = 1


class UsageError(PandoraError):
    """The command, a setting or a name that the person gave is wrong."""

    exit_code = 2


class UntrustedError(UsageError):
    """The workspace's own settings grant something that nobody has trusted them with on this machine."""


class DocumentError(PandoraError):
    """A file that a person may edit has mistakes; `problems` lists each with its file and line."""

    exit_code = 2

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class ModelError(PandoraError):
    """The model could not be loaded, reached or made to answer.

    `usage` is what the call cost in spite of that; None where it cost nothing, or nobody knows.
    """

    exit_code = 5
    usage: Usage | None = None


class AwayError(ModelError):
    """The model cannot be asked now, whatever the question: its server is down, busy or wants another key."""


class SilentError(ModelError):
    """The model's server sent nothing for too long; another question may go through."""


class NoModelError(UsageError):
    """No usable model is configured on this machine."""


class ReplyError(ModelError):
    """A model's reply does not fit the form it was asked to fill."""


class ClusterError(PandoraError):
    """The cluster that runs steps is gone, or has had no worker for long; the run goes on where it was."""

    exit_code = 5


class DiskError(PandoraError):
    """The disk is full, read-only or broken; the state from before the failed write is intact."""

    exit_code = 6


class HeldError(UsageError):
    """Another engine is already working on the run, or another pull is fetching the model."""


class LostLeaseError(HeldError):
    """The lease that this engine took of the run was deleted or taken over; it writes nothing any more."""


@dataclass(frozen=True)
class Ceiling:
    """A limit of a whole run: its name (`calls`, `tokens` or `seconds`, as in Budget) and its value.

    `least` is what the run needs at least, where that is known, else 0.
    """

    name: str
    limit: int
    least: int = 0

    def __str__(self) -> str:
        unit = "model calls" if self.name == "calls" else self.name
        return f"the run's ceiling of {self.limit} {unit}"


class CeilingError(PandoraError):
    """A ceiling of the whole tree is reached."""

    exit_code = 4

    def __init__(self, ceiling: Ceiling) -> None:
        super().__init__(f"{ceiling} is reached")
        self.ceiling = ceiling


class RefusedError(PandoraError):
    """An operation is outside what policy or the workspace allows."""

    exit_code = 5


class DeniedError(RefusedError):
    """Policy or a person refused an effect; the engine does not look for another way to achieve it."""
