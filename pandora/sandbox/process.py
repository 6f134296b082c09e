"""One command in its own process group, with limits, a clean environment and no network."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Ceilings of one command: seconds of wall clock, bytes of memory, of one file, and of output."""

    seconds: float = 30.0
    memory: int = 2 << 30
    file: int = 256 << 20
    output: int = 1 << 20
    processes: int = 64
