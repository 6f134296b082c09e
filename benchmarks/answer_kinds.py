"""Whether a session over texts sees what kind of answer a question wants, in three languages, by one call.

Twenty questions tune the wording of `session_wanted`, twenty others judge it. What is counted is the kind that
the session goes on with: the model's choice by logits, and what code knows of texts and question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.document.form import Form
from pandora.engine.host import Host
from pandora.errors import ModelError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.sessions.reading_plan import kind_of, reading_of
from pandora.sessions.session_runs import start

FIXTURE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Choice:
    """What a question wants, what was chosen for it with which probability, and whether that is in doubt."""

    question: str
    judged: bool
    wants: str
    chosen: str
    chance: float
    doubt: bool

    @property
    def right(self) -> bool:
        """True where the kind is the right one."""
        return self.chosen == self.wants


class _FirstReply(WrappedModel):
    """Passes on the call in which the kind is chosen, and fails every other one."""

    def __init__(self, inner: Model) -> None:
        super().__init__(inner)
        self.wanted, self.chance = "", 0.0

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """The inner model's reply to what is wanted; raises ModelError for anything else."""
        if call.phase != "understand":
            raise ModelError("only the kind of the answer is asked for here")
        reply = super().fill(prompt, form, call=call, sampling=sampling, opening=opening)
        self.wanted = str(reply.filled.values["wanted"])
        self.chance = reply.filled.probabilities.get("wanted", 1.0)
        return reply


def choices(root: Path, model: Model, tell: Callable[[str], object]) -> list[Choice]:
    """Begin a session over a text for each question, in the workspace `root`, as far as to its kind."""
    given = tomllib.loads(FIXTURE.read_text(encoding="utf-8"))
    texts: Mapping[str, str] = given["texts"]
    for name, text in texts.items():
        (root / f"{name}.txt").write_text(text.lstrip(), encoding="utf-8")
    made = []
    budget = Budget()
    for entry in given["questions"]:
        first = _FirstReply(model)
        host = Host(Workspace(root), first, Ledger(budget))
        start(entry["question"], host, budget, over=[root / f"{entry['text']}.txt"])
        reading = reading_of({entry["text"]: texts[entry["text"]]}, entry["question"])
        chosen, doubt = kind_of(reading, first.wanted, first.chance)
        judged = bool(entry.get("judged"))
        made.append(Choice(entry["question"], judged, entry["kind"], chosen, first.chance, doubt))
        tell(f"{'ok  ' if made[-1].right else 'FAIL'} {chosen} ({first.chance:.2f}): {entry['question']}")
    return made


def choice_table(made: Sequence[Choice]) -> list[str]:
    """The lines of a markdown table of both sets, and a line for each question whose kind is wrong."""
    lines = ["| questions | right | in doubt |", "|---|---:|---:|"]
    for name, judged in (("that tuned the wording", False), ("that judge it", True)):
        those = [choice for choice in made if choice.judged == judged]
        right, doubt = sum(choice.right for choice in those), sum(choice.doubt for choice in those)
        lines.append(f"| {name} | {right} of {len(those)} | {doubt} |")
    wrong = [choice for choice in made if not choice.right]
    return [*lines, *(f"{c.wants}, chosen {c.chosen} ({c.chance:.2f}): {c.question}" for c in wrong)]


def entry_of(choice: Choice) -> dict[str, Any]:
    """A choice as plain values."""
    return {**vars(choice), "right": choice.right}
