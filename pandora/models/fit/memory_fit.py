"""Whether a model and its cache fit the memory that is free, and the largest context that does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pandora.errors import ModelError
from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.model_shape import ModelShape

BESIDE = 1_000_000_000
"""Bytes that a model needs beside its file and its cache: for what it computes with, and for Pandora."""
_STEP = 256


@dataclass(frozen=True)
class MemoryNeed:
    """The bytes that a model takes of the memory: its weights, and a cache of its `shape`.

    Without a shape, the cache is not known, and is counted as nothing.
    """

    weights: int
    shape: ModelShape | None
    cache_type: str = "f16"
    sequences: int = 1

    def cache(self, context: int) -> int:
        """The bytes of the cache for `context` tokens."""
        if self.shape is None:
            return 0
        return self.shape.cache_bytes(context, self.cache_type, self.sequences)

    def whole(self, context: int) -> int:
        """All bytes that are needed with `context` tokens."""
        return self.weights + self.cache(context) + BESIDE

    def largest(self, free: int, most: int, least: int) -> int:
        """The largest context from `least` to `most` tokens for which `free` bytes suffice; 0 for none."""
        if self.whole(most) <= free:
            return most
        low, high = least // _STEP, most // _STEP
        if self.whole(low * _STEP) > free or least > most:
            return 0
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.whole(middle * _STEP) <= free else (low, middle - 1)
        return max(low * _STEP, least)

    def roomy(self, free: int, usual: int, most: int) -> int:
        """The largest of `usual`, doubled up to `most`, whose cache leaves as much of `free` as it takes."""
        sizes = [usual]
        while sizes[-1] * 2 <= most:
            sizes.append(sizes[-1] * 2)
        roomy = (size for size in reversed(sizes) if self.whole(size) + self.cache(size) <= free)
        return next(roomy, usual)


def context_that_fits(
    path: Path, need: MemoryNeed, free: FreeMemory, wanted: int, least: int, *, asked: bool
) -> int:
    """`wanted` where it fits the memory that is `free`, else the largest context that does.

    Raises ModelError, with the numbers, where no context from `least` on fits, or where `wanted` was `asked`
    for by a person.
    """
    if need.whole(wanted) <= free.bytes:
        return wanted
    largest = need.largest(free.bytes, wanted, min(least, wanted))
    if largest and not asked:
        return largest
    parts = f"its file ({_gb(need.weights)}), a cache of {wanted} tokens ({_gb(need.cache(wanted))})"
    if largest:
        remedy = f"the largest context that fits is {largest}: give --model-context {largest}"
    else:
        remedy = "no context fits: free some memory, or choose a model that `pandora models fit` says fits"
    raise ModelError(
        f"{path}: the model does not fit: {parts} and {_gb(BESIDE)} beside need {_gb(need.whole(wanted))}, "
        f"and {free}; {remedy}"
    )


def _gb(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
