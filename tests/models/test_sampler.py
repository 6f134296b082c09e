from __future__ import annotations

import numpy
import pytest

from pandora.models.protocol import GREEDY, Sampling
from pandora.models.recommended_sampling import NOTHING, Recommended
from pandora.models.sampler import Sampler

LOGITS = numpy.log(numpy.array([0.4, 0.25, 0.2, 0.1, 0.03, 0.02], dtype=numpy.float32))


def drawn(recommended: Recommended, temperature: float = 0.7) -> set[int]:
    """Every token that is drawn in many draws."""
    sampler = Sampler(Sampling(temperature, 1), recommended)
    return {sampler.draw(LOGITS) for _ in range(2000)}


@pytest.mark.parametrize(
    ("recommended", "tokens"),
    [
        (NOTHING, {0, 1, 2, 3}),
        (Recommended(1.0, 1.0, 0), {0, 1, 2, 3, 4, 5}),
        (Recommended(1.0, 1.0, 2), {0, 1}),
        (Recommended(1.0, 0.6, 0), {0, 1}),
        (Recommended(1.0, 1.0, min_p=0.4), {0, 1, 2}),
        (Recommended(1.0, 0.7, 3, 0.6), {0, 1}),
    ],
)
def test_only_the_likeliest_are_drawn_as_far_as_the_makers_want_it(
    recommended: Recommended, tokens: set[int]
) -> None:
    assert drawn(recommended) == tokens


@pytest.mark.parametrize(
    "recommended", [NOTHING, Recommended(1.0, 0.8, 20), Recommended(1.0, min_p=0.05), Recommended(1.0, 1.0, 0)]
)
def test_draws_are_those_of_a_whole_sorted_vocabulary(
    recommended: Recommended, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = numpy.random.default_rng(1)
    logits = [(made.normal(size=3000) * made.uniform(0.1, 6)).astype(numpy.float32) for _ in range(40)]

    def draws() -> list[int]:
        sampler = Sampler(Sampling(0.7, 5), recommended)
        return [sampler.draw(one) for one in logits]

    few = draws()
    monkeypatch.setattr(
        Sampler,
        "_pool",
        lambda self, likely: numpy.argsort(likely)[::-1][: self._top_k or None],
    )
    assert draws() == few


def test_a_greedy_reply_stays_greedy_whatever_is_recommended() -> None:
    sampler = Sampler(GREEDY, Recommended(1.0, 1.0, 0))
    assert sampler.greedy
    assert {sampler.draw(LOGITS) for _ in range(50)} == {0}


def test_a_seed_makes_a_draw_repeatable() -> None:
    def some(seed: int) -> list[int]:
        sampler = Sampler(Sampling(0.7, seed), Recommended(1.0, 0.95, 64))
        return [sampler.draw(LOGITS) for _ in range(30)]

    assert some(1) == some(1) != some(2)
