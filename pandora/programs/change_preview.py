"""What a change of files looks like to a person who allows it: a unified diff, and the keys that differ."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pandora.document.invisible_characters import INVISIBLE
from pandora.programs.file_difference import key_changes

AROUND = 3
"""How many unchanged lines stand around a change."""
LONGEST_LINE = 400
"""The most characters of a line that are shown; how many more there are is said."""
COMPARED = 4000
"""Where more lines than this differ in one stretch, they are compared place by place, or taken as a whole."""
_KEYS, _LONGEST_KEY = 40, 160
"""The most keys of a file that are listed, and the most characters of each."""
_PARSED = 1 << 20
"""The most bytes of a file whose keys are compared."""
_UNENDED = "\n\\ No newline at end of file"
Opcode = tuple[str, int, int, int, int]


@dataclass(frozen=True)
class FileVersions:
    """A file before and after a change; None where there is no file.

    `note` says why the earlier content cannot be shown, "" where it can.
    """

    path: str
    before: bytes | None
    after: bytes | None
    note: str = ""


def preview(files: Sequence[FileVersions], around: int = AROUND) -> str:
    """Return all the changes as text; characters that nobody would see are written as `\\xNN` or `\\uNNNN`.

    A file that is only moved is told in one line.
    """
    moved = dict(_moves(files))
    gone = set(moved.values())
    lines: list[str] = []
    for file in files:
        if file.path in moved:
            lines.append(f"moved {visible(moved[file.path])} → {visible(file.path)}, every byte as it was")
        elif file.path not in gone:
            lines += file_diff(file, around)
    return "\n".join(lines)


def file_diff(file: FileVersions, around: int = AROUND) -> list[str]:
    """Return one file's change: the keys that differ, then a unified diff; of no text, only its size."""
    path = visible(file.path)
    old, new = file.before, file.after
    if file.note:
        return [f"{path}: {file.note}"]
    if any(content is not None and b"\0" in content for content in (old, new)):
        sizes = " → ".join("no file" if content is None else f"{len(content)} bytes" for content in (old, new))
        return [f"{path}: not text, {sizes}"]
    was, will_be = (path if content is not None else "/dev/null" for content in (old, new))
    before, after = _lines(old or b""), _lines(new or b"")
    if _all_end_in_return(before) and _all_end_in_return(after):
        before, after = _without_return(before), _without_return(after)
    return [*_keys(file), f"--- {was}", f"+++ {will_be}", *_hunks(before, after, around)]


def _moves(files: Sequence[FileVersions]) -> Iterator[tuple[str, str]]:
    """Yield (new path, old path) of each file that has the very bytes of one that goes."""
    gone = {file.before: file.path for file in files if file.before is not None and file.after is None}
    for file in files:
        if file.before is None and file.after is not None and file.after in gone:
            yield file.path, gone.pop(file.after)


def _keys(file: FileVersions) -> list[str]:
    old, new = file.before, file.after
    if old is None or new is None or max(len(old), len(new)) > _PARSED:
        return []
    changes = [_cut(visible(line), _LONGEST_KEY) for line in key_changes(file.path, old, new)]
    if not changes:
        return []
    more = [f"  and {len(changes) - _KEYS} more keys"] if len(changes) > _KEYS else []
    return [f"{visible(file.path)}, key by key:", *(f"  {line}" for line in changes[:_KEYS]), *more]


def _lines(content: bytes) -> list[str]:
    """The lines of a text; its last one has a mark where no newline ends it."""
    lines = content.decode("utf-8", "backslashreplace").split("\n")
    last = lines.pop()
    return [*lines, f"{last}{_UNENDED}"] if last else lines


def _all_end_in_return(lines: Sequence[str]) -> bool:
    return all(line.removesuffix(_UNENDED).endswith("\r") or line.endswith(_UNENDED) for line in lines)


def _without_return(lines: Sequence[str]) -> list[str]:
    return [line.removesuffix("\r") for line in lines]


def _hunks(before: Sequence[str], after: Sequence[str], around: int) -> Iterator[str]:
    for group in _grouped(_opcodes(before, after), around):
        _, first, _, other, _ = group[0]
        _, _, last, _, last_other = group[-1]
        yield f"@@ -{_range(first, last)} +{_range(other, last_other)} @@"
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from _marked(" ", before[start:end])
                continue
            yield from _marked("-", before[start:end])
            yield from _marked("+", after[new_start:new_end])


def _range(start: int, end: int) -> str:
    """A range of lines as unified diffs write it."""
    length = end - start
    return f"{start + 1 if length else start}" if length == 1 else f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        text = line.removesuffix(_UNENDED)
        yield mark + _cut(visible(text), LONGEST_LINE)
        if text != line:
            yield _UNENDED.strip("\n")


def _opcodes(before: Sequence[str], after: Sequence[str]) -> list[Opcode]:
    """Return what turns one list of lines into the other, in time that grows with the lines and not faster."""
    most = min(len(before), len(after))
    first = next((place for place in range(most) if before[place] != after[place]), most)
    rest = most - first
    last = next((place for place in range(rest) if before[-1 - place] != after[-1 - place]), rest)
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    if len(old) + len(new) <= COMPARED:
        middle: list[Opcode] = list(difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes())
    elif len(old) == len(new):
        middle = list(_by_place(old, new))
    else:
        middle = [("replace", 0, len(old), 0, len(new))]
    codes: list[Opcode] = [("equal", 0, first, 0, first)] if first else []
    codes += [(tag, a + first, b + first, c + first, d + first) for tag, a, b, c, d in middle]
    if last:
        codes.append(("equal", len(before) - last, len(before), len(after) - last, len(after)))
    return codes


def _by_place(old: Sequence[str], new: Sequence[str]) -> Iterator[Opcode]:
    start = 0
    for place in range(1, len(old) + 1):
        same = old[start] == new[start]
        if place == len(old) or (old[place] == new[place]) != same:
            yield ("equal" if same else "replace", start, place, start, place)
            start = place


def _grouped(codes: Sequence[Opcode], around: int) -> Iterator[list[Opcode]]:
    """Yield the changes that share their surroundings together, with `around` equal lines at both ends."""
    group: list[Opcode] = []
    for number, (tag, a, b, c, d) in enumerate(codes):
        if tag != "equal":
            group.append((tag, a, b, c, d))
            continue
        ends = number == len(codes) - 1
        if group and not ends and b - a <= 2 * around:
            group.append((tag, a, b, c, d))
            continue
        if group:
            kept = min(around, b - a)
            yield [*group, ("equal", a, a + kept, c, c + kept)] if kept else group
            group = []
        kept = min(around, b - a)
        if kept and not ends:
            group = [("equal", b - kept, b, d - kept, d)]
    if any(tag != "equal" for tag, *_ in group):
        yield group


def visible(text: str) -> str:
    """Write as escapes what no eye sees: control, format, private, filling characters; a tab stays."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if _is_seen(letter) else _escaped(letter) for letter in text)


def _is_seen(letter: str) -> bool:
    if letter == "\t":
        return True
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and not INVISIBLE.match(
        letter
    )


def _escaped(letter: str) -> str:
    if letter == "\r":
        return "\\r"
    number = ord(letter)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def _cut(line: str, longest: int) -> str:
    return line if len(line) <= longest else f"{line[:longest]}… ({len(line) - longest} more characters)"
