"""Power cuts: an ext4 is shut down in the middle and mounted again; what was acknowledged is there."""

from __future__ import annotations

import fcntl
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from pandora.disk import store as stores
from tests.torture import faults
from tests.torture.counts import count, size, under_way
from tests.torture.world import World

_SHUTDOWN, _NO_LOG_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN: what is not on the disk by now never gets there
CUT = -signal.SIGKILL


class Disk:
    """An ext4 in a file, mounted on a folder; a cut drops all that was not synced."""

    def __init__(self, folder: Path) -> None:
        self.image, self.clean, self.place = folder / "image", folder / "clean", folder / "mounted"
        self.place.mkdir()

    def make(self) -> None:
        """A new filesystem, kept to begin from again."""
        with open(self.clean, "wb") as file:
            file.truncate(24 << 20)
        _run("mkfs.ext4", "-q", "-F", "-N", "1024", str(self.clean))

    def renew(self) -> None:
        """As it was when it was kept."""
        _run("cp", "--sparse=always", str(self.clean), str(self.image))

    def copy(self) -> None:
        """Go on with a copy: a mount that another process's namespace still has would be found again, cut."""
        old, self.image = self.image, self.image.with_name(f"image-{os.urandom(4).hex()}")
        _run("cp", "--sparse=always", str(old), str(self.image))
        old.unlink()

    def keep(self) -> None:
        """Begin from what it is now, from here on."""
        _run("cp", "--sparse=always", str(self.image), str(self.clean))

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        _run("mount", "-o", "loop", str(self.image), str(self.place))
        try:
            yield self.place
        finally:
            _run("umount", str(self.place))

    def cut(self) -> None:
        """Shut the mounted filesystem down as a power cut does."""
        handle = os.open(self.place, os.O_RDONLY)
        fcntl.ioctl(handle, _SHUTDOWN, struct.pack("I", _NO_LOG_FLUSH))
        os.close(handle)


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")


def reason_not_to(folder: Path) -> str:
    """Why there can be no power cuts here, or ""."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "only root on Linux can mount a filesystem of its own"
    if missing := [each for each in ("mkfs.ext4", "mount", "umount") if not shutil.which(each)]:
        return f"{missing[0]} is not installed"
    probe = Disk(folder)
    try:
        probe.make()
        probe.renew()
        with probe.mounted() as place:
            (place / "x").touch()
            probe.cut()
    except OSError as error:
        return f"no filesystem of its own can be mounted and cut here: {error}"
    return ""


def watch_writes(book: Path) -> None:
    """Book each write of a document before it is begun and when it is acknowledged, on another disk."""
    create: Callable[[Path, bytes], None] = getattr(stores, "write_new")  # noqa: B009
    replace: Callable[[Path, bytes, bytes], Path | None] = getattr(stores, "replace_file")  # noqa: B009

    def booked(what: str, path: Path, data: bytes) -> None:
        with open(book, "a", encoding="utf-8") as file:
            file.write(f"{what} {path.name} {sha256(data).hexdigest()}\n")

    def write_new(path: Path, data: bytes) -> None:
        booked("begun", path, data)
        create(path, data)
        booked("kept", path, data)

    def replace_file(path: Path, data: bytes, expected: bytes) -> Path | None:
        booked("begun", path, data)
        old = replace(path, data, expected)
        booked("kept", path, data)
        return old

    setattr(stores, "write_new", write_new)  # noqa: B010
    setattr(stores, "replace_file", replace_file)  # noqa: B010


def lost(world: World, book: Path) -> list[str]:
    """The documents that are neither what was acknowledged last nor what was begun after that."""
    allowed: dict[str, set[str]] = {}
    for line in book.read_text(encoding="utf-8").splitlines() if book.exists() else ():
        what, name, digest = line.split()
        allowed[name] = {digest} if what == "kept" else {*allowed.get(name, {"absent"}), digest}
    found = []
    for name, digests in allowed.items():
        path = world.state / name
        if (sha256(path.read_bytes()).hexdigest() if path.exists() else "absent") not in digests:
            found.append(name)
    return found


def cuts(folder: Path, number: int) -> tuple[World, Counter[str], int]:
    """So many cuts, each at a call of its own: the world, what was cut and lost, and the calls of a run."""
    if reason := reason_not_to(folder_of(folder, "probe")):
        pytest.skip(reason)
    calls = folder / "calls"
    disk, log = Disk(folder_of(folder, "disk")), folder_of(folder, "log")
    disk.make()
    disk.renew()
    with disk.mounted() as place:
        world = World.at(place, log)
    disk.keep()

    def booked(name: str, made: int) -> None:
        calls.write_text(str(made), encoding="ascii")

    with disk.mounted():
        assert world.do(hook=lambda: faults.counted(booked)).code == 0
        wanted = world.final()
    total, chance = int(calls.read_text(encoding="ascii")), random.Random(number)
    told, acknowledged = Counter[str](), 0
    for turn in range(number):
        under_way(f"power cuts, {len(world.violations)} violations", turn, number)
        at = turn % total + 1 if number >= total else chance.randrange(1, total + 1)
        told.update(cut(world, disk, at, wanted, kills=turn % 4 != 3))
        acknowledged += told.pop("acknowledged", 0)
    told["acknowledged"] = acknowledged
    return world, told, total


def cut(world: World, disk: Disk, at: int, wanted: dict[str, bytes], kills: bool) -> Counter[str]:
    """One cut before that call: what was acknowledged is there, and the run goes on to the same end.

    Where the process is not killed with it, it must notice that its disk is gone, and end with exit code 6.
    """
    book, when, told = world.log.parent / "book", f"cut at call {at}", Counter[str]()
    book.unlink(missing_ok=True)
    shutil.rmtree(world.log)
    world.log.mkdir()

    def act(name: str, made: int) -> None:
        if made == at:
            disk.cut()
            if kills:
                os.kill(os.getpid(), signal.SIGKILL)

    def hook() -> None:
        watch_writes(book)
        faults.counted(act)

    disk.copy()
    disk.renew()
    with disk.mounted():
        ended = world.do(hook=hook)
    if kills and ended.code == CUT:
        told["killed with it"] += 1
    elif not kills and ended.code == 6:
        told["exit code 6"] += 1
    else:
        told["at the very end"] += 1
        if ended.code not in (0, 6, CUT) and "disk" not in ended.err and "Input/output" not in ended.err:
            world.note(f"{when}: exit code {ended.code}: {ended.err.strip()}")
    disk.copy()
    with disk.mounted():
        for name in lost(world, book):
            told["lost"] += 1
            world.note(f"{when}: {name} is not what was acknowledged")
        told["acknowledged"] += book.read_text(encoding="utf-8").count("kept") if book.exists() else 0
        world.whole(when)
        world.finish(when, wanted, twice=False)
    return told


def folder_of(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def test_a_few_power_cuts(quick: Path) -> None:
    world, told, _ = cuts(quick, 5)
    assert told["lost"] == 0
    assert world.violations == []


@pytest.mark.torture
def test_many_power_cuts(quick: Path) -> None:
    number = size("CUTS", 1000)
    world, told, total = cuts(quick, number)
    ends = ", ".join(
        f"{value} {name}" for name, value in sorted(told.items()) if name not in ("lost", "acknowledged")
    )
    count(
        f"power cuts: {number} over {total} calls ({ends}), {told['acknowledged']} writes acknowledged, "
        f"{told['lost']} lost, {len(world.violations)} violations"
    )
    assert world.violations == []
