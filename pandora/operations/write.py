"""The operation `write`: a file's whole new content, as a change that the engine applies."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from pandora.errors import RefusedError
from pandora.operations import contents
from pandora.operations.handler import Change, Result, Room
from pandora.operations.paths import resolve, shown

_LARGEST = 64 << 20


def write(arguments: Mapping[str, str], room: Room) -> Result:
    """Give the change that puts `content` into the file `path`; the disk is not touched."""
    given = arguments.get("path", "").strip()
    content = arguments.get("content", "").encode("utf-8", "replace")
    found = resolve(given, room.workspace, room.protected, write=True)
    path = found.relative_to(room.workspace.resolve()).as_posix()
    before = ""
    if found.exists():
        old = contents.head(found, _LARGEST)
        if not old.whole:
            raise RefusedError(f"{shown(given)}: too large to be replaced ({contents.size(old.size)})")
        before = hashlib.sha256(old.raw).hexdigest()
        if old.raw == content:
            return Result(True, f"{path} already holds this")
    count = len(content.splitlines())
    text = f"{path}: {count} line{'' if count == 1 else 's'}, {contents.size(len(content))}"
    return Result(True, text, changes=(Change(path, before, content),))
