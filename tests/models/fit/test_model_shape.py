from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandora.errors import ModelError
from pandora.models.fit.model_shape import ModelShape, shape_of
from tests.models.fit.heads import CODER_30B, GEMMA, LFM2, QWEN36_35B, head

KIB, MIB = 1024, 1 << 20


def shape(architecture: str, numbers: dict[str, Any], **more: Any) -> ModelShape:
    found = shape_of(Path("m.gguf"), head(architecture, numbers, **more))
    assert found is not None
    return found


def test_a_plain_cache_grows_with_the_context() -> None:
    coder = shape("qwen3moe", CODER_30B)
    assert (coder.kind, coder.context, coder.experts, coder.experts_used) == ("plain", 262144, 128, 8)
    assert coder.token_bytes() == 96 * KIB
    assert coder.cache_bytes(8192) == 768 * MIB
    assert coder.cache_bytes(8000) == coder.cache_bytes(8192)
    assert coder.cache_bytes(8192, "q8_0") == 408 * MIB


def test_a_hybrid_model_keeps_a_state_for_each_sequence() -> None:
    hybrid = shape("qwen35moe", QWEN36_35B)
    assert (hybrid.kind, len(hybrid.keys)) == ("hybrid", 10)
    assert hybrid.token_bytes() == 20 * KIB
    assert round(hybrid.state / MIB) == 63
    assert hybrid.cache_bytes(1024, sequences=4) == 20 * MIB + 4 * hybrid.state
    assert len(shape("qwen35moe", QWEN36_35B, full_attention_interval=2).keys) == 20
    listed = (1,) * 39 + (0,)
    assert len(shape("qwen35moe", QWEN36_35B, attention__recurrent_layers=listed).keys) == 1


def test_layers_without_heads_are_recurrent() -> None:
    small = shape("lfm2", LFM2)
    assert (small.kind, small.keys, small.values) == ("hybrid", (32,), (32,))
    assert small.state == 3 * 64 * 2 * 4
    nemotron = {**LFM2, "feed_forward_length": (0, 256, 0, 0)}
    assert shape("nemotron_h", nemotron).state == 2 * 64 * 2 * 4
    both = {**LFM2, "attention.head_count_kv": 2}
    assert shape("falcon-h1", both).kind == "hybrid"
    assert len(shape("falcon-h1", both).keys) == 4
    mamba = {**LFM2, "attention.head_count": 0, "attention.head_count_kv": 0}
    assert shape("mamba", mamba).kind == "recurrent"
    assert shape("mamba", mamba).token_bytes() == 0


def test_a_window_saves_nothing_since_earlier_places_are_gone_back_to() -> None:
    gemma = shape("gemma3", GEMMA)
    assert gemma.kind == "windowed"
    assert gemma.token_bytes() == 18 * KIB
    assert shape("gemma3n", GEMMA, attention__shared_kv_layers=8).token_bytes() == 10 * KIB


def test_heads_that_are_not_named_are_those_of_the_queries() -> None:
    old = {"block_count": 2, "embedding_length": 64, "attention.head_count": 4}
    assert shape("gpt2", old).keys == (64, 64)
    latent = shape("deepseek2", old, attention__key_length_mla=24)
    assert latent.values == (0, 0)


def test_what_the_head_does_not_say_is_not_guessed() -> None:
    assert shape_of(Path("m.gguf"), head("llama", {})) is None


@pytest.mark.parametrize(
    "more", [{"block_count": 513}, {"expert_count": 4096}, {"expert_used_count": 129}, {"expert_count": 0}]
)
def test_numbers_that_would_end_llama_cpp_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match=r"m\.gguf: its head names \d+ layers .* download it again"):
        shape("qwen3moe", CODER_30B, **more)


ODD = st.one_of(
    st.integers(-5, 1 << 70), st.floats(), st.text(max_size=3), st.tuples(st.integers(-1, 9)), st.booleans()
)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from(sorted({*QWEN36_35B, *LFM2, *GEMMA})), ODD, max_size=4))
def test_any_head_is_read_or_refused(numbers: dict[str, Any]) -> None:
    try:
        found = shape_of(Path("m.gguf"), head("qwen35", {**QWEN36_35B, **numbers}))
    except ModelError:
        return
    assert found is None or found.cache_bytes(8192, sequences=2) >= 0
