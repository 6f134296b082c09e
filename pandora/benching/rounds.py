"""Contenders timed in turn, round after round, so that whatever else the machine does hits all alike."""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

Contender = Callable[[], float]
"""Does its work once and returns the seconds that count."""


def interleave(contenders: Mapping[str, Contender], rounds: int, warm: int = 0) -> dict[str, float]:
    """The median seconds of each contender; `warm` rounds before do not count, and each round begins with another."""
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(-warm, rounds):
        first = number % len(names)
        for name in (*names[first:], *names[:first]):
            seconds = contenders[name]()
            if number >= 0:
                taken[name].append(seconds)
    return {name: statistics.median(each) for name, each in taken.items()}


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """A fresh folder that is removed afterwards: in TMPDIR where that is set, else where no tmpfs is likely."""
    lasting = Path("/var/tmp")
    usable = "TMPDIR" not in os.environ and lasting.is_dir() and os.access(lasting, os.W_OK)
    with tempfile.TemporaryDirectory(prefix="pandora-bench-", dir=lasting if usable else None) as folder:
        yield Path(folder)
