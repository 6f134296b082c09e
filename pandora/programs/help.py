"""The interface of a help, which a pattern names with `help:`, and the values that it takes and gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from pandora.programs.parsed_program import Program, read_program
from pandora.task import Task
from pandora.workspace.operation_context import Result

MOST_DESCRIBED = 8
"""Files that a description goes into; of further ones there is only the name."""
LARGEST_CHECKED = 4 << 20
"""Bytes of a file: of a longer one that a program made, rules look at nothing or at the beginning."""


@dataclass(frozen=True)
class Work:
    """A loop's task, and what is known of it: all that a help sees of a loop.

    `fields` are what UNDERSTAND and PLAN wrote, by label in lower case, `probabilities` those of
    the fields that a model chose. `rules` are the names of the rules of words that the pattern asks for.
    `untrusted` tells that the files may hold words of strangers.
    """

    task: Task
    workspace: Path
    untrusted: bool = False
    rules: frozenset[str] = frozenset()
    fields: Mapping[str, str] = field(default_factory=dict)
    probabilities: Mapping[str, float] = field(default_factory=dict)

    @property
    def request(self) -> str:
        """The words that the result is held to: of the whole task, or of a step that a person edited."""
        return self.task.request or self.task.text


@dataclass(frozen=True)
class Description:
    """What a phase's prompt says about the task's files, and what its form may choose from.

    `columns` are the names of the files' columns and keys. `options` are those of the form's named choices,
    `marks` the probabilities at which a choice counts otherwise.
    """

    text: str = ""
    columns: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marks: Mapping[str, tuple[float, ...]] = field(default_factory=dict)


Role = Literal["program", "command", "answer", "path"]
"""What an operation's argument is: a Python program that it runs, a shell command that it runs, the words that
are its result, or the path of the file that it writes."""


@dataclass(frozen=True)
class Try:
    """One try of an operation: the arguments by name, and what came of them.

    `roles` says of arguments what they are, as the operation's entry in the registry has it.
    """

    arguments: Mapping[str, str]
    result: Result
    roles: Mapping[str, Role] = field(default_factory=dict)

    def argument(self, role: Role) -> str | None:
        """The argument of this role; None where the operation has none, or the try did not fill it."""
        return next((self.arguments.get(name) for name, given in self.roles.items() if given == role), None)

    @property
    def program(self) -> Program | None:
        """The program among the arguments, if there is one."""
        source = self.argument("program")
        return None if source is None else read_program(source)


@dataclass(frozen=True)
class Agreement:
    """With which tries, by place from 0, one try agrees (itself among them), and how many values it gives."""

    size: int
    tries: tuple[int, ...]


@dataclass(frozen=True)
class Evidence:
    """One statement that code checked, and whether it speaks for the result.

    `question` is what only a person can settle: with it, trying again would not help. Where it `settles` that
    the result is right, nobody else is asked.
    """

    ok: bool
    statement: str
    question: str = ""
    settles: bool = False

    def __str__(self) -> str:
        return f"{'ok' if self.ok else 'FAIL'}: {self.statement}"


@dataclass(frozen=True)
class LoopResults:
    """What a loop's DO gave. `sound` tells that nothing speaks against it so far.

    `programs` are those of the loop's steps. `tries` are the chosen ones of every operation below, `applied`
    tells that one of them changed a file, and `by_person` that a person wrote a result.
    """

    output: str
    sound: bool = True
    programs: tuple[Program, ...] = ()
    tries: tuple[Try, ...] = ()
    applied: bool = False
    by_person: bool = False


class Help(Protocol):
    """The help that a pattern names by `help:`; it knows the task's files and never the loop."""

    def describe(self, work: Work, phase: str) -> Description:
        """What the task's files are, for the prompt and the form of `phase`."""

    def begin(self, work: Work, number: int) -> Mapping[str, str]:
        """The beginnings of the fields that a model fills for try `number`, from 0, where they have one."""

    def object(self, work: Work, attempt: Try) -> Result:
        """The try's result, or the failure that it really is, worded so that the next try can do better."""

    def agree(self, work: Work, tries: Sequence[Try]) -> Sequence[Agreement]:
        """For each of the tries that worked, which of them give the same."""

    def evidence(self, work: Work, results: LoopResults) -> Sequence[Evidence]:
        """What code can say for and against what the loop's DO gave."""
