"""GGUF files without weights, and other programs' folders around them."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CHAT = {"general.architecture": "qwen3moe", "general.type": "model", "qwen3moe.context_length": 262144}
EMBEDDING = {"general.architecture": "nomic-bert", "nomic-bert.pooling_type": 1}
ENCODER = {"general.architecture": "clip", "general.type": "mmproj"}


def gguf(metadata: Mapping[str, Any] = CHAT) -> bytes:
    """A GGUF with this metadata, an array and a vocabulary behind it, and no tensors."""
    pairs = [*metadata.items(), ("general.tags", ["code", "chat"]), ("tokenizer.ggml.model", "gpt2")]
    return struct.pack("<4sIQQ", b"GGUF", 3, 0, len(pairs)) + b"".join(
        _text(key) + _value(value) for key, value in pairs
    )


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _value(value: Any) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, list):
        return struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(_text, value))
    return struct.pack("<II", 4, value)


def put(path: Path, metadata: Mapping[str, Any] = CHAT) -> Path:
    """A GGUF at `path`, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gguf(metadata))
    return path


def put_in_ollama(
    folder: Path, name: str, metadata: Mapping[str, Any] = CHAT, spelling: str = "sha256-"
) -> Path:
    """A model in a folder of Ollama's, by HOST/OWNER/MODEL/TAG; returns the path of its blob."""
    data = gguf({**metadata, "general.name": name})
    digest = hashlib.sha256(data).hexdigest()
    blob = folder / "blobs" / f"{spelling}{digest}"
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(data)
    manifest = folder / "manifests" / name
    manifest.parent.mkdir(parents=True, exist_ok=True)
    layers = [
        {"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:00", "size": 3},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}", "size": len(data)},
    ]
    manifest.write_text(json.dumps({"schemaVersion": 2, "layers": layers}), encoding="utf-8")
    return blob
