"""Find references across `state/`: the files that name documents of a run, and the blobs that files name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from pandora.disk.layout import Workspace
from pandora.document.ids import ID, parse_id
from pandora.errors import UsageError
from pandora.regular_file import open_regular, read_regular

APPLIED = b'{\n "writes": ['
"""The first bytes of a blob that lists the effects that a run applied."""
HEAD = b'{"pandora":"'
"""The first bytes of a blob that names other blobs: a session's head, or the manifest of its state."""
_BLOCK, _OVERLAP = 1 << 20, 4096
"""Bytes of a file that are searched at once, and by which two such blocks overlap."""
_REUSED = "cache: "
"""What stands in a record before the id of the document that its reply was taken from."""
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

    Files of documents whose id `apart` accepts are left out. A record that only says where a reply was taken
    from (`cache:`) does not count, since its document has the reply itself.
    """
    mention = re.compile(rf"\b(?<!{_REUSED}){_names_of(run)}(?![\w.-]*\.conflict)".encode())
    for path in every_file(workspace):
        own = path.name.removesuffix(".md").split(".conflict-")[0]
        if apart(own):
            continue
        for name, line in _matches(path, mention):
            if named(name.decode()):
                yield path, line, name.decode()
                break


def reusers(workspace: Workspace, run: str, named: Callable[[str], bool]) -> Iterator[str]:
    """The ids of documents of other runs that took a reply from a document of `run` that `named` accepts."""
    mention = re.compile(rf"{_REUSED}{_names_of(run)}".encode())
    for path in every_file(workspace):
        document_id = path.name.removesuffix(".md")
        if ID.match(document_id) and parse_id(document_id).run != run:
            names = (name.decode().removeprefix(_REUSED) for name, _ in _matches(path, mention))
            if any(map(named, names)):
                yield document_id


def _names_of(run: str) -> str:
    """A pattern that matches the ids of the documents of `run`."""
    return rf"(?:system-{run}|(?:tool|op)-[a-z][a-z0-9_]*-{run}-\d+(?:\.\d+)*)"


def blobs_named(workspace: Workspace) -> set[str]:
    """The names of all blobs that some file of `state/` names."""
    blobs: set[str] = set()
    for path in every_file(workspace):
        blobs.update(_blobs_in(path))
    waiting = list(blobs)
    while waiting:
        name = waiting.pop()
        with suppress(OSError):
            beginning = read_regular(workspace.blobs / name, max(len(APPLIED), len(HEAD)))[0]
            # a list of applied effects names the earlier content, which `undo` puts back
            if beginning.startswith((APPLIED, HEAD)):
                more = set(_blobs_in(workspace.blobs / name)) - blobs
                blobs |= more
                waiting += more
    return blobs


def _blobs_in(path: Path) -> Iterator[str]:
    for match, _ in _matches(path, _BLOB):
        yield match.removeprefix(b"blobs/").decode()


def _matches(path: Path, pattern: re.Pattern[bytes]) -> Iterator[tuple[bytes, int]]:
    """What a pattern matches in a file of any length, with its line; a match is shorter than _OVERLAP.

    Nothing is read of what is no regular file or cannot be read: `check` reports it.
    """
    with suppress(OSError), open_regular(path) as file:
        line, block, whole = 1, file.read(_BLOCK), False
        begun = True
        while not whole:
            more = file.read(_BLOCK)
            whole = not more
            counted, at = 0, line
            for match in pattern.finditer(block):
                at += block.count(b"\n", counted, match.start())
                counted = match.start()
                # at an edge that is none of the file's a name may be cut; the other block has the whole of it
                if (begun or match.start()) and (whole or match.end() < len(block)):
                    yield match[0], at
            kept = max(0, len(block) - _OVERLAP)
            line += block.count(b"\n", 0, kept)
            block, begun = block[kept:] + more, False


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
