from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.disk import lease
from pandora.disk import processes as liveness
from pandora.disk.lease import hold, lease_path, require
from pandora.errors import DiskError, HeldError, LostLeaseError

HOLDER = """
import sys
from pathlib import Path
from pandora.disk.lease import hold
with hold(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "system-abc234.md"


def holder(root: Path) -> subprocess.Popen[bytes]:
    """Another process that holds the lease until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def write(root: Path, **words: object) -> None:
    mine = {
        "pid": os.getppid(),
        "host": liveness.host(),
        "boot": liveness.boot_id(),
        "since": "2026-11-21T10:00:00Z",
    }
    mine["started"] = liveness.start_time(os.getppid())
    lease_path(root).write_text(json.dumps({**mine, **words}), encoding="utf-8")


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease, "_lock", lambda handle: None)


def test_it_says_who_holds_it_and_is_gone_afterwards(root: Path) -> None:
    with hold(root):
        words = json.loads(lease_path(root).read_text(encoding="utf-8"))
        assert words["pid"] == os.getpid()
        assert words["host"] == liveness.host()
        assert words["started"] == liveness.start_time(os.getpid())
        with pytest.raises(HeldError, match=rf"held by process {os.getpid()} on .* since 20"), hold(root):
            pass
    assert os.listdir(root.parent) == []
    with hold(root):
        pass


def test_another_process_holds_it_while_it_lives(root: Path) -> None:
    process = holder(root)
    with pytest.raises(HeldError, match=rf"held by process {process.pid} ") as raised, hold(root):
        pass
    assert raised.value.exit_code == 2
    process.communicate(b"")
    with hold(root):
        pass
    assert os.listdir(root.parent) == []


def test_a_killed_one_is_taken_over_at_once(root: Path) -> None:
    process = holder(root)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert lease_path(root).exists()
    with hold(root):
        assert json.loads(lease_path(root).read_text(encoding="utf-8"))["pid"] == os.getpid()


def test_what_a_run_killed_before_its_document_left_is_tidied(root: Path) -> None:
    live, written = root.with_name("system-live23.md"), root.with_name("system-known2.md")
    written.write_text("a document", encoding="utf-8")
    for each in (root, live, written):
        with holder(each) as process:
            process.kill()
        assert lease_path(each).exists()
    lease.delete_abandoned(root.parent, os.listdir(root.parent))
    assert lease_path(root).exists()  # it may be just being taken
    for each in (root, live, written):
        os.utime(lease_path(each), (1, 1))
    with hold(live):
        os.utime(lease_path(live), (1, 1))
        lease.delete_abandoned(root.parent, [*os.listdir(root.parent), ".system-gone23.lease"])
        assert not lease_path(root).exists()
        assert lease_path(live).exists()
        assert lease_path(written).exists()


def test_one_that_ends_with_an_error_lets_go(root: Path) -> None:
    with pytest.raises(RuntimeError), hold(root):
        raise RuntimeError
    assert os.listdir(root.parent) == []


def taken(root: Path) -> bool:
    """True where the lease is this process's while it is held, and gone afterwards."""
    with hold(root):
        ours = json.loads(lease_path(root).read_text(encoding="utf-8"))["pid"] == os.getpid()
    return ours and not lease_path(root).exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": "x"}'])
def test_words_that_were_never_written_whole(root: Path, content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lease_path(root).write_text(content, encoding="utf-8")
    assert taken(root)


class TestWithoutLocks:
    @pytest.fixture(autouse=True)
    def _without(self, monkeypatch: pytest.MonkeyPatch) -> None:
        without_locks(monkeypatch)

    def test_a_living_process_holds_it(self, root: Path) -> None:
        write(root)
        with pytest.raises(HeldError, match=f"process {os.getppid()}"), hold(root):
            pass

    def test_a_dead_one_does_not(self, root: Path, dead: int) -> None:
        write(root, pid=dead)
        assert taken(root)

    def test_a_number_that_was_given_again_does_not(self, root: Path) -> None:
        write(root, started="long ago")
        assert taken(root)

    def test_one_from_before_this_machine_was_started_does_not(self, root: Path) -> None:
        write(root, boot="another")
        assert taken(root)

    def test_this_very_process_does(self, root: Path) -> None:
        with hold(root), pytest.raises(HeldError), hold(root):
            pass


class TestAnotherMachine:
    @pytest.mark.parametrize("locks", [True, False])
    def test_one_that_gave_a_sign_of_life_holds_it(
        self, root: Path, locks: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not locks:
            without_locks(monkeypatch)
        write(root, host="elsewhere")
        with pytest.raises(HeldError, match="on elsewhere"), hold(root):
            pass

    def test_a_silent_one_does_not(self, root: Path) -> None:
        write(root, host="elsewhere")
        os.utime(lease_path(root), (1, 1))
        with hold(root):
            pass
        assert os.listdir(root.parent) == []

    def test_signs_of_life_are_given(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lease, "HEARTBEAT_SECONDS", 0.001)
        lease._heartbeat_thread.cache_clear()  # the process's own may be asleep
        with hold(root):
            os.utime(lease_path(root), (1, 1))
            for _ in range(1_000_000):
                if os.stat(lease_path(root)).st_mtime > 1:
                    return
        pytest.fail("no sign of life")


def test_one_that_is_held_or_was_never_taken_is_not_lost(root: Path) -> None:
    require(root)
    with hold(root):
        require(root)


def test_one_that_was_deleted_is_lost(root: Path) -> None:
    with hold(root):
        lease_path(root).unlink()
        with pytest.raises(LostLeaseError, match="its file was deleted") as raised:
            require(root)
        assert raised.value.exit_code == 2
    require(root)


def test_one_that_another_process_took_after_it_was_deleted_is_lost_and_left_to_it(root: Path) -> None:
    with hold(root):
        lease_path(root).unlink()
        process = holder(root)
        with pytest.raises(LostLeaseError, match=f"process {process.pid} on .* has it"):
            require(root)
    assert lease_path(root).exists()
    with pytest.raises(HeldError), hold(root):
        pass
    process.communicate(b"")


def test_one_that_another_machine_took_over_is_lost_and_left_to_it(root: Path) -> None:
    with hold(root):
        write(root, host="elsewhere", pid=7)
        with pytest.raises(LostLeaseError, match="process 7 on elsewhere has it"):
            require(root)
    assert json.loads(lease_path(root).read_text(encoding="utf-8"))["host"] == "elsewhere"


def test_a_folder_that_is_gone_is_told(root: Path) -> None:
    with pytest.raises(DiskError, match="is gone; restore it"), hold(root.parent / "elsewhere" / root.name):
        pass


def test_one_that_was_let_go_between_opening_and_locking(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, moments = lease._lock, ["once"]

    def late(handle: int) -> bool | None:
        if moments:
            moments.pop()
            lease_path(root).unlink()
        return real(handle)

    monkeypatch.setattr(lease, "_lock", late)
    with hold(root):
        assert lease_path(root).exists()


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_lease_that_cannot_say_whose_it_is_leaves_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def full(*arguments: object) -> int:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(DiskError), hold(root):
        pass
    assert list(root.parent.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked so there")
def test_who_frees_room_holds_a_run_on_a_full_disk_by_the_lock_alone(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        with hold(root, frees_space=True):
            with pytest.raises(HeldError, match="held by another process"), hold(root):
                pass
            assert lease_path(root).read_bytes() == b""
    assert list(root.parent.iterdir()) == []


def test_a_link_in_the_leases_place_is_not_written_through(root: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("theirs", encoding="utf-8")
    lease_path(root).symlink_to("theirs")
    with pytest.raises(DiskError), hold(root):
        pass
    assert (tmp_path / "theirs").read_text(encoding="utf-8") == "theirs"
