"""Times contenders in turn, round after round, so that other load on the machine affects all alike."""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pandora.disk.layout import Workspace

Contender = Callable[[], float]
"""A function that does its work once and returns the seconds that count."""


def interleave(contenders: Mapping[str, Contender], rounds: int, warm: int = 0) -> dict[str, float]:
    """Return the median seconds of each contender; the starting contender changes each round.

    `warm` rounds come first and do not count.
    """
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(-warm, rounds):
        first = number % len(names)
        for name in (*names[first:], *names[:first]):
            seconds = contenders[name]()
            if number >= 0:
                taken[name].append(seconds)
    return {name: statistics.median(seconds_taken) for name, seconds_taken in taken.items()}


@contextmanager
def workspace_on_disk(system: Path) -> Iterator[Workspace]:
    """Yield a fresh workspace with the patterns of `system`; remove it afterwards.

    It lies in TMPDIR where that is set, else in /var/tmp: a tmpfs would make every fsync free.
    """
    lasting = Path("/var/tmp")
    usable = "TMPDIR" not in os.environ and os.access(lasting, os.W_OK)
    with tempfile.TemporaryDirectory(prefix="pandora-bench-", dir=lasting if usable else None) as folder:
        workspace = Workspace(Path(folder) / "workspace")
        shutil.copytree(system, workspace.system)
        workspace.state.mkdir()
        yield workspace
