"""Drawing a token from logits: the likeliest, or by temperature within the top of the distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandora.models.protocol import Sampling

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    from pandora.models.llama_context import Logits

TOP_P = 0.95


class Sampler:
    """Draws tokens; the same seed and logits give the same draws."""

    def __init__(self, sampling: Sampling) -> None:
        import numpy

        self._numpy = numpy
        self._temperature = sampling.temperature
        self._random = numpy.random.Generator(numpy.random.PCG64(sampling.seed))

    @property
    def greedy(self) -> bool:
        """True where the likeliest token is drawn each time."""
        return self._temperature <= 0

    def draw(self, logits: Logits) -> int:
        """Draw one token: the likeliest at temperature 0, else a random one within the top TOP_P share."""
        if self._temperature <= 0:
            return int(logits.argmax())
        likely = softmax(logits / self._temperature)
        order = self._numpy.argsort(likely)[::-1]
        total = self._numpy.cumsum(likely[order])
        kept = order[: int(self._numpy.searchsorted(total, TOP_P)) + 1]
        share = likely[kept] / likely[kept].sum()
        return int(self._random.choice(kept, p=share))


def softmax(logits: Logits) -> NDArray[float64]:
    """The softmax of `logits`."""
    import numpy

    raised = numpy.exp(logits.astype(numpy.float64) - float(logits.max()))
    likely: NDArray[float64] = raised / raised.sum()
    return likely
