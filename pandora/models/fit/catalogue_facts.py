"""What is known of the catalogue's models before they are pulled, as their files say it."""

from __future__ import annotations

from pandora.models.fit.model_fit import ModelFacts
from pandora.models.fit.model_shape import ModelShape


def _plain(layers: int, kept: int, context: int, active: int) -> tuple[ModelShape, float]:
    """A model whose every layer keeps so many numbers of a token as keys, and as many as values."""
    return ModelShape(context, "plain", (kept,) * layers, (kept,) * layers), active


def _mixture(shape: ModelShape, active: float, whole: float) -> tuple[ModelShape, float]:
    """A mixture of experts, of whose `whole` parameters so many are `active`, as its makers say it.

    Its bytes are taken to be read in that share; how many exactly only its file tells.
    """
    return shape, active / whole


def _kept_numbers(layers: int) -> tuple[int, ...]:
    """The numbers that layers with 512 for each token keep."""
    return (512,) * layers


_KNOWN = {
    "qwen2.5-coder-1.5b": _plain(28, 256, 32768, 980097536),
    "qwen2.5-coder-0.5b": _plain(24, 128, 32768, 391859712),
    "smollm2-135m": _plain(30, 192, 8192, 96576768),
    "qwen3-coder-30b": _mixture(
        ModelShape(262144, "plain", _kept_numbers(48), _kept_numbers(48), experts=128, experts_used=8),
        active=3.3,
        whole=30.5,
    ),
    "qwen3.6-35b": _mixture(
        ModelShape(262144, "hybrid", _kept_numbers(10), _kept_numbers(10), 65863680, 256, 8),
        active=3,
        whole=35,
    ),
    "gpt-oss-20b": _mixture(
        ModelShape(131072, "windowed", _kept_numbers(24), _kept_numbers(24), 0, 32, 4),
        active=3.6,
        whole=20.9,
    ),
}
"""Each model's shape, and the bytes that are read for a token, or their share of all where it is under 1.

One that is not here is judged by its size.
"""


def known_facts(name: str, size: int) -> ModelFacts:
    """What is known of the model `name`, of `size` bytes, without its file."""
    shape, active = _KNOWN.get(name, (None, 0))
    return ModelFacts(size, shape, round(active * size if active < 1 else active))
