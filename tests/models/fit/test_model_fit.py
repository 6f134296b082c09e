from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pandora.models.fit.free_memory import FreeMemory
from pandora.models.fit.graphics import Graphics
from pandora.models.fit.load_options import LoadOptions
from pandora.models.fit.model_fit import ModelFacts, ModelFit, facts_of, fit
from pandora.models.fit.tensor_sizes import TensorSizes
from tests.models.fit.heads import CODER_30B, LFM2, QWEN36_35B, file_with

GB = 1_000_000_000
TENSORS = {"blk.0.attn_q.weight": 1024, "blk.0.ffn_up_exps.weight": 16 << 10, "output.weight": 512}


@pytest.fixture
def coder(tmp_path: Path) -> ModelFacts:
    """What is known of a mixture of 30B, at its real size."""
    metadata = {f"qwen3moe.{name}": value for name, value in CODER_30B.items()}
    facts = facts_of(file_with(tmp_path / "m.gguf", {"general.architecture": "qwen3moe", **metadata}, TENSORS))
    assert facts.active == 1024 + 512 + 1024
    return replace(facts, bytes=18_600_000_000, active=2_000_000_000)


def judge(facts: ModelFacts, free: float) -> ModelFit:
    return fit(facts, FreeMemory(round(free * GB)), 50e9, least=1024)


def test_the_context_is_what_the_memory_leaves_and_no_more_than_was_trained(coder: ModelFacts) -> None:
    assert judge(coder, 64) == ModelFit(True, coder.bytes + GB + (96 << 20), 262144, 25.0)
    assert judge(coder, 20.5).context == 8960
    assert judge(coder, 16) == ModelFit(False, coder.bytes + GB + (96 << 20), 0, 25.0)


def test_what_goes_to_a_graphics_card_needs_no_memory_of_the_machine(coder: ModelFacts) -> None:
    """A fault that was mended: a model that was loaded, its layers on the card, was said not to fit."""
    facts = replace(coder, sizes=TensorSizes({0: GB, 1: GB}, {0: 8 * GB, 1: 8 * GB}, rest=600_000_000))
    free = FreeMemory(12 * GB)
    judged = fit(facts, free, 50e9, least=1024, graphics=Graphics(12 * GB, False))
    assert (judged.fits, judged.on_card, judged.speed) == (True, 10_600_000_000, 0)  # one layer's experts stay
    assert judged.needs == 9 * GB + (96 << 20)
    assert not fit(facts, free, 50e9, least=1024, graphics=Graphics(12 * GB, True)).fits
    unknown = fit(replace(facts, sizes=None), free, 50e9, least=1024, graphics=Graphics(12 * GB, False))
    assert (unknown.fits, unknown.on_card) == (True, 11 * GB - (96 << 20))


def test_the_cache_has_the_type_that_it_would_be_loaded_with(coder: ModelFacts) -> None:
    free = FreeMemory(round(20.5 * GB))
    contexts = [
        fit(coder, free, 50e9, least=1024, options=LoadOptions(cache_type=kind)).context
        for kind in ("f32", "f16", "q8_0", "q4_0")
    ]
    assert contexts == [4352, 8960, 17152, 32512]


def test_a_hybrid_keeps_a_state_for_each_of_the_eight_sequences_that_it_is_loaded_with(tmp_path: Path) -> None:
    metadata = {f"qwen35moe.{name}": value for name, value in QWEN36_35B.items()}
    path = file_with(tmp_path / "m.gguf", {"general.architecture": "qwen35moe", **metadata}, TENSORS)
    assert GB + 8 * (62 << 20) < judge(facts_of(path), 64).needs < GB + 9 * (64 << 20)
    listed = {f"lfm2.{name}": value for name, value in LFM2.items()}
    shape = facts_of(file_with(path, {"general.architecture": "lfm2", **listed}, TENSORS)).shape
    assert shape is not None
    assert (shape.kind, shape.keys) == ("hybrid", (32,))


def test_without_the_file_the_size_tells_what_it_can() -> None:
    assert judge(ModelFacts(GB), 3) == ModelFit(True, 2 * GB)
    assert judge(ModelFacts(GB), 1).fits is False


def test_a_file_that_is_broken_says_why(tmp_path: Path) -> None:
    (tmp_path / "page.gguf").write_text("<html>", encoding="utf-8")
    assert "not a GGUF" in facts_of(tmp_path / "page.gguf").problem
    assert "gone.gguf" in facts_of(tmp_path / "gone.gguf").problem
    path = file_with(tmp_path / "m.gguf", {"general.architecture": "llama", "llama.block_count": 9999}, TENSORS)
    assert judge(facts_of(path), 64) == ModelFit(False, GB, 0)
    assert facts_of(file_with(path, {"general.architecture": "llama"}, TENSORS)).shape is None
