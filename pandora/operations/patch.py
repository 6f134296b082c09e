"""Apply edits to a text: unified diffs and search/replace blocks, only where they fit unambiguously."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HUNK = re.compile(r"^@@(?: -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@.*| ?.*)$")
_SEARCH, _MIDDLE, _REPLACE = (
    re.compile(rf"^{mark}.*$") for mark in ("<{5,} ?SEARCH", "={5,}$", ">{5,} ?REPLACE")
)


class PatchError(ValueError):
    """Raised if an edit cannot be parsed or does not fit the text; the message says which part and why."""


@dataclass(frozen=True)
class Hunk:
    """The lines to find and the lines that replace them; `near` is a diff's line number (0: none)."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    near: int = 0


def apply_patch(text: str, edit: str) -> str:
    """Return `text` with every hunk of `edit` applied; the line ends of `text` are kept.

    Each hunk is searched for exactly, then without regard to spaces at the ends of lines. Raises PatchError
    if a hunk is not found, or is found in several places and has no line number to choose by.
    """
    ends = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    plain = text.replace("\r\n", "\n")
    final = plain.endswith("\n") or not plain
    lines = plain.split("\n")
    if final:
        lines.pop()
    edit = edit.replace("\r\n", "\n")
    shift = floor = 0
    edits = hunks(edit)
    in_order = all(hunk.near for hunk in edits)
    for number, hunk in enumerate(edits, 1):
        start = _position(lines, hunk, number, shift, floor if in_order else 0)
        lines[start : start + len(hunk.old)] = hunk.new
        shift += len(hunk.new) - len(hunk.old)
        floor = start + len(hunk.new)
    if not lines:
        return ""
    final = final and "\\ No newline at end of file" not in edit
    return ends.join(lines) + (ends if final else "")


def hunks(edit: str) -> list[Hunk]:
    """Return the hunks of a unified diff or of search/replace blocks; raises PatchError for anything else."""
    edits = _blocks(edit) if _SEARCH.search(edit) or re.search(r"^<{5,} ?SEARCH", edit, re.M) else _diff(edit)
    if not edits:
        raise PatchError(
            "no edit in it: write a unified diff with @@ lines, or <<<<<<< SEARCH … ======= … >>>>>>> REPLACE"
        )
    for number, hunk in enumerate(edits, 1):
        if hunk.old == hunk.new:
            raise PatchError(f"edit {number} changes nothing")
    return edits


def _blocks(edit: str) -> list[Hunk]:
    blocks: list[Hunk] = []
    part: list[list[str]] = []
    for line in edit.split("\n"):
        if not part and _SEARCH.match(line):
            part = [[]]
        elif len(part) == 1 and _MIDDLE.match(line):
            part.append([])
        elif len(part) == 2 and _REPLACE.match(line):
            blocks.append(Hunk(tuple(part[0]), tuple(part[1])))
            part = []
        elif part:
            part[-1].append(line)
    if part:
        raise PatchError(f"edit {len(blocks) + 1} is not closed by >>>>>>> REPLACE")
    return blocks


def _diff(edit: str) -> list[Hunk]:
    diff_hunks: list[Hunk] = []
    old: list[str] = []
    new: list[str] = []
    near = 0
    inside = False
    files = 0

    def close() -> None:
        if inside and (old or new):
            diff_hunks.append(Hunk(tuple(old), tuple(new), near))

    lines = edit.split("\n")
    for place, line in enumerate(lines):
        following = lines[place + 1] if place + 1 < len(lines) else ""
        if line.startswith("--- ") and following.startswith("+++ "):
            close()
            old, new, inside = [], [], False
            files += 1
        elif match := _HUNK.match(line):
            close()
            old, new, near, inside = [], [], int(match[1] or 0), True
        elif inside and line[:1] in ("-", " ", "+"):
            old += [line[1:]] if line[0] != "+" else []
            new += [line[1:]] if line[0] != "-" else []
        elif inside and not line and following:
            old.append("")  # an empty context line whose blank was lost
            new.append("")
        elif inside and line and not line.startswith("\\"):
            raise PatchError(f"line {place + 1} of the diff begins with none of '-', '+' and ' '")
    close()
    if files > 1:
        raise PatchError("the diff is of more than one file; write one at a time")
    return diff_hunks


def _position(lines: list[str], hunk: Hunk, number: int, shift: int, floor: int) -> int:
    """Return the index in `lines`, from 0, of the hunk's old lines; raises PatchError if it is not clear.

    `number` is the hunk's number for messages, `shift` the lines that earlier hunks added, and `floor` the
    first index to search from.
    """
    if not hunk.old:
        if hunk.near or not lines:
            return min(hunk.near + shift, len(lines))
        raise PatchError(f"edit {number} does not say where it goes: give the lines around it")
    for same in (_unchanged, _without_trailing_blanks):
        old_lines = [same(line) for line in hunk.old]
        text_lines = [same(line) for line in lines]
        starts = [
            start
            for start in range(floor, len(lines) - len(old_lines) + 1)
            if text_lines[start] == old_lines[0] and text_lines[start : start + len(old_lines)] == old_lines
        ]
        if len(starts) == 1:
            return starts[0]
        if starts and hunk.near:
            return min(starts, key=lambda start: abs(start - (hunk.near - 1 + shift)))
        if starts:
            many = ", ".join(str(start + 1) for start in starts[:5])
            raise PatchError(f"edit {number} fits at lines {many}: give more lines around it")
    first = next((line for line in hunk.old if line.strip()), "")
    raise PatchError(
        f"edit {number} does not fit: {first.strip()[:80]!r} and the lines after it are not in the file"
    )


def _unchanged(line: str) -> str:
    return line


def _without_trailing_blanks(line: str) -> str:
    return line.rstrip()
