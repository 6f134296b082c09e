"""What refers to what across `state/`: the documents that name others, and the blobs that any file names."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.errors import UsageError

APPLIED = b'{\n "writes": ['
"""How a blob begins that says what was applied."""
_BLOB = re.compile(rb"\bblobs/([0-9a-f]{32})\b")


def every_file(workspace: Workspace) -> Iterator[Path]:
    """Every markdown file of `state/` and its archive: documents, broken ones and conflict copies."""
    for folder, folders, names in os.walk(workspace.state):
        if Path(folder) == workspace.state:
            folders[:] = [folder_name for folder_name in folders if folder_name == "archive"]
        yield from (
            Path(folder) / file_name
            for file_name in sorted(names)
            if file_name.endswith(".md") and file_name[0] != "."
        )


def referrers(
    workspace: Workspace, run: str, apart: Callable[[str], bool], named: Callable[[str], bool]
) -> Iterator[tuple[Path, int, str]]:
    """The files that name a document of `run` that `named` wants, with the line and the name.

    Files of documents that `apart` accepts do not count.
    """
    mention = re.compile(
        rf"\b(?:system-{run}|(?:tool|op)-[a-z][a-z0-9_]*-{run}-\d+(?:\.\d+)*)(?![\w.-]*\.conflict)".encode()
    )
    for path in every_file(workspace):
        own = path.name.removesuffix(".md").split(".conflict-")[0]
        if apart(own):
            continue
        data = _bytes_of(path)
        for match in mention.finditer(data):
            document_name = match[0].decode()
            if named(document_name):
                yield path, data.count(b"\n", 0, match.start()) + 1, document_name
                break


def blobs_named(workspace: Workspace) -> set[str]:
    """The names of all blobs that some file of `state/` names."""
    blobs: set[str] = set()
    for path in every_file(workspace):
        blobs.update(blob.decode() for blob in _BLOB.findall(_bytes_of(path)))
    for name in list(blobs):  # what a run applied names the earlier content, which `undo` puts back
        data = _bytes_of(workspace.blobs / name)
        if data.startswith(APPLIED):
            blobs.update(blob.decode() for blob in _BLOB.findall(data))
    return blobs


def is_below(document_id: str) -> Callable[[str], bool]:
    """Whether an id is that document or one below it; of a root, all of its run."""
    top = parse_id(document_id)

    def inside(given: str) -> bool:
        try:
            name = parse_id(given)
        except UsageError:
            return False
        if name.run != top.run:
            return False
        return not top.number or given == document_id or name.number.startswith(f"{top.number}.")

    return inside


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # `check` tells of it
