"""The tier of macOS: sandbox-exec with a profile that denies by default.

Written after the profiles that the system ships and never run by this project's own tests, which have
no Mac: there as everywhere it counts only where its probes have shown that it holds.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pandora.sandbox.tier import Plan, Tier

_PROGRAM = "/usr/bin/sandbox-exec"
_BASE = """(version 1)
(deny default)
(allow process-fork)
(allow process-exec)
(allow signal (target same-sandbox))
(allow sysctl-read)
(allow file-read-metadata)
(allow file-read* (literal "/") (literal "/dev/null") (literal "/dev/urandom") (literal "/dev/random"))
(allow file-write-data (literal "/dev/null"))
(allow file-read* (subpath "/System") (subpath "/Library/Apple") (subpath "/private/var/db/dyld"))
"""


def _absent() -> str:
    if sys.platform != "darwin":
        return "it is macOS's"
    return "" if os.access(_PROGRAM, os.X_OK) else f"there is no {_PROGRAM}"


def profile(plan: Plan) -> str:
    """The profile in Apple's own notation; every path goes in by its real name, as the kernel sees it."""
    sandbox = str(Path(__file__).parent)
    lines = [_BASE]
    for path in (*plan.readable, sandbox, str(Path(sandbox).parent / "__init__.py")):
        lines.append(f"(allow file-read* (subpath {_quoted(path)}))")
    for path in plan.writable:
        lines.append(f"(allow file-read* file-write* (subpath {_quoted(path)}))")
    if plan.network:
        lines.append('(allow network-outbound (remote ip "*:*"))')
        lines.append('(allow network-outbound (literal "/private/var/run/mDNSResponder"))')
    return "\n".join(lines) + "\n"


def _quoted(path: str) -> str:
    real = os.path.realpath(path)
    return '"' + real.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _command(plan: Plan) -> list[str]:
    return [_PROGRAM, "-p", profile(plan)]


TIER = Tier(
    name="sandbox-exec",
    about="macOS's own, with a profile that denies by default",
    absent=_absent,
    command=_command,
    confinements=("profile", "read-only", "own root", "network"),
    prefix=True,
)
