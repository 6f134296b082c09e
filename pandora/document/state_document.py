"""A state document: find its front matter and sections in the text, and replace them one at a time."""

from __future__ import annotations

import functools
import hashlib
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pandora.document import front_matter
from pandora.document.notes import (
    FENCE,
    begins_note,
    blanked,
    fence_after,
    has_notes,
    text_lines,
    with_notes_of,
    without_notes,
)
from pandora.errors import DocumentError, Problem

TITLES = ("META", "UNDERSTAND", "PLAN", "DO", "CHECK", "OUTPUT")
PHASES = ("understand", "plan", "do", "check")
NUMBERS = {"understand": 1, "plan": 2, "do": 3, "check": 4}
"""The number of the section that each phase writes."""
_HEADING = re.compile(r"^## §(\d+)\s+(\S.*?)\s*$")
_HISTORY = "## History"
_MARKS = ("#", "`", "~", "<")
"""The characters that a heading, a fence or a note begins with."""
_NO_TEXT = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Matches surrogates, which UTF-8 cannot encode, but for U+DC80 to U+DCFF: they are bytes that are no UTF-8."""


class Section(NamedTuple):
    """The place of a section: its number, its heading's line (1 is the file's first), its body's offsets."""

    number: int
    line: int
    start: int
    end: int


@dataclass(frozen=True)
class Document:
    """A parsed state document.

    `text` is the file's whole text with its own line ends; `meta` are the front matter's keys, and `meta_span`
    its offsets; `history` is the offset of `## History`, or None.
    """

    path: str
    text: str
    meta: Mapping[str, Any]
    sections: Mapping[int, Section]
    meta_span: tuple[int, int]
    history: int | None = field(default=None)
    _bodies: dict[int, str] = field(default_factory=dict, compare=False, repr=False)
    _digests: dict[int, str] = field(default_factory=dict, compare=False, repr=False)

    @functools.cached_property
    def data(self) -> bytes:
        """The file's bytes, exactly as they were read."""
        return self.text.encode("utf-8", "surrogateescape")

    def body(self, number: int) -> str:
        """A section's text with `\\n` newlines, without blank lines around it and without a person's notes."""
        if (body := self._bodies.get(number)) is None:
            body = self._bodies[number] = without_notes(self.written(number))
        return body

    def written(self, number: int) -> str:
        """All that stands in a section, notes too, with `\\n` newlines and without blank lines around it."""
        section = self.sections[number]
        return _plain(self.text[section.start : section.end]).strip("\n")

    def digest(self, number: int) -> str:
        """The digest of a section's body: notes, blank lines around it and its line ends do not matter."""
        if (known := self._digests.get(number)) is None:
            known = self._digests[number] = digest(self.body(number))
        return known

    def line(self, number: int, line: int) -> int:
        """The line of the file that holds line `line` of a section's body; both count from 1."""
        section = self.sections[number]
        raw = _plain(self.text[section.start : section.end])
        lines = text_lines(raw)[1]
        return section.line + 1 + (lines[line - 1] if line <= len(lines) else (lines or [0])[-1])

    def visible(self, number: int) -> str:
        """A section as it is in the file, with spaces in place of a person's notes, so that offsets stay."""
        section = self.sections[number]
        return blanked(self.text[section.start : section.end])

    def splice(self, number: int, body: str) -> Document:
        """Return this document with one section's body replaced; every other byte stays, notes too.

        A body cannot end its section or begin a note: a line that would be a section's heading, or the
        beginning of a note, is indented, and a fence that is left open is closed.
        """
        section = self.sections[number]
        old = self.text[section.start : section.end]
        content = _keep_inside_section(body).strip("\n")
        if not has_notes(old):
            return self._with_content(number, self._newlines(content))
        ended = old.rstrip("\r\n ")
        ended += re.match(r" *", old[len(ended) :])[0]  # type: ignore[index]
        return self._with_content(number, with_notes_of(ended, content, self._newlines("\n")[:-1]))

    def splice_written(self, number: int, written: str) -> Document:
        """Return this document with all that stands in a section replaced, a person's notes too."""
        return self._with_content(number, self._newlines(_keep_inside_section(written, notes=True).strip("\n")))

    def _with_content(self, number: int, content: str) -> Document:
        """Return this document with all of a section replaced by `content`, which has its own line ends."""
        section = self.sections[number]
        old = self.text[section.start : section.end]
        tail = old[len(old.rstrip("\r\n ")) :] if old.strip() else old
        blank = re.sub(r"^[ \t]*\r?\n", "", tail, count=1) if old.strip() else tail
        ended = content + self._newlines("\n") if content else ""
        new = ended + (blank or self._newlines("\n"))
        if number == max(self.sections) and self.history is None and not blank.strip("\r\n"):
            new = ended + blank
        if self.text[section.start - 1] != "\n":  # the file ends in the heading
            return parse_document(self.text[: section.start] + self._newlines("\n") + new, self.path)
        return self._replaced(section.start, section.end, new, self.meta)

    def with_meta(self, **keys: Any) -> Document:
        """Return this document with these front matter keys set; other keys and comments stay as they are."""
        start, end = self.meta_span
        try:
            inside, values = front_matter.with_keys(_plain(self.text[start:end]), self.meta, keys)
        except front_matter.FrontMatterError as error:
            raise _document_error(error, self.path) from None
        return self._replaced(start, end, self._newlines(inside), values)

    def without_meta(self, key: str) -> Document:
        """Return this document without this front matter key; other keys and comments stay as they are."""
        start, end = self.meta_span
        inside = front_matter.without_key(_plain(self.text[start:end]), key)
        values = {name: value for name, value in self.meta.items() if name != key}
        return self._replaced(start, end, self._newlines(inside), values)

    def _replaced(self, start: int, end: int, new: str, keys: Mapping[str, Any]) -> Document:
        """Return this document with the text from `start` to `end`, a whole body or front matter, replaced.

        `new` must not begin or end a section. The result is what parsing the new text would give, but without
        looking at every line again.
        """
        by = len(new) - (end - start)
        lines = new.count("\n") - self.text.count("\n", start, end)
        moved: dict[int, Section] = {}
        bodies, digests = dict(self._bodies), dict(self._digests)
        for number, section in self.sections.items():
            if section.start > end:
                _, line, begins, ends = section
                moved[number] = Section(number, line + lines, begins + by, ends + by)
            elif section.start == start:
                moved[number] = Section(number, section.line, start, section.end + by)
                bodies.pop(number, None)
                digests.pop(number, None)
            else:
                moved[number] = section
        meta_start, meta_end = self.meta_span
        return Document(
            self.path,
            self.text[:start] + new + self.text[end:],
            keys,
            moved,
            (meta_start, meta_end + by if meta_start == start else meta_end),
            None if self.history is None else self.history + by,
            bodies,
            digests,
        )

    def retire(self, attempt: int) -> Document:
        """Return this document with the bodies of §2 to §4 moved unchanged under `## History`."""
        numbers = (2, 3, 4)
        moved = [f"### Attempt {attempt}"]
        moved += [f"#### §{number} {TITLES[number]}\n\n{self.body(number)}" for number in numbers]
        document = self
        for number in numbers:
            document = document.splice(number, "")
        text = document.text.rstrip("\r\n") + self._newlines("\n")
        if self.history is None:
            text += self._newlines(f"\n{_HISTORY}\n")
        return parse_document(text + self._newlines("\n" + "\n\n".join(moved) + "\n"), self.path)

    def _newlines(self, text: str) -> str:
        return text.replace("\n", "\r\n") if "\r\n" in self.text[:2000] else text


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")


def _keep_inside_section(body: str, notes: bool = False) -> str:
    """Indent the lines that would end the section, or begin a note unless `notes` may stand in the body."""
    lines, fence = [], ""
    for line in _NO_TEXT.sub("\ufffd", body).split("\n"):
        line = line.rstrip("\r")
        if line[:1] not in _MARKS:
            lines.append(line)
            continue
        mark = FENCE.match(line)
        inside = bool(fence)
        fence = fence_after(fence, mark)
        ends = _HEADING.match(line) or line.rstrip() == _HISTORY
        escapes = not inside and not mark and (ends or (not notes and begins_note(line)))
        lines.append(f" {line}" if escapes else line)
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join([*lines, fence] if fence else lines)


def digest(*parts: str) -> str:
    """Sixteen hex digits of the SHA-256 of `parts`, each with its length before it."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        total.update(f"{len(data)}:".encode())
        total.update(data)
    return total.hexdigest()[:16]


def parse_document(text: str, path: str = "<document>") -> Document:
    """Find front matter and sections; raises DocumentError with path and line where they are not valid."""
    start, end, after = _front_matter(text, path)
    return _parsed(text, path, _keys(_plain(text[start:end]), path), (start, end), after)


def _parsed(text: str, path: str, keys: dict[str, Any], span: tuple[int, int], after: int) -> Document:
    """Parse a document whose front matter has these `keys` and offsets `span`; its sections follow `after`."""
    sections: dict[int, Section] = {}
    history: int | None = None
    fence, fence_line = "", 0
    offset, line_number = after, text.count("\n", 0, after) + 1
    opened: tuple[int, int, int] | None = None
    for line in io.StringIO(text[after:]):  # split at \n alone: other marks of Unicode are text
        bare = line.rstrip("\r\n") if line[0] in _MARKS else ""  # all else is neither heading nor fence
        mark = FENCE.match(bare) if bare else None
        if fence or mark:
            fence_line = fence_line if fence else line_number
            fence = fence_after(fence, mark)
        elif bare and ((heading := _HEADING.match(bare)) or bare.rstrip() == _HISTORY):
            if opened:
                sections[opened[0]] = Section(opened[0], opened[1], opened[2], offset)
                opened = None
            if heading is None:
                history = offset
                break
            number = int(heading.group(1))
            _expect(number, heading.group(2), sections, path, line_number)
            opened = (number, line_number, offset + len(line))
        offset += len(line)
        line_number += 1
    if opened:
        sections[opened[0]] = Section(opened[0], opened[1], opened[2], offset)
    if len(sections) < len(TITLES):
        missing = len(sections)
        message = f"the document ends before §{missing} {TITLES[missing]}"
        if fence:
            raise DocumentError(
                Problem(path, fence_line, f"{message}: this code fence is not closed", "close it")
            )
        raise DocumentError(Problem(path, max(1, line_number - 1), message, "restore its end, e.g. from git"))
    return Document(path, text, keys, sections, span, history)


def _keys(inside: str, path: str) -> dict[str, Any]:
    try:
        return front_matter.load(inside)
    except front_matter.FrontMatterError as error:
        raise _document_error(error, path) from None


def _document_error(error: front_matter.FrontMatterError, path: str) -> DocumentError:
    return DocumentError(Problem(path, error.line + 1, str(error), "mend the front matter"))


def _front_matter(text: str, path: str) -> tuple[int, int, int]:
    begin = 1 if text.startswith("\ufeff") else 0
    first = re.compile(r"---[ \t]*\r?\n").match(text, begin)
    if not first:
        raise DocumentError(Problem(path, 1, "no front matter", "restore it: it begins with a line '---'"))
    last = re.compile(r"^---[ \t]*(?:\r?\n|\Z)", re.M).search(text, first.end())
    if not last:
        raise DocumentError(Problem(path, 1, "the front matter is not closed", "end it with a line '---'"))
    return first.end(), last.start(), last.end()


def _expect(number: int, title: str, sections: Mapping[int, Section], path: str, line: int) -> None:
    if number in sections:
        raise DocumentError(Problem(path, line, f"§{number} stands twice", "keep one of them"))
    if number >= len(TITLES):
        raise DocumentError(Problem(path, line, f"§{number} is unknown", "sections are §0 to §5, in order"))
    if number != len(sections):
        lost = f"## §{len(sections)} {TITLES[len(sections)]}"
        message = f"§{number} where §{len(sections)} should be"
        remedy = f"write the heading `{lost}` above it; with nothing below, the section is made anew"
        raise DocumentError(Problem(path, line, message, remedy))
    if title != TITLES[number]:
        raise DocumentError(Problem(path, line, f"§{number} is named {title!r}", f"name it {TITLES[number]}"))


def new_document(path: str, identity: Mapping[str, str], keys: Mapping[str, Any], title: str) -> Document:
    """Make a new document: §0 from `identity`, front matter from `keys`, and §1–§5 empty."""
    try:
        head, values = front_matter.with_keys("", {}, keys)
    except front_matter.FrontMatterError as error:
        raise _document_error(error, path) from None
    facts = "".join(f"{label}: {value}\n" for label, value in identity.items())
    rest = "".join(f"## §{number} {TITLES[number]}\n\n" for number in range(1, len(TITLES)))
    text = f"---\n{head}---\n# State: {title}\n\n## §0 META\n{facts}\n{rest}"
    return _parsed(text.rstrip("\n") + "\n", path, values, (4, 4 + len(head)), len(head) + 8)
