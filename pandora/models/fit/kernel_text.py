"""The small texts below /proc and /sys in which the kernel says what a machine has and uses."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pandora.regular_file import read_regular

LONGEST = 4 << 20
"""The most bytes that are read of one."""


def kernel_text(path: Path) -> str:
    """The text of a file, without white space around it; "" where it cannot be read."""
    with suppress(OSError):
        return read_regular(path, LONGEST)[0].decode("ascii", "replace").strip()
    return ""
