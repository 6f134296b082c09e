"""Heads of GGUF files of the kinds of models that people have on a laptop."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pandora.models.gguf_head import GgufHead

CODER_30B: dict[str, Any] = {
    "block_count": 48,
    "context_length": 262144,
    "embedding_length": 2048,
    "attention.head_count": 32,
    "attention.head_count_kv": 4,
    "attention.key_length": 128,
    "attention.value_length": 128,
    "expert_count": 128,
    "expert_used_count": 8,
}
"""Qwen3-Coder-30B-A3B."""
QWEN36_35B: dict[str, Any] = {
    "block_count": 40,
    "context_length": 262144,
    "embedding_length": 2048,
    "attention.head_count": 16,
    "attention.head_count_kv": 2,
    "attention.key_length": 256,
    "attention.value_length": 256,
    "ssm.conv_kernel": 4,
    "ssm.inner_size": 4096,
    "ssm.state_size": 128,
    "ssm.group_count": 16,
    "expert_count": 256,
    "expert_used_count": 8,
}
"""Qwen3.6-35B-A3B: three of four layers are recurrent."""
GPT_OSS_20B: dict[str, Any] = {
    "block_count": 24,
    "context_length": 131072,
    "embedding_length": 2880,
    "attention.head_count": 64,
    "attention.head_count_kv": 8,
    "attention.key_length": 64,
    "attention.value_length": 64,
    "attention.sliding_window": 128,
    "expert_count": 32,
    "expert_used_count": 4,
}
LFM2: dict[str, Any] = {
    "block_count": 4,
    "context_length": 1024,
    "embedding_length": 64,
    "attention.head_count": 4,
    "attention.head_count_kv": (0, 0, 2, 0),
    "shortconv.l_cache": 3,
}
GEMMA: dict[str, Any] = {
    "block_count": 18,
    "context_length": 32768,
    "embedding_length": 640,
    "attention.head_count": 4,
    "attention.head_count_kv": 1,
    "attention.key_length": 256,
    "attention.value_length": 256,
    "attention.sliding_window": 512,
}


def head(architecture: str, numbers: Mapping[str, Any], **more: Any) -> GgufHead:
    """The head of a model of that architecture with these numbers; `more` replaces some, with _ for a dot."""
    replaced = {name.replace("__", "."): value for name, value in more.items()}
    metadata = {f"{architecture}.{name}": value for name, value in {**numbers, **replaced}.items()}
    return GgufHead({"general.architecture": architecture, **metadata})


def file_with(path: Path, metadata: Mapping[str, Any], tensors: Mapping[str, int]) -> Path:
    """Write a GGUF with that metadata and with tensors of so many bytes, which are all zero."""
    keys = b"".join(_text(name) + _value(value) for name, value in metadata.items())
    table, offset = b"", 0
    for name, size in tensors.items():
        table += _text(name) + struct.pack("<IQIQ", 1, size // 4, 0, offset)
        offset += size
    begin = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata)) + keys + table
    path.write_bytes(begin + b"\0" * (-len(begin) % 32) + b"\0" * offset)
    return path


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Any) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, list):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    if isinstance(value, tuple):
        return struct.pack("<IIQ", 9, 4, len(value)) + struct.pack(f"<{len(value)}I", *value)
    return struct.pack("<II", 4, value)
