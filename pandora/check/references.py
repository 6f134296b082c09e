"""Find references across `state/`: the files that name documents of a run, and the blobs that files name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.document.ids import parse_id
from pandora.errors import UsageError

APPLIED = b'{\n "writes": ['
"""The first bytes of a blob that lists the effects that a run applied."""
_BLOB = re.compile(rb"\bblobs/([0-9a-f]{32})\b")


def every_file(workspace: Workspace) -> Iterator[Path]:
    """Every markdown file of `state/` and its archive: documents, also broken ones, and conflict copies."""
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
    """Files that name a document of `run` whose id `named` accepts: path, line of the first, the name.

    Files of documents whose id `apart` accepts are left out.
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
    for name in list(blobs):  # a list of applied effects names the earlier content, which `undo` puts back
        data = _bytes_of(workspace.blobs / name)
        if data.startswith(APPLIED):
            blobs.update(blob.decode() for blob in _BLOB.findall(data))
    return blobs


def is_below(document_id: str) -> Callable[[str], bool]:
    """Return a test of ids: true for `document_id` and all documents below it; of a root, for its whole run."""
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
        return b""  # `check` reports it
