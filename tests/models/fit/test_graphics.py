from __future__ import annotations

import pytest

from pandora.models.fit.graphics import Graphics, graphics_of, place
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.placement import Placement
from pandora.models.fit.tensor_sizes import TensorSizes
from pandora.models.llama_library import library

GB = 1_000_000_000
MIXTURE = TensorSizes(dict.fromkeys(range(10), GB // 10), dict.fromkeys(range(10), GB), 0, GB // 10, tied=False)
DENSE = TensorSizes(dict.fromkeys(range(10), GB), {}, GB // 2, GB, tied=False)


def card(free: float, shared: bool = False) -> Graphics:
    return Graphics(round(free * GB), shared)


def test_all_layers_go_where_they_fit() -> None:
    placement, taken = place(card(24), MIXTURE, GB, LoadOptions())
    assert (placement.gpu_layers, placement.cpu_moe) == (11, 0)
    assert taken == 11 * GB + GB // 10
    assert place(card(24, shared=True), MIXTURE, GB, LoadOptions())[1] == 0


def test_of_a_mixture_the_first_experts_stay_behind() -> None:
    placement, taken = place(card(8), MIXTURE, GB, LoadOptions())
    assert (placement.gpu_layers, placement.cpu_moe) == (11, 6)
    assert taken == 4 * GB + GB + GB // 10


def test_of_a_dense_model_as_many_layers_go_as_fit() -> None:
    placement, taken = place(card(6.5), DENSE, GB, LoadOptions())
    assert (placement.gpu_layers, placement.cpu_moe) == (5, 0)
    assert taken == 5 * GB
    assert place(card(1.5), DENSE, GB, LoadOptions())[0].gpu_layers == 0
    odd = TensorSizes({0: GB}, {1: GB}, 0, 0, tied=False)  # such as no model has, and any file may say
    assert place(card(2.5), odd, GB, LoadOptions())[0].gpu_layers == 2


def test_what_a_person_set_is_done() -> None:
    placement, _ = place(card(1), MIXTURE, GB, LoadOptions(gpu_layers=7, cpu_moe=2))
    assert (placement.gpu_layers, placement.cpu_moe) == (7, 2)
    assert place(card(1), MIXTURE, GB, LoadOptions(cpu_moe=9))[0].cpu_moe == 9
    assert place(card(99), MIXTURE, GB, LoadOptions(gpu_layers=0)) == (Placement(), 0)


@pytest.mark.llama
def test_a_library_without_graphics_has_none() -> None:
    if library().llama_supports_gpu_offload():
        pytest.skip("llama.cpp was built with graphics here")
    assert graphics_of(library()) is None
