"""What code can know of a task before a model reads it: its files, the missing ones, and their shape."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from pandora.document.quote import quoted
from pandora.programs.describe import describe_many
from pandora.programs.measure import columns_of_files
from pandora.web.address import urls
from pandora.workspace.paths import is_hidden
from pandora.workspace.room import no

_PATH = re.compile(
    r"(?<![\w/.~-])(~?/?(?:[\w.*?-]+/)*[\w*?-][\w.*?-]*\.[A-Za-z]\w{0,7}|(?:[\w.-]+/)+)(?![\w/])"
)
_URL = re.compile(r"\b[a-z][a-z+.-]*://\S+")
_SKIP = {"state", "system", "out", ".git", ".venv", "node_modules", "__pycache__", "pandora.toml"}
_NO_NAME = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
"""What no prompt can hold, and no program would find again."""
Test = Callable[[str], bool]
LISTED = 40
DESCRIBED = 8
SCANNED = 2000


@dataclass(frozen=True)
class Gathered:
    """A task's files by workspace path, the paths it names that are not there, and the context's text.

    `columns` are those of the files that are tables; `named` tells that the task names the files.
    """

    files: tuple[str, ...]
    absent: tuple[str, ...]
    context: str
    named: bool = False
    columns: tuple[str, ...] = ()


def gather(text: str, workspace: Path, hides: Test = no, distrusts: Test = no) -> Gathered:
    """Find what the task names; where it names nothing that is there, the workspace's likeliest files.

    What policy `hides` is not looked at. What holds words of strangers (`distrusts`) is read only where the
    task names it, and quoted.
    """
    named, absent = named_paths(text, workspace, hides)
    denied = [path for path in named if is_hidden(path, workspace, hides)]
    named = [path for path in named if path not in denied]
    files = _with_imports(named, workspace) if named else []
    pages = urls(text)
    if not files and not absent and not pages and not denied:
        files = likely_files(text, workspace, lambda path: hides(path) or distrusts(path))
    files = [path for path in files if not is_hidden(path, workspace, hides)]
    closed = [path for path in files if not _readable(workspace / path)]
    files = [path for path in files if path not in closed]
    described = describe_many(files[:DESCRIBED], workspace) if files else ""
    lines = [quoted(described) if any(map(distrusts, files)) else described] if files else []
    if len(files) > DESCRIBED:
        lines.append("also: " + ", ".join(files[DESCRIBED : DESCRIBED + LISTED]))
    lines += [f"{path}: there is no such file" for path in absent]
    lines += [f"{path}: cannot be read" for path in closed]
    lines += [f"{page}: a page of the web" for page in pages]
    lines += [f"{path}: policy denies reading it" for path in denied]
    columns = columns_of_files(tuple(files), workspace)
    return Gathered(tuple(files), tuple(absent), "\n".join(lines) or "no files", bool(named), columns)


def _readable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


def named_paths(text: str, workspace: Path, hides: Test = no) -> tuple[list[str], list[str]]:
    """The files that `text` names, globs and folders unfolded, and the paths that do not exist."""
    found: dict[str, None] = {}
    absent: dict[str, None] = {}
    for match in _PATH.finditer(_URL.sub(" ", text)):
        name = match.group(1).rstrip(".")
        hits = list(_existing(name, workspace, hides))
        for path in hits:
            found[path] = None
        if not hits and not os.path.isdir(workspace / name) and _looks_like_a_path(name):
            absent[name] = None
    return list(found), list(absent)


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
            each for each in _walk(workspace, hides) if each.startswith(relative.rstrip("/") + "/")
        )
    elif "*" in relative or "?" in relative:
        yield from sorted(each for each in _walk(workspace, hides) if fnmatch(each, relative))
    elif "/" not in relative:
        hits = [each for each in _walk(workspace, hides) if each.rsplit("/", 1)[-1] == relative]
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


def likely_files(text: str, workspace: Path, hides: Test = no) -> list[str]:
    """Files whose names or content hold most of the task's words; all of them where there are few."""
    files = list(_walk(workspace, hides))
    if len(files) <= DESCRIBED:
        return files
    words = set(re.findall(r"\w{3,}", text.lower()))
    scores = []
    for path in files:
        try:
            data = (workspace / path).read_bytes()[:65_536]
        except OSError:
            continue
        held = path.lower() + " " + data.decode("utf-8", "ignore").lower()
        score = sum(1 for word in words if re.search(rf"\b{re.escape(word)}", held))
        if b"\0" not in data and score:
            scores.append((-score, path))
    best = [path for _, path in sorted(scores)[:DESCRIBED]]
    return best


def _with_imports(named: list[str], workspace: Path) -> list[str]:
    """`named`, and the workspace's own modules that named Python files import."""
    found = dict.fromkeys(named)
    for path in named:
        if path.endswith(".py"):
            for module in _imports(workspace / path):
                for root in (Path(path).parent, Path(".")):
                    candidate = root / (module.replace(".", "/") + ".py")
                    if os.path.isfile(workspace / candidate):
                        found[str(candidate)] = None
    return list(found)


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
