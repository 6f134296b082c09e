"""Which parts of a pattern an edit may change, and what no edit may touch: pure functions of two texts."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

KEYS = ("when", "needs", "tries", "agree")
"""The front matter keys that an edit may change or add; every other key is frozen."""
PHASES = ("UNDERSTAND", "PLAN", "DO")
"""The sections whose instructions and hints an edit may change; CHECK and CLARIFY are gates."""
_HEADING = re.compile(r"(#{1,3}) (\S.*?)\s*$")
_FENCE = re.compile(r"(`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*$")
_SLOT = re.compile(r"\{([^{}:]*?)\s*:\s*([^{}]*)\}")
_EXAMPLE = re.compile(r"\s*Examples?:")


@dataclass(frozen=True)
class Parts:
    """A pattern file taken apart: the text of each part that may change, by its name, and the frozen rest."""

    rest: str
    open: Mapping[str, str] = field(default_factory=dict)


def parts_of(text: str) -> Parts:
    """Take a pattern file apart.

    The parts are the keys of KEYS, `instruction of PLAN`, `example of PLAN` (lines that begin with `Example:`)
    and `hint of Steps in PLAN`, alike for each of PHASES. The rest is every other byte, line ends included.
    """
    rest: list[str] = []
    texts: dict[str, list[str]] = {}
    section, form, fence = "", False, ""
    lines = text.splitlines(keepends=True)
    head = _end_of_head(lines)
    for number, line in enumerate(lines):
        bare = line.rstrip("\r\n")
        if number < head:
            key = bare.partition(":")[0]
            if key in KEYS and ":" in bare:
                texts.setdefault(key, []).append(bare.partition(":")[2].strip())
            else:
                rest.append(line)
            continue
        mark = _FENCE.fullmatch(bare)
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not mark[2]
            fence = "" if closes else fence
            rest.append(line)
            continue
        if mark:
            fence = mark[1]
            rest.append(line)
            continue
        if heading := _HEADING.fullmatch(bare):
            if heading[2].casefold() == "form":
                form = True
            elif len(heading[1]) <= 2:
                section, form = heading[2].upper(), False
            rest.append(line)
        elif section not in PHASES:
            rest.append(line)
        elif form:
            label = bare.partition(":")[0].strip() if not bare.startswith(" ") else "items"
            hints = _SLOT.findall(bare)
            if hints:
                name = f"hint of {label} in {section}"
                texts.setdefault(name, []).extend(hint for _, hint in hints)
            rest.append(_SLOT.sub(r"{\1}", line))
        else:
            kind = "example" if _EXAMPLE.match(bare) else "instruction"
            texts.setdefault(f"{kind} of {section}", []).append(bare)
    return Parts("".join(rest), {name: "\n".join(lines).strip() for name, lines in texts.items()})


def _end_of_head(lines: list[str]) -> int:
    """The number of lines of the front matter, its two marks included; 0 where there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip() == "---":
            return number
    return 0


@dataclass(frozen=True)
class Change:
    """What an edit changes: the file, the one part of it, and the part's text before and after."""

    path: str
    part: str
    old: str
    new: str

    @property
    def added(self) -> str:
        """The words of the new text that the old one does not have there, a line for each run of them."""
        before, after = self.old.split(), self.new.split()
        blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return "\n".join(" ".join(after[low:high]) for what, _, _, low, high in blocks if what != "equal")


_WORD = re.compile(r"\w+")
_IN_A_ROW = 4
"""So many words of CHECK's instruction in a row are no chance."""


class FrozenError(ValueError):
    """An edit is no edit of one open part of one file; the message says what it touches."""


def change_of(old: Mapping[str, str], new: Mapping[str, str]) -> Change:
    """Return the one change between two versions of `system/`, texts by path; raises FrozenError.

    Only a file that was there can be edited, and only in one of its open parts.
    """
    paths = sorted(path for path in {*old, *new} if old.get(path) != new.get(path))
    if len(paths) != 1:
        listed = ", ".join(paths[:5]) or "nothing"
        raise FrozenError(f"an edit changes one file, and this changes {listed}")
    (path,) = paths
    if path not in old or path not in new:
        raise FrozenError(f"an edit makes and removes no file, and this does: {path}")
    before, after = parts_of(old[path]), parts_of(new[path])
    if before.rest != after.rest:
        raise FrozenError(f"{path}: {_first_difference(before.rest, after.rest)} is frozen")
    names = [name for name in {**before.open, **after.open} if before.open.get(name) != after.open.get(name)]
    if len(names) != 1:
        listed = ", ".join(sorted(names)) or "no part"
        raise FrozenError(f"{path}: an edit changes one part, and this changes {listed}")
    (name,) = names
    change = Change(path, name, before.open.get(name, ""), after.open.get(name, ""))
    if said := _said_to_judge(change, old):
        raise FrozenError(f"{path}: it speaks to CHECK in CHECK's words: {said}")
    return change


def _said_to_judge(change: Change, files: Mapping[str, str]) -> str:
    """Words in a row that an edit adds and that CHECK's own instruction has: they are for the judge."""
    judge = next((text for path, text in files.items() if path.endswith("phases/check.md")), "")
    known = f" {' '.join(_WORD.findall(judge.casefold()))} "
    words = _WORD.findall(change.added.casefold())
    runs = (" ".join(words[place : place + _IN_A_ROW]) for place in range(len(words) - _IN_A_ROW + 1))
    return next((run for run in runs if f" {run} " in known), "")


def _first_difference(before: str, after: str) -> str:
    """The first line of the frozen rest that is new, or else that is gone, for a message."""
    old, new = before.splitlines(), after.splitlines()
    gone = [line for line in old if line not in new]
    added = [line for line in new if line not in old]
    return next((repr(line)[:80] for line in (*added, *gone)), "the order or the end of a line")


def with_part(text: str, part: str, new: str) -> str:
    """Return a pattern file with one open part replaced by `new`; raises FrozenError for any other part.

    A key that is not there yet is added at the end of the front matter. A hint, and an instruction or an
    example, is replaced only where it stands.
    """
    lines = text.splitlines(keepends=True)
    head = _end_of_head(lines)
    if part in KEYS:
        kept = [line for number, line in enumerate(lines) if number >= head or not _is_key(line, part)]
        end = _end_of_head(kept) - 1
        place = next((number for number in range(head) if _is_key(lines[number], part)), end)
        return "".join((*kept[:place], f"{part}: {' '.join(new.split())}\n", *kept[place:]))
    kind, _, rest = part.partition(" of ")
    if kind not in ("instruction", "example", "hint"):
        raise FrozenError(f"{part} is no part that an edit may change")
    label, _, section = rest.rpartition(" in ")
    return _with_section(lines, head, kind, label, section, new)


def _is_key(line: str, key: str) -> bool:
    return line.partition(":")[0] == key and ":" in line


def _with_section(lines: list[str], head: int, kind: str, label: str, phase: str, new: str) -> str:
    """The lines with a section's instruction, its example line, or a hint of its form replaced."""
    section, form, written = "", False, False
    out: list[str] = []
    hints = iter(new.split("\n"))
    last_text = -1
    for number, line in enumerate(lines):
        bare = line.rstrip("\r\n")
        heading = _HEADING.fullmatch(bare) if number >= head else None
        if heading:
            if heading[2].casefold() == "form":
                form = True
            elif len(heading[1]) <= 2:
                section, form = heading[2].upper(), False
        inside = number >= head and section == phase and phase in PHASES and heading is None
        if not inside:
            out.append(line)
            if heading and section == phase and not form:
                last_text = len(out)
            continue
        if kind == "hint":
            own = (bare.partition(":")[0].strip() if not bare.startswith(" ") else "items") == label
            if form and own:
                line = _SLOT.sub(lambda slot: f"{{{slot[1]}: {next(hints, slot[2])}}}", line)
                written = True
            out.append(line)
            continue
        is_kind = (
            not form and bool(bare.strip()) and ("example" if _EXAMPLE.match(bare) else "instruction") == kind
        )
        if is_kind:
            if not written:
                out.append(f"{new}\n")
                written = True
        else:
            out.append(line)
        if not form and bare.strip():
            last_text = len(out)
    if not written and kind == "example" and last_text >= 0:
        out.insert(last_text, f"{new}\n")
        written = True
    if not written:
        raise FrozenError(f"there is no {kind} to change under {phase}")
    return "".join(out)
