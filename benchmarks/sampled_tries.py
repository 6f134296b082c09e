"""What single tries of a model come to: for each task of a suite some samples of its first try, and their ends.

A whole run takes minutes and says little about one change of an opening or of a rule. Here UNDERSTAND and PLAN
are asked once a task, the first try of DO is drawn several times, and each draw goes through everything that
speaks for or against a result. Where a vote asks again, it gets the same draw: what is measured is the try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pandora.budget import Budget, Usage
from pandora.commands.task_suite import SuiteTask, TaskResult, check_verdict, run_task
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.form import Form, Slot, Value
from pandora.engine.judgements import Judgement
from pandora.engine.reuse import call_key
from pandora.errors import ModelError
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel
from pandora.outcome import Status
from pandora.workspace.apply import apply

TEMPERATURE = 0.7
"""How all draws but the first, which is greedy, are sampled."""
_QUERY = " query"
"""What stands behind a document's name for the draw of its query."""
ENDS = ("right", "wrong", "refused")
"""A draw is accepted and right, accepted and wrong, or refused; of a refused one nobody knows what it was."""


@dataclass(frozen=True)
class SampledTry:
    """The end of one draw of a task's first try, one of ENDS; `why` is what the check says of a wrong one.

    `tokens` is how many were decoded for it, without what is asked before the try.
    """

    task: str
    number: int
    end: str
    why: str = ""
    tokens: int = 0


@dataclass(frozen=True)
class WholeDraw:
    """All about one draw, for a person to read or a program to count.

    `right` is what the task's check says of it, also where it was `accepted` by nobody; None where the draw is
    a step of several and nobody went on. `written` is what the model wrote, by document, `printed` the result
    before any rule, `refused_by` the rules and relations each of which refuses it, and `sections` the §3 of the
    documents. `same_as` is the first draw of the task with the same text.
    """

    task: str
    number: int
    accepted: bool
    right: bool | None
    check: str
    error: str
    written: Mapping[str, Mapping[str, Value]]
    printed: str
    refused_by: Sequence[str]
    sections: Mapping[str, str]
    tokens: int
    same_as: int | None


class OneTry(WrappedModel):
    """A model that draws one try a document, gives it to each call there, and ends at a second attempt.

    Where queries and programs take turns, it draws one of each.

    `replies` keeps what is asked before the try, for all draws of a task. With `forks`, the draws after the
    first are its forks, and not sampled.
    """

    def __init__(self, inner: Model, number: int, replies: dict[str, Reply], *, forks: bool = False) -> None:
        super().__init__(inner)
        self._sampling = Sampling(TEMPERATURE, number, number * forks) if number else GREEDY
        self._replies = replies
        self.drawn: dict[str, Reply] = {}

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
            name = call.document + _QUERY * _is_query(form)
            if name not in self.drawn:
                reply = super().fill(prompt, form, call=call, sampling=self._sampling, opening=opening)
                self.drawn[name] = reply
            return self.drawn[name]
        if self.drawn and call.phase in ("understand", "plan"):
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
    *,
    forks: bool = False,
    tell_whole: Callable[[WholeDraw], object] | None = None,
) -> Iterator[SampledTry]:
    """Draw the first try of each task `samples` times; the workspaces stay in `keep`, by number.

    With `forks`, the draws after the first are its forks. `tell_whole` gets all about each draw.
    """
    for task in suite:
        replies: dict[str, Reply] = {}
        texts: list[object] = []
        for number in range(samples):
            one = OneTry(model, number, replies, forks=forks)
            judgements: list[Judgement] = []
            with ExitStack() as stack:
                folder = keep / str(number) if keep else None
                if tell_whole is not None:
                    folder = folder or Path(stack.enter_context(TemporaryDirectory(prefix="pandora-draw-")))
                listen = judgements.append if tell_whole is not None else None
                scored = run_task(task, one, system, Budget(), folder, on_judged=listen)
                texts.append([reply.filled.values for reply in one.drawn.values()])
                if tell_whole is not None and folder is not None:
                    same = texts.index(texts[-1])
                    tell_whole(
                        _whole(task, number, one, scored, judgements, folder, same if same < number else None)
                    )
            accepted = scored.status == Status.ACCEPTED.value
            end = "right" if scored.solved else "wrong" if accepted else "refused"
            why = scored.complaint if accepted else scored.error
            done = SampledTry(task.name, number, end, why, _tokens(one))
            tell(done)
            yield done


def _documents(one: OneTry) -> Iterator[str]:
    """The documents of the draws, each once: its query and its program are draws of one."""
    yield from dict.fromkeys(name.removesuffix(_QUERY) for name in one.drawn)


def _tokens(one: OneTry) -> int:
    """How many tokens were decoded for the draws, without those of the first prompt."""
    total = Usage()
    for reply in one.drawn.values():
        total.add(reply.usage)
    return total.written


def _whole(
    task: SuiteTask,
    number: int,
    one: OneTry,
    scored: TaskResult,
    judgements: Sequence[Judgement],
    folder: Path,
    same: int | None,
) -> WholeDraw:
    """All about a draw whose workspace is in `folder`."""
    accepted = scored.status == Status.ACCEPTED.value
    last = judgements[-1] if judgements else None
    right: bool | None = scored.solved
    check = scored.complaint
    if not accepted and (last is None or last.whole or len([*_documents(one)]) == 1):
        check = (check_verdict(task, partial(_done_anyway, last)) or "") if last else "no result"
        right = not check
    elif not accepted:
        right, check = None, ""
    return WholeDraw(
        task.name,
        number,
        accepted,
        right,
        check,
        scored.error,
        {document: reply.filled.values for document, reply in one.drawn.items()},
        last.result.text if last else "",
        last.refused_by if last else (),
        _sections(Workspace(folder / task.name / "workspace"), _documents(one)),
        _tokens(one),
        same,
    )


def _done_anyway(judgement: Judgement, root: Path) -> Mapping[str, object]:
    """Do in `root` what a refused try would have done; return what the result says then."""
    apply(judgement.result.changes, root, ())
    return {"id": None, "status": Status.ACCEPTED.value, "output": judgement.result.text, "documents": []}


def _sections(workspace: Workspace, documents: Iterable[str]) -> dict[str, str]:
    """The §3 of the documents that are there."""
    store = Store(workspace)
    there = [name for name in documents if (workspace.state / f"{name}.md").exists()]
    return {name: store.load(name).body(3) for name in there}


def table_of_ends(tries: Sequence[SampledTry]) -> list[str]:
    """The lines of a markdown table: for each task how many of its draws ended how, and all together."""
    lines = [f"| task | {' | '.join(ENDS)} |", "|---|---:|---:|---:|"]
    for name in [*dict.fromkeys(one.task for one in tries), ""]:
        ends = Counter(one.end for one in tries if name in ("", one.task))
        lines.append(f"| {name or '**all**'} | {' | '.join(str(ends[end]) for end in ENDS)} |")
    return lines


def table_of_draws(draws: Sequence[WholeDraw]) -> list[str]:
    """The lines of a markdown table: how many draws were right, wrong or unknown, accepted and refused."""
    lines = ["| | right | wrong | unknown | another text |", "|---|---:|---:|---:|---:|"]
    for name, accepted in (("accepted", True), ("refused", False)):
        some = [draw for draw in draws if draw.accepted is accepted]
        counts = [sum(draw.right is right for draw in some) for right in (True, False, None)]
        distinct = sum(draw.same_as is None for draw in some)
        lines.append(f"| {name} | {' | '.join(map(str, [*counts, distinct]))} |")
    return lines


def _is_written(form: Form) -> bool:
    """True for a form with a field that a model writes; the others only ask it to choose."""
    return any(
        isinstance(field.slot, Slot) and field.slot.kind not in ("choice", "named") for field in form.asked
    )


def _is_query(form: Form) -> bool:
    """True for a form whose code is SQL."""
    return any(isinstance(field.slot, Slot) and "sql" in field.slot.options for field in form.asked)
