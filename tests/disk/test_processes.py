from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.disk import processes

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open")


def test_a_process_lives_until_it_ends(dead: int) -> None:
    assert processes.alive(os.getpid())
    assert processes.alive(1)
    assert not processes.alive(dead)


@linux
def test_one_that_only_waits_to_be_reaped_is_dead() -> None:
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not processes.alive(process.pid)
    process.wait()


def test_a_number_given_again_is_another_process(dead: int) -> None:
    process = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
    assert processes.start_time(os.getpid()) == processes.start_time(os.getpid()) != ""
    assert processes.start_time(process.pid) != processes.start_time(os.getpid())
    process.communicate(b"\n")
    assert processes.start_time(dead) == ""
    assert processes.boot_id() == processes.boot_id()


@linux
def test_who_has_a_file_open_to_write(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"")
    if processes.written_by_nobody(path) is None:
        pytest.skip("this disk gives no leases of files")
    with open(path, "rb"):
        assert processes.written_by_nobody(path)
    with open(path, "r+b"):
        assert processes.written_by_nobody(path) is False
    assert processes.written_by_nobody(path)
    with pytest.raises(FileNotFoundError):
        processes.written_by_nobody(tmp_path / "y")


def test_what_another_system_cannot_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "other")
    assert processes.written_by_nobody(tmp_path / "x") is None
