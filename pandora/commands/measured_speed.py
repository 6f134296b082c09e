"""How fast a model works on this machine: measured while runs go on, and kept to estimate the time left."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.document.ids import parse_id
from pandora.engine.events import Event
from pandora.errors import PandoraError
from pandora.models.progress import Progress
from pandora.regular_file import read_regular
from pandora.user_folders import cache_folder

Clock = Callable[[], float]
_NEWS = 0.4
"""The share of a new measurement in the average that is kept."""
_FEWEST_TOKENS, _SHORTEST = 16, 1.0
"""A stage that goes on tells its speed after so many tokens and seconds."""
_LONGEST = 1 << 20


def speeds_path() -> Path:
    """The file with the measurements; it may be deleted at any time."""
    return cache_folder() / "speeds.json"


@dataclass
class Rate:
    """Tokens and the seconds that they took."""

    tokens: int = 0
    seconds: float = 0.0

    @property
    def a_second(self) -> float:
        """Tokens a second; 0.0 where nothing was measured."""
        return self.tokens / self.seconds if self.seconds > 0 else 0.0


@dataclass
class MeasuredSpeed:
    """Takes in the events of one command, and estimates times from them and from earlier commands.

    `sitting` has what this command measured of reading and of writing. `path` is the file of earlier
    measurements, by machine and model; None keeps nothing. `clock` returns monotonic seconds.
    """

    path: Path | None = None
    clock: Clock = time.monotonic
    sitting: dict[str, Rate] = field(default_factory=lambda: {"read": Rate(), "write": Rate()})
    _model: str = ""
    _earlier: dict[str, float] = field(default_factory=dict)
    _new: dict[str, float] = field(default_factory=dict)
    _phases: dict[str, float] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Take in one event."""
        if event.what == "model":
            self._model = f"{platform.node()} {event.detail}"
            self._earlier = _numbers(_stored(self.path).get(self._model))
        elif event.progress is not None and event.progress.over and event.progress.stage in self.sitting:
            rate, progress = self.sitting[event.progress.stage], event.progress
            if progress.rate > 0:
                rate.tokens += progress.done - progress.began
                rate.seconds += progress.seconds
        elif event.what == "call" and event.usage is not None:
            self._learn(f"written {_kind(event.document)} {event.detail}", event.usage.written)
        elif event.document.startswith("system-") and event.what in ("phase", "end"):
            self._take_root(event)
        elif event.what == "begin" and event.parent and event.parent.startswith("system-"):
            self._phases.setdefault(f"do {_kind(event.document)}", self.clock())

    def _take_root(self, event: Event) -> None:
        now = self.clock()
        if event.what == "phase":
            self._phases[event.detail] = now
        elif event.detail == "accepted":
            for phase, began in self._phases.items():
                self._learn(f"after {phase}", now - began)
            self._phases = {}
        else:
            self._phases = {}  # while it waits for a person, nothing is measured

    def rate(self, stage: str, progress: Progress | None = None) -> float:
        """Tokens a second of reading (`read`) or writing (`write`): now, else in this command, else earlier."""
        if progress is not None and progress.stage == stage and _tells(progress):
            return progress.rate
        return self.sitting[stage].a_second or self._earlier.get(stage, 0.0)

    def call_left(self, event: Event) -> float | None:
        """Seconds until the stage that the event reports, and what follows of its call, are done.

        None where it is not known, as when a phase already wrote more than it usually does.
        """
        progress = event.progress
        if progress is None:
            return None
        if progress.stage == "load":
            share = progress.done / progress.total if progress.total else 0.0
            return progress.seconds * (1 - share) / share if share > 0 and progress.seconds > 0.5 else None
        read, write = self.rate("read", progress), self.rate("write", progress)
        usual = self._usual(f"written {_kind(event.document)} {event.detail}")
        if progress.stage == "write":
            return (usual - progress.done) / write if usual > progress.done and write else None
        if not read:
            return None
        return (progress.total - progress.done) / read + (usual / write if write else 0.0)

    def run_left(self) -> float | None:
        """Seconds until the run ends, as long as earlier runs took from here; None where none is known.

        From here is from where the root's phase, or its first child of this kind, began: research takes longer
        than a task.
        """
        if not self._phases:
            return None
        phase, began = max(self._phases.items(), key=lambda item: item[1])
        left = self._usual(f"after {phase}") - (self.clock() - began)
        return left if left > 0 else None

    def _usual(self, name: str) -> float:
        return self._new.get(name, self._earlier.get(name, 0.0))

    def _learn(self, name: str, number: float) -> None:
        before = self._usual(name)
        self._new[name] = before + _NEWS * (number - before) if before else number

    def save(self) -> None:
        """Add what was measured to the file, where there is any speed to tell; never raises."""
        measured = {stage: rate.a_second for stage, rate in self.sitting.items() if rate.a_second}
        if self.path is None or not self._model or not measured:
            return
        for stage, speed in measured.items():
            self._learn(stage, speed)
        kept = {name: round(number, 3) for name, number in (self._earlier | self._new).items()}
        with contextlib.suppress(OSError, ValueError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            beside.write_text(json.dumps({**_stored(self.path), self._model: kept}), encoding="utf-8")
            os.replace(beside, self.path)


def _stored(path: Path | None) -> dict[str, Any]:
    """All measurements in the file; none where it is missing or broken."""
    if path is None:
        return {}
    try:
        stored = json.loads(read_regular(path, _LONGEST)[0])
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}


def _numbers(value: Any) -> dict[str, float]:
    items = value.items() if isinstance(value, Mapping) else ()
    return {
        name: float(number) for name, number in items if isinstance(number, int | float) and 0 < number < 1e9
    }


def _tells(progress: Progress) -> bool:
    """True where a stage has gone on for long enough to tell its speed."""
    return progress.done - progress.began >= _FEWEST_TOKENS and progress.seconds >= _SHORTEST


def _kind(document: str) -> str:
    """What a document is: `system`, or its level and kind, such as `operation python`."""
    try:
        name = parse_id(document)
    except PandoraError:
        return document
    return f"{name.level} {name.kind}".strip()
