"""What a tier of the sandbox is: a way to start the worker, and what that way keeps by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What a tier must know of a command: where it runs, and what it may read, write and reach."""

    cwd: str
    readable: tuple[str, ...]
    writable: tuple[str, ...]
    network: bool = False


def _nothing(plan: Plan) -> list[str]:
    return []


def _always() -> str:
    return ""


@dataclass(frozen=True)
class Tier:
    """One way to confine a command.

    `command` gives the words that stand before the worker's own; the worker then adds limits, Landlock
    and the filter of system calls, as far as the machine has them. `namespaces` is True where the worker
    has to make them itself. `confinements` is what the tier keeps before the worker starts, in the worker's
    words. `absent` says why the tier cannot even be tried here, or "".
    """

    name: str
    about: str
    absent: Callable[[], str] = _always
    command: Callable[[Plan], list[str]] = _nothing
    confinements: tuple[str, ...] = ()
    namespaces: bool = False
    prefix: bool = False


def describe_confinement(confined: tuple[str, ...]) -> str:
    """What confined a command, in one short line: the tier, and what was in force."""
    if len(confined) < 2:
        return "".join(confined)
    name, *confinements = confined
    spaces = "+".join(space for space in _SPACES if space in confinements)
    parts = [f"{spaces} namespaces" if spaces else "", *(text for part, text in _PARTS if part in confinements)]
    return f"{name} ({', '.join(filter(None, parts)) or 'nothing'})"


_SPACES = ("user", "network", "processes", "ipc", "mounts")
_PARTS = (
    ("own root", "a root of its own"),
    ("profile", "a profile that denies by default"),
    ("read-only", "read-only elsewhere"),
    ("landlock", "Landlock"),
    ("seccomp", "seccomp"),
    ("rlimits", "rlimits"),
    ("capabilities", "no capabilities"),
)
