"""What kind of file system a folder lies on, and whether others may save there without our being told."""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
SHARED = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gfs2", "ocfs2", "glusterfs"),
    *("davfs", "drvfs", "vboxsf", "prl_fs", "virtiofs", "fakeowner"),
}
"""Kinds on which another machine, or the host of a virtual one, saves files and this kernel tells nobody."""
_LINE = re.compile(r"^\d+ \d+ \S+ \S+ (?P<point>\S+) .*? - (?P<kind>\S+) ")
_ESCAPE = re.compile(r"\\([0-7]{3})")


def kind_of(folder: Path, mounts: Path = MOUNTS) -> str:
    """The kind of file system that `folder` lies on, as Linux names it; "" where nothing says so."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    real, found, longest = os.path.realpath(folder), "", -1
    for line in lines:
        if match := _LINE.match(line):
            point = _ESCAPE.sub(lambda octal: chr(int(octal[1], 8)), match["point"])
            inside = real == point or real.startswith(point.rstrip("/") + "/")
            if inside and len(point) >= longest:  # of two on one point the later hides the earlier
                found, longest = match["kind"], len(point)
    return found


def shared(folder: Path, mounts: Path = MOUNTS) -> str:
    """The kind of file system where `folder` may be changed from elsewhere; "" for one of this machine."""
    kind = kind_of(folder, mounts)
    return kind if kind in SHARED or kind.startswith("fuse.") else ""
