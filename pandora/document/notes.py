"""Tell a person's notes from the text of a section, and keep the notes in place where the text is replaced.

A note is an HTML comment that begins its line, with the whole of its last line; or a heading of the second
level that is not a section's, with all that follows it in the section. Neither counts inside a code fence, and
a comment that is not closed in its section is text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

FENCE = re.compile(r"^(`{3,}|~{3,})(.*)$")
_BEGINS_NOTE = re.compile(r"^(?:<!--|## )", re.M)
_MARKS = ("<", "#", "`", "~")
"""The characters that a note or a fence begins with."""


def begins_note(line: str) -> bool:
    """True where a line outside of a code fence begins a note, or may begin one."""
    return line.startswith(("<!--", "## "))


def fence_after(fence: str, mark: re.Match[str] | None) -> str:
    """The fence that is open after a line, or ""; `fence` was open before it, `mark` is the line's own."""
    if not fence:
        return mark.group(1) if mark else ""
    closes = mark and mark.group(1).startswith(fence) and not mark.group(2).strip()
    return "" if closes else fence


@dataclass(frozen=True)
class _Block:
    """The lines of notes between two lines of text; `place` counts the text's lines before them."""

    place: int
    lines: tuple[str, ...]


def has_notes(text: str) -> bool:
    """True where the text of a section has a line that may begin a note."""
    return _BEGINS_NOTE.search(text) is not None


def without_notes(text: str) -> str:
    """The text of a section without its notes, and without blank lines around it."""
    if not has_notes(text):
        return text.strip("\n")
    return "\n".join(text_lines(text)[0])


def text_lines(text: str) -> tuple[list[str], list[int]]:
    """The lines of a section without notes and blank lines around them, and the number of each from 0."""
    lines = text.split("\n")
    numbers = _numbers_of_text(lines)
    return [lines[number] for number in numbers], numbers


def blanked(text: str) -> str:
    """Replace the characters of notes by spaces, so that every offset stays the same."""
    if not has_notes(text):
        return text
    lines = text.split("\n")
    notes = _numbers_of_notes(lines)
    return "\n".join(" " * len(line) if number in notes else line for number, line in enumerate(lines))


def with_notes_of(old: str, text: str, carriage: str) -> str:
    """Put the notes of the section `old` into the new text of that section, each where it stood, byte for byte.

    A note at the section's end stays at the end. One between lines that are no longer there goes to the end.
    `carriage` is added to each line of the text: "\\r" in a document with such line ends.
    """
    lines, new = old.split("\n"), text.split("\n") if text else []
    numbers = _numbers_of_text(lines)
    before = [lines[number].rstrip("\r") for number in numbers]
    same, last = _same_lines(before, new)
    out: list[list[str]] = [[] for _ in range(len(new) + 1)]
    for block in _blocks(lines, numbers):
        if block.place == len(before):
            place = len(new)
        elif block.place <= same:
            place = block.place
        elif block.place >= len(before) - last:
            place = len(new) - (len(before) - block.place)
        else:
            place = len(new)
        out[place] += block.lines
    merged = [*out[0]]
    for line, after in zip(new, out[1:], strict=True):
        merged += [line + carriage, *after]
    return "\n".join(merged).removesuffix("\r")


def _numbers_of_notes(lines: Sequence[str]) -> set[int]:
    """The numbers, from 0, of the lines that are notes."""
    notes: set[int] = set()
    fence, number, closes = "", 0, True
    while number < len(lines):
        line = lines[number].rstrip("\r")
        if line[:1] in _MARKS:
            mark = FENCE.match(line)
            if fence or mark:
                fence = fence_after(fence, mark)
            elif line.startswith("## "):
                return notes | set(range(number, len(lines)))
            elif closes and line.startswith("<!--"):
                end = _end_of_comment(lines, number)
                closes = end is not None  # where this comment is not closed, no later one is
                if end is not None:
                    notes |= set(range(number, end + 1))
                    number = end
        number += 1
    return notes


def _end_of_comment(lines: Sequence[str], first: int) -> int | None:
    if "-->" in lines[first][4:]:
        return first
    return next((number for number in range(first + 1, len(lines)) if "-->" in lines[number]), None)


def _numbers_of_text(lines: Sequence[str]) -> list[int]:
    """The numbers, from 0, of the lines that are text, without blank lines around all of it."""
    notes = _numbers_of_notes(lines)
    numbers = [number for number in range(len(lines)) if number not in notes]
    while numbers and _is_blank(lines[numbers[-1]]):
        numbers.pop()
    first = next((place for place, number in enumerate(numbers) if not _is_blank(lines[number])), 0)
    return numbers[first:]


def _is_blank(line: str) -> bool:
    return line in ("", "\r")


def _same_lines(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many lines at the beginning, and how many others at the end, two texts share."""
    most = min(len(before), len(after))
    first = next((number for number in range(most) if before[number] != after[number]), most)
    rest = most - first
    last = next((number for number in range(rest) if before[-1 - number] != after[-1 - number]), rest)
    return first, last


def _blocks(lines: Sequence[str], numbers: Sequence[int]) -> list[_Block]:
    """The notes of a section, each with the lines that are no text around it; blank lines alone are none."""
    places = [-1, *numbers, len(lines)]
    gaps = [tuple(lines[places[place] + 1 : places[place + 1]]) for place in range(len(places) - 1)]
    return [_Block(place, gap) for place, gap in enumerate(gaps) if any(not _is_blank(line) for line in gap)]
