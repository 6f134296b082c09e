from __future__ import annotations

import errno
import fcntl
import os
import stat
import tempfile
from pathlib import Path

import pytest

from pandora.errors import DiskError
from pandora.sandbox import scratch
from tests.sandbox.processes import Script

LOCKED = """
import os
from pandora.sandbox import scratch
folder = scratch.make("test")
inner = folder / "a" / "b"
inner.mkdir(parents=True)
(inner / "c").touch()
inner.chmod(0)
(folder / "a").chmod(0)
scratch.discard(folder)
print(folder.exists())
"""


def test_a_folder_without_rights_is_deleted_too(script: Script, nobody_script: Script) -> None:
    assert script(LOCKED).stdout == "False\n"
    assert nobody_script(LOCKED).stdout == "False\n"


DEEP = """
import os, resource
from pandora.sandbox import scratch
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
folder = scratch.make("test")
os.chdir(folder)
for depth in range(6000):
    os.mkdir("n")
    open("f", "w").close()
    os.symlink("/", "l")
    os.chdir("n")
    if depth % 500 == 499:
        os.chmod("../f", 0)
        os.chmod(".", 0o300)
os.mkdir("last")
os.chmod("last", 0)
os.chdir("/")
scratch.regain(folder)
scratch.discard(folder)
print(folder.exists())
"""


def test_a_folder_deeper_than_any_path_is_deleted_too(script: Script, nobody_script: Script) -> None:
    assert script(DEEP).stdout == "False\n"
    assert nobody_script(DEEP).stdout == "False\n"


def test_what_a_link_leads_to_is_not_touched(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch(mode=0o400)
    outside.chmod(0o500)
    folder = scratch.make("test")
    (folder / "folder").symlink_to(outside)
    (folder / "file").symlink_to(outside / "file")
    scratch.regain(folder)
    scratch.discard(folder)
    assert not folder.exists()
    assert outside.stat().st_mode & 0o777 == 0o500
    assert (outside / "file").stat().st_mode & 0o777 == 0o400
    outside.chmod(0o700)


def test_a_link_with_rights_of_its_own_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on Linux, where a link's own rights are always 777: hence the made-up status."""
    (tmp_path / "outside").touch(mode=0o400)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    status = os.stat_result((stat.S_IFLNK, *os.lstat(folder / "link")[1:]))
    monkeypatch.setattr(os, "lstat", lambda path: status)
    scratch.regain(folder)
    assert (tmp_path / "outside").stat().st_mode & 0o777 == 0o400


def test_no_room_for_a_folder_is_a_disk_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(DiskError, match="no temporary folder"):
        scratch.make("test")


KILLED = """
import os, signal
from pathlib import Path
from pandora.sandbox import scratch
folder = scratch.make("stage", Path(sys.argv[1]))
(folder / "workspace").mkdir()
(folder / "workspace" / "file").touch()
scratch.make("run", like=folder / "workspace")
scratch.make("stage", Path(sys.argv[1]) / "another")
print(folder, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_left_is_found_and_deleted(tmp_path: Path, script: Script) -> None:
    folder = Path(script(KILLED, str(tmp_path)).stdout.strip())
    mine = scratch.make("stage", tmp_path)
    left = scratch.abandoned(tmp_path)
    others = scratch.abandoned(tmp_path / "another")
    assert folder in left
    assert (len(left), len(others)) == (2, 1)
    assert mine not in left
    scratch.discard_abandoned(tmp_path)
    scratch.discard_abandoned(tmp_path / "another")
    assert not any(path.exists() for path in (*left, *others))
    assert mine.exists()
    scratch.discard(mine)
    assert scratch.abandoned(tmp_path) == []


def test_only_a_folder_of_this_user_and_of_this_kind_is_abandoned(
    tmp_path: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = tmp_path / "places"
    places.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(places))
    name = scratch.make("stage", tmp_path)
    scratch.discard(name)
    name.mkdir()
    assert scratch.abandoned(tmp_path) == [name]
    assert scratch.abandoned(places) == []
    for other in (f"{name}x", name.with_name("pandora-stage-abcdefgh"), name.with_name(f".{name.name}")):
        Path(other).mkdir()
    assert scratch.abandoned(tmp_path) == [name]
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert scratch.abandoned(tmp_path) == []
    name.rmdir()
    name.symlink_to(tmp_path)
    monkeypatch.undo()
    monkeypatch.setattr(tempfile, "tempdir", str(places))
    assert scratch.abandoned(tmp_path) == []


def test_a_folder_without_a_lock_is_nobodys_to_delete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk without locks nothing tells whether its maker lives."""

    def refuse(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOTSUP, "no locks")

    monkeypatch.setattr(fcntl, "flock", refuse)
    folder = scratch.make("stage", tmp_path)
    assert scratch.abandoned(tmp_path) == []
    scratch.discard(folder)
    assert not folder.exists()
