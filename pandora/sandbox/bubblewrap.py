"""The bubblewrap tier: the command gets a root of its own that holds only the folders of its plan."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path

from pandora.sandbox.tier import Plan, Tier

_PLACES = ("/usr/bin/bwrap", "/run/current-system/sw/bin/bwrap", "/usr/local/bin/bwrap")
"""The only paths tried. PATH is not searched, since whoever can write to its folders could replace bwrap."""


def program() -> str:
    """Return the path of the bubblewrap program, or "" where it is not installed."""
    return next((path for path in _PLACES if os.access(path, os.X_OK)), "")


def _absent() -> str:
    if sys.platform != "linux":
        return "it is Linux's"
    return "" if program() else f"there is no {_PLACES[0]} (the package `bubblewrap`)"


def _command(plan: Plan) -> list[str]:
    """Return the bwrap command line: the plan's folders at their own paths, and a new /proc and /dev."""
    options = ["--unshare-user-try", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"]
    options += [] if plan.network else ["--unshare-net"]
    options += ["--die-with-parent", "--cap-drop", "ALL", "--proc", "/proc", "--dev", "/dev"]
    sandbox = Path(__file__).parent
    given = dict.fromkeys((*plan.readable, str(sandbox), str(sandbox.parent / "__init__.py")), "--ro-bind-try")
    given.update(dict.fromkeys(plan.writable, "--bind"))
    for path in sorted(given, key=lambda path: path.count("/")):  # a folder before what lies in it
        if path.startswith("/dev/") or _is_below_link(path, given):
            continue
        if os.path.islink(path):
            options += ["--symlink", os.readlink(path), path]
        else:
            options += [given[path], path, path]
    return [program(), *options, "--remount-ro", "/", "--chdir", plan.cwd, "--"]


def _is_below_link(path: str, given: Collection[str]) -> bool:
    """True where a folder above `path` is given, and a link: bwrap can make nothing below one.

    What the link leads to is given, too, or nothing could be read through it.
    """
    return any(str(above) in given and above.is_symlink() for above in Path(path).parents)


TIER = Tier(
    name="bubblewrap",
    about="the system's bwrap, and in it what the worker adds",
    absent=_absent,
    command=_command,
    confinements=("user", "network", "processes", "ipc", "mounts", "own root", "read-only"),
    prefix=True,
)
