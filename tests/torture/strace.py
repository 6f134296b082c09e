"""strace as a hand that kills a process at its n-th call of the system, or has that call fail."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.torture.world import Hook, Told, World

CALLS = (
    *("openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat", "renameat2", "link", "linkat"),
    *("unlink", "unlinkat", "mkdir", "mkdirat", "ftruncate"),
)
_ANY_TRACER = (0x59616D61, ctypes.c_ulong(-1))  # PR_SET_PTRACER, PR_SET_PTRACER_ANY
FOUND = shutil.which("strace")


@dataclass(frozen=True)
class Point:
    """The n-th call of one name, counted from 1 after start-up; `on` is what it was made on."""

    call: str
    number: int
    on: str = ""


def reason_not_to() -> str:
    """Why strace cannot be used here, or ""."""
    if FOUND is None:
        return "strace is not installed"
    done = subprocess.run(
        [FOUND, "-e", "trace=openat", "-e", "inject=mkdir:signal=SIGKILL:when=1", "true"],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else f"strace cannot trace here: {done.stderr.strip()[:120]}"


def traced(world: World, options: list[str], output: Path, hook: Hook = lambda: None) -> Told:
    """The world's next command in a process that strace has hold of once it is ready."""
    assert FOUND is not None
    ready, go = os.pipe()

    def held() -> None:
        hook()
        os.close(go)
        ctypes.CDLL(None).prctl(*_ANY_TRACER, 0, 0, 0)
        os.read(ready, 1)
        os.close(ready)

    pid = world.spawn(hook=held)
    os.close(ready)
    command = [FOUND, "-f", "-o", str(output), "-p", str(pid), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        for line in tracer.stderr:
            if "attached" in line:
                break
            if "Operation not permitted" in line:
                break
        os.close(go)
        told = world.wait(pid)
        tracer.wait()
    return told


def calls_of(world: World, hook: Hook = lambda: None) -> list[Point]:
    """Every call that the world's next command makes, in order, done to its end."""
    output = world.log.parent / "calls"
    traced(world, ["-y", "-e", f"trace={','.join(f'?{each}' for each in CALLS)}"], output, hook)
    counts: dict[str, int] = {}
    found = []
    for line in output.read_text(encoding="utf-8", errors="replace").splitlines():
        if match := re.match(r"\d+\s+(\w+)\((.*)", line):
            name = match[1]
            counts[name] = counts.get(name, 0) + 1
            found.append(Point(name, counts[name], match[2]))
    return found


def killed(world: World, point: Point, hook: Hook = lambda: None) -> Told:
    """The world's next command, killed as it makes that call."""
    return traced(
        world,
        ["-e", f"trace={point.call}", "-e", f"inject={point.call}:signal=SIGKILL:when={point.number}"],
        Path(os.devnull),
        hook,
    )


def failed(world: World, point: Point, error: str) -> Told:
    """The world's next command, with that call failing with `error`, such as ENOSPC; noted where none did."""
    output = world.log.parent / "failed"
    told = traced(
        world,
        ["-e", f"trace={point.call}", "-e", f"inject={point.call}:error={error}:when={point.number}"],
        output,
    )
    if "(INJECTED)" not in output.read_text(encoding="utf-8", errors="replace"):
        world.note(f"{point.call} {point.number} did not fail with {error}: it was never made")
    return told


@contextmanager
def folder(path: Path) -> Iterator[Path]:
    """A folder that is gone afterwards."""
    path.mkdir(parents=True)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
