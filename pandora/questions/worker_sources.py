"""The source files that workers may read besides the graph, and the passages of them to show a question.

Files that the policy hides are never read. Passages of files that lie outside the workspace, or that the policy
distrusts, are marked (`Passage.stranger`), so that they are quoted wherever they are used.
"""

from __future__ import annotations

import functools
import itertools
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pandora.document.state_document import digest
from pandora.errors import UsageError
from pandora.policy import Policy
from pandora.questions.relevant_statements import FADING, ranked_passages
from pandora.questions.statements import Statement, statements_of
from pandora.regular_file import read_regular
from pandora.user_folders import from_home
from pandora.workspace.full_text import TABLES, FullText, Passage, passages_of

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
"""The size in bytes above which a file is left out."""
FILES, MOST = 500, 16 << 20
"""The most files that are read, and the most bytes of them in all."""
PASSAGES = 60
"""The most passages that a question is given where not all of them fit."""

STATEMENTS = 5000
"""The most statements in which code looks for quotes and contradictions."""
CANDIDATES = 200
"""The most passages that are ranked by what ties them to a question; of more, those with words of it."""
SOURCE = re.compile(r"^  Source (\S.*):(\d+):\n(?:    .*(?:\n|\Z))*", re.M)
"""Matches a passage in §1: a line with its path and line number, then its text, indented."""


@dataclass(frozen=True)
class Shelf:
    """The source files of a graph, with look-ups of the passages that fit a question.

    `paths` are as `checked` returned them, and `root` is the folder of the workspace. A shelf reads the files
    once; to see later changes, make a new shelf.
    """

    paths: tuple[str, ...]
    root: Path
    policy: Policy = field(default_factory=Policy)

    @functools.cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, in the order of the files; files that the policy hides are left out."""
        passages: list[Passage] = []
        left = MOST
        for shown, path, folder in files(self.paths, self.root):
            inside = _inside(path, self.root)
            if inside is not None and self.policy.hides(inside):
                continue
            stranger = inside is None or self.policy.distrusts(inside)
            stamp = _stamp(path)
            left -= stamp[1] if stamp[1] <= LARGEST else 0
            if left < 0:
                break
            passages += (
                replace(passage, stranger=stranger) for passage in _passages(shown, path, folder, stamp)
            )
        return tuple(passages)

    @functools.cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The first `STATEMENTS` statements of the passages, in the order of the files."""
        return tuple(itertools.islice(statements_of(self.passages), STATEMENTS))

    @functools.cached_property
    def digest(self) -> str:
        """A text that changes when any of the sources does."""
        return f"whole-{digest(*(f'{passage.place} {passage.text}' for passage in self.passages))}"

    def digest_of(self, paths: Sequence[str]) -> str:
        """A digest of the passages of some files."""
        return digest(*(passage.text for passage in self.passages if passage.path in paths))

    @property
    def tables(self) -> tuple[str, ...]:
        """The paths of the tables inside the workspace that programs may read, in the order of the files."""
        paths = dict.fromkeys(passage.path for passage in self.passages if not passage.stranger)
        return tuple(path for path in paths if path.lower().endswith(TABLES) and not os.path.isabs(path))

    @functools.cached_property
    def _texts(self) -> FullText:
        return FullText.in_memory(self.passages)

    def _candidates(self, question: str, around: str) -> list[Passage]:
        """All passages, or of very many the first ones that have words of the question, in the files' order."""
        if len(self.passages) <= CANDIDATES:
            return list(self.passages)
        nearest = set(itertools.islice(self._texts.nearest(question, around, FADING), CANDIDATES))
        return [passage for passage in self.passages if passage in nearest]

    def selected(self, question: str, around: str = "") -> list[Passage]:
        """The passages to show where not all fit, the best first; `around` is the text of the questions above.

        The best passage of each file comes first, then the next ones of each: what ties a question to one file
        does not push out all others, which may say the same in other words.
        """
        ranked = ranked_passages(question, self._candidates(question, around), around)
        known = set(ranked)
        ranked += [passage for passage in self.passages if passage not in known]
        rounds: dict[str, int] = {}
        order: list[tuple[int, int, Passage]] = []
        for place, passage in enumerate(ranked):
            rounds[passage.path] = rounds.get(passage.path, -1) + 1
            order.append((rounds[passage.path], place, passage))
        return [passage for *_, passage in sorted(order, key=lambda entry: entry[:2])]

    def rests(self, question: str, around: str, count: int) -> str:
        """What an answer rests on that was shown the `count` best passages: `count-digest.digest of all`."""
        shown = self.selected(question, around)[:count]
        of_shown = digest(*sorted(f"{passage.path} {passage.text}" for passage in shown))
        return f"{count}-{of_shown}.{self.digest}"

    def rests_now(self, written: str, question: str, around: str) -> str:
        """`written`, which `rests` or `digest` gave, while what it stands for is the same; else what it is now.

        Passages are ranked again only where any source has changed.
        """
        count, _, rest = written.partition("-")
        if count == "whole":
            return self.digest
        if rest.endswith(f".{self.digest}"):
            return written
        now = self.rests(question, around, int(count) if count.isdigit() else 0)
        return written if now.partition(".")[0] == written.partition(".")[0] else now


def places_in(context: str) -> list[str]:
    """The places, as `path:line`, of the passages in the text of a §1."""
    return [f"{source[1]}:{source[2]}" for source in SOURCE.finditer(f"{context}\n")]


def _inside(path: Path, root: Path) -> str | None:
    """A file's path relative to `root` after following links; None where the file lies outside `root`."""
    whole, top = Path(os.path.realpath(path)), Path(os.path.realpath(root))
    return whole.relative_to(top).as_posix() if whole.is_relative_to(top) else None


def checked(paths: Iterable[str], root: Path, hides: Callable[[str], bool]) -> list[str]:
    """Check paths that a person gave, and return them as a graph stores them.

    A path inside the workspace becomes relative to `root`. Raises UsageError where a path does not exist, where
    the policy hides it, or where the paths hold no text file. `hides` takes a path relative to `root`.
    """
    kept = []
    for given in paths:
        path = from_home(given)
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
    """At most `FILES` text files that the paths name or contain, as (path to show, path, given folder).

    The folder is the one in `paths` that contains the file, and None for a file that `paths` names itself. In a
    folder, hidden files, links that lead out of the folder, and anything but regular files are left out.
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
            if len(found_files) >= FILES:
                break
    return found_files[:FILES]


def _lies_in(path: Path, folder: str) -> bool:
    """Return True if `path`, after following links, is a regular file in `folder`, a real path."""
    real = os.path.realpath(path)
    return os.path.isfile(real) and os.path.commonpath([real, folder]) == folder


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)


_PASSAGES: dict[tuple[str, Path, Path | None], tuple[tuple[int, int], tuple[Passage, ...]]] = {}
"""The passages of each file as it was when the last shelf read it, with its stamp of that moment."""


def _passages(shown: str, path: Path, folder: Path | None, stamp: tuple[int, int]) -> tuple[Passage, ...]:
    if stamp[1] > LARGEST or stamp == (0, 0):
        return ()
    before = _PASSAGES.get((shown, path, folder))
    if before is not None and before[0] == stamp:
        return before[1]
    if len(_PASSAGES) >= FILES:
        _PASSAGES.clear()
    passages = _read_passages(shown, path, folder)
    _PASSAGES[shown, path, folder] = stamp, passages
    return passages


def _read_passages(shown: str, path: Path, folder: Path | None) -> tuple[Passage, ...]:
    try:
        data, whole = read_regular(path, LARGEST, inside=folder)
    except OSError:
        return ()
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return tuple(passages_of(shown, text)) if whole else ()
