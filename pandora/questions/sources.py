"""What workers may read besides the graph: texts of files and folders, the nearest passages found by words."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pandora.errors import UsageError
from pandora.questions.signals import words

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


@dataclass(frozen=True)
class Passage:
    """A part of a file: its path as it was given, the line where it begins, and its text."""

    path: str
    line: int
    text: str


def checked(paths: Iterable[str], root: Path) -> list[str]:
    """The paths as a graph keeps them, from the workspace where they lie inside.

    UsageError for one that is not there, or where there is nothing to read.
    """
    found = []
    for each in paths:
        path = Path(each).expanduser()
        whole = Path(os.path.normpath(path if path.is_absolute() else Path.cwd() / path))
        if not whole.exists():
            raise UsageError(f"{each}: there is no such file or folder; --context takes what workers may read")
        found.append(str(whole.relative_to(root) if whole.is_relative_to(root) else whole))
    if found and not files(found, root):
        raise UsageError(f"{', '.join(found)}: no text in there; --context reads {' '.join(ENDINGS)}")
    return found


def files(paths: Sequence[str], root: Path) -> list[tuple[str, Path]]:
    """Every text file that the paths name or hold, hidden ones left out."""
    found: list[tuple[str, Path]] = []
    for each in paths:
        path = root / each
        if path.is_file():
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


def nearest(question: str, paths: Sequence[str], root: Path, count: int) -> list[Passage]:
    """The passages that share most with a question's words, the best first; rare words count for more."""
    passages = [
        passage for shown, path in files(paths, root) for passage in _passages(shown, path, _stamp(path))
    ]
    wanted = words(question)
    if not passages or not wanted:
        return []
    held = [words(each.text) | words(each.path) for each in passages]
    spread = {word: sum(1 for each in held if word in each) for word in wanted}
    scores = [sum(1 / spread[word] ** 0.5 for word in wanted & each) for each in held]
    order = sorted(range(len(passages)), key=lambda place: -scores[place])
    return [passages[place] for place in order[:count] if scores[place] > 0]


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
    return tuple(_cut(shown, text))


def _cut(shown: str, text: str) -> Iterator[Passage]:
    """Paragraphs, short ones joined and long ones cut at a space."""
    kept, begun, line = "", 1, 1
    for block in re.split(r"(\n\s*\n)", text):
        if not block.strip():
            line += block.count("\n")
            continue
        if kept and len(kept) + len(block) > LENGTH:
            yield Passage(shown, begun, kept)
            kept = ""
        begun = begun if kept else line
        kept = f"{kept}\n{block.strip()}" if kept else block.strip()
        line += block.count("\n")
        while len(kept) > LENGTH * 2:
            at = kept.rfind(" ", 0, LENGTH) if " " in kept[1:LENGTH] else LENGTH
            yield Passage(shown, begun, kept[:at])
            begun += kept[:at].count("\n")
            kept = kept[at:].strip()
    if kept:
        yield Passage(shown, begun, kept)
