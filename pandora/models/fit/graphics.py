"""The graphics cards that llama.cpp can use, and which parts of a model go there."""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from typing import Any

from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.placement import Placement
from pandora.models.fit.tensor_sizes import TensorSizes

BESIDE = 1_000_000_000
"""Bytes that a graphics card needs beside weights and cache."""
_GPU, _INTEGRATED = 1, 2


@dataclass(frozen=True)
class Graphics:
    """The graphics cards together: free bytes, and whether their memory is the machine's own."""

    free: int
    shared: bool


def graphics_of(bindings: Any) -> Graphics | None:
    """The graphics cards that the library was built for and that are here; None without any."""
    if not bindings.llama_supports_gpu_offload():
        return None
    calls = bindings._lib
    calls.ggml_backend_dev_count.restype = ctypes.c_size_t
    calls.ggml_backend_dev_get.restype = ctypes.c_void_p
    free, kinds = 0, []
    for index in range(calls.ggml_backend_dev_count()):
        device = ctypes.c_void_p(calls.ggml_backend_dev_get(ctypes.c_size_t(index)))
        kind = int(calls.ggml_backend_dev_type(device))
        if kind not in (_GPU, _INTEGRATED):
            continue
        room, whole = ctypes.c_size_t(), ctypes.c_size_t()
        calls.ggml_backend_dev_memory(device, ctypes.byref(room), ctypes.byref(whole))
        free += room.value
        kinds.append(kind)
    if not kinds:
        return None
    return Graphics(free, sys.platform == "darwin" or all(kind == _INTEGRATED for kind in kinds))


def place(graphics: Graphics, sizes: TensorSizes, cache: int, options: LoadOptions) -> tuple[Placement, int]:
    """Where the parts of a model go, and how many of its bytes the machine's memory need not hold.

    `cache` is the bytes of the cache. What a person set is done. Else all layers go to the card where they fit;
    where they do not, the experts of the first layers stay behind; and else as many of the last layers go as
    fit.
    """
    layers = sorted(sizes.layers.keys() | sizes.experts.keys())
    if options.gpu_layers is not None:
        count, kept = options.gpu_layers, options.cpu_moe or 0
    else:
        count, kept = _what_fits(graphics.free - BESIDE, layers, sizes, cache, options.cpu_moe)
    placement = Placement(count, kept, options.mmap)
    if graphics.shared or not layers:
        return placement, 0
    gone = layers[max(0, len(layers) + 1 - count) :] if count else []
    taken = sum(sizes.layers.get(layer, 0) for layer in gone)
    taken += sum(sizes.experts.get(layer, 0) for layer in gone if layer >= kept)
    return placement, taken + (sizes.rest if count else 0)


def _what_fits(
    room: int, layers: list[int], sizes: TensorSizes, cache: int, cpu_moe: int | None
) -> tuple[int, int]:
    """How many layers go to the card, the output counted as one, and of how many the experts stay behind."""
    everything = len(layers) + 1
    whole = sum(sizes.layers.values()) + sizes.rest + cache + (sizes.embedding if sizes.tied else 0)
    if cpu_moe is not None:
        return everything, cpu_moe
    left = whole + sum(sizes.experts.values())
    if left <= room:
        return everything, 0
    for layer in layers:
        left -= sizes.experts.get(layer, 0)
        if left <= room:
            return everything, layer + 1
    taken, count = sizes.rest + (sizes.embedding if sizes.tied else 0), 0
    for layer in reversed(layers):
        taken += sizes.layers.get(layer, 0) + sizes.experts.get(layer, 0) + cache // len(layers)
        if taken > room:
            break
        count += 1
    return (count + 1 if count else 0), 0
