"""The files of a model that is split in parts, `NAME-00001-of-00003.gguf` and so on, as in llama.cpp."""

from __future__ import annotations

import re
from pathlib import Path

_PART = re.compile(r"-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf$")
_MOST = 1000


def parts_of(path: Path) -> list[Path]:
    """The files of the model whose first file is `path`, also missing ones; any other file is whole."""
    part = _PART.search(path.name)
    if part is None or int(part["number"]) != 1:
        return [path]
    stem, count = path.name[: part.start()], part["count"]
    numbers = range(2, min(int(count), _MOST) + 1)
    return [path, *(path.with_name(f"{stem}-{number:05}-of-{count}.gguf") for number in numbers)]


def parts_on_disk(path: Path) -> list[Path]:
    """The files of the model whose first file is `path`, as far as they are there; `path` is always one."""
    return [path, *(part for part in parts_of(path)[1:] if part.is_file())]


def is_later_part(path: Path) -> bool:
    """True for the second and each later file of a split model, which cannot be opened alone."""
    part = _PART.search(path.name)
    return part is not None and int(part["number"]) != 1


def bytes_on_disk(path: Path) -> int:
    """The bytes of a model's files, as far as they are there; raises OSError where `path` itself is not."""
    return sum(part.stat().st_size for part in parts_on_disk(path))
