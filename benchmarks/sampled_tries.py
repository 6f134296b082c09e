"""What single tries of a model come to: for each task of a suite some samples of its first try, and their ends.

A whole run takes minutes and says little about one change of an opening or of a rule. Here UNDERSTAND and PLAN
are asked once a task, the first try of DO is drawn several times, and each draw goes through everything that
speaks for or against a result. Where a vote asks again, it gets the same draw: what is measured is the try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.budget import Budget
from pandora.commands.task_suite import SuiteTask, run_task
from pandora.document.form import Form, Slot
from pandora.engine.reuse import call_key
from pandora.errors import ModelError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.outcome import Status

TEMPERATURE = 0.7
"""How all draws but the first, which is greedy, are sampled."""
ENDS = ("right", "wrong", "refused")
"""A draw is accepted and right, accepted and wrong, or refused; of a refused one nobody knows what it was."""


@dataclass(frozen=True)
class SampledTry:
    """The end of one draw of a task's first try, one of ENDS; `why` is what the check says of a wrong one."""

    task: str
    number: int
    end: str
    why: str = ""


class OneTry(WrappedModel):
    """A model that draws one try a document, gives it to each call there, and ends at a second attempt.

    `replies` keeps what is asked before the try, for all draws of a task.
    """

    def __init__(self, inner: Model, number: int, replies: dict[str, Reply]) -> None:
        super().__init__(inner)
        self._sampling = Sampling(TEMPERATURE, number) if number else GREEDY
        self._replies = replies
        self._drawn: dict[str, Reply] = {}

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Return the draw for a try, and the inner model's reply, asked once, for all else.

        Raises ModelError where a second attempt is begun.
        """
        if call.phase == "do" and call.level == "operation" and _is_written(form):
            if call.document not in self._drawn:
                reply = super().fill(prompt, form, call=call, sampling=self._sampling, opening=opening)
                self._drawn[call.document] = reply
            return self._drawn[call.document]
        if self._drawn and call.phase in ("understand", "plan"):
            raise ModelError("one try alone is looked at")
        key = call_key(prompt, self.fingerprint, sampling, opening)
        if key not in self._replies:
            reply = super().fill(prompt, form, call=call, sampling=sampling, opening=opening)
            self._replies[key] = reply
        return self._replies[key]


def sampled_tries(
    suite: Sequence[SuiteTask],
    model: Model,
    system: Path,
    samples: int,
    tell: Callable[[SampledTry], object],
    keep: Path | None = None,
) -> Iterator[SampledTry]:
    """Draw the first try of each task `samples` times; the workspaces stay in `keep`, by number."""
    for task in suite:
        replies: dict[str, Reply] = {}
        for number in range(samples):
            folder = keep / str(number) if keep else None
            scored = run_task(task, OneTry(model, number, replies), system, Budget(), folder)
            accepted = scored.status == Status.ACCEPTED.value
            end = "right" if scored.solved else "wrong" if accepted else "refused"
            done = SampledTry(task.name, number, end, scored.complaint if accepted else scored.error)
            tell(done)
            yield done


def table_of_ends(tries: Sequence[SampledTry]) -> list[str]:
    """The lines of a markdown table: for each task how many of its draws ended how, and all together."""
    lines = [f"| task | {' | '.join(ENDS)} |", "|---|---:|---:|---:|"]
    for name in [*dict.fromkeys(one.task for one in tries), ""]:
        ends = Counter(one.end for one in tries if name in ("", one.task))
        lines.append(f"| {name or '**all**'} | {' | '.join(str(ends[end]) for end in ENDS)} |")
    return lines


def _is_written(form: Form) -> bool:
    """True for a form with a field that a model writes; the others only ask it to choose."""
    return any(
        isinstance(field.slot, Slot) and field.slot.kind not in ("choice", "named") for field in form.asked
    )
