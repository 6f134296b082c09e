"""Read a pattern or phase file: its front matter, its headings' parts, and the form in each part."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.document import front_matter
from pandora.document.form import Form, FormError, parse_form
from pandora.errors import DocumentError, Problem
from pandora.regular_file import read_text

LONGEST = 1 << 20
"""The largest size of a pattern or phase file, in bytes."""
_FENCE = re.compile(r"^---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.S | re.M)
_KEY = re.compile(r"([^\s:]+):")
_BLOCK = re.compile(r"^(`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*$")
_HEADING = re.compile(r"^(#{1,3}) (\S.*?)\s*$")


@dataclass(frozen=True)
class Part:
    """The text under one heading, and the form that follows the text.

    `line` is the file's line of the heading, `start` that of the first line of the text, and `form_start` that
    of the form's first line.
    """

    title: str
    text: str
    line: int
    form: Form | None = None
    start: int = 1
    form_start: int = 1


@dataclass(frozen=True)
class Instructions:
    """A file of `system/`: its front matter's keys, and its parts by heading in upper case.

    The part "" is the text before the first heading. `lines` has the line of each key.
    """

    path: str
    keys: Mapping[str, Any]
    parts: Mapping[str, Part] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


def read_instructions(path: Path, shown: str) -> Instructions:
    """Read one file; raises DocumentError, with `shown` as the path and the line, where it is not valid."""
    try:
        text = read_text(path, LONGEST)
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(
            Problem(shown, 1, f"cannot be read: {error}", "it must be a UTF-8 text file")
        ) from None
    head = _FENCE.match(text)
    if not head:
        raise DocumentError(
            Problem(shown, 1, "no front matter between two lines '---'", "see system/README.md")
        )
    try:
        keys = front_matter.load(head.group(1))
    except front_matter.FrontMatterError as error:
        raise DocumentError(Problem(shown, error.line + 1, str(error), "mend the front matter")) from None
    lines = {
        match[1]: number
        for number, line in enumerate(head.group(1).split("\n"), 2)
        if (match := _KEY.match(line))
    }
    return Instructions(shown, keys, _parts(text, head.end(), shown), lines)


def _parts(text: str, start: int, shown: str) -> dict[str, Part]:
    """Split at `# ` and `## ` headings; `## Form` and `### Form` belong to the part before them."""
    parts: dict[str, Part] = {}
    title, lines, begun = "", [""], text.count("\n", 0, start) + 1
    form_lines: list[str] | None = None
    form_line = 0
    fence = ""

    def close() -> None:
        form = None
        if form_lines is not None:
            try:
                form = parse_form("\n".join(form_lines))
            except FormError as error:
                raise DocumentError(
                    Problem(shown, form_line + error.line, f"broken form: {error}", "see system/README.md")
                ) from None
        if title or "".join(lines).strip():
            blank = next((place for place, line in enumerate(lines) if line.strip()), 0)
            first = form_line + 1 + next((place for place, line in enumerate(form_lines or ()) if line), 0)
            parts[title] = Part(
                title, "\n".join(lines).strip(), begun, form, begun + blank + bool(title), first
            )

    for number, line in enumerate(text[start:].splitlines(), begun):
        mark = _BLOCK.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) and not mark[2] else fence
            heading = None  # a comment in a script is no heading
        else:
            fence = mark[1] if mark else ""
            heading = _HEADING.match(line)
        if heading and heading.group(2).strip().lower() == "form":
            form_lines, form_line = [], number
        elif heading and len(heading.group(1)) <= 2:
            close()
            title = heading.group(2).upper()
            if title in parts:
                raise DocumentError(Problem(shown, number, f"the heading {heading.group(2)!r} stands twice"))
            lines, form_lines, begun = [], None, number
        elif form_lines is not None:
            form_lines.append(line)
        else:
            lines.append(line)
    close()
    return parts
