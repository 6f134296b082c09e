"""Control groups: which one is used, what is written into one, and what it says afterwards.

Most tests make a tree of plain files; one tries the kernel's own, where this machine gives any.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pandora.sandbox import control_group, resource_usage, tiers
from pandora.sandbox.process import Limits, run
from pandora.sandbox.resource_usage import Ceilings

ALL = "cpu io memory pids"
CEILINGS = Ceilings(processes=64, memory=100 << 20, disk=10 << 20)


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """What a machine was found to have is not remembered from one test to the next."""
    control_group._working_parent.cache_clear()
    yield
    control_group._working_parent.cache_clear()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Groups as systemd makes them: a session's scope, in which this process is, below two slices."""
    if sys.platform != "linux":
        pytest.skip("control groups are Linux's")
    top = tmp_path / "cgroup"
    for name, given in (("", ALL), ("user.slice", ALL), ("user.slice/session.scope", "")):
        (top / name).mkdir()
        (top / name / "cgroup.subtree_control").write_text(f"{given}\n")
        (top / name / "cgroup.procs").write_text("")
    own = tmp_path / "own"
    own.write_text("1:name=systemd:/x\n0::/user.slice/session.scope\n")
    monkeypatch.setattr(control_group, "_ROOT", top)
    monkeypatch.setattr(control_group, "_OWN_GROUP", own)
    monkeypatch.setattr(control_group, "_TRIES", 1)
    monkeypatch.setattr(control_group, "_PAUSE", 0)
    return top


def test_the_nearest_group_that_hands_its_controllers_on_is_taken(tree: Path) -> None:
    assert control_group.parent() == tree / "user.slice"
    (tree / "user.slice" / "cgroup.subtree_control").write_text("pids")
    control_group._working_parent.cache_clear()
    assert control_group.parent() == tree


@pytest.mark.parametrize("own", ["", "0::/../elsewhere\n", "4:memory:/x\n", "0::/gone/deep\n"])
def test_where_none_hands_them_on_there_is_none(tree: Path, own: str) -> None:
    (tree / "cgroup.subtree_control").write_text("cpu")
    (tree.parent / "own").write_text(own)
    assert control_group.parent() is None


def test_a_group_that_no_command_can_enter_is_not_used(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_group, "_ENTER", "exit 1")
    assert control_group.parent() is None
    with control_group.around(CEILINGS, ()) as group:
        assert group is None


def test_a_group_has_the_ceilings_and_the_command_enters_it(tree: Path) -> None:
    with control_group.around(CEILINGS, ()) as group:
        assert group is not None
        names = ("memory.max", "memory.oom.group", "memory.swap.max", "pids.max")
        values = [int((group.folder / name).read_text()) for name in names]
        done = subprocess.run([*group.command, "echo", "in it"], capture_output=True, check=True)
        assert (group.folder / "cgroup.procs").read_text() == "0\n"
        assert group.excess() == ""
        (group.folder / "memory.events").write_text("low 0\noom 1\noom_kill 3\n")
        assert group.excess() == "more than 100 MiB of memory in all"
    assert done.stdout == b"in it\n"
    assert values == [164 << 20, 1, 0, 309]


def test_a_disk_in_memory_has_room_of_its_own(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tree.stat().st_dev
    mounts = tree.parent / "mounts"
    mounts.write_text(f"30 1 {os.major(device)}:{os.minor(device)} / /tmp rw shared:1 - tmpfs tmpfs rw\n")
    monkeypatch.setattr(control_group, "_MOUNTS", mounts)
    with control_group.around(CEILINGS, (tree,)) as group:
        assert group is not None
        assert (group.folder / "memory.max").read_text() == str(174 << 20)


def test_what_a_dead_process_left_is_removed(tree: Path) -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    dead = process.pid
    left = tree / "user.slice" / f"pandora-{dead}-00000000"
    mine = tree / "user.slice" / f"pandora-{os.getpid()}-00000000"
    for folder in (left, mine):
        folder.mkdir()
    assert control_group.parent() is not None
    assert mine.is_dir()
    assert not left.exists()


SOCKETS = """
import socket, sys, time
pairs = [socket.socketpair() for pair in range(240)]
for pair in pairs:
    for end in pair:
        end.setblocking(False)
        end.send(bytes(1 << 18))
print("done", len(sys.argv))
"""


def test_the_kernel_holds_what_nobody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if control_group.parent() is None:
        pytest.skip("this machine gives no control group")
    monkeypatch.setattr(resource_usage.Watch, "excess", lambda self: "")
    command = (sys.executable, "-I", "-S", "-c", "import os\nfor _ in range(3): os.fork()\n" + SOCKETS)
    done = run(command, cwd=tmp_path, limits=Limits(memory=64 << 20, disk=0), tier=tiers.OWN)
    assert "control group" in done.confined
    assert (done.code, done.excess) == (137, "more than 64 MiB of memory in all")
