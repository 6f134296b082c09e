"""The files of a workspace, in a bounded number, as far as a task may be about them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

_SKIP = {"state", "system", "out", ".git", ".venv", "node_modules", "__pycache__", "pandora.toml"}
_NO_NAME = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
"""Characters of file names that a prompt cannot show and a program could not find again."""
Test = Callable[[str], bool]
SCANNED = 2000


def files_below(workspace: Path, hides: Test, named: str = "") -> Iterator[str]:
    """Yield at most SCANNED files of the workspace, without hidden ones and the engine's own folders.

    What lies in a workspace or an export below it is left out, unless the folder that is `named` is there.
    """
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
                below = f"{entry.relative_to(workspace).as_posix()}/"
                if named.startswith(below) or (named and below.startswith(named)) or not _is_apart(entry):
                    folders.append(entry)
            elif os.path.isfile(entry) and not hides(entry.relative_to(workspace).as_posix()):
                yield str(entry.relative_to(workspace))
                left -= 1
                if left <= 0:
                    return


def files_in(folder: str, workspace: Path, hides: Test) -> list[str]:
    """The paths of the files right in a folder of the workspace, sorted, without hidden ones and links."""
    with suppress(OSError):
        found = sorted(
            (Path(folder) / entry.name).as_posix()
            for entry in (workspace / folder).iterdir()
            if entry.is_file() and not entry.is_symlink() and not entry.name.startswith(".")
        )
        return [path for path in found if not hides(path)]
    return []


def _is_apart(folder: Path) -> bool:
    """True where a folder is a workspace of its own, or a run that was exported with its workspace."""
    return any(os.path.isfile(folder / part / "system" / "pattern.md") for part in ("", "workspace"))
