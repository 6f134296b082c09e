"""A model that draws otherwise with each seed, so that a task can be done several times and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pandora.document.form import Form
from pandora.models.foreseen import foreseeing, foreseen
from pandora.models.protocol import GREEDY, Call, Model, Prompt, Reply, Sampling
from pandora.models.wrapped_model import WrappedModel

FIRST = 0.3
"""The temperature of what is greedy with the first seed: a greedy run repeated would be the same run."""
_APART = 1000
"""The seeds of draws of two runs are so far apart that no run draws as another does."""


class SeededModel(WrappedModel):
    """A `Model` that is `inner` itself with seed 1; with any other, its greedy blanks are drawn at FIRST, too.

    Choices stay the likeliest ones, and nothing is forked: a fork has no seed. The fingerprint tells the seeds
    apart.
    """

    def __init__(self, inner: Model, seed: int) -> None:
        super().__init__(inner)
        self._seed = seed
        if seed != 1:
            self.fingerprint = f"{inner.fingerprint}-seed{seed}"

    def fill(
        self,
        prompt: Prompt,
        form: Form,
        *,
        call: Call,
        sampling: Sampling = GREEDY,
        opening: Mapping[str, str] | None = None,
    ) -> Reply:
        """Fill the form as the inner model does, with this run's seed."""
        with foreseeing([self._drawn(other) for other in foreseen()]):
            drawn = self._drawn(sampling)
            return self._inner.fill(prompt, form, call=call, sampling=drawn, opening=opening)

    def _drawn(self, sampling: Sampling) -> Sampling:
        if self._seed == 1:
            return sampling
        warmer = sampling.temperature or FIRST
        return replace(sampling, temperature=warmer, seed=sampling.seed + self._seed * _APART, fork=0)
