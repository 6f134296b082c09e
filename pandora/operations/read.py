"""The operation `read`: return the text of a workspace file, or the names in a folder."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pandora.errors import RefusedError
from pandora.workspace import file_head
from pandora.workspace.operation_context import OperationContext, Result
from pandora.workspace.paths import is_hidden, printable_path, resolve

_LIMIT = 256 << 10
_LINE_LIMIT = 64 << 20  # bytes of a large file that are searched for a range of lines
_NAMES = 200
_RANGE = re.compile(r"(\d+)(?:\s*(?:-|–|\.\.|to)\s*(\d+)?)?")
_WITH_RANGE = re.compile(r"(?P<path>.+?):(?P<lines>\d{1,9}(?:-\d{0,9})?)")


def read(arguments: Mapping[str, str], context: OperationContext) -> Result:
    """Return the text of the file `path`, or its `lines` such as "10-20" (from 1), or a folder's names.

    `path` may include the lines, as in `notes.md:10-20`, if no file has exactly that name. Of a file over
    256 KiB only the beginning and the end are shown, and the note says so. Raises RefusedError if policy
    denies reading it.
    """
    given = arguments.get("path", "").strip()
    line_range = arguments.get("lines", "").strip()
    real = resolve(given, context.workspace, context.protected, write=False)
    ranged = _WITH_RANGE.fullmatch(given)
    if ranged and not line_range and not real.exists():
        given, line_range = ranged["path"], ranged["lines"]
        real = resolve(given, context.workspace, context.protected, write=False)
    inside = os.path.relpath(real, os.path.realpath(context.workspace)).replace(os.sep, "/")
    if is_hidden(given, context.workspace, context.hides):
        raise RefusedError(f"{printable_path(given)}: policy denies reading it")
    sources = (inside,) if context.distrusts(inside) or _names_of_strangers(real, inside, context) else ()
    return replace(_read(given, line_range, real, inside, context), untrusted=sources)


def _names_of_strangers(folder: Path, inside: str, context: OperationContext) -> bool:
    """Return whether a folder has files of strangers, since their names are words of strangers, too."""
    if not folder.is_dir():
        return False
    return any(context.distrusts(f"{inside}/{name}".removeprefix("./")) for name in os.listdir(folder))


def _read(given: str, line_range: str, real: Path, inside: str, context: OperationContext) -> Result:
    if real.is_dir():
        names, left_out = file_head.folder_listing(
            real, _NAMES, lambda name: context.hides(f"{inside}/{name}".removeprefix("./"))
        )
        note = f"{left_out} more names left out" if left_out else ""
        return Result(True, "\n".join(names) or "an empty folder", note=note)
    if not real.exists():
        return Result(False, f"there is no {printable_path(given)}{_similar_names(given, context)}", 1)
    head = file_head.head(real, _LIMIT, context.workspace)
    if head.binary:
        return Result(
            False, f"{printable_path(given)} is not text: a binary file of {file_head.human_size(head.size)}", 1
        )
    if line_range:
        return _line_range(real, head, line_range, context.workspace)
    if head.whole:
        return Result(True, head.text, note=_encoding(head))
    return _preview(real, head, context.workspace)


def _preview(path: Path, head: file_head.Head, workspace: Path) -> Result:
    """Return the beginning of a large file, a line that says what is left out, and its last lines."""
    share = _LIMIT * 3 // 4
    first = file_head.Head(head.raw[:share], head.size)
    last = file_head.tail(path, _LIMIT - share, first.encoding, workspace)
    note = f"only the first and the last {file_head.human_size(_LIMIT)} of {file_head.human_size(head.size)}"
    between = "[… the middle is left out: name the lines to see it, as in path:100-200 …]"
    return Result(True, f"{first.text}{between}\n{last}", note="; ".join(filter(None, (note, _encoding(head)))))


def _encoding(head: file_head.Head) -> str:
    return "" if head.encoding.startswith("utf-8") else f"read as {head.encoding}"


def _line_range(path: Path, head: file_head.Head, line_range: str, workspace: Path) -> Result:
    match = _RANGE.fullmatch(line_range)
    if match is None or len(line_range) > 40:
        return Result(False, f'lines: "{printable_path(line_range)}" is no range such as 10-20', 1)
    first = max(1, int(match[1]))
    last = int(match[2]) if match[2] else None if match[0] != match[1] else first
    if head.whole:
        lines = head.text.splitlines()
        count, searched, chosen = len(lines), True, lines[first - 1 : last]
    else:
        count, searched, chosen = file_head.lines_between(
            path, first, last, head.encoding, _LINE_LIMIT, _LIMIT, workspace
        )
    if not chosen:
        lines_counted = f"{count} lines" if searched else f"{count} lines in the first {_LINE_LIMIT >> 20} MiB"
        return Result(False, f"there are {lines_counted}, so no lines {printable_path(line_range)}", 1)
    text = "\n".join(chosen)
    if len(text.encode("utf-8", "replace")) > _LIMIT:
        text = text[:_LIMIT]
        return Result(True, text, note=f"only the first {file_head.human_size(_LIMIT)} of these lines")
    lines_counted = f"{count}" if searched else f"more than {count}"
    return Result(True, text, note=f"lines {first}-{first + len(chosen) - 1} of {lines_counted}")


def _similar_names(given: str, context: OperationContext) -> str:
    """Return a hint at files with similar names, since a small model often leaves the folder out."""
    names: list[str] = []
    workspace = context.workspace
    for path, folders, files in os.walk(workspace):
        folders[:] = sorted(folder for folder in folders if not folder.startswith("."))
        names += [os.path.relpath(os.path.join(path, name), workspace) for name in sorted(files)]
        if len(names) > 2000:
            break
    names = [name for name in names if not context.hides(name) and not context.distrusts(name)]
    basename = os.path.basename(given).lower()
    same = [name for name in names if os.path.basename(name).lower() == basename]
    close = same or difflib.get_close_matches(given, names, n=3, cutoff=0.6)
    return f"; there is {', '.join(close[:3])}" if close else ""
