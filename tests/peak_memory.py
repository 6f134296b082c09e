"""The most memory that a command of Pandora held, as the system counts it."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

CEILING = 256 << 20
"""The bytes that the engine may hold above what it holds where there is next to nothing to read."""


def peak_bytes() -> int:
    """The most memory that this process has held itself.

    `getrusage` is asked only where there is no /proc: its count begins with what its starter held.
    """
    import re
    import resource
    import sys

    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            found = re.search(r"VmHWM:\s*(\d+) kB", status.read())
        if found:
            return int(found[1]) << 10
    except OSError:
        pass
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


_LAUNCHER = f"""
import runpy, sys
{inspect.getsource(peak_bytes)}
target = sys.argv.pop(1)
try:
    runpy.run_module("pandora", run_name="__main__", alter_sys=True)
finally:
    with open(target, "w", encoding="ascii") as file:
        file.write(str(peak_bytes()))
"""


@dataclass(frozen=True)
class Measured:
    """How a command ended, what it printed, and the most memory that it held, in bytes."""

    code: int
    output: str
    peak: int


def measure(folder: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Measured:
    """Run `pandora` with these arguments in a folder, as a process of its own."""
    target = folder.parent / "peak"
    done = subprocess.run(
        [sys.executable, "-c", _LAUNCHER, str(target), *arguments],
        cwd=folder,
        env={**os.environ, "PANDORA_MODELS": str(folder.parent / "models"), **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=False,
    )
    return Measured(done.returncode, done.stdout.decode("utf-8", "replace"), int(target.read_text("ascii")))


def script_of(path: Path, *lines: object) -> str:
    """Write a script for the scripted model; returns the value of `--model`."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return f"scripted:{path}"
