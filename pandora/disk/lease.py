"""One run has one writer: a lease beside its root document, which the death of its holder ends."""

from __future__ import annotations

import errno
import functools
import json
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pandora.disk import processes
from pandora.disk.atomic import translated
from pandora.errors import HeldError

BEAT = 10.0
"""Seconds between two signs of life."""
SILENCE = 120.0
"""Seconds without one after which a holder on another machine is taken for dead."""
_alive: set[int] = set()
"""The handles of the leases that this process holds; `_beating` is whose turn it is."""
_beating = threading.Lock()
_FULL = (errno.ENOSPC, errno.EDQUOT)
_NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)


def lease_path(root: Path) -> Path:
    """Where the lease of the run with that root document is: a file that no command takes for a document."""
    return root.with_name(f".{root.stem}.lease")


@contextmanager
def held(root: Path, frees: bool = False) -> Iterator[None]:
    """Hold the run of the root document `root`; raises HeldError, which says by whom it is held, DiskError.

    Who `frees` room holds it on a full disk too, by the lock alone.

    The system locks the file for as long as its holder lives, so a dead one's is free at once. Where it
    cannot (another machine's process, a disk without locks), the lease's own words decide: the process's
    number and start time, this machine's start, and when it last gave a sign of life.
    """
    path = lease_path(root)
    with translated(path):
        handle = _taken(path, root, frees)
    try:
        with _beating:
            _alive.add(handle)
        _pulse(os.getpid())
        yield
    finally:
        with _beating:
            _alive.discard(handle)
        _let_go(path, handle)


def tidy(state: Path, names: Iterable[str]) -> None:
    """Delete the leases among `names` that nobody holds and whose run never got a root document.

    A run that is killed before its first reply leaves one. What cannot be locked is left alone.
    """
    there = set(names)
    for name in sorted(each for each in there if each[0] == "." and each.endswith(".lease")):
        path = state / name
        if f"{name[1:].removesuffix('.lease')}.md" in there:
            continue
        with suppress(OSError):
            handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            try:
                holder = _holder(handle)
                silent = time.time() - os.fstat(handle).st_mtime > SILENCE  # not one that is being taken now
                free = silent and _lock(handle) and not (holder and _lives(holder, path, True))
                if free and _is_at(handle, path):
                    os.unlink(path)
            finally:
                os.close(handle)


def _taken(path: Path, root: Path, frees: bool) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            locked = _lock(handle)
            holder = _holder(handle)
            if locked is False or (holder and _lives(holder, path, locked)):
                raise HeldError(_told(root, holder))
            if not _is_at(handle, path):
                os.close(handle)  # it was let go just now: the file at that name is another
                continue
            _say(path, handle, locked is True and frees)
            return handle
        except BaseException:
            os.close(handle)
            raise


def _say(path: Path, handle: int, may_fail: bool) -> None:
    """Write into the lease who holds it; where that fails it is let go, unless the lock is enough."""
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(_mine()).encode(), 0)
    except OSError as error:
        if may_fail and error.errno in _FULL:
            return
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


def _mine() -> dict[str, Any]:
    pid = os.getpid()
    return {
        "pid": pid,
        "host": processes.host(),
        "boot": processes.boot(),
        "started": _began(pid),
        "since": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


@functools.cache
def _began(pid: int) -> str:
    """When this very process began."""
    return processes.started(pid)


def _holder(handle: int) -> Mapping[str, Any]:
    """What the lease says; nothing where its holder let go, or died before it had written it."""
    words = os.pread(handle, 4096, 0)
    try:
        found = json.loads(words or b"{}")
    except ValueError:
        return {}
    whole = isinstance(found, dict) and isinstance(found.get("pid"), int) and isinstance(found.get("host"), str)
    return found if whole else {}


def _lives(holder: Mapping[str, Any], path: Path, locked: bool | None) -> bool:
    """Whether the holder is alive as far as its words tell."""
    if holder.get("host") != processes.host():
        return _silent_for(path) < SILENCE
    if locked or holder.get("boot") != processes.boot():
        return False  # on one machine the lock is the truth
    pid = holder["pid"]
    return processes.alive(pid) and processes.started(pid) == holder.get("started")


def _silent_for(path: Path) -> float:
    """Seconds since the last sign of life, by the clock of the disk that both machines share."""
    probe = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        return os.stat(probe).st_mtime - os.stat(path).st_mtime
    finally:
        os.unlink(probe)


def _told(root: Path, holder: Mapping[str, Any]) -> str:
    who = f"process {holder['pid']} on {holder['host']}" if holder else "another process"
    since = f" since {holder['since']}" if "since" in holder else ""
    return f"{root}:1: the run is held by {who}{since}; wait for it, or stop it and resume"


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


@functools.cache
def _pulse(pid: int) -> threading.Thread:
    """The thread of this very process that gives the sign of life of every lease that it holds."""
    pulse = threading.Thread(target=_beat, name="leases", daemon=True)
    pulse.start()
    return pulse


def _beat() -> None:
    while True:
        time.sleep(BEAT)
        with _beating:  # a handle that is let go now would be another file's
            for handle in _alive:
                with suppress(OSError):
                    os.utime(handle)


def _let_go(path: Path, handle: int) -> None:
    try:
        with suppress(OSError):
            if _is_at(handle, path):
                os.unlink(path)
        with suppress(OSError):
            os.ftruncate(handle, 0)  # were it not deleted, it says nobody
    finally:
        os.close(handle)
