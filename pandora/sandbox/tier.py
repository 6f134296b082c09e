"""The type of a sandbox tier: a way to start the worker, with the confinements that this way brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What a tier must know about a command: its folder, what it may read and write, and if it has network."""

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

    `about` describes the tier for people. `absent` returns why the tier cannot even be tried here, or "".
    `command` returns the command line that goes before the worker's own; the worker then adds limits,
    Landlock and the system call filter, as far as the machine has them. `confinements` names what is in
    force before the worker starts. `namespaces` is True where the worker must make the namespaces itself.
    `prefix` is True where `command` starts a program of the tier's own, which then starts the worker.
    """

    name: str
    about: str
    absent: Callable[[], str] = _always
    command: Callable[[Plan], list[str]] = _nothing
    confinements: tuple[str, ...] = ()
    namespaces: bool = False
    prefix: bool = False


def describe_confinement(confined: tuple[str, ...]) -> str:
    """Describe in one short line what confined a command: the tier, and the confinements in force."""
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
    ("control group", "a control group"),
    ("capabilities", "no capabilities"),
)
