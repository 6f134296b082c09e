from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.errors import ModelError
from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.memory_fit import MemoryNeed, context_that_fits
from pandora.models.fit.model_shape import shape_of
from tests.models.fit.heads import CODER_30B, head

CODER = shape_of(Path("m.gguf"), head("qwen3moe", CODER_30B))
NEED = MemoryNeed(18_600_000_000, CODER)
PATH = Path("coder.gguf")


def fit(free: float, *, asked: bool, wanted: int = 8192) -> int:
    return context_that_fits(PATH, NEED, FreeMemory(round(free * 1e9)), wanted, 1024, asked=asked)


def test_what_fits_is_taken_as_it_is_wanted() -> None:
    assert fit(20.5, asked=True) == fit(20.5, asked=False) == 8192


def test_a_context_that_nobody_asked_for_shrinks() -> None:
    assert fit(20.0, asked=False) == 3840
    assert NEED.whole(3840) <= 20_000_000_000 < NEED.whole(4096)


def test_one_that_was_asked_for_is_refused_with_the_numbers_and_the_largest_that_fits() -> None:
    with pytest.raises(ModelError) as caught:
        fit(20.0, asked=True)
    assert str(caught.value) == (
        "coder.gguf: the model does not fit: its file (18.6 GB), a cache of 8192 tokens (0.8 GB) and 1.0 GB "
        "beside need 20.4 GB, and 20.0 GB are free; "
        "the largest context that fits is 3840: give --model-context 3840"
    )
    assert caught.value.exit_code == 5


@pytest.mark.parametrize("asked", [True, False])
def test_a_model_that_fits_with_no_context_is_refused_either_way(asked: bool) -> None:
    with pytest.raises(ModelError, match=r"16\.0 GB are free; no context fits"):
        fit(16.0, asked=asked)


@given(st.integers(0, 30_000_000_000), st.integers(1024, 300_000))
def test_the_largest_fits_and_no_larger_one_does(free: int, most: int) -> None:
    largest = NEED.largest(free, most, 1024)
    assert largest == 0 or (1024 <= largest <= most and NEED.whole(largest) <= free)
    assert largest == most or NEED.whole(largest + 256 if largest else 1024) > free


def test_a_context_is_roomy_where_as_much_memory_is_left_as_its_cache_takes() -> None:
    def roomy(free: float, most: int = 32768) -> int:
        return NEED.roomy(round(free * 1e9), 8192, most)

    assert roomy(64) == 32768
    assert roomy(64, 20_000) == 16384
    assert roomy(23) == 16384
    assert roomy(22) == roomy(1) == 8192
    assert NEED.whole(16384) + NEED.cache(16384) > 22_000_000_000
