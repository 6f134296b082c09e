"""What the sandbox costs a step: the start-up of a command that does nothing, in each tier that holds here."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Measure, Row, Tell, not_measured
from pandora.errors import PandoraError
from pandora.sandbox.probe import probe
from pandora.sandbox.process import run
from pandora.sandbox.tier import Tier
from pandora.sandbox.tiers import OWN, TIERS

GOAL = 20.0
"""Milliseconds at the median that the own worker may take."""
ROUNDS = 60
_WARM = 3
_TITLE, _OF = "A command that does nothing, in the sandbox", "milliseconds at the median, own worker"


def measure_sandbox(rounds: int, tell: Tell) -> Iterator[Measure]:
    """Milliseconds from the call to the command's end, beside a bare subprocess of the same command.

    What is measured takes turns within each round, so that a machine that gets busy slows all alike.
    """
    program = shutil.which("true")
    if program is None:
        yield not_measured("sandbox", _TITLE, _OF, GOAL, "this machine has no program `true`")
        return
    absent, holding = {}, []
    for tier in TIERS:
        tell(f"probing {tier.name}")
        if why := _absent(tier):
            absent[tier.name] = why
        else:
            holding.append(tier)
    tell(f"{rounds} rounds")
    with TemporaryDirectory(prefix="pandora-bench-") as place:
        times = _timed([program], Path(place), holding, rounds)
    bare = median(times["bare"])
    rows = [Row("bare", "a bare subprocess", bare, "ms", 1.0)]
    for tier in TIERS:
        key = tier.name.replace(" ", "_")
        if tier.name in absent:
            rows.append(Row(key, tier.name, None, "ms", missing=absent[tier.name]))
        else:
            rows.append(Row(key, tier.name, median(times[tier.name]), "ms", median(times[tier.name]) / bare))
    own = median(times[OWN.name]) if OWN in holding else None
    yield Measure("sandbox", _TITLE, _OF, GOAL, tuple(rows), own, strictly=True, details={"rounds": rounds})


def _absent(tier: Tier) -> str:
    """Why a tier is not measured here, or ""."""
    if why := tier.absent():
        return why
    try:
        return "" if probe(tier).holds else "it does not hold here; see pandora doctor"
    except (PandoraError, OSError) as error:
        return " ".join(str(error).split())


def _timed(command: list[str], place: Path, holding: list[Tier], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each round, by what was measured; the first rounds warm caches and do not count."""

    def confined(tier: Tier) -> Callable[[], object]:
        return lambda: run(command, cwd=place, tier=tier)

    ways: dict[str, Callable[[], object]] = {
        "bare": lambda: subprocess.run(command, cwd=place, capture_output=True, check=True),
        **{tier.name: confined(tier) for tier in holding},
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(_WARM + rounds):
        for name, way in ways.items():
            began = time.perf_counter()
            way()
            if number >= _WARM:
                times[name].append((time.perf_counter() - began) * 1000)
    return times
