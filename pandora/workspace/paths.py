"""Resolve the text of a path to a real path in the workspace, or raise RefusedError with the reason."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path

from pandora.document.terminal_text import shortened
from pandora.errors import RefusedError
from pandora.path_spelling import fold_case

_NAME_LIMIT = 255
_PATH_LIMIT = 4096
_SHOWN = 80
_DEEPEST = 100
SOURCE_CODE = (".py", ".js", ".ts", ".sh", ".c", ".h", ".cpp", ".go", ".rs", ".java", ".rb", ".php", ".pl")
"""Endings of files of program code."""


def resolve(path_text: str, workspace: Path, protected: Sequence[str], write: bool) -> Path:
    """Return the real path that `path_text` means in `workspace`; no file is opened, and it need not exist.

    Symbolic links are followed as long as they stay inside the workspace. If `write` is true, the path must
    also be unused or a plain file without further hard links, and must not be in `protected` or in a `.git`.
    Raises RefusedError with the reason.
    """
    _check_text(path_text)
    root = Path(os.path.realpath(workspace))
    given = Path(path_text)
    # realpath, not normpath: what `..` means depends on the links before it.
    try:
        lexical = Path(os.path.normpath(root / given))
        real = Path(os.path.realpath(root / given))
        if not any(lexical.is_relative_to(base) for base in (root, Path(os.path.abspath(workspace)))):
            raise _refused(path_text, "outside the workspace")
        if not real.is_relative_to(root):
            raise _refused(path_text, "a link leads outside the workspace")
        status = _status(real)
    except (OSError, ValueError) as error:
        raise _refused(path_text, str(error)) from error
    if status is not None and not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        raise _refused(path_text, "neither a file nor a folder")
    if write:
        _check_write(path_text, real, root, protected, status)
    return real


def printable_path(path_text: str) -> str:
    """Return a path shortened, and with unprintable characters replaced, so that a message can show it."""
    clean = "".join(letter if letter.isprintable() else "�" for letter in path_text)
    return shortened(clean, _SHOWN)


def is_protected(path: Path, root: Path, protected: Sequence[str]) -> bool:
    """Return whether `path`, a real path under `root`, is in `protected`, below such a name, or in a `.git`."""
    parts = tuple(fold_case(part) for part in path.relative_to(root).parts)
    if ".git" in parts:
        return True
    for name in protected:
        protected_parts = tuple(fold_case(part) for part in Path(name).parts)
        if parts[: len(protected_parts)] == protected_parts:
            return True
        # A protected folder may itself be a link; its target is then protected as well.
        if path.is_relative_to(os.path.realpath(root / name)):
            return True
    return False


def is_hidden(path: str, workspace: Path, hides: Callable[[str], bool]) -> bool:
    """Return whether `hides` is true for `path` itself or for the file that `path` links to."""
    root = os.path.realpath(workspace)
    given, real = os.path.normpath(os.path.join(root, path)), os.path.realpath(os.path.join(root, path))
    return any(
        hides(os.path.relpath(candidate, root).replace(os.sep, "/"))
        for candidate in dict.fromkeys((given, real))
    )


def _check_text(path_text: str) -> None:
    if "\0" in path_text:
        raise _refused(path_text, "a NUL is in the name")
    if path_text.startswith("~"):
        raise _refused(path_text, "~ is not expanded; name a path in the workspace")
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in path_text):
        raise _refused(path_text, "a control character is in the name")
    try:
        encoded = path_text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise _refused(path_text, "the name is not text") from error
    if len(encoded) > _PATH_LIMIT or any(len(part) > _NAME_LIMIT for part in encoded.split(b"/")):
        raise _refused(path_text, "the name is too long")
    if len(Path(path_text).parts) > _DEEPEST:  # not every program can walk so deep
        raise _refused(path_text, f"more than {_DEEPEST} folders deep")


def _check_write(
    path_text: str, real: Path, root: Path, protected: Sequence[str], status: os.stat_result | None
) -> None:
    if real == root or (status is not None and stat.S_ISDIR(status.st_mode)):
        raise _refused(path_text, "a folder; name a file")
    if path_text.endswith("/"):
        raise _refused(path_text, "ends like a folder; name a file")
    if is_protected(real, root, protected):
        raise _refused(path_text, "protected; only a person writes there")
    if status is not None and status.st_nlink > 1:
        raise _refused(path_text, "the file has other names (hard links), which would change too")
    for parent in real.relative_to(root).parents:
        parent_status = _status(root / parent)
        if parent_status is not None and not stat.S_ISDIR(parent_status.st_mode):
            raise _refused(path_text, f"{parent} is not a folder")


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _refused(path_text: str, reason: str) -> RefusedError:
    return RefusedError(f"{printable_path(path_text)}: {reason}")


def is_test_file(path: str) -> bool:
    """Return whether `path` is a file that pytest collects, or a `conftest.py`."""
    name = os.path.basename(path)
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def is_source_code(path: str) -> bool:
    """Return whether a file is program code, by its ending; data, markup and settings are none."""
    return path.casefold().endswith(SOURCE_CODE)
