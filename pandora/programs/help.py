"""The interface of a help (code that supports a loop, named by a pattern's `help:`) and its data types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from pandora.programs.change_preview import FileVersions
from pandora.programs.experiments import Experiments
from pandora.programs.metamorphic.experiment_subject import Meaning
from pandora.programs.parsed_program import Program, read_program
from pandora.task import Task
from pandora.workspace.operation_context import Result, never

MOST_DESCRIBED = 8
"""The most files that a description describes; further files are only named."""
LARGEST_CHECKED = 4 << 20
"""The most bytes of a made file that rules check; a longer one is skipped, or only its beginning checked."""


@dataclass(frozen=True)
class Work:
    """A loop's task and what is known about it: everything that a help can see of a loop.

    `fields` maps lower-case labels to what UNDERSTAND and PLAN wrote. `rules` names the wording rules that the
    pattern asks for. `untrusted` is True where the files may hold text by strangers. `left_out` names the
    openings that the model does not need. `meaning` is what the request means of the data without naming it,
    where a model was asked. `hides` says which paths of the workspace nobody may read, and so no reason may
    name.
    """

    task: Task
    workspace: Path
    untrusted: bool = False
    rules: frozenset[str] = frozenset()
    fields: Mapping[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    meaning: Meaning = field(default_factory=Meaning)
    hides: Callable[[str], bool] = never

    @property
    def request(self) -> str:
        """The words by which a result is judged: the whole task's, or those of a step that a person edited."""
        return self.task.request or self.task.text

    @property
    def words(self) -> str:
        """The words of what this loop is to do: those of its step where it is one of several."""
        return self.task.text if self.task.part else self.request


@dataclass(frozen=True)
class Description:
    """What a phase's prompt says about the task's files, and the options of its form.

    `columns` are the names of the files' columns and keys. `options` maps each named choice of the form to
    its options. `asks` is False where PLAN has nothing to ask a model. `left_out` are the fields of the form
    that the task gives no reason to ask. `labels` are those for each of which the form's only field is made.
    """

    text: str = ""
    columns: tuple[str, ...] = ()
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asks: bool = False
    left_out: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


Role = Literal["program", "command", "answer", "path", "content", "language", "author"]
"""What an operation's argument is: a Python program that it runs, a shell command that it runs, the words that
are its result, the path or the whole content of the file that it writes, or a text's language and author."""


@dataclass(frozen=True)
class Try:
    """One try of an operation: its arguments by name, and its result.

    `roles` maps argument names to their roles, as the operation's entry in the registry defines them. It
    `spreads` where an operation changes all files that have what it is about.
    """

    arguments: Mapping[str, str]
    result: Result
    roles: Mapping[str, Role] = field(default_factory=dict)
    spreads: bool = False

    def argument(self, role: Role) -> str | None:
        """The argument of this role; None where the operation has none, or the try did not fill it.

        An answer that was given part by part is the text that it became.
        """
        filled = next((self.arguments.get(name) for name, given in self.roles.items() if given == role), None)
        in_parts = (
            role == "answer" and role in self.roles.values() and self.roles.keys().isdisjoint(self.arguments)
        )
        return self.result.text if in_parts else filled

    @property
    def program(self) -> Program | None:
        """The program among the arguments, if there is one."""
        source = self.argument("program")
        return None if source is None else read_program(source)


@dataclass(frozen=True)
class Agreement:
    """The agreement of one try with others.

    `tries` are the indices (from 0) of the tries that agree with it, itself included; `size` is the number of
    values that it gives, or of asserts that it passes. `least` is how many must agree, whatever the pattern
    says. `differs` says in a line each how it differs from another try, `held` what speaks for it.
    """

    size: int
    tries: tuple[int, ...]
    least: int = 1
    differs: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evidence:
    """One statement that code checked, and whether it speaks for the result.

    `question` is a question that only a person can answer; where it is set, another try would not help. Where
    `settles` is True, the result counts as right and no other judge is asked.
    """

    ok: bool
    statement: str
    question: str = ""
    settles: bool = False

    def __str__(self) -> str:
        return f"{'ok' if self.ok else 'FAIL'}: {self.statement}"


@dataclass(frozen=True)
class LoopResults:
    """The results of a loop's DO phase.

    `sound` is True while nothing speaks against them. `tries`
    are the chosen tries of every operation below the loop. `applied` is True where one of them changed a file,
    and `changed` are the files as they were before the run and as they are. `by_person` is True where a person
    wrote a result.
    """

    output: str
    sound: bool = True
    tries: tuple[Try, ...] = ()
    applied: bool = False
    changed: tuple[FileVersions, ...] = ()
    by_person: bool = False


class Help(Protocol):
    """The help that a pattern names by `help:`; it knows the task's files and never the loop."""

    def describe(self, work: Work, phase: str) -> Description:
        """Describe the task's files for the prompt and the form of `phase`."""

    def begin(self, work: Work, number: int, failed: Try | None = None) -> Mapping[str, str]:
        """Return the beginnings of fields that a model continues in try `number` (from 0), by field name.

        `failed` is the try before, where that failed.
        """

    def query(self, work: Work, parted: bool = False) -> Sequence[str]:
        """Return the parts of the prompt for a query over the task's files; () where there can be none.

        Where it is `parted`, a question for several things gets a query for each.
        """

    def begin_query(self, work: Work, parted: bool = False) -> Mapping[str, str]:
        """Return the beginnings of fields by which a query starts."""

    def begin_stepwise_query(self, work: Work, parted: bool = False) -> Mapping[str, str]:
        """Return the beginnings of fields of a query that first keeps its rows; {} where there is none."""

    def finish(self, work: Work, arguments: Mapping[str, str]) -> Mapping[str, str]:
        """Return the arguments of a try that a model wrote, with what code completes in them."""

    def fewest(self, work: Work, attempt: Try) -> int:
        """Return how many items the list of the try after `attempt` must have; 0 for as many as it likes."""

    def object(self, work: Work, attempt: Try) -> Result:
        """Return the try's result; where a check objects to it, a failure whose text helps the next try."""

    def experiments(self, work: Work, attempt: Try) -> Experiments | None:
        """Return the experiments on a try to which nothing was objected; None where there are none."""

    def told(self, work: Work, attempt: Try) -> str:
        """Return what a person is told of the chosen try, whose result is an answer."""

    def agree(self, work: Work, tries: Sequence[Try], final: bool = False) -> Sequence[Agreement]:
        """For each of `tries`, all of which worked, return the tries with the same result.

        `final` is True where no further try is left.
        """

    def evidence(self, work: Work, results: LoopResults) -> Sequence[Evidence]:
        """Return the evidence that code finds for and against the results of the loop's DO phase."""
