"""Whether the files that a run's task is about still hold what they held when the run read them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pandora.disk.layout import Workspace
from pandora.disk.store import Store
from pandora.document.meta_values import mapping
from pandora.document.state_document import Document
from pandora.errors import DiskError
from pandora.regular_file import digest_regular
from pandora.workspace.applied_changes import applications

_DIGITS = 16
GONE = "gone"
"""What stands for the digest of a file that is not there, or cannot be read."""


def held_by(files: Sequence[str], root: Path) -> tuple[str, ...]:
    """The digest of what each file of the workspace at `root` holds now, GONE for one that cannot be read."""
    return tuple(_digest(path, root) for path in files)


def _digest(path: str, root: Path) -> str:
    try:
        return digest_regular(path, root)[:_DIGITS]
    except OSError:
        return GONE


def gathered_of(root: Document, store: Store) -> Mapping[str, Any]:
    """What the root of a run keeps of the files that its task is about; {} where it is nothing, or is lost."""
    kept = mapping(root.meta, "gathered")
    if "in" not in kept:
        return kept
    try:
        parts = json.loads(store.read_blob(str(kept["in"])))
    except (DiskError, ValueError):
        return {}
    return parts if isinstance(parts, dict) else {}


def changed_since(workspace: Workspace, run: str, files: Sequence[str], held: Sequence[str]) -> list[str]:
    """The paths of `files` that hold something else than `held` says, and that the run did not write itself.

    Of files for which `held` says nothing, as in documents from before it was kept, nothing is known.
    """
    if len(held) != len(files):
        return []
    now = held_by(files, workspace.root)
    changed = [path for path, before, after in zip(files, held, now, strict=True) if before != after]
    if not changed:
        return []
    own = {write.path for application in applications(workspace, run) for write in application.writes}
    return [path for path in changed if path not in own]
