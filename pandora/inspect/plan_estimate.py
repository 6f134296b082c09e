"""What a plan will cost: its steps by what such steps took in earlier runs, CHECK by this run's own calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import median

from pandora.budget import Usage, used_of
from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.ids import parse_id
from pandora.document.state_document import Document
from pandora.errors import PandoraError

LOOKED_AT = 20
"""The most earlier steps of one name that are read."""
GUESSED_CALLS = 3
"""The calls that a step is taken to need of whose name there is no earlier one."""
_STEP = re.compile(r"^\s*\d+\.\s+([a-z][\w|]*)(?: \([\d.]+\))?:", re.M)


@dataclass(frozen=True)
class PlanEstimate:
    """How many calls, tokens (read and written) and seconds in the model a run has left after its plan.

    `earlier` says how many earlier steps of each name the estimate rests on; 0 for one that is a guess.
    """

    calls: int
    tokens: int
    seconds: float
    earlier: dict[str, int]


def steps_of_plan(document: Document) -> list[str]:
    """What the steps of §2 call, in order."""
    return [name.split("|")[0] for name in _STEP.findall(document.body(2))]


def estimate(workspace: Workspace, document: Document) -> PlanEstimate:
    """Estimate what the run of a root `document` still needs after its plan; medians of steps of its model."""
    own = used_of(document.meta)
    calls = max(own.calls, 1)
    one_call = ((own.prompt + own.written) / calls, own.model_seconds / calls)
    total = [1.0, *one_call]  # CHECK asks once
    earlier: dict[str, int] = {}
    for name, times in Counter(steps_of_plan(document)).items():
        past = list(_earlier_steps(workspace, name, document))
        earlier[name] = len(past)
        if past:
            step = (
                median(used.calls for used in past),
                median(used.prompt + used.written for used in past),
                median(used.model_seconds for used in past),
            )
        else:
            step = (GUESSED_CALLS, GUESSED_CALLS * one_call[0], GUESSED_CALLS * one_call[1])
        total = [so_far + times * more for so_far, more in zip(total, step, strict=True)]
    return PlanEstimate(round(total[0]), round(total[1]), round(total[2], 1), earlier)


def _earlier_steps(workspace: Workspace, name: str, document: Document) -> Iterator[Usage]:
    """What accepted steps of that name used, with all below them, in other runs of the same model."""
    store, model, run = Store(workspace), document.meta.get("model"), parse_id(str(document.meta["id"])).run
    names = workspace.names()
    matches = [
        match for file in names if (match := re.fullmatch(rf"(?:tool|op)-{name}-(\w{{6}})-\d+\.md", file))
    ]
    for match in sorted(matches, key=lambda match: match[0])[-LOOKED_AT:]:
        if match[1] == run:
            continue
        with suppress(PandoraError, TypeError, ValueError, AttributeError):
            top = store.load(match[0].removesuffix(".md"))
            if top.meta.get("status") != "accepted" or top.meta.get("model") != model:
                continue
            number, total = parse_id(match[0]).number, Usage()
            for document_id in workspace.run_documents(match[1], names):
                if f"{parse_id(document_id).number}.".startswith(f"{number}."):
                    total.add(used_of(store.load(document_id).meta))
            yield total
