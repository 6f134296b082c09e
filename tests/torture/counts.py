"""What the whole form counted, and the sizes that it is run with."""

from __future__ import annotations

import os
import time

COUNTS: list[str] = []
"""The lines that are printed at the end."""


def count(told: str) -> None:
    """Print a line at the end; at once as well into the file that TORTURE_LOG names."""
    COUNTS.append(told)
    if name := os.environ.get("TORTURE_LOG"):
        with open(name, "a", encoding="utf-8") as file:
            file.write(f"{told}\n")


def under_way(told: str, number: int, of: int) -> None:
    """Say how far it is, now and then, in the file that TORTURE_LOG names."""
    name = os.environ.get("TORTURE_LOG")
    if name and number % 50 == 0:
        with open(name, "a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%H:%M:%S')} {told}: {number} of {of}\n")


def size(name: str, usual: int) -> int:
    """How many, from the environment: TORTURE_CUTS=50 make torture."""
    return int(os.environ.get(f"TORTURE_{name}", usual))
