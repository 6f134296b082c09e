from __future__ import annotations

from pathlib import Path

import pytest

from pandora.errors import ModelError
from pandora.models.fit.placement import Placement
from pandora.models.llama_library import library, load_gguf, parameter_count

pytestmark = pytest.mark.llama


@pytest.mark.parametrize("placement", [Placement(mmap=False), Placement(99, 3, mmap=True)])
def test_a_model_loads_wherever_its_parts_go(smollm2: Path, placement: Placement) -> None:
    handle = load_gguf(smollm2, placement=placement)
    assert parameter_count(handle) > 100_000_000
    library().llama_model_free(handle)


def test_the_parameters_that_llama_cpp_gets() -> None:
    bindings = library()
    params = bindings.llama_model_default_params()
    kept = Placement(7, 2, mmap=False).set_in(bindings, params)
    assert (params.n_gpu_layers, params.load_mode) == (7, bindings.LLAMA_LOAD_MODE_NONE)
    assert isinstance(kept, tuple)
    overrides, pattern = kept
    assert pattern == rb"blk\.(0|1)\.ffn_(up|down|gate|gate_up)_(ch)?exps"
    assert params.tensor_buft_overrides
    assert overrides[1].pattern is None
    params = bindings.llama_model_default_params()
    before = params.load_mode
    assert Placement().set_in(bindings, params) is None
    assert (params.n_gpu_layers, params.load_mode) == (0, before)


def test_a_broken_file_is_still_told(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF")
    with pytest.raises(ModelError, match="cannot load it"):
        load_gguf(path, placement=Placement(1, 1))
