"""The Task: what to do, at which level, with which budget, for which parent, and what is known already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from pandora.budget import Budget

Level = Literal["system", "tool", "operation"]
Author = Literal["person", "client"]
"""Who gave a task or an answer: a person, or a client program through the protocol's server."""
AUTHORS: tuple[Author, ...] = get_args(Author)


@dataclass(frozen=True)
class Task:
    """One unit of work for `micro_loop`.

    `kind` is the pattern's name below the system level (`table`, `python`). `parent` is the id of the
    document that asked for the task, and `number` is the task's place under that document. `context` lists
    lines that are known already; `request` is the whole text of the task above. `files` are the paths that
    the task is about, `columns` are the columns of its tables, and `outputs` are paths that the task names
    and that do not exist yet; `makes` are those of them that the task asks to make. `named` is true when
    the task's words name the files; `guessed` is true where they name none, some were found, and the task may
    do without them. `kind_of_task` is the kind that the phase UNDERSTAND gave it. `may_change`
    is true where that is `answer` and the model was unsure: what programs do to named files is then kept.
    `moves` is true where the task asks for files to be moved or renamed, which keep their content, and `copies`
    where these are to stay in their old places, too. `renames` is a name that stands in its texts and the one
    that all of them are to have in its place.
    `may_answer` is true where that is to change files, and the model was unsure and rather said that none do.
    `untrusted` lists the sources (URLs, paths) of strangers' words from which the task or its context was
    made. `addresses` lists the pages that the task is about, and `search:documents` or `search:web` where
    the task may search there. `evidence` lists the rules that the results must meet, set by the pattern
    that planned the task. `part` is true for one of several steps, which does not do all that the request
    asks for. `given` has the outputs of the earlier steps that it needs, by names such as `step1`. `by` says
    whose task it is: a person's, whose words may name a file that programs obey, or that of a client program,
    whose words allow nothing. `repeats` is how many earlier attempts called the same and failed. `data` is the
    digest of what the files hold where they changed since the run first read them, else "". `apart` has the
    numbers of the earlier steps that it does not need, which may run beside it: it sees nothing of them.
    """

    text: str
    level: Level = "system"
    kind: str = ""
    run: str = ""
    parent: str | None = None
    number: str = ""
    budget: Budget = field(default_factory=Budget)
    context: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    request: str = ""
    columns: tuple[str, ...] = ()
    named: bool = False
    guessed: bool = False
    kind_of_task: str = ""
    may_change: bool = False
    may_answer: bool = False
    moves: bool = False
    copies: bool = False
    renames: tuple[str, str] | None = None
    untrusted: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    part: bool = False
    given: Mapping[str, str] = field(default_factory=dict)
    by: Author = "person"
    repeats: int = 0
    data: str = ""
    apart: tuple[str, ...] = ()

    @property
    def kind_with_doubt(self) -> str:
        """The kind of the task, with a ? behind it where programs may change files all the same."""
        return f"{self.kind_of_task}?" if self.may_change else self.kind_of_task

    @property
    def matter(self) -> tuple[str, ...]:
        """The task's files followed by its addresses: the material that patterns may need."""
        return (*self.files, *self.addresses)
