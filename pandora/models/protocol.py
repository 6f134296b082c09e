"""The interface that the engine needs from a language model: count tokens and fill a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pandora.budget import Usage
from pandora.document.fill import Filled
from pandora.document.form import Form


@dataclass(frozen=True)
class Prompt:
    """One call's text, ordered so that calls share a long prefix: growing parts first, changing parts last.

    `base` is the system message; `parts` are the document's sections that the phase reads, in order;
    `instruction` is the phase's own text with its form, and comes last.
    """

    base: str
    parts: tuple[str, ...]
    instruction: str

    @property
    def user(self) -> str:
        """The user message: every part, then the instruction, a blank line between them."""
        return "\n\n".join(part.strip("\n") for part in (*self.parts, self.instruction) if part.strip())

    @property
    def text(self) -> str:
        """The whole prompt as plain text, from which its digest is computed."""
        return f"{self.base.strip()}\n\n{self.user}\n"


@dataclass(frozen=True)
class Call:
    """Which loop is asking, and in which phase: for scripts, records, traces and errors."""

    phase: str
    level: str
    kind: str
    document: str


@dataclass(frozen=True)
class Sampling:
    """How a model draws the text of blanks: greedily at temperature 0; `seed` makes a draw repeatable.

    With `fork` k, it takes the second best token where the greedy reply to the same was k-th least certain, and
    is greedy otherwise. A model that cannot do that draws by temperature and seed.
    """

    temperature: float = 0.0
    seed: int = 0
    fork: int = 0

    def __repr__(self) -> str:
        """The draw as records and keys name it: those of replies that are no forks have none."""
        fork = f", fork={self.fork}" if self.fork else ""
        return f"Sampling(temperature={self.temperature!r}, seed={self.seed!r}{fork})"

    def __str__(self) -> str:
        """The draw as a person reads it."""
        fork = f"fork {self.fork}, or " if self.fork else ""
        return f"{fork}temperature {self.temperature}, seed {self.seed}"


GREEDY = Sampling()


@dataclass(frozen=True)
class Reply:
    """A model's answer: the filled form, its raw text, what it cost, and what the model thought before it."""

    filled: Filled
    raw: str
    usage: Usage = field(default_factory=Usage)
    thought: str = ""


class Model(Protocol):
    """A language model. `fingerprint` changes whenever the same prompt might get another reply.

    `parameters` is how many it has, None where nothing tells.
    """

    name: str
    context: int
    fingerprint: str
    parameters: int | None

    def count(self, text: str) -> int:
        """The number of tokens of `text` by this model's own tokenizer."""

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Fill the form's asked fields; raises ReplyError where the reply does not fit it.

        `opening` maps the key of a field of code or text to what it begins with.
        """

    def close(self) -> None:
        """Free memory and connections; a closed model must not be used again."""
