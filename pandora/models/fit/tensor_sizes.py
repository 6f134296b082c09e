"""How many bytes each layer of a model has, and how many of them are experts, from the tables of its GGUF."""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from pandora.models.fit.model_shape import MOST_LAYERS
from pandora.models.gguf_parts import parts_on_disk
from pandora.regular_file import read_regular

MOST_BYTES = 64 << 20
"""How much of a file is looked at: the vocabulary, and behind it the table of tensors."""
_MOST_KEYS = 4096
_MOST_TENSORS = 1 << 16
_WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_TEXT, _ARRAY = 8, 9
_ALIGNMENT = 32
_LAYER = re.compile(rb"blk\.(\d{1,3})\.(.*)")
_EXPERTS = re.compile(rb".*_(?:ch)?exps(?:\..*)?")


@dataclass
class TensorSizes:
    """The bytes of each layer without its experts, of its experts, of the embedding, and of all the rest.

    The `embedding` is a table of which a token reads one row, unless it is the output, too (`tied`). All have
    so many `parameters`.
    """

    layers: dict[int, int] = field(default_factory=dict)
    experts: dict[int, int] = field(default_factory=dict)
    embedding: int = 0
    rest: int = 0
    tied: bool = True
    parameters: int = 0

    def active(self, experts: int, used: int) -> int:
        """The bytes that are read for a token, of whose `experts` so many are `used`."""
        share = used / experts if experts and used else 1.0
        read = sum(self.layers.values()) + self.rest + (self.embedding if self.tied else 0)
        return read + round(sum(self.experts.values()) * share)


def read_tensor_sizes(path: Path) -> TensorSizes | None:
    """Read the tables of all files of a model; None where one cannot be read or lies about its lengths."""
    sizes = TensorSizes()
    try:
        for part in parts_on_disk(path):
            _add(part, sizes)
    except (OSError, struct.error, ValueError, OverflowError):
        return None
    return sizes


def _add(path: Path, sizes: TensorSizes) -> None:
    data, _ = read_regular(path, MOST_BYTES)
    if data[:4] != b"GGUF":
        raise ValueError
    _, tensors, keys = struct.unpack_from("<IQQ", data, 4)
    if tensors > _MOST_TENSORS or keys > _MOST_KEYS:
        raise ValueError
    place, alignment = 24, _ALIGNMENT
    for _ in range(keys):
        start, place = _text(data, place)
        (kind,) = struct.unpack_from("<I", data, place)
        if data[start:place] == b"general.alignment" and kind == 4:
            (alignment,) = struct.unpack_from("<I", data, place + 4)
        place = _past(data, place + 4, kind)
    names = []
    for _ in range(tensors):
        start, place = _text(data, place)
        name = data[start:place]
        (dimensions,) = struct.unpack_from("<I", data, place)
        dimensions = min(dimensions, 8)
        sizes.parameters += math.prod(struct.unpack_from(f"<{dimensions}Q", data, place + 4))
        place += 4 + 8 * dimensions + 4
        (offset,) = struct.unpack_from("<Q", data, place)
        place += 8
        names.append((offset, name))
    names.sort()
    begins = -(-place // max(1, alignment)) * max(1, alignment)
    end = max(path.stat().st_size - begins, names[-1][0] if names else 0)
    for (offset, name), after in zip(names, [*(offset for offset, _ in names[1:]), end], strict=True):
        _count(name, after - offset, sizes)


def _count(name: bytes, size: int, sizes: TensorSizes) -> None:
    in_layer = _LAYER.fullmatch(name)
    if in_layer:
        table = sizes.experts if _EXPERTS.fullmatch(in_layer[2]) else sizes.layers
        number = min(int(in_layer[1]), MOST_LAYERS)
        table[number] = table.get(number, 0) + size
    elif name == b"token_embd.weight":
        sizes.embedding += size
    else:
        sizes.rest += size
        sizes.tied = sizes.tied and name != b"output.weight"


def _text(data: bytes, place: int) -> tuple[int, int]:
    """Where the text at `place` begins and ends."""
    (length,) = struct.unpack_from("<Q", data, place)
    end = place + 8 + length
    if end > len(data):
        raise ValueError
    return place + 8, end


def _past(data: bytes, place: int, kind: int) -> int:
    """Where the value at `place` ends."""
    if kind == _TEXT:
        return _text(data, place)[1]
    if kind != _ARRAY:
        return place + _WIDTHS[kind] if kind in _WIDTHS else len(data) + 1
    element, count = cast("tuple[int, int]", struct.unpack_from("<IQ", data, place))
    place += 12
    if element in _WIDTHS:
        return place + min(count, len(data)) * _WIDTHS[element]
    if element != _TEXT:
        raise ValueError
    read = struct.Struct("<Q").unpack_from
    for _ in range(count):
        place += 8 + int(read(data, place)[0])
    return place
