"""Paths in a person's words: those in the workspace as it calls them, and those that lie outside."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

_BEFORE = r"(?<![\w/.~:\\-])"
_UPWARDS = re.compile(rf"{_BEFORE}(?:[\w.-]+/)*\.\./(?:[\w.-]+/)*")
"""The folders of a path with `..` in it, up to the last slash."""
_FAR = re.compile(rf"{_BEFORE}(?:~?/|\.\./)[\w./-]*[\w/]")
"""A path that begins at the root of the disk, at home or with the folder above."""


def in_workspace_words(text: str, root: Path, folders: Iterable[Path] = ()) -> str:
    """Return a text in which the paths below the workspace's `root` are as seen from there.

    These are absolute ones and those with `..`. The latter are resolved from `folders`, such as the one that a
    command was given in, and else from the root. What is no folder of the workspace stays as it is.
    """
    real = root.resolve()
    for prefix in sorted({*_spellings(root.absolute()), *_spellings(real)}, key=len, reverse=True):
        text = re.sub(rf"{_BEFORE}{re.escape(prefix)}/+(?=[\w.])", "", text)

    def seen_from_root(match: re.Match[str]) -> str:
        for folder in (*folders, real):
            place = (folder / match[0]).resolve()
            if place.is_relative_to(real) and place.is_dir():
                below = place.relative_to(real).as_posix()
                return f"{below}/" if below != "." else "./" if match.end() == len(text) else ""
        return match[0]

    return _UPWARDS.sub(seen_from_root, text)


def _spellings(folder: Path) -> set[str]:
    """How a text may write an absolute folder: as it is, and from the home of the user."""
    home = Path(os.path.expanduser("~"))
    near = {f"~/{folder.relative_to(home).as_posix()}"} if home in folder.parents else set()
    return {folder.as_posix(), *near} - {"/"}


def paths_outside(text: str, root: Path, folders: Iterable[Path] = ()) -> list[str]:
    """Return the paths of a text at which there is a file outside the workspace, as they stand in the text."""
    real, found = root.resolve(), dict[str, None]()
    for match in _FAR.finditer(text):
        written = match[0].rstrip(".")
        places = [(folder / os.path.expanduser(written)).resolve() for folder in (*folders, real)]
        inside = any(place.is_relative_to(real) for place in places)
        if not inside and any(os.path.isfile(place) for place in places):
            found[written] = None
    return list(found)
