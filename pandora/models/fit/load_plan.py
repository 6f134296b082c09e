"""What is decided before a model is loaded: whether it fits, with how much context, and what goes where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import ModelError
from pandora.models.catalogue import STRONG_ABOVE
from pandora.models.fit.free_memory import free_memory
from pandora.models.fit.graphics import graphics_of, place
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.memory_fit import MemoryNeed, context_that_fits
from pandora.models.fit.model_shape import shape_of
from pandora.models.fit.placement import Placement
from pandora.models.fit.tensor_sizes import TensorSizes, read_tensor_sizes
from pandora.models.gguf_head import read_head
from pandora.models.gguf_parts import bytes_on_disk
from pandora.models.llama_context import slots_of
from pandora.models.llama_library import check_gguf, library

_LEAST_OF_STRONG = STRONG_ABOVE * 3 // 16
"""The bytes of a strong model at one and a half bits for each parameter, which is less than any file has."""


@dataclass(frozen=True)
class LoadPlan:
    """The context in tokens, and what goes where."""

    context: int
    placement: Placement


def plan_load(
    path: Path,
    context: int | None,
    options: LoadOptions,
    *,
    default: int,
    default_of_strong: int,
    least: int,
    say: Callable[[str], None],
) -> LoadPlan:
    """Decide how the GGUF at `path` is loaded; raises ModelError where it cannot be, or does not fit.

    `context` is what a person asked for; without it, `default` tokens, or what fits. A strong model gets up to
    `default_of_strong` where that takes no more than half of the memory that is left, and none of what the
    graphics card has. From `least` on a context is of use. `say` is told of what is not as it was set, or as it
    would have been with more memory.
    """
    check_gguf(path)
    head = read_head(path)
    if head is not None and head.architecture and not head.writes_text:
        raise ModelError(f"{path}: it makes embeddings or only accompanies a model; use one that writes text")
    shape = shape_of(path, head) if head is not None else None
    wanted = context or default
    if shape is not None and shape.context:
        wanted = min(wanted, shape.context)
    weights = bytes_on_disk(path)
    slots = slots_of(shape is not None and shape.recurrent)
    need = MemoryNeed(weights, shape, options.cache_type, slots)
    graphics = graphics_of(library())
    placement = Placement(0, 0, options.mmap)
    # Without flash attention, what is computed with grows with the context, and is not counted.
    grows = context is None and options.flash_attention is not False and weights > _LEAST_OF_STRONG
    sizes = (read_tensor_sizes(path) if grows or graphics is not None else None) or TensorSizes()
    if graphics is not None:
        placement, taken = place(graphics, sizes, need.cache(wanted), options)
        need = MemoryNeed(max(0, weights - taken), shape, options.cache_type, slots)
    elif options.gpu_layers:
        say(
            f"gpu_layers = {options.gpu_layers} does nothing: llama.cpp was built without graphics; "
            "`pandora doctor` says what it was built for"
        )
    free = free_memory()
    if grows and shape is not None and sizes.parameters > STRONG_ABOVE:
        larger = need.roomy(free.bytes, wanted, min(default_of_strong, shape.context))
        if graphics is None or place(graphics, sizes, need.cache(larger), options)[0] == placement:
            wanted = larger
    size = context_that_fits(path, need, free, wanted, least, asked=context is not None)
    if size < wanted:
        say(
            f"{path.stem}: the context is {size} tokens and not {wanted}, which is what fits the memory; {free}"
        )
    return LoadPlan(size, placement)
