"""How much memory a model could take now: what the system has free, or what a control group leaves of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pandora.models.fit.kernel_text import kernel_text

GROUPS = Path("/sys/fs/cgroup")
OWN_GROUPS = Path("/proc/self/cgroup")
_UNLIMITED = 1 << 60
"""Version 1 writes a number as large as this where there is no limit."""


@dataclass(frozen=True)
class FreeMemory:
    """Bytes that can be taken without swapping; `limited` where a control group holds them, not the machine."""

    bytes: int
    limited: bool = False

    def __str__(self) -> str:
        return f"{self.bytes / 1e9:.1f} GB are free" + (" in this control group" if self.limited else "")


def free_memory() -> FreeMemory:
    """What is free now, files that the system only keeps for later use included."""
    import psutil

    free = int(psutil.virtual_memory().available)
    left = min(_left_in_groups(), default=free)
    return FreeMemory(max(0, left), True) if left < free else FreeMemory(free)


def _left_in_groups() -> Iterator[int]:
    """What each control group above this process leaves, in versions 1 and 2 of control groups."""
    for line in kernel_text(OWN_GROUPS).splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            yield from _left(
                GROUPS, path, ("memory.max", "memory.high"), "memory.current", ("inactive_file", "active_file")
            )
        elif "memory" in controllers.split(","):
            cached = ("total_inactive_file", "total_active_file")
            yield from _left(
                GROUPS / "memory", path, ("memory.limit_in_bytes",), "memory.usage_in_bytes", cached
            )


def _left(root: Path, path: str, limits: Sequence[str], used: str, cached: Sequence[str]) -> Iterator[int]:
    """What the group at `path` and those above it leave; within a container, `root` itself may be the group."""
    inner = PurePosixPath(path.lstrip("/"))
    for group in (inner, *inner.parents):
        folder = root / group
        limit = min((value for name in limits if (value := _number(folder / name)) is not None), default=None)
        taken = _number(folder / used)
        if limit is None or taken is None or limit >= _UNLIMITED:
            continue
        lines = (line.split() for line in kernel_text(folder / "memory.stat").splitlines())
        kept = sum(int(words[1]) for words in lines if len(words) == 2 and words[0] in cached)
        yield limit - max(0, taken - kept)


def _number(path: Path) -> int | None:
    with suppress(ValueError):
        return int(kernel_text(path))
    return None
