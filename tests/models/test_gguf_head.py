from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandora.models.gguf_head import read_head
from tests.models.discovery.disk_models import CHAT, EMBEDDING, ENCODER, gguf, put


@pytest.mark.parametrize(
    ("metadata", "writes"),
    [
        (CHAT, True),
        (EMBEDDING, False),
        (ENCODER, False),
        ({}, False),
        ({"general.architecture": "qwen3", "qwen3.pooling_type": 3}, False),
        ({"general.architecture": "llama", "general.type": "adapter"}, False),
    ],
)
def test_the_head_says_whether_the_model_writes_text(
    tmp_path: Path, metadata: dict[str, object], writes: bool
) -> None:
    head = read_head(put(tmp_path / "m.gguf", metadata))
    assert head is not None
    assert head.writes_text is writes


def test_it_names_the_architecture_and_the_context(tmp_path: Path) -> None:
    head = read_head(put(tmp_path / "m.gguf"))
    assert head is not None
    assert (head.architecture, head.context) == ("qwen3moe", 262144)
    assert "tokenizer.ggml.model" not in head.metadata


def test_what_is_no_gguf_has_no_head(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("hello", encoding="utf-8")
    os.mkfifo(tmp_path / "pipe.gguf")
    assert [read_head(tmp_path / name) for name in ("text.gguf", "pipe.gguf", "gone.gguf")] == [None] * 3


@given(st.integers(0, len(gguf()) - 1), st.binary(min_size=1, max_size=9))
def test_a_damaged_head_is_read_as_far_as_it_goes(
    tmp_path_factory: pytest.TempPathFactory, at: int, noise: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.gguf"
    data = gguf()
    for damaged in (data[:at], data[:at] + noise + data[at + len(noise) :]):
        path.write_bytes(damaged)
        head = read_head(path)
        assert head is None or isinstance(head.writes_text, bool)


def test_a_length_beyond_all_files_is_no_crash(tmp_path: Path) -> None:
    huge = struct.pack("<4sIQQQ1sIIQ", b"GGUF", 3, 0, 2**64 - 1, 1, b"a", 9, 12, 2**64 - 1)
    (tmp_path / "m.gguf").write_bytes(huge)
    head = read_head(tmp_path / "m.gguf")
    assert head is not None
    assert not head.metadata
