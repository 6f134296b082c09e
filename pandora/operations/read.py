"""The operation `read`: the text of a file of the workspace, or the names in a folder."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from pandora.operations import contents
from pandora.operations.handler import Result, Room
from pandora.operations.paths import resolve, shown

_LIMIT = 256 << 10
_LINE_LIMIT = 64 << 20  # lines in the middle of a large file are looked for this far
_NAMES = 200
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|\.\.|to)\s*(\d+)?)?")


def read(arguments: Mapping[str, str], room: Room) -> Result:
    """Give the file `path`, or its `lines` such as "10-20" (1 is the first); a folder is listed."""
    given = arguments.get("path", "").strip()
    wanted = arguments.get("lines", "").strip()
    found = resolve(given, room.workspace, room.protected, write=False)
    if found.is_dir():
        names, left_out = contents.listing(found, _NAMES)
        note = f"{left_out} more names left out" if left_out else ""
        return Result(True, "\n".join(names) or "an empty folder", note=note)
    if not found.exists():
        return Result(False, f"there is no {shown(given)}{_near(given, room.workspace)}", 1)
    head = contents.head(found, _LINE_LIMIT if wanted else _LIMIT)
    if head.binary:
        return Result(False, f"{shown(given)} is not text: a binary file of {contents.size(head.size)}", 1)
    if wanted:
        return _lines(head.text.splitlines(), wanted)
    note = "" if head.whole else f"only the first {contents.size(_LIMIT)} of {contents.size(head.size)}"
    return Result(True, head.text, note=note)


def _lines(lines: list[str], wanted: str) -> Result:
    match = _RANGE.fullmatch(wanted)
    if match is None or len(wanted) > 40:
        return Result(False, f'lines: "{shown(wanted)}" is no range such as 10-20', 1)
    first = max(1, int(match[1]))
    last = int(match[2]) if match[2] else len(lines) if match[0] != match[1] else first
    if first > len(lines) or last < first:
        return Result(False, f"there are {len(lines)} lines, so no lines {shown(wanted)}", 1)
    text = "\n".join(lines[first - 1 : last])
    if len(text.encode("utf-8", "replace")) > _LIMIT:
        text = text[:_LIMIT]
        return Result(True, text, note=f"only the first {contents.size(_LIMIT)} of these lines")
    return Result(True, text, note=f"lines {first}-{min(last, len(lines))} of {len(lines)}")


def _near(given: str, workspace: Path) -> str:
    """Files of like name: a small model often leaves the folder out."""
    names: list[str] = []
    for path, folders, files in os.walk(workspace):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        names += [os.path.relpath(os.path.join(path, name), workspace) for name in sorted(files)]
        if len(names) > 2000:
            break
    wanted = os.path.basename(given).lower()
    same = [name for name in names if os.path.basename(name).lower() == wanted]
    close = same or difflib.get_close_matches(given, names, n=3, cutoff=0.6)
    return f"; there is {', '.join(close[:3])}" if close else ""
