"""A task: what to do, at which level, with which budget, for which parent, knowing what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pandora.budget import Budget

Level = Literal["system", "tool", "operation"]


@dataclass(frozen=True)
class Task:
    """One unit of work for `micro_loop`.

    `kind` is the pattern's name below the system level (`table`, `python`); `parent` the id of the
    document that asked; `number` this child's place under it; `context` lines known already; `files` the
    paths it is about, `columns` those of its tables, and `outputs` the paths that it names and that do not
    exist yet; `request` the whole task above it;
    `named` tells that the words name the files, and `kind_of_task` what UNDERSTAND called it. `untrusted`
    are the sources (URLs, paths) of strangers' words that the task or its context was made from. `addresses`
    are the pages that it is about, and `search:documents` or `search:web` where it may be searched for.
    `evidence` are the rules that the pattern which planned it asks its results to be held to.
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
    request: str = ""
    columns: tuple[str, ...] = ()
    named: bool = False
    kind_of_task: str = ""
    untrusted: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()

    @property
    def matter(self) -> tuple[str, ...]:
        """What patterns may need: the task's files and its addresses."""
        return (*self.files, *self.addresses)
