"""How many replies a model writes faster together than one by one on this machine: its measured width."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pandora import interrupt
from pandora.models.fit.kept_measures import KeptMeasures

SIZES = (1, 2, 3, 4, 8, 16)
"""The numbers of rows that are measured: processors work on rows in fours, so a rule of thumb would not do."""
LEAST_GAIN = 1.2
"""Rows that together are not so many times as fast as one by one are not decoded together."""
SETTLES = 0.75
"""The share of replies that are taken to end a vote: where more do, less is gained by writing the others.

Of 94 votes of two suites 59 at least ended with their second try.
"""
ROUNDS, SECONDS = 3, 3.0
KEPT = KeptMeasures("widths.json")


@dataclass(frozen=True)
class RowGains:
    """The throughput of so many rows in one step, in that of one row; `fixed` is what a person has set, or 0.

    No size measured means that it was not tried.
    """

    gains: Mapping[int, float] = field(default_factory=dict)
    fixed: int = 0

    @property
    def known(self) -> bool:
        """True where nothing is left to measure."""
        return bool(self.fixed or self.gains)

    @property
    def width(self) -> int:
        """The number of rows with the most throughput; 1 where no number pays, or none was measured."""
        if self.fixed:
            return self.fixed
        best = max(self.gains, key=lambda rows: self.gains[rows], default=1)
        return best if self.gains.get(best, 0) >= LEAST_GAIN else 1

    def of(self, replies: int) -> int:
        """How many of so many replies of a vote are to be written together; 1: none.

        The size that is likely to be the quickest: one by one, the vote may end before all are written.
        """
        if self.fixed:
            return max(1, min(self.fixed, replies))
        sizes = [rows for rows, gain in self.gains.items() if 1 < rows <= replies and gain >= LEAST_GAIN]
        return min([1, *sizes], key=lambda rows: self._steps(rows, replies))

    def _steps(self, rows: int, replies: int) -> float:
        """The time of a vote of `replies` whose first `rows` are written together, in that of one alone."""
        alone = sum((1 - SETTLES) ** number for number in range(rows if rows > 1 else 0, replies))
        return alone + (rows / self.gains[rows] if rows > 1 else 0.0)

    def __str__(self) -> str:
        """The width, and the throughput of each number of rows."""
        if self.fixed:
            return f"{self.fixed}, as it is set"
        if not self.gains:
            return "not measured yet; the first vote does it"
        measured = ", ".join(f"{rows} at once {gain:.2f}" for rows, gain in self.gains.items() if rows > 1)
        return f"{self.width} ({measured} times as fast as one by one)"


def measure_gains(
    seconds_of: Callable[[int], float],
    sizes: Sequence[int] = SIZES,
    *,
    limit: float = SECONDS,
    clock: Callable[[], float] = time.perf_counter,
) -> RowGains:
    """Measure each of `sizes`, by turns and the quickest of some rounds; `seconds_of` gives the time of a step.

    Takes about `limit` seconds: no round begins that would not end by then, but for the first one. Raises
    KeyboardInterrupt, or Expired, where the thread is to stop.
    """
    start, quickest = clock(), dict[int, float]()
    for number in range(1, ROUNDS + 1):
        for rows in sizes:
            interrupt.check()
            taken = seconds_of(rows)
            quickest[rows] = min(taken, quickest.get(rows, taken))
        if (clock() - start) * (number + 1) / number > limit:
            break
    single = quickest.get(1, 0.0)
    return RowGains({rows: rows * single / max(taken, 1e-9) for rows, taken in quickest.items()})


def known_gains(key: str, fixed: int = 0) -> RowGains:
    """What was measured for `key` (model, library and how it is loaded) on this machine, if anything."""
    entry = KEPT.known(key)
    gains = {}
    for rows in SIZES:
        match entry.get(str(rows)):
            case int() | float() as gain if 0 < gain <= 1e3:
                gains[rows] = float(gain)
    return RowGains(gains, fixed)


def newest_width(beginning: str) -> int | None:
    """The width that was measured last under a key of which `beginning` are the first words, or None."""
    key = next((key for key in reversed(KEPT.keys()) if key.startswith(f"{beginning} ")), "")
    gains = known_gains(key) if key else RowGains()
    return gains.width if gains.known else None


def keep_gains(key: str, measured: RowGains) -> None:
    """Keep what was measured for `key` in the cache folder; a disk that is full keeps none."""
    KEPT.keep(key, {str(rows): round(gain, 2) for rows, gain in measured.gains.items()})
