"""The files that a text is likely about and does not name: by their words, identifiers and imports."""

from __future__ import annotations

import ast
import bisect
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pandora.regular_file import read_regular, read_text
from pandora.workspace.file_walk import Test, files_below
from pandora.workspace.named_files import URL
from pandora.workspace.operation_context import never
from pandora.workspace.paths import is_source_code

_IDENTIFIER = re.compile(
    r"(?<![\w./-])(?:[^\W\d]\w*_\w+|_\w{3,}|[a-z][a-z0-9]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*)(?![\w/-]|\.\w)"
)
_WORD, _SHORTEST = re.compile(r"\w+"), 3
"""A word, and the fewest letters of one that tells what a text is about."""
LIKELIEST = 8
"""The most files that are guessed for a text that names none."""
_SCORED, _PARSED = 64 << 10, 256 << 10
"""The most bytes of a file that are searched for words, and of a module that is parsed for its imports."""


def likely_files(text: str, workspace: Path, hides: Test = never) -> list[str]:
    """Return at most LIKELIEST files, those with the most words of `text` in name or content."""
    files = list(files_below(workspace, hides))
    if len(files) <= LIKELIEST:
        return files
    words = {word for word in _WORD.findall(text.lower()) if len(word) >= _SHORTEST}
    scores = []
    for path in files:
        try:
            data, _ = read_regular(path, _SCORED, inside=workspace)
        except OSError:
            continue
        content = path.lower() + " " + data.decode("utf-8", "ignore").lower()
        there = sorted({*_WORD.findall(content)})
        score = sum(1 for word in words if _begins_one(word, there))
        if b"\0" not in data and score:
            scores.append((-score, path))
    best = [path for _, path in sorted(scores)[:LIKELIEST]]
    return best


def _begins_one(word: str, words: Sequence[str]) -> bool:
    """True where one of the sorted words begins with a word."""
    place = bisect.bisect_left(words, word)
    return place < len(words) and words[place].startswith(word)


def files_with_identifiers(text: str, workspace: Path, hides: Test = never) -> list[str]:
    """Return the files that hold an identifier of `text`, such as `calc_tot`, if program code is among them.

    An identifier is told from other words by an underscore or a capital within. Program code comes first.
    """
    names = dict.fromkeys(_IDENTIFIER.findall(URL.sub(" ", text)))
    if not names:
        return []
    form = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    holding = []
    for path in files_below(workspace, hides):
        try:
            data, _ = read_regular(path, _SCORED, inside=workspace)
        except OSError:
            continue
        if b"\0" not in data and form.search(data.decode("utf-8", "replace")):
            holding.append(path)
    holding.sort(key=lambda path: not is_source_code(path))
    return holding[:LIKELIEST] if holding and is_source_code(holding[0]) else []


def shares_words(text: str, files: Sequence[str], workspace: Path) -> bool:
    """True where the names or contents of `files` have a word of `text` with five letters or more.

    What follows a word's beginning may differ, as in `trams` and `tram`.
    """
    stems = {word[: max(4, len(word) - 2)] for word in re.findall(r"[^\W\d_]{5,}", text.casefold())}
    sizes = {len(stem) for stem in stems}
    for path in files if stems else ():
        try:
            data, _ = read_regular(path, _SCORED, inside=workspace)
        except OSError:
            continue
        file_words = set(re.findall(r"[^\W\d_]{4,}", f"{path} {data.decode('utf-8', 'ignore')}".casefold()))
        if any(word[:size] in stems for word in file_words for size in sizes):
            return True
    return False


def with_imports(named: list[str], workspace: Path) -> list[str]:
    """Return `named` and the workspace's modules that the Python files in `named` import."""
    files = dict.fromkeys(named)
    for path in named:
        if path.endswith(".py"):
            for module in _imports(path, workspace):
                for root in (Path(path).parent, Path(".")):
                    candidate = root / (module.replace(".", "/") + ".py")
                    if os.path.isfile(workspace / candidate):
                        files[str(candidate)] = None
    return list(files)


def _imports(path: str, workspace: Path) -> Iterator[str]:
    try:
        tree = ast.parse(read_text(path, _PARSED, inside=workspace))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
