"""The lease of a run: a file beside its root document that lets one process write, until that process ends."""

from __future__ import annotations

import errno
import functools
import json
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pandora.disk import processes
from pandora.disk.atomic import system_errors
from pandora.errors import HeldError, LostLeaseError
from pandora.regular_file import open_own

HEARTBEAT_SECONDS = 10.0
"""Seconds between two heartbeats of a lease's holder."""
DEAD_AFTER_SECONDS = 120.0
"""Seconds without a heartbeat after which a holder on another machine is taken for dead."""


@dataclass(frozen=True)
class _OwnLease:
    """A lease that this process took: the open file, and the words that it wrote into it."""

    handle: int
    words: bytes

    def is_at(self, path: Path) -> bool:
        """True while the file at `path` is still the one that was taken, and still names this process."""
        return _is_file_at(self.handle, path) and os.pread(self.handle, 4096, 0) == self.words


_own_leases: dict[Path, _OwnLease] = {}
"""The leases that this process took, by the root documents of their runs; `_handles_lock` guards it."""
_handles_lock = threading.Lock()
_FULL = (errno.ENOSPC, errno.EDQUOT)
_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)


def lease_path(root: Path) -> Path:
    """Where the lease of the run with that root document is: a file that no command takes for a document."""
    return root.with_name(f".{root.stem}.lease")


@contextmanager
def hold(root: Path, frees_space: bool = False) -> Iterator[None]:
    """Hold the lease of the run of the root document `root` while the block runs.

    Raises HeldError, which names the holder, and DiskError. A caller that `frees_space` holds the lease on a
    full disk too, by the lock alone.

    The system locks the file for as long as its holder lives, so the lease of a dead process is free at once.
    Where there is no lock (the holder is on another machine, or the disk has no locks), the file's content
    decides: the process's number and start time, the machine's boot, and the time of the last heartbeat.
    A lease can be lost all the same: see `require`.
    """
    path = lease_path(root)
    with system_errors(path):
        lease = _take(path, root, frees_space)
    try:
        with _handles_lock:
            _own_leases[root] = lease
        _heartbeat_thread(os.getpid())
        yield
    finally:
        with _handles_lock:
            del _own_leases[root]
        _release(path, lease)


def require(root: Path) -> None:
    """Raise LostLeaseError where this process took the lease of the run of `root`, and has it no longer.

    That is so where the file was deleted or replaced, and where another machine took the run over, because it
    heard no heartbeat for long. A process that never took the lease passes.
    """
    path = lease_path(root)
    with _handles_lock, system_errors(path):
        lease = _own_leases.get(root)
        if lease is None or lease.is_at(path) or not path.parent.is_dir():
            return  # a folder that is gone is the writer's to tell
    holder: Mapping[str, Any] = {}
    with suppress(OSError):
        handle = open_own(path, os.O_RDWR)
        try:
            holder = _read_holder(handle)
        finally:
            os.close(handle)
    now = f"process {holder['pid']} on {holder['host']} has it" if holder else "its file was deleted"
    raise LostLeaseError(f"{root}:1: the lease of the run is lost: {now}; resume when it is free")


def holder_process(root: Path) -> int:
    """The number of the process of this machine that holds the lease of a run; 0 where none does.

    Raises HeldError where the holder is on another machine.
    """
    try:
        handle = open_own(lease_path(root), os.O_RDWR)
    except FileNotFoundError:
        return 0
    try:
        holder = _read_holder(handle)
        if not holder or not _holder_lives(holder, lease_path(root), _lock(handle)):
            return 0
        if holder["host"] != processes.host():
            raise HeldError(_held_message(root, holder))
        return int(holder["pid"])
    finally:
        os.close(handle)


def is_worked_on(root: Path) -> bool:
    """True while a live process holds the lease of a run, as far as the lease's words tell.

    No lock is taken, so that one who only looks keeps nobody from taking the lease.
    """
    path = lease_path(root)
    try:
        handle = open_own(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        holder = _read_holder(handle)
        return bool(holder) and _holder_lives(holder, path, None)
    except OSError:
        return True  # the disk of another machine's holder tells no time
    finally:
        os.close(handle)


def delete_abandoned(state: Path, names: Iterable[str]) -> None:
    """Delete the leases among `names` that nobody holds and whose run never got a root document.

    A run that is killed before its first reply leaves such a lease. A file that cannot be locked is left alone.
    """
    all_names = set(names)
    for name in sorted(name for name in all_names if name[0] == "." and name.endswith(".lease")):
        path = state / name
        if f"{name[1:].removesuffix('.lease')}.md" in all_names:
            continue
        with suppress(OSError):
            handle = open_own(path, os.O_RDWR)
            try:
                holder = _read_holder(handle)
                silent = (
                    time.time() - os.fstat(handle).st_mtime > DEAD_AFTER_SECONDS
                )  # not one that is being taken now
                free = silent and _lock(handle) and not (holder and _holder_lives(holder, path, True))
                if free and _is_file_at(handle, path):
                    os.unlink(path)
            finally:
                os.close(handle)


def _take(path: Path, root: Path, frees_space: bool) -> _OwnLease:
    while True:
        handle = open_own(path, os.O_RDWR | os.O_CREAT)
        try:
            locked = _lock(handle)
            holder = _read_holder(handle)
            if locked is False or (holder and _holder_lives(holder, path, locked)):
                raise HeldError(_held_message(root, holder))
            if not _is_file_at(handle, path):
                os.close(handle)  # its holder released it just now: another file has the name
                continue
            return _OwnLease(handle, _write_holder(path, handle, locked is True and frees_space))
        except BaseException:
            os.close(handle)
            raise


def _write_holder(path: Path, handle: int, may_fail: bool) -> bytes:
    """Write into the lease who holds it; where that fails the lease is removed, unless it `may_fail`.

    Returns the words that stand in it.
    """
    try:
        os.ftruncate(handle, 0)
        words = json.dumps(_this_process()).encode()
        os.pwrite(handle, words, 0)
        return words
    except OSError as error:
        if may_fail and error.errno in _FULL:
            return os.pread(handle, 4096, 0)
        with suppress(OSError):
            os.unlink(path)
        raise


def _lock(handle: int) -> bool | None:
    """True where the lock was got, False where another has it, None where this system or disk has no locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return None
        raise
    return True


def _this_process() -> dict[str, Any]:
    pid = os.getpid()
    return {
        "pid": pid,
        "host": processes.host(),
        "boot": processes.boot_id(),
        "started": _start_time(pid),
        "since": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


@functools.cache
def _start_time(pid: int) -> str:
    """When this process began."""
    return processes.start_time(pid)


def _read_holder(handle: int) -> Mapping[str, Any]:
    """The content of the lease; empty where its holder released it, or died before it had written it."""
    words = os.pread(handle, 4096, 0)
    try:
        holder = json.loads(words or b"{}")
    except ValueError:
        return {}
    whole = (
        isinstance(holder, dict) and isinstance(holder.get("pid"), int) and isinstance(holder.get("host"), str)
    )
    return holder if whole else {}


def _holder_lives(holder: Mapping[str, Any], path: Path, locked: bool | None) -> bool:
    """Whether the holder is alive, as far as the content of the lease tells."""
    if holder.get("host") != processes.host():
        return _silent_for(path) < DEAD_AFTER_SECONDS
    if locked or holder.get("boot") != processes.boot_id():
        return False  # on one machine the lock is the truth
    pid = holder["pid"]
    return processes.alive(pid) and processes.start_time(pid) == holder.get("started")


def _silent_for(path: Path) -> float:
    """Seconds since the last heartbeat, by the clock of the disk that both machines share."""
    probe = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        return os.stat(probe).st_mtime - os.stat(path).st_mtime
    finally:
        os.unlink(probe)


def _held_message(root: Path, holder: Mapping[str, Any]) -> str:
    who = f"process {holder['pid']} on {holder['host']}" if holder else "another process"
    since = f" since {holder['since']}" if "since" in holder else ""
    return f"{root}:1: the run is held by {who}{since}; wait for it, or stop it and resume"


def _is_file_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


@functools.cache
def _heartbeat_thread(pid: int) -> threading.Thread:
    """The thread of the process `pid` that sends the heartbeats of every lease that it holds."""
    thread = threading.Thread(target=_send_heartbeats, name="leases", daemon=True)
    thread.start()
    return thread


def _send_heartbeats() -> None:
    while True:
        time.sleep(HEARTBEAT_SECONDS)
        with _handles_lock:  # a handle that is closed meanwhile would be another file's
            for root, lease in _own_leases.items():
                with suppress(OSError):
                    if lease.is_at(lease_path(root)):
                        os.utime(lease.handle)


def _release(path: Path, lease: _OwnLease) -> None:
    """Delete the lease; one that is another's by now is left as it is."""
    try:
        with suppress(OSError):
            if not lease.is_at(path):
                return
            with suppress(OSError):
                os.unlink(path)
            os.ftruncate(lease.handle, 0)  # where it could not be deleted, an empty file names no holder
    finally:
        os.close(lease.handle)
