"""The record of which workspaces this user trusts, kept in the user's own folders and never in a workspace."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pandora.errors import DiskError
from pandora.regular_file import read_text
from pandora.user_folders import state_folder

LONGEST = 1 << 20
"""The largest size of a record, in bytes."""


def is_trusted(root: Path, digest: str) -> bool:
    """True if this user trusts the workspace at `root` with exactly the settings whose digest this is."""
    try:
        record = json.loads(read_text(_record_path(root), LONGEST))
    except (OSError, ValueError, RecursionError):
        return False
    named = isinstance(record, dict) and record.get("workspace") == str(root.resolve())
    return named and record.get("digest") == digest


def trust(root: Path, digest: str, grants: Sequence[str]) -> None:
    """Record that this user trusts the workspace at `root` with these settings, which `grants` lists.

    Raises DiskError where the record cannot be written.
    """
    path = _record_path(root)
    record = {"workspace": str(root.resolve()), "digest": digest, "grants": list(grants)}
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(record, file, indent=1)
            os.replace(beside, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise DiskError(f"{path}:1: {reason}; mend it, then run `pandora trust` again") from error


def revoke(root: Path) -> bool:
    """Forget that the workspace at `root` is trusted; False if it was not."""
    path = _record_path(root)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DiskError(f"{path}:1: {error.strerror or error}; remove the file yourself") from error
    return True


def _record_path(root: Path) -> Path:
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:32]
    return state_folder() / "trusted" / f"{name}.json"
