"""The leanest runs with every phase: a scripted model's replies, made to fit whatever forms the patterns have."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.budget import Budget, Ledger
from pandora.disk.layout import Workspace
from pandora.engine.events import Event
from pandora.engine.host import Host, Policy
from pandora.engine.pattern import PHASES, Library, Pattern, Phase
from pandora.engine.run import Ended, start
from pandora.errors import PandoraError
from pandora.models.protocol import GREEDY, Call, Prompt, Reply, Sampling
from pandora.models.scripted import ScriptedModel
from pandora.outcome import Status
from pandora.text.form import Form, Group, Slot

TASK = "Say in one sentence what make does with the files that a target depends on."
SAID = "It makes a target again where a file that the target depends on is newer, and leaves it alone otherwise."
_DURABLE = ("begin", "section", "end")


@dataclass(frozen=True)
class Lean:
    """A finished run: the seconds of the engine alone, its durable writes and sections, and how it ended."""

    seconds: float
    writes: int
    sections: int
    ended: Ended


class LeanRuns:
    """A workspace of its own with the patterns of `system`, in which the same task is run again and again."""

    def __init__(self, folder: Path, system: Path) -> None:
        self.workspace = Workspace(folder / "workspace")
        shutil.copytree(system, self.workspace.system)
        self.workspace.state.mkdir()
        self._scripts = {depth: folder / f"depth-{depth}.jsonl" for depth in (0, 1)}
        for depth, path in self._scripts.items():
            lines = script(Library(self.workspace), depth)
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    def run(self, depth: int = 0) -> Lean:
        """Four phases in one document at depth 0; at depth 1 the step is a child with four of its own."""
        model = Stopwatch(ScriptedModel(self._scripts[depth]))
        budget = Budget(depth=depth)
        events: list[str] = []

        def watch(event: Event) -> None:
            events.append(event.what)

        begun = time.perf_counter()
        ended = start(TASK, Host(self.workspace, model, Ledger(budget), Policy(), watch), budget)
        seconds = time.perf_counter() - begun - model.seconds
        if ended.outcome.status is not Status.ACCEPTED:
            raise PandoraError(f"the bench's own run ended as {ended.outcome.status.value}: {ended.outcome.reason}")
        writes = sum(events.count(what) for what in _DURABLE)
        return Lean(seconds, writes, events.count("section"), ended)

    def seconds_a_phase(self, depth: int = 0) -> float:
        """The engine's seconds of one run for each of its phases."""
        return self.run(depth).seconds / (len(PHASES) * (depth + 1))

    def document(self, lean: Lean) -> str:
        """The text of a run's system document."""
        return self.workspace.document(lean.ended.root).read_text(encoding="utf-8")


class Stopwatch:
    """Passes a model's calls on and adds up the seconds that they take: what is not the engine's."""

    def __init__(self, inner: ScriptedModel) -> None:
        self._inner = inner
        self.name, self.context, self.fingerprint = inner.name, inner.context, inner.fingerprint
        self.seconds = 0.0

    def count(self, text: str) -> int:
        """The inner model's count; its time stays with the engine, which asked for it."""
        return self._inner.count(text)

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """The inner model's reply."""
        begun = time.perf_counter()
        reply = self._inner.fill(prompt, form, call=call, sampling=sampling, opening=opening)
        self.seconds += time.perf_counter() - begun
        return reply

    def write(self, prompt: Prompt, *, call: Call, limit: int, sampling: Sampling = GREEDY) -> Reply:
        """The inner model's reply."""
        begun = time.perf_counter()
        reply = self._inner.write(prompt, call=call, limit=limit, sampling=sampling)
        self.seconds += time.perf_counter() - begun
        return reply

    def close(self) -> None:
        """Close the inner model."""
        self._inner.close()


def script(library: Library, depth: int) -> list[dict[str, Any]]:
    """Replies for a run of TASK: each choice takes its first option, each line says the same sentence."""
    top = library.load("system")
    child = _child(library, top)
    lines = []
    for name in PHASES:
        phase = library.phase(top, name)
        if phase.by == "model" or (phase.by == "steps" and depth == 0):
            lines.append(_line(phase, "system", child.name))
    if depth:
        lines += [
            {**_line(phase, "operation", child.name), "type": child.name}
            for phase in (library.phase(child, name) for name in PHASES)
            if phase.by == "model"
        ]
    return lines


def _child(library: Library, top: Pattern) -> Pattern:
    """The first operation on offer that has no effects, needs no file, and whose DO is one call."""
    for each in library.menu(top, (), 1).values():
        lean = each.by("do") == "model" and int(each.keys.get("agree", 1)) == 1
        if each.level == "operation" and each.keys.get("effects") == "none" and lean:
            return each
    raise PandoraError(f"{library.workspace.system}: no operation without effects is on the menu; the bench needs one")


def _line(phase: Phase, level: str, child: str) -> dict[str, Any]:
    fill = {}
    for each in phase.form.asked:
        if isinstance(each.slot, Group):
            fill[each.key] = [{slot.name: _said(slot, child) for slot in each.slot.slots}] * max(1, each.slot.low)
        else:
            fill[each.key] = _said(each.slot, child)
    return {"phase": phase.name, "level": level, "fill": fill}


def _said(slot: Slot, child: str) -> str:
    if slot.kind == "named":
        return child
    return slot.options[0] if slot.kind == "choice" else SAID
