"""The macOS tier: sandbox-exec with a profile that denies by default.

The profile follows those that macOS ships. This project's tests have no Mac and never ran it. Like every tier,
it is used only where the probe has shown that it works.
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
    """Return the profile in Apple's notation; links in paths are resolved, since the kernel sees real paths."""
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
