"""Drawing a token from logits: the likeliest, or by temperature within the top of the distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandora.models.protocol import Sampling
from pandora.models.recommended_sampling import NOTHING, Recommended

if TYPE_CHECKING:
    from numpy import float64, intp
    from numpy.typing import NDArray

    from pandora.models.llama_context import Logits

TOP_P = 0.95
"""The share of the distribution that is drawn from, where a model's makers recommend no other."""


class Sampler:
    """Draws tokens as `recommended`; the same seed and logits give the same draws."""

    def __init__(self, sampling: Sampling, recommended: Recommended = NOTHING) -> None:
        import numpy

        self._numpy = numpy
        self._temperature = recommended.temperature_for(sampling)
        self._top_p = TOP_P if recommended.top_p is None else recommended.top_p
        self._top_k, self._min_p = recommended.top_k or 0, recommended.min_p or 0.0
        self._random = numpy.random.Generator(numpy.random.PCG64(sampling.seed))

    @property
    def greedy(self) -> bool:
        """True where the likeliest token is drawn each time."""
        return self._temperature <= 0

    def draw(self, logits: Logits) -> int:
        """Draw one token: the likeliest at temperature 0, else a random one of the likeliest.

        These are at most `top_k`, each at least `min_p` times as likely as the first, and together `top_p`.
        """
        if self._temperature <= 0:
            return int(logits.argmax())
        likely = softmax(logits / self._temperature)
        pool = self._pool(likely)
        order = pool[self._numpy.argsort(likely[pool])[::-1]]
        if self._top_k or self._min_p:
            order = order[likely[order] >= self._min_p * likely[order[0]]]
            likely = likely / likely[order].sum()
        total = self._numpy.cumsum(likely[order])
        kept = order[: int(self._numpy.searchsorted(total, self._top_p)) + 1]
        share = likely[kept] / likely[kept].sum()
        return int(self._random.choice(kept, p=share))

    def _pool(self, likely: NDArray[float64]) -> NDArray[intp]:
        """Return tokens among which are all that may be drawn: to sort a whole vocabulary takes long.

        What `top_p` leaves out holds each token that is less likely than its share of that.
        """
        numpy = self._numpy
        pool: NDArray[intp]
        if 0 < self._top_k < len(likely):
            pool = numpy.argpartition(likely, -self._top_k)[-self._top_k :]
        elif self._min_p:
            pool = numpy.flatnonzero(likely >= self._min_p * likely.max())
        else:
            pool = numpy.flatnonzero(likely >= max(0.0, 1 - self._top_p) / len(likely) * (1 - 1e-9))
        return pool


def softmax(logits: Logits) -> NDArray[float64]:
    """The softmax of `logits`."""
    import numpy

    raised = numpy.exp(logits.astype(numpy.float64) - float(logits.max()))
    likely: NDArray[float64] = raised / raised.sum()
    return likely
