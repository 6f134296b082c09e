"""The workspace's files that a text names: paths, globs and folders, and where it names none the likeliest."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from pandora.workspace.operation_context import never

_PATH = re.compile(
    r"(?<![\w/.~-])(~?/?(?:[\w.*?-]+/)*[\w*?-][\w.*?-]*\.[A-Za-z]\w{0,7}|(?:[\w.-]+/)+)(?![\w/])"
)
_URL = re.compile(r"\b[a-z][a-z+.-]*://\S+")
_SKIP = {"state", "system", "out", ".git", ".venv", "node_modules", "__pycache__", "pandora.toml"}
_NO_NAME = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
"""What no prompt can hold, and no program would find again."""
Test = Callable[[str], bool]
LIKELIEST = 8
"""Files that a text which names none may be about."""
SCANNED = 2000


def named_paths(text: str, workspace: Path, hides: Test = never) -> tuple[list[str], list[str]]:
    """The files that `text` names, globs and folders unfolded, and the paths that do not exist."""
    existing: dict[str, None] = {}
    absent: dict[str, None] = {}
    for match in _PATH.finditer(_URL.sub(" ", text)):
        name = match.group(1).rstrip(".")
        hits = list(_existing(name, workspace, hides))
        for path in hits:
            existing[path] = None
        if not hits and not os.path.isdir(workspace / name) and _looks_like_a_path(name):
            absent[name] = None
    return list(existing), list(absent)


def _looks_like_a_path(name: str) -> bool:
    return "/" in name or not re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]?|\d+\.\w+|[eE]\.g|[iI]\.e", name)


def _existing(name: str, workspace: Path, hides: Test) -> Iterator[str]:
    relative = name.removeprefix("./")
    if relative.startswith(("/", "~")) or ".." in relative.split("/"):
        return
    path = workspace / relative
    if os.path.isfile(path):  # of a path that may not be looked at, pathlib's own raises
        yield relative
    elif os.path.isdir(path):
        yield from sorted(
            file for file in _walk(workspace, hides) if file.startswith(relative.rstrip("/") + "/")
        )
    elif "*" in relative or "?" in relative:
        yield from sorted(file for file in _walk(workspace, hides) if fnmatch(file, relative))
    elif "/" not in relative:
        hits = [file for file in _walk(workspace, hides) if file.rsplit("/", 1)[-1] == relative]
        if len(hits) == 1:
            yield hits[0]


def _walk(workspace: Path, hides: Test) -> Iterator[str]:
    """The workspace's files, hidden ones and the engine's own folders left out, a bounded number."""
    left = SCANNED
    folders = [workspace]
    while folders:
        folder = folders.pop(0)
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            continue
        for entry in entries:
            if (
                entry.name.startswith(".")
                or _NO_NAME.search(entry.name)
                or (folder == workspace and entry.name in _SKIP)
            ):
                continue
            if entry.name in ("node_modules", "__pycache__") or os.path.islink(entry):
                continue
            if os.path.isdir(entry):
                folders.append(entry)
            elif os.path.isfile(entry) and not hides(entry.relative_to(workspace).as_posix()):
                yield str(entry.relative_to(workspace))
                left -= 1
                if left <= 0:
                    return


def likely_files(text: str, workspace: Path, hides: Test = never) -> list[str]:
    """Files whose names or content hold most of the task's words; all of them where there are few."""
    files = list(_walk(workspace, hides))
    if len(files) <= LIKELIEST:
        return files
    words = set(re.findall(r"\w{3,}", text.lower()))
    scores = []
    for path in files:
        try:
            with (workspace / path).open("rb") as file:
                data = file.read(65_536)
        except OSError:
            continue
        content = path.lower() + " " + data.decode("utf-8", "ignore").lower()
        score = sum(1 for word in words if re.search(rf"\b{re.escape(word)}", content))
        if b"\0" not in data and score:
            scores.append((-score, path))
    best = [path for _, path in sorted(scores)[:LIKELIEST]]
    return best


def with_imports(named: list[str], workspace: Path) -> list[str]:
    """`named`, and the workspace's own modules that named Python files import."""
    files = dict.fromkeys(named)
    for path in named:
        if path.endswith(".py"):
            for module in _imports(workspace / path):
                for root in (Path(path).parent, Path(".")):
                    candidate = root / (module.replace(".", "/") + ".py")
                    if os.path.isfile(workspace / candidate):
                        files[str(candidate)] = None
    return list(files)


def _imports(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeDecodeError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
