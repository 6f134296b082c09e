"""What the head of a GGUF file says of its model, read without llama.cpp and within bounds."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.regular_file import read_regular

MOST_BYTES = 256 << 10
"""How much of a file is looked at; what describes the model stands before the vocabulary, which is long."""
_MOST_KEYS = 512
_LONGEST_ARRAY = 512
"""Arrays of up to so many numbers are kept: those with a number for each layer."""
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _ARRAY = 8, 9


@dataclass(frozen=True)
class GgufHead:
    """The metadata of a GGUF up to its vocabulary: its texts, its numbers and its short arrays of numbers."""

    metadata: Mapping[str, Any]

    @property
    def architecture(self) -> str:
        """The architecture, such as `qwen3moe`; "" where the file names none."""
        return str(self.metadata.get("general.architecture", ""))

    @property
    def context(self) -> int:
        """The context in tokens that the model was trained with; 0 where the file does not say."""
        value = self.metadata.get(f"{self.architecture}.context_length")
        return value if type(value) is int else 0

    @property
    def writes_text(self) -> bool:
        """False for what only accompanies a model, such as an image encoder, and for a model of embeddings."""
        kind = str(self.metadata.get("general.type", "model"))
        pooled = self.metadata.get(f"{self.architecture}.pooling_type")
        causal = self.metadata.get(f"{self.architecture}.attention.causal", True)
        return kind == "model" and self.architecture not in ("", "clip") and not pooled and bool(causal)


def read_head(path: Path) -> GgufHead | None:
    """Read the head of the GGUF at `path`; None for what is no GGUF or cannot be read.

    A file that ends early, or that lies about its lengths, yields what stands before that place.
    """
    try:
        data, _ = read_regular(path, MOST_BYTES)
    except OSError:
        return None
    if data[:4] != b"GGUF":
        return None
    metadata: dict[str, Any] = {}
    try:
        _, _, count = struct.unpack_from("<IQQ", data, 4)
        place = 24
        for _ in range(min(count, _MOST_KEYS)):
            key, place = _text(data, place)
            if key.startswith("tokenizer."):
                break
            (kind,) = struct.unpack_from("<I", data, place)
            value, place = _value(data, place + 4, kind)
            if value is not None:
                metadata[key] = value
    except (struct.error, ValueError):
        pass
    return GgufHead(metadata)


def _text(data: bytes, place: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<Q", data, place)
    end = place + 8 + length
    if end > len(data):
        raise ValueError
    return data[place + 8 : end].decode("utf-8", "replace"), end


def _value(data: bytes, place: int, kind: int) -> tuple[Any, int]:
    """A value at `place` and where it ends; None for an array that is long or of texts."""
    if kind == _TEXT:
        return _text(data, place)
    if kind in _NUMBERS:
        layout = f"<{_NUMBERS[kind]}"
        return struct.unpack_from(layout, data, place)[0], place + struct.calcsize(layout)
    if kind != _ARRAY:
        raise ValueError
    element, count = struct.unpack_from("<IQ", data, place)
    place += 12
    if element in _NUMBERS and count <= _LONGEST_ARRAY:
        layout = f"<{count}{_NUMBERS[element]}"
        return struct.unpack_from(layout, data, place), place + struct.calcsize(layout)
    if element in _NUMBERS and count <= len(data):
        return None, place + count * struct.calcsize(f"<{_NUMBERS[element]}")
    if element != _TEXT:
        raise ValueError
    for _ in range(count):
        _, place = _text(data, place)
    return None, place
