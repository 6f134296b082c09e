"""Measures the start-up of a command that does nothing, in each sandbox tier that works on this machine."""

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
"""The bound on the median milliseconds of Pandora's own worker."""
ROUNDS = 60
_WARM = 3
_TITLE, _OF = "A command that does nothing, in the sandbox", "milliseconds at the median, own worker"


def measure_sandbox(rounds: int, tell: Tell) -> Iterator[Measure]:
    """Measure milliseconds from the call to the command's end, in each tier and in a bare subprocess.

    All are timed in turn within each round, so that other load on the machine slows all alike.
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
    """Return why a tier cannot be measured on this machine, or "" if it can."""
    if why := tier.absent():
        return why
    try:
        return "" if probe(tier).holds else "it does not hold here; see pandora doctor"
    except (PandoraError, OSError) as error:
        return " ".join(str(error).split())


def _timed(command: list[str], place: Path, holding: list[Tier], rounds: int) -> dict[str, list[float]]:
    """Return the milliseconds of each round, by tier name or "bare"; the first rounds do not count."""

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
