"""What workers may read besides the graph: which files and folders, and what of them an answer rests on.

Policy has the last word: what it hides is not read, and what lies outside the workspace, or where policy says
that strangers' words are, is marked (`Passage.stranger`), to be quoted wherever it stands.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.document.state_document import digest
from pandora.errors import UsageError
from pandora.policy import Policy
from pandora.regular_file import read_regular
from pandora.workspace.full_text import FullText, Passage, passages_of

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
PASSAGES = 8
"""The most passages that a question is given."""


AROUND = 0.3
"""What a word of the questions above counts for, beside one of the question itself."""
SOURCE = re.compile(r"^  Source (\S.*):(\d+):\n(?:    .*(?:\n|\Z))*", re.M)
"""A passage as it stands in §1: its place, and its lines below."""


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
        passages: list[Passage] = []
        for shown, path, folder in files(self.paths, self.root):
            inside = _inside(path, self.root)
            if inside is not None and self.policy.hides(inside):
                continue
            stranger = inside is None or self.policy.distrusts(inside)
            passages += (
                replace(passage, stranger=stranger) for passage in _passages(shown, path, folder, _stamp(path))
            )
        return tuple(passages)

    @functools.cached_property
    def _texts(self) -> FullText:
        return FullText.in_memory(self.passages)

    def nearest(self, question: str, around: str = "") -> list[Passage]:
        """The passages that share most with a question's words, the best first; rare words count for more.

        `around` are the questions above, which say what a short one is about. Where nothing fits, each file's
        beginning is better than nothing.
        """
        fitting = list(self._texts.nearest(question, around, AROUND))
        return fitting or list({passage.path: passage for passage in reversed(self.passages)}.values())[::-1]

    def rests(self, question: str, around: str, count: int) -> str:
        """What says whether the `count` passages nearest to a question still read as they did."""
        nearest = self.nearest(question, around)[:count]
        return f"{count}-{digest(*sorted(f'{passage.path} {passage.text}' for passage in nearest))}"


def places_in(context: str) -> list[str]:
    """The places of the passages that a §1 holds."""
    return [f"{source[1]}:{source[2]}" for source in SOURCE.finditer(f"{context}\n")]


def _inside(path: Path, root: Path) -> str | None:
    """A file's path from the workspace; None where it lies elsewhere, links followed."""
    whole, top = Path(os.path.realpath(path)), Path(os.path.realpath(root))
    return whole.relative_to(top).as_posix() if whole.is_relative_to(top) else None


def checked(paths: Iterable[str], root: Path, hides: Callable[[str], bool]) -> list[str]:
    """The paths as a graph keeps them, from the workspace where they lie inside.

    UsageError for one that is not there, that policy `hides`, or where there is nothing to read.
    """
    kept = []
    for given in paths:
        path = Path(given).expanduser()
        whole = Path(os.path.normpath(path if path.is_absolute() else Path.cwd() / path))
        if not whole.exists():
            raise UsageError(f"{given}: there is no such file or folder; --context takes what workers may read")
        if (inside := _inside(whole, root)) is not None and hides(inside):
            raise UsageError(f"{given}: policy denies reading it; allow it in pandora.toml, or leave it out")
        kept.append(str(whole.relative_to(root) if whole.is_relative_to(root) else whole))
    if kept and not files(kept, root):
        raise UsageError(f"{', '.join(kept)}: no text in there; --context reads {' '.join(ENDINGS)}")
    return kept


def files(paths: Sequence[str], root: Path) -> list[tuple[str, Path, Path | None]]:
    """Every text file that the paths name or hold, hidden ones left out, each with the folder that holds it.

    A person who gives a folder gives what lies in it: a link in it that leads out of it is left out, and so is
    what is no regular file. A file that is given by its own path has no such folder.
    """
    found_files: list[tuple[str, Path, Path | None]] = []
    for given in paths:
        path = root / given
        if os.path.isfile(path):
            found_files.append((given, path, None))
            continue
        top = os.path.realpath(path)
        for folder, inside, names in os.walk(path):
            inside[:] = sorted(name for name in inside if not name.startswith("."))
            for name in sorted(names):
                whole = Path(folder, name)
                if name.lower().endswith(ENDINGS) and not name.startswith(".") and _lies_in(whole, top):
                    shown = whole.relative_to(root) if whole.is_relative_to(root) else whole
                    found_files.append((str(shown), whole, path))
    return found_files[:FILES]


def _lies_in(path: Path, folder: str) -> bool:
    """Whether a regular file lies in `folder`, a real path, links followed."""
    real = os.path.realpath(path)
    return os.path.isfile(real) and os.path.commonpath([real, folder]) == folder


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)


@functools.lru_cache(maxsize=FILES)
def _passages(shown: str, path: Path, folder: Path | None, stamp: tuple[int, int]) -> tuple[Passage, ...]:
    if stamp[1] > LARGEST or stamp == (0, 0):
        return ()
    try:
        data, whole = read_regular(path, LARGEST, inside=folder)
    except OSError:
        return ()
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return tuple(passages_of(shown, text)) if whole else ()
