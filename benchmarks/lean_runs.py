"""The shortest runs that have every phase, with scripted replies that fit the patterns' forms."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.disk.store import Edit, Store
from pandora.document.form import Form, Group, Slot
from pandora.document.state_document import PHASES, Document
from pandora.engine.host import Host
from pandora.engine.pattern import Library, Pattern, Phase
from pandora.engine.run import Ended, start
from pandora.errors import PandoraError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.scripted import ScriptedModel
from pandora.models.wrapped_model import WrappedModel
from pandora.outcome import Status
from pandora.policy import Policy

Clock = Callable[[], float]
"""Tells seconds, of the wall or of the processor."""
TASK = "Say in one sentence what make does with the {} files that a target depends on."
SAID = (
    "It makes a target again where one of its {} files is newer than the target, and leaves it alone otherwise."
)


@dataclass(frozen=True)
class Lean:
    """A finished run: the seconds of the engine alone, its durable writes, and how it ended."""

    seconds: float
    writes: int
    ended: Ended


class CountingStore(Store):
    """A store that counts its writes."""

    writes = 0

    def create(self, document_id: str, document: Document) -> Document:
        """Write a new document."""
        object.__setattr__(self, "writes", self.writes + 1)
        return super().create(document_id, document)

    def save(self, document: Document, edit: Edit) -> Document:
        """Write an edit; an edit that changes nothing is not written or counted."""
        saved = super().save(document, edit)
        object.__setattr__(self, "writes", self.writes + (saved is not document))
        return saved


class LeanRuns:
    """Runs that follow one another in a workspace.

    Each has different words, so that nothing the engine keeps from one run helps the next.
    """

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._number = 0

    def run(self, depth: int = 0, clock: Clock = time.perf_counter) -> Lean:
        """Run four phases in one document at depth 0; at depth 1 the step is a child with four phases more.

        `clock` tells the seconds that count. Raises PandoraError if the run is not accepted.
        """
        self._number += 1
        model = Stopwatch(ScriptedModel(self._script(depth)), clock)
        budget = Budget(depth=depth)
        host = Host(self.workspace, model, Ledger(budget), Policy())
        host.store = store = CountingStore(self.workspace, lingers=True, readings=host.readings)
        begun = clock()
        ended = start(TASK.format(self._number), host, budget)
        seconds = clock() - begun - model.seconds
        if ended.outcome.status is not Status.ACCEPTED:
            raise PandoraError(
                f"the bench's own run ended as {ended.outcome.status.value}: {ended.outcome.reason}"
            )
        return Lean(seconds, store.writes, ended)

    def seconds_a_phase(self, depth: int = 0, clock: Clock = time.perf_counter) -> float:
        """Do one run and return the engine's seconds divided by the number of phases."""
        return self.run(depth, clock).seconds / phases(depth)

    def document(self, lean: Lean) -> str:
        """Return the text of a run's root document."""
        return self.workspace.document(lean.ended.root).read_text(encoding="utf-8")

    def _script(self, depth: int) -> Path:
        # Beside the workspace: a file in it would be one that the task is about.
        path = self.workspace.root.parent / "script.jsonl"
        lines = script(Library(self.workspace), depth, SAID.format(self._number))
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path


def phases(depth: int) -> int:
    """Return the number of phases of a run of that depth."""
    return len(PHASES) * (depth + 1)


class Stopwatch(WrappedModel):
    """Passes calls on to a model and adds up their seconds, which are not the engine's own."""

    def __init__(self, inner: ScriptedModel, clock: Clock = time.perf_counter) -> None:
        super().__init__(inner)
        self.seconds = 0.0
        self._clock = clock

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Return the inner model's reply and add the time that it took."""
        begun = self._clock()
        reply = self._inner.fill(prompt, form, call=call, sampling=sampling, opening=opening)
        self.seconds += self._clock() - begun
        return reply

    def close(self) -> None:
        """Close the inner model."""
        self._inner.close()


def script(library: Library, depth: int, sentence: str) -> list[dict[str, Any]]:
    """Make the replies for a run: each choice takes its first option, each line is `sentence`."""
    top = library.load("system")
    child = _child(library, top)
    lines = []
    for name in PHASES:
        phase = library.phase(top, name)
        if phase.by == "model" or (phase.by == "steps" and depth == 0):
            lines.append(_line(phase, "system", child.name, sentence))
    if depth:
        lines += [
            {**_line(phase, "operation", child.name, sentence), "type": child.name}
            for phase in (library.phase(child, name) for name in PHASES)
            if phase.by == "model"
        ]
    return lines


def _child(library: Library, top: Pattern) -> Pattern:
    """Return the first operation on the menu without effects or files and with one call in its DO."""
    for pattern in library.menu(top, (), 1).values():
        lean = pattern.by("do") == "model" and int(pattern.keys.get("agree", 1)) == 1
        if pattern.level == "operation" and pattern.keys.get("effects") == "none" and lean:
            return pattern
    raise PandoraError(
        f"{library.workspace.system}: no operation without effects is on the menu; the bench needs one"
    )


def _line(phase: Phase, level: str, child: str, sentence: str) -> dict[str, Any]:
    def blank(slot: Slot) -> str:
        if slot.kind == "named":
            return "English" if slot.name == "language" else child
        return slot.options[0] if slot.kind == "choice" else sentence

    fill: dict[str, Any] = {}
    for part in phase.form.asked:
        if isinstance(part.slot, Group):
            item = {slot.name: blank(slot) for slot in part.slot.slots}
            fill[part.key] = [item] * max(1, part.slot.low)
        else:
            fill[part.key] = blank(part.slot)
    return {"phase": phase.name, "level": level, "fill": fill}
