"""How large a model's cache is, from the head of its GGUF: layers, heads, windows and recurrent states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pandora.errors import ModelError
from pandora.models.gguf_head import GgufHead

CacheKind = Literal["plain", "windowed", "hybrid", "recurrent"]

CACHE_TYPES = {
    **{"f16": 2.0, "bf16": 2.0, "f32": 4.0, "q8_0": 34 / 32, "q5_1": 24 / 32, "q5_0": 22 / 32},
    **{"q4_1": 20 / 32, "q4_0": 18 / 32},
}
"""The types that a cache can have, and the bytes that each of its numbers then takes."""
MOST_LAYERS = 512
MOST_EXPERTS = 1024
"""llama.cpp ends the process where a file names more than that."""
_MOST_NUMBER = 1 << 24
_CELLS = 256
"""llama.cpp rounds a context up to a multiple of this."""
_STATE_NUMBER = 4
_INTERVAL = 4
_INTERVAL_FAMILIES = ("qwen3next", "qwen35", "qwen35moe")
"""Architectures in which each fourth layer has attention, also where the file does not say so."""


@dataclass(frozen=True)
class ModelShape:
    """What a model keeps of its context.

    `keys` and `values` count the numbers that each layer with attention keeps of a token; `state` counts the
    bytes that the recurrent layers keep of a sequence. `context` is what the model was trained with, or 0.
    """

    context: int
    kind: CacheKind
    keys: tuple[int, ...]
    values: tuple[int, ...]
    state: int = 0
    experts: int = 0
    experts_used: int = 0

    @property
    def recurrent(self) -> bool:
        """True where layers keep one state for a whole sequence."""
        return self.kind in ("hybrid", "recurrent")

    def cache_bytes(self, context: int, cache_type: str = "f16", sequences: int = 1) -> int:
        """The bytes of the cache for `context` tokens that up to so many `sequences` share.

        A layer with a sliding window takes as much as any other, since Pandora goes back to earlier places.
        """
        cells = -(-context // _CELLS) * _CELLS
        return round(cells * self.token_bytes(cache_type)) + self.state * sequences

    def token_bytes(self, cache_type: str = "f16") -> float:
        """The bytes of the cache that one token takes."""
        return (sum(self.keys) + sum(self.values)) * CACHE_TYPES[cache_type]


def shape_of(path: Path, head: GgufHead) -> ModelShape | None:
    """The shape that a file's head describes; None where it does not say enough.

    Raises ModelError for numbers with which llama.cpp would end the process.
    """
    numbers = _Numbers(head.architecture, head.metadata)
    layers = numbers.one("block_count")
    experts, used = numbers.one("expert_count"), numbers.most("expert_used_count")
    if layers > MOST_LAYERS or experts > MOST_EXPERTS or used > experts or bool(used) != bool(experts):
        raise ModelError(
            f"{path}: its head names {layers} layers and {used} of {experts} experts, which no model has; "
            "download it again"
        )
    if not layers:
        return None
    layers -= min(numbers.one("nextn_predict_layers"), layers - 1)
    heads = numbers.per_layer("attention.head_count", layers)
    kv_heads = (
        numbers.per_layer("attention.head_count_kv", layers)
        if numbers.has("attention.head_count_kv")
        else heads
    )
    state = _state_bytes(numbers, max(heads, default=0))
    recurrent = _recurrent_layers(numbers, kv_heads) if state else [False] * layers
    attention = [index for index in range(layers) if kv_heads[index]]
    if any(recurrent) and not all(recurrent):
        attention = [index for index in attention if not recurrent[index]]
    attention = attention[: max(1, layers - numbers.one("attention.shared_kv_layers"))]
    size = numbers.one("embedding_length") // max(1, max(heads, default=1))
    latent = numbers.one("attention.key_length_mla") > 0
    window = numbers.one("attention.sliding_window")
    if window:
        key = max(numbers.one("attention.key_length", size), numbers.one("attention.key_length_swa"))
        value = max(numbers.one("attention.value_length", size), numbers.one("attention.value_length_swa"))
    else:
        key = numbers.one("attention.key_length", size)
        value = numbers.one("attention.value_length", size)
    kind: CacheKind = "windowed" if window else "plain"
    if any(recurrent):
        kind = "hybrid" if attention else "recurrent"
    return ModelShape(
        numbers.one("context_length"),
        kind,
        tuple(kv_heads[index] * key for index in attention),
        tuple(0 if latent else kv_heads[index] * value for index in attention),
        state * sum(recurrent),
        experts,
        used,
    )


class _Numbers:
    """The numbers that the head gives an architecture; what is no number of a sensible size counts as 0."""

    def __init__(self, architecture: str, metadata: Mapping[str, Any]) -> None:
        self.architecture = architecture
        self._metadata = metadata

    def has(self, name: str) -> bool:
        return f"{self.architecture}.{name}" in self._metadata

    def one(self, name: str, default: int = 0) -> int:
        value = self._metadata.get(f"{self.architecture}.{name}", default)
        return _sensible(value)

    def most(self, name: str) -> int:
        value = self._metadata.get(f"{self.architecture}.{name}", 0)
        return max(map(_sensible, value), default=0) if isinstance(value, tuple) else _sensible(value)

    def per_layer(self, name: str, layers: int) -> list[int]:
        """A number for each layer; one number stands for all, and a layer that an array lacks has 0."""
        value = self._metadata.get(f"{self.architecture}.{name}", 0)
        if not isinstance(value, tuple):
            return [_sensible(value)] * layers
        return [_sensible(number) for number in value[:layers]] + [0] * (layers - len(value))


def _sensible(value: Any) -> int:
    return int(value) if isinstance(value, int) and 0 <= value <= _MOST_NUMBER else 0


def _state_bytes(numbers: _Numbers, heads: int) -> int:
    """The bytes that a recurrent layer keeps of a sequence, as llama.cpp counts them; 0 without such layers."""
    width = numbers.one("embedding_length")
    head = numbers.one("wkv.head_size")
    if head:
        return _STATE_NUMBER * width * (numbers.one("token_shift_count", 2) + head)
    if cells := numbers.one("shortconv.l_cache"):
        return _STATE_NUMBER * width * (cells - 1)
    kernel = max(0, numbers.one("ssm.conv_kernel") - 1)
    if head := numbers.one("kda.head_dim"):
        return _STATE_NUMBER * heads * head * (3 * (kernel or 3) + head)
    inner, state = numbers.one("ssm.inner_size"), numbers.one("ssm.state_size")
    return _STATE_NUMBER * (kernel * (inner + 2 * numbers.one("ssm.group_count") * state) + state * inner)


def _recurrent_layers(numbers: _Numbers, kv_heads: list[int]) -> list[bool]:
    """Which layers are recurrent: as the file lists them, by its interval, or those that have no heads."""
    layers = len(kv_heads)
    if numbers.has("attention.recurrent_layers"):
        return [bool(number) for number in numbers.per_layer("attention.recurrent_layers", layers)]
    interval = numbers.one("full_attention_interval")
    if not interval and numbers.architecture in _INTERVAL_FAMILIES:
        interval = _INTERVAL
    if interval:
        return [(index + 1) % interval != 0 for index in range(layers)]
    if all(kv_heads):
        return [True] * layers  # each layer has both
    without = [not heads for heads in kv_heads]
    if numbers.has("feed_forward_length"):  # a layer may also be a feed-forward alone
        forward = numbers.per_layer("feed_forward_length", layers)
        alone = [bool(missing and width) for missing, width in zip(without, forward, strict=True)]
        if any(alone) and not all(one == two for one, two in zip(alone, without, strict=True)):
            return [missing and not width for missing, width in zip(without, forward, strict=True)]
    return without
