"""The folders into which a request sorts files by what they are: `orders to in/orders, complaints to in/…`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.programs.help import Work
from pandora.programs.request.parted_names import parted_names
from pandora.programs.request.request_text import PATH, has_word
from pandora.programs.rules.moved_files import moves_in
from pandora.regular_file import read_regular
from pandora.workspace.change import Change
from pandora.workspace.file_walk import files_in
from pandora.workspace.operation_context import Result

FEWEST_FOLDERS, MOST_QUESTIONS = 2, 36
"""So many folders at least, and so many pairs of a file and a folder at the most."""
_IN_FOLDER = re.compile(r"(?<![\w./-])((?:[\w.-]+/)+)([^\W\d]+)/?(?![\w/-]|\.\w)")
_CRITERION = re.compile(r"\d|['\"“„«`]\w[^\n]*?['\"”“»`]")
_SHOWN, _LARGEST = 1200, 1 << 20


@dataclass(frozen=True)
class NamedFolders:
    """Files with the beginning of their texts, and the folders by name that they may go into."""

    texts: Mapping[str, str]
    folders: Mapping[str, str]

    def moved(self, result: Result, places: Mapping[str, str], workspace: Path) -> Result:
        """The result with these files moved into these folders, and the others as the program had it."""
        moves = {path: target for path, target in moves_in(result.changes).items() if path not in places}
        moves |= {path: f"{folder}/{Path(path).name}" for path, folder in places.items()}
        changes = [change for path in sorted(moves) for change in _move(path, moves[path], workspace)]
        text = "\n".join(f"{path} is {moves[path]} now" for path in sorted(moves))
        return Result(
            True, text, changes=tuple(changes), confined=result.confined, read=result.read, held=result.held
        )


def named_folders(work: Work, result: Result) -> NamedFolders | None:
    """Return the files of one folder and the folders below it that a request names; None where there are none.

    What goes into a folder is called like it (`orders go to in/orders`). None, too, where the request has a
    number or a quotation that tells the files apart, or a part of their names does; where one of them is no
    text; and where the program did something else than to move files.
    """
    said = PATH.sub(" ", _IN_FOLDER.sub(" ", work.request))
    if _CRITERION.search(said):
        return None
    moves = moves_in(result.changes)
    moved = {*moves, *moves.values()}
    named = dict.fromkeys(f"{parent}{name}" for parent, name in _IN_FOLDER.findall(work.request))
    folders = {Path(folder).name: folder for folder in named}
    parents = {Path(folder).parent.as_posix() for folder in named}
    if len(folders) < FEWEST_FOLDERS or len(folders) < len(named) or len(parents) != 1:
        return None
    if not all(has_word(said, name) for name in folders):
        return None
    if any(change.path not in moved for change in result.changes):
        return None
    parent = next(iter(parents))
    texts = {path: _text(path, work.workspace) for path in files_in(parent, work.workspace, work.hides)}
    if not texts or len(texts) * len(folders) > MOST_QUESTIONS or not all(texts.values()):
        return None
    if not {*moves} <= {*texts} or parted_names(work.request, [*texts]):
        return None
    return NamedFolders(texts, folders)


def _move(path: str, target: str, workspace: Path) -> Sequence[Change]:
    with suppress(OSError):
        content, whole = read_regular(path, _LARGEST, inside=workspace)
        if whole:
            return Change(path, hashlib.sha256(content).hexdigest(), None), Change(target, "", content)
    return ()


def _text(path: str, workspace: Path) -> str:
    with suppress(OSError):
        content, whole = read_regular(path, _LARGEST, inside=workspace)
        if whole and b"\0" not in content:
            return content.decode("utf-8", "replace").strip()[:_SHOWN]
    return ""
