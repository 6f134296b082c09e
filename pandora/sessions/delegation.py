"""What a kernel asks of the engine (leaves and children) and what it is answered: values and a protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pandora.budget import Usage

Shape = Any
"""What a leaf or a child returns, as JSON: text, integer, number, boolean, any, [shape] or {key: shape}."""


@dataclass(frozen=True)
class LeafRequest:
    """One bounded judgment about each of `texts`; `lm` has one text, which may be empty.

    `key` names the request within its turn (block and number): a block that runs again after a crash asks the
    same keys. `lanes` are the places of the texts in the whole list, of which others may be done already.
    With `choices`, each reply is one of them, and `examples` are texts with the one that is right for each.
    """

    key: str
    verb: Literal["lm", "map_lm"]
    question: str
    texts: tuple[str, ...]
    choices: tuple[str, ...]
    shape: Shape
    lanes: tuple[int, ...]
    examples: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class LeafReply:
    """A leaf's value as JSON, or its error; `child` is the id of its document, `warning` is for the block.

    `chance` is the probability of `yes` where yes or no was asked for. `shares` are those of yes and no, or of
    three choices or more.
    """

    value: Any = None
    error: str = ""
    kind: str = ""
    child: str = ""
    head: str = ""
    usage: Usage = field(default_factory=Usage)
    warning: str = ""
    chance: float = 0.0
    shares: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class ChildRequest:
    """The same assignment for one child a lane, each with values of its own: encoded, by name.

    `boundary`, `shape` and `missing` are the contract: what a child is not to do, what it returns, and what
    it does where something is missing. With `choices`, each child returns one of them. `source` is the head or
    session that `attach_rlm` goes on from.
    """

    key: str
    verb: Literal["rlm", "map_rlm", "attach_rlm"]
    assignment: str
    values: tuple[Mapping[str, bytes], ...]
    boundary: str
    shape: Shape
    missing: str
    source: str
    lanes: tuple[int, ...]
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChildReply:
    """How a child ended: final or partial with its value, encoded, or failed with `kind` and `error`.

    `head` is the head that it published, or its wreckage's. `kind` is one of no-final, budget, refused,
    unknown-head, capability, deadline and error.
    """

    status: Literal["final", "partial", "failed"]
    value: bytes = b""
    session: str = ""
    head: str = ""
    usage: Usage = field(default_factory=Usage)
    error: str = ""
    kind: str = ""
    child: str = ""


class Delegate(Protocol):
    """Answers a kernel's requests, with loops of the engine; both methods give one reply a lane, in order.

    A lane that fails is a reply with an error. A PandoraError that is raised ends the kernel's run.
    """

    def ask(self, request: LeafRequest) -> Sequence[LeafReply]:
        """Ask the question about each text."""

    def delegate(self, request: ChildRequest) -> Sequence[ChildReply]:
        """Have a child of its own do the assignment in each lane."""
