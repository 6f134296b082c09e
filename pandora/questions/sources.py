"""What workers may read besides the graph: texts of files and folders, the nearest passages found by words.

Policy has the last word: what it hides is not read, and what lies outside the workspace, or where policy says
that strangers' words are, is marked (`Passage.stranger`), to be quoted wherever it stands.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.document.state_document import digest
from pandora.errors import UsageError
from pandora.policy import Policy
from pandora.questions.likeness import words

ENDINGS = (
    ".md",
    ".txt",
    ".rst",
    ".csv",
    ".tsv",
    ".json",
    ".jsonl",
    ".log",
    ".py",
    ".html",
    ".toml",
    ".yaml",
    ".yml",
)
LARGEST = 2_000_000
"""Bytes of a file beyond which it is left out."""
FILES = 500
"""The most files that are read."""
LENGTH = 700
"""About how many characters a passage has."""
PASSAGES = 8
"""The most passages that a question is given."""


AROUND = 0.3
"""What a word of the questions above counts for, beside one of the question itself."""
SOURCE = re.compile(r"^  Source (\S.*):(\d+):\n(?:    .*(?:\n|\Z))*", re.M)
"""A passage as it stands in §1: its place, and its lines below."""
_TABLES = (".csv", ".tsv")


@dataclass(frozen=True)
class Passage:
    """A part of a file: its path as it was given, its first line, its text, and whether a stranger wrote it."""

    path: str
    line: int
    text: str
    stranger: bool = False

    @property
    def place(self) -> str:
        """Where it stands, as sources are cited."""
        return f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Shelf:
    """The sources of a graph: the paths that `checked` gave, the workspace, and what policy says of them.

    Files are read once: a shelf is made anew for each look.
    """

    paths: tuple[str, ...]
    root: Path
    policy: Policy = field(default_factory=Policy)

    @functools.cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, in the order of the files; what policy hides is left out."""
        found: list[Passage] = []
        for shown, path in files(self.paths, self.root):
            inside = _inside(path, self.root)
            if inside is not None and self.policy.hides(inside):
                continue
            stranger = inside is None or self.policy.distrusts(inside)
            found += (replace(each, stranger=stranger) for each in _passages(shown, path, _stamp(path)))
        return tuple(found)

    @functools.cached_property
    def _places(self) -> dict[str, list[int]]:
        """The numbers of the passages that hold each word."""
        found: dict[str, list[int]] = {}
        for number, each in enumerate(self.passages):
            for word in words(each.text) | words(each.path):
                found.setdefault(word, []).append(number)
        return found

    def nearest(self, question: str, around: str = "") -> list[Passage]:
        """The passages that share most with a question's words, the best first; rare words count for more.

        `around` are the questions above, which say what a short one is about. Where nothing fits, each file's
        beginning is better than nothing.
        """
        weights = {**dict.fromkeys(words(around), AROUND), **dict.fromkeys(words(question), 1.0)}
        scores: dict[int, float] = {}
        for word, weight in sorted(weights.items()):
            places = self._places.get(word, [])
            for place in places:
                scores[place] = scores.get(place, 0.0) + weight / len(places) ** 0.5
        if not scores:
            return list({each.path: each for each in reversed(self.passages)}.values())[::-1]
        order = sorted(scores, key=lambda place: (-round(scores[place], 6), place))
        return [self.passages[place] for place in order]

    def rests(self, question: str, around: str, count: int) -> str:
        """What says whether the `count` passages nearest to a question still read as they did."""
        found = self.nearest(question, around)[:count]
        return f"{count}-{digest(*sorted(f'{each.path} {each.text}' for each in found))}"


def places_in(context: str) -> list[str]:
    """The places of the passages that a §1 holds."""
    return [f"{found[1]}:{found[2]}" for found in SOURCE.finditer(f"{context}\n")]


def _inside(path: Path, root: Path) -> str | None:
    """A file's path from the workspace; None where it lies elsewhere, links followed."""
    whole, top = Path(os.path.realpath(path)), Path(os.path.realpath(root))
    return whole.relative_to(top).as_posix() if whole.is_relative_to(top) else None


def checked(paths: Iterable[str], root: Path, hides: Callable[[str], bool]) -> list[str]:
    """The paths as a graph keeps them, from the workspace where they lie inside.

    UsageError for one that is not there, that policy `hides`, or where there is nothing to read.
    """
    found = []
    for each in paths:
        path = Path(each).expanduser()
        whole = Path(os.path.normpath(path if path.is_absolute() else Path.cwd() / path))
        if not whole.exists():
            raise UsageError(f"{each}: there is no such file or folder; --context takes what workers may read")
        if (inside := _inside(whole, root)) is not None and hides(inside):
            raise UsageError(f"{each}: policy denies reading it; allow it in pandora.toml, or leave it out")
        found.append(str(whole.relative_to(root) if whole.is_relative_to(root) else whole))
    if found and not files(found, root):
        raise UsageError(f"{', '.join(found)}: no text in there; --context reads {' '.join(ENDINGS)}")
    return found


def files(paths: Sequence[str], root: Path) -> list[tuple[str, Path]]:
    """Every text file that the paths name or hold, hidden ones left out."""
    found: list[tuple[str, Path]] = []
    for each in paths:
        path = root / each
        if os.path.isfile(path):
            found.append((each, path))
            continue
        for folder, inside, names in os.walk(path):
            inside[:] = sorted(name for name in inside if not name.startswith("."))
            for name in sorted(names):
                whole = Path(folder, name)
                if name.lower().endswith(ENDINGS) and not name.startswith("."):
                    shown = whole.relative_to(root) if whole.is_relative_to(root) else whole
                    found.append((str(shown), whole))
    return found[:FILES]


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=FILES)
def _passages(shown: str, path: Path, stamp: tuple[int, int]) -> tuple[Passage, ...]:
    if stamp[1] > LARGEST or stamp == (0, 0):
        return ()
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    rows = shown.lower().endswith(_TABLES)
    return tuple(_cut_rows(shown, text) if rows else _cut(shown, text))


def _cut(shown: str, text: str) -> Iterator[Passage]:
    """Paragraphs, short ones joined and long ones cut at a space."""
    kept, begun, line, gap = "", 1, 1, ""
    for block in re.split(r"(\n\s*\n)", text):
        if not block.strip():
            line += block.count("\n")
            gap = block
            continue
        if kept and len(kept) + len(block) > LENGTH:
            yield Passage(shown, begun, kept)
            kept = ""
        begun = begun if kept else line + len(block[: len(block) - len(block.lstrip())].split("\n")) - 1
        kept = f"{kept}{gap}{block.rstrip()}" if kept else block.strip()
        line += block.count("\n")
        while len(kept) > LENGTH * 2:
            at = kept.rfind(" ", 0, LENGTH) if " " in kept[1:LENGTH] else LENGTH
            yield Passage(shown, begun, kept[:at].rstrip())
            begun += kept[:at].count("\n") + kept[at:][: len(kept[at:]) - len(kept[at:].lstrip())].count("\n")
            kept = kept[at:].strip()
    if kept:
        yield Passage(shown, begun, kept)


def _cut_rows(shown: str, text: str) -> Iterator[Passage]:
    """Rows of a table, each passage below the table's first line: without it they say nothing."""
    lines = text.split("\n")
    head, kept, begun = lines[0].rstrip(), list[str](), 1
    for number, line in enumerate(lines[1:], 2):
        if kept and sum(map(len, kept)) + len(line) > LENGTH:
            yield Passage(shown, begun, "\n".join([head, *kept]))
            kept = []
        if line.strip():
            begun = begun if kept else number
            kept.append(line.rstrip())
    if kept or head:
        yield Passage(shown, begun if kept else 1, "\n".join([head, *kept]))
