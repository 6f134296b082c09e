"""The operation `read`: the text of a file of the workspace, or the names in a folder."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.errors import RefusedError
from pandora.workspace import file_head as contents
from pandora.workspace.paths import is_hidden, resolve, shown
from pandora.workspace.room import Result, Room

_LIMIT = 256 << 10
_LINE_LIMIT = 64 << 20  # lines in the middle of a large file are looked for this far
_NAMES = 200
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|\.\.|to)\s*(\d+)?)?")
_WITH_RANGE = re.compile(r"(?P<path>.+?):(?P<lines>\d{1,9}(?:-\d{0,9})?)")


def read(arguments: Mapping[str, str], room: Room) -> Result:
    """Give the file `path`, or its `lines` such as "10-20" (1 is the first); a folder is listed.

    `path` may name the lines itself, as in `notes.md:10-20`, where no file has that very name. A file
    over 256 KiB is shown by its beginning and its end, and the note says what stands between them.
    """
    given = arguments.get("path", "").strip()
    line_range = arguments.get("lines", "").strip()
    real = resolve(given, room.workspace, room.protected, write=False)
    ranged = _WITH_RANGE.fullmatch(given)
    if ranged and not line_range and not real.exists():
        given, line_range = ranged["path"], ranged["lines"]
        real = resolve(given, room.workspace, room.protected, write=False)
    inside = os.path.relpath(real, os.path.realpath(room.workspace)).replace(os.sep, "/")
    if is_hidden(given, room.workspace, room.hides):
        raise RefusedError(f"{shown(given)}: policy denies reading it")
    sources = (inside,) if room.distrusts(inside) or _names_of_strangers(real, inside, room) else ()
    return replace(_read(given, line_range, real, inside, room), untrusted=sources)


def _names_of_strangers(folder: Path, inside: str, room: Room) -> bool:
    """Whether a folder holds what strangers named: a name is words, too."""
    if not folder.is_dir():
        return False
    return any(room.distrusts(f"{inside}/{name}".removeprefix("./")) for name in os.listdir(folder))


def _read(given: str, line_range: str, real: Path, inside: str, room: Room) -> Result:
    if real.is_dir():
        names, left_out = contents.listing(
            real, _NAMES, lambda name: room.hides(f"{inside}/{name}".removeprefix("./"))
        )
        note = f"{left_out} more names left out" if left_out else ""
        return Result(True, "\n".join(names) or "an empty folder", note=note)
    if not real.exists():
        return Result(False, f"there is no {shown(given)}{_near(given, room)}", 1)
    head = contents.head(real, _LINE_LIMIT if line_range else _LIMIT)
    if head.binary:
        return Result(False, f"{shown(given)} is not text: a binary file of {contents.size(head.size)}", 1)
    if line_range:
        return _lines(head, line_range)
    if head.whole:
        return Result(True, head.text, note=_encoding(head))
    return _preview(real, head)


def _preview(path: Path, head: contents.Head) -> Result:
    """The beginning of a large file, a line for what is left out, and its last lines."""
    share = _LIMIT * 3 // 4
    first = contents.Head(head.raw[:share], head.size)
    last = contents.tail(path, _LIMIT - share, first.encoding)
    note = f"only the first and the last {contents.size(_LIMIT)} of {contents.size(head.size)}"
    between = "[… the middle is left out: name the lines to see it, as in path:100-200 …]"
    return Result(True, f"{first.text}{between}\n{last}", note="; ".join(filter(None, (note, _encoding(head)))))


def _encoding(head: contents.Head) -> str:
    return "" if head.encoding.startswith("utf-8") else f"read as {head.encoding}"


def _lines(head: contents.Head, line_range: str) -> Result:
    lines = head.text.splitlines()
    match = _RANGE.fullmatch(line_range)
    if match is None or len(line_range) > 40:
        return Result(False, f'lines: "{shown(line_range)}" is no range such as 10-20', 1)
    first = max(1, int(match[1]))
    last = int(match[2]) if match[2] else len(lines) if match[0] != match[1] else first
    if first > len(lines) or last < first:
        lines_counted = (
            f"{len(lines)} lines"
            if head.whole
            else f"{len(lines)} lines in the first {len(head.raw) >> 20} MiB"
        )
        return Result(False, f"there are {lines_counted}, so no lines {shown(line_range)}", 1)
    text = "\n".join(lines[first - 1 : last])
    if len(text.encode("utf-8", "replace")) > _LIMIT:
        text = text[:_LIMIT]
        return Result(True, text, note=f"only the first {contents.size(_LIMIT)} of these lines")
    lines_counted = f"{len(lines)}" if head.whole else f"more than {len(lines)}"
    return Result(True, text, note=f"lines {first}-{min(last, len(lines))} of {lines_counted}")


def _near(given: str, room: Room) -> str:
    """Files of like name: a small model often leaves the folder out."""
    names: list[str] = []
    workspace = room.workspace
    for path, folders, files in os.walk(workspace):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        names += [os.path.relpath(os.path.join(path, name), workspace) for name in sorted(files)]
        if len(names) > 2000:
            break
    names = [name for name in names if not room.hides(name) and not room.distrusts(name)]
    basename = os.path.basename(given).lower()
    same = [name for name in names if os.path.basename(name).lower() == basename]
    close = same or difflib.get_close_matches(given, names, n=3, cutoff=0.6)
    return f"; there is {', '.join(close[:3])}" if close else ""
