from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.models.fit.tensor_sizes import read_tensor_sizes
from tests.models.fit.heads import file_with

TENSORS = {
    "token_embd.weight": 640,
    "blk.0.attn_q.weight": 96,
    "blk.0.ffn_up_exps.weight": 1024,
    "blk.1.attn_q.weight": 96,
    "blk.1.ffn_down_exps.weight": 2048,
    "output.weight": 320,
}
METADATA = {"general.architecture": "qwen3moe", "tokenizer.ggml.tokens": ["a", "bc"] * 300, "x.y": (1, 2, 3)}


def test_layers_experts_and_the_rest_are_told_apart(tmp_path: Path) -> None:
    sizes = read_tensor_sizes(file_with(tmp_path / "m.gguf", METADATA, TENSORS))
    assert sizes is not None
    assert sizes.layers == {0: 96, 1: 96}
    assert sizes.experts == {0: 1024, 1: 2048}
    assert (sizes.embedding, sizes.rest, sizes.tied) == (640, 320, False)
    assert sizes.active(128, 8) == 2 * 96 + 320 + 3072 // 16
    assert sizes.parameters == 4224 // 4


def test_an_embedding_that_is_the_output_is_read_whole(tmp_path: Path) -> None:
    sizes = read_tensor_sizes(file_with(tmp_path / "m.gguf", METADATA, {"token_embd.weight": 64}))
    assert sizes is not None
    assert sizes.active(0, 0) == 64


def test_parts_are_added_up(tmp_path: Path) -> None:
    first = file_with(tmp_path / "m-00001-of-00002.gguf", METADATA, {"blk.0.attn_q.weight": 96})
    file_with(tmp_path / "m-00002-of-00002.gguf", METADATA, {"blk.1.ffn_up_exps.weight": 64})
    sizes = read_tensor_sizes(first)
    assert sizes is not None
    assert (sizes.layers, sizes.experts) == ({0: 96}, {1: 64})


@pytest.mark.parametrize(
    "data", [b"", b"GGUF", b"text that is long enough to be a head", b"GGUF" + b"\xff" * 60]
)
def test_what_cannot_be_read_has_no_sizes(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(data)
    assert read_tensor_sizes(path) is None
    assert read_tensor_sizes(tmp_path / "gone.gguf") is None


@given(st.integers(0, 12_000), st.binary(min_size=1, max_size=9))
def test_a_damaged_file_is_read_or_given_up(
    tmp_path_factory: pytest.TempPathFactory, at: int, noise: bytes
) -> None:
    path = file_with(tmp_path_factory.mktemp("m") / "m.gguf", METADATA, TENSORS)
    data = bytearray(path.read_bytes())
    at %= len(data)
    data[at : at + len(noise)] = noise
    path.write_bytes(data)
    sizes = read_tensor_sizes(path)
    assert sizes is None or sizes.active(8, 2) >= 0
