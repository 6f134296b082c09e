"""How many bytes a second the memory gives all cores together, which limits how fast a model writes."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from pandora.models.fit.free_memory import free_memory
from pandora.models.fit.processor import physical_cores

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

EACH = 256 << 20
"""Bytes that each core reads in a round: more than its caches hold, most of the time."""
_ROUNDS = 3
_SHARE = 4
_WORD = 8
_SHORTEST = 1e-9


def bytes_a_second(threads: int | None = None) -> float:
    """Measure it, in about a second: the best of a few rounds in which each core reads memory of its own.

    At most a quarter of the free memory is used.
    """
    import numpy

    count = threads or physical_cores()
    part_bytes = max(_WORD, min(EACH, free_memory().bytes // _SHARE // count))
    parts = [numpy.ones(part_bytes // _WORD, dtype=numpy.int64) for _ in range(count)]
    with ThreadPoolExecutor(count) as pool:
        return max(sum(pool.map(_rate, parts)) for _ in range(_ROUNDS))


def _rate(part: NDArray[int64]) -> float:
    """Bytes a second of processor time, so that other programs on the machine do not count."""
    began = time.thread_time()
    part.max()
    return part.nbytes / max(time.thread_time() - began, _SHORTEST)
