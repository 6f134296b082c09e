"""Whether a model would run on this machine, with how much context, and how fast its memory lets it write."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from pandora.errors import ModelError
from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.graphics import BESIDE, Graphics, place
from pandora.models.fit.load_options import DEFAULT_OPTIONS, LoadOptions
from pandora.models.fit.memory_fit import MemoryNeed
from pandora.models.fit.model_shape import ModelShape, shape_of
from pandora.models.fit.tensor_sizes import MOST_BYTES, TensorSizes, read_tensor_sizes
from pandora.models.gguf_head import read_head
from pandora.models.gguf_parts import bytes_on_disk
from pandora.models.llama_context import slots_of


@dataclass(frozen=True)
class ModelFacts:
    """What is known of a model: its bytes, those of its parts, its shape, and the bytes read for each token.

    Without its file there is only `bytes`; `problem` says what is wrong with the file.
    """

    bytes: int
    shape: ModelShape | None = None
    active: int = 0
    problem: str = ""
    sizes: TensorSizes | None = None


@dataclass(frozen=True)
class ModelFit:
    """The largest context, in tokens, with which a model fits, and the tokens a second that it promises.

    `context` is 0 where it does not fit, and None where it is not known without the file. `speed` is an upper
    bound: what the memory gives, if nothing else took time. It is 0 where it is not known. `needs` are bytes of
    the machine's memory, beside those `on_card`, a graphics card with memory of its own.
    """

    fits: bool
    needs: int
    context: int | None = None
    speed: float = 0.0
    on_card: int = 0


def facts_of(path: Path) -> ModelFacts:
    """What the file at `path` says of its model."""
    try:
        size, head = bytes_on_disk(path), read_head(path)
        shape = shape_of(path, head) if head is not None else None
    except OSError as error:
        return ModelFacts(0, problem=f"{path}: cannot be read ({error.strerror or error})")
    except ModelError as error:
        return ModelFacts(0, problem=str(error))
    if head is None:
        return ModelFacts(size, problem=f"{path}: not a GGUF file")
    sizes = read_tensor_sizes(path)
    if sizes is None and size < MOST_BYTES:  # of a longer one, the tables may lie behind what is looked at
        return ModelFacts(size, shape, problem=f"{path}: its tables cannot be read; it may be cut off")
    if shape is None or sizes is None:
        return ModelFacts(size, shape)
    return ModelFacts(size, shape, sizes.active(shape.experts, shape.experts_used), sizes=sizes)


def fit(
    facts: ModelFacts,
    free: FreeMemory,
    bandwidth: float,
    *,
    least: int,
    graphics: Graphics | None = None,
    options: LoadOptions = DEFAULT_OPTIONS,
) -> ModelFit:
    """How the model of these facts would fit `free` memory that gives `bandwidth` bytes a second.

    A context under `least` tokens is of no use. It is shared by as many sequences as the model is loaded with,
    and its cache has the type that `options` say, as the load would have it.
    """
    slots = slots_of(facts.shape is not None and facts.shape.recurrent)
    need = MemoryNeed(facts.bytes, facts.shape, options.cache_type, slots)
    taken = 0 if facts.problem else _on_card(facts, graphics, need.cache(least), options)
    need = replace(need, weights=max(0, facts.bytes - taken))
    needs = need.whole(least)
    speed = bandwidth / facts.active if facts.active and not taken else 0.0
    if facts.problem or needs > free.bytes:
        return ModelFit(False, needs, 0, 0.0 if facts.problem else speed, taken)
    if facts.shape is None or not facts.shape.context:
        return ModelFit(True, needs, None, speed, taken)
    return ModelFit(True, needs, need.largest(free.bytes, facts.shape.context, least), speed, taken)


def _on_card(facts: ModelFacts, graphics: Graphics | None, cache: int, options: LoadOptions) -> int:
    """The bytes of the weights that go to graphics cards with memory of their own."""
    if graphics is None or graphics.shared or options.gpu_layers == 0:
        return 0
    if facts.sizes is not None:
        return place(graphics, facts.sizes, cache, options)[1]
    return min(facts.bytes, max(0, graphics.free - BESIDE - cache))
