"""The frames of the pipe between engine and kernel: a JSON header, and the bytes that belong to it."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_LENGTHS = struct.Struct(">II")
MOST_HEADER = 16 << 20
"""The most bytes of a header."""
MOST_BODY = 512 << 20
"""The most bytes that all parts of a frame have together."""


class FrameError(Exception):
    """What came over the pipe is no frame: too long, cut off, or not the JSON that it should be."""


@dataclass(frozen=True)
class Frame:
    """One message: `kind` and the fields of its header, and parts of any bytes."""

    kind: str
    fields: Mapping[str, Any]
    parts: tuple[bytes, ...] = ()

    def encoded(self) -> bytes:
        """The bytes of the frame; raises FrameError where it is too long."""
        sizes = [len(part) for part in self.parts]
        head = {"kind": self.kind, "fields": dict(self.fields), "sizes": sizes}
        header = json.dumps(head, separators=(",", ":")).encode()
        if len(header) > MOST_HEADER or sum(sizes) > MOST_BODY:
            raise FrameError("a message between the engine and the kernel is too long")
        return _LENGTHS.pack(len(header), sum(sizes)) + header + b"".join(self.parts)


class FrameReader:
    """Puts frames together from the chunks in which a pipe gives them."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        """Yield the frames that are whole with this chunk; raises FrameError at what is no frame."""
        self._waiting += chunk
        while len(self._waiting) >= _LENGTHS.size:
            header, body = _LENGTHS.unpack_from(self._waiting)
            if header > MOST_HEADER or body > MOST_BODY:
                raise FrameError("a frame that is too long")
            end = _LENGTHS.size + header + body
            if len(self._waiting) < end:
                return
            raw = bytes(self._waiting[_LENGTHS.size : end])
            del self._waiting[:end]
            yield _parsed(raw[:header], raw[header:])


def _parsed(header: bytes, body: bytes) -> Frame:
    try:
        head = json.loads(header)
        kind, fields, sizes = head["kind"], head["fields"], head["sizes"]
        whole = all(type(size) is int and size >= 0 for size in sizes) and sum(sizes) == len(body)
        if not (isinstance(kind, str) and isinstance(fields, dict) and whole):
            raise FrameError("a frame of another form")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FrameError(f"a frame that is no JSON ({type(error).__name__})") from None
    parts, start = [], 0
    for size in sizes:
        parts.append(body[start : start + size])
        start += size
    return Frame(kind, fields, tuple(parts))
