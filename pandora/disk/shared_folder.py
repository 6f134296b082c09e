"""What a folder does that several processes or machines share, tried with files of its own by two processes."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pandora.disk import name_exchange
from pandora.disk.atomic import sync_folder
from pandora.errors import DiskError

_ROUNDS = 50
_SKEW = 2.0
"""Seconds by which the folder's clock may differ from this machine's before that is worth a word."""
_LATEST = 5.0
"""Seconds within which one process must see what another one renamed."""


@dataclass(frozen=True)
class Trial:
    """One property of the folder: whether it held, what was found, and what to do where it did not.

    Without a `remedy`, Pandora does without the property.
    """

    name: str
    held: bool
    finding: str
    remedy: str = ""


def try_folder(folder: Path) -> list[Trial]:
    """Try a folder by two processes, and delete the files of the trials; DiskError where none can be made.

    Two processes of one machine see what the machine's own cache shows them. What another machine sees is
    known only by running it there, too.
    """
    place = folder / f".pandora-trial.{os.getpid()}.{secrets.token_hex(4)}"
    try:
        place.mkdir()
    except OSError as error:
        raise DiskError(
            f"{folder}:1: no folder can be made here ({error.strerror}); give another, or mend it"
        ) from error
    try:
        with _other_process() as other:
            return [trial(place, other) for trial in _TRIALS]
    finally:
        shutil.rmtree(place, ignore_errors=True)


class _Other:
    """Another process, which does one thing at a time as it is told."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def tell(self, *words: str | Path) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\t".join(map(str, words)) + "\n")
        self._process.stdin.flush()

    def answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def ask(self, *words: str | Path) -> str:
        self.tell(*words)
        return self.answer()


@contextmanager
def _other_process() -> Iterator[_Other]:
    command = [sys.executable, "-m", "pandora.disk.shared_folder"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as process:
        try:
            yield _Other(process)
        finally:
            process.kill()


def _race(place: Path, other: _Other, verb: str, name: str, remedy: str) -> Trial:
    """Both processes take the same names; each name must go to one of them."""
    (place / "source").write_bytes(b"x")
    other.tell(f"{verb}-all", place)
    mine = {number for number in range(_ROUNDS) if _VERBS[verb](place / f"{verb}.{number}")}
    theirs = {int(number) for number in other.answer().split()}
    twice, never = len(mine & theirs), _ROUNDS - len(mine | theirs)
    if twice or never:
        return Trial(name, False, f"of {_ROUNDS} names, {twice} were taken twice and {never} never", remedy)
    return Trial(name, True, f"each of {_ROUNDS} names was taken by one of two processes")


def _exclusive(place: Path, other: _Other) -> Trial:
    remedy = "this folder cannot be shared: two processes would take the same work"
    return _race(place, other, "create", "new files", remedy)


def _linked(place: Path, other: _Other) -> Trial:
    return _race(place, other, "link", "links", "" if os.name == "nt" else "mount it with hard links")


def _locks(place: Path, other: _Other) -> Trial:
    path = place / "lock"
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        mine = _lock(handle)
        theirs = other.ask("lock", path)
    finally:
        os.close(handle)
    after = other.ask("lock", path)
    if mine and theirs == "held" and after == "got":
        return Trial("locks", True, "flock keeps a second process out, and ends with its holder")
    if not mine:
        return Trial("locks", False, "no flock; a lease then ends two minutes after its holder's last sign")
    finding = f"with the lock held, a second process {theirs or 'failed'} it; then {after or 'failed'} it"
    return Trial("locks", False, finding, "mount it with locks that reach other processes (NFS: no `nolock`)")


def _exchange(place: Path, other: _Other) -> Trial:
    one, two = place / "one", place / "two"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    try:
        exchanged = name_exchange.exchange_names(one, two) and one.read_bytes() == b"2"
    except OSError:
        exchanged = False
    if exchanged:
        return Trial("exchange", True, "two files exchange their names in one step")
    return Trial("exchange", False, "no exchange of names; links take its place, as on NFS and SMB")


def _folder_sync(place: Path, other: _Other) -> Trial:
    try:
        with (place / "synced").open("wb") as file:
            file.write(b"x")
            os.fsync(file.fileno())
        sync_folder(place)
    except (OSError, DiskError) as error:
        return Trial("fsync", False, f"refused: {error}", "a power cut may take what was acknowledged")
    finding = "file and folder take it; whether the disk keeps its word, only a power cut tells"
    return Trial("fsync", True, finding)


def _seen(place: Path, other: _Other) -> Trial:
    path = place / "seen"
    path.write_bytes(b"before")
    start = time.monotonic()
    other.tell("replace", path)
    while path.read_bytes() != b"after":
        if time.monotonic() - start > _LATEST:
            return Trial("renames", False, f"not seen after {_LATEST:.0f} s", "mount it with `actimeo=0`")
        time.sleep(0.002)
    other.answer()
    return Trial("renames", True, f"one process saw another's after {time.monotonic() - start:.2f} s")


def _sqlite(place: Path, other: _Other) -> Trial:
    path = place / "index.sqlite"
    keep_own = "set XDG_CACHE_HOME on each machine to a disk of its own"
    try:
        with sqlite3.connect(path, timeout=0, isolation_level=None) as connection:
            connection.execute("CREATE TABLE a (b)")
            connection.execute("BEGIN EXCLUSIVE")
            locked = other.ask("sqlite", path)
            connection.execute("COMMIT")
        connection.close()
        free = other.ask("sqlite", path)
    except sqlite3.Error as error:
        return Trial("SQLite", False, f"fails: {error}", keep_own)
    if (locked, free) == ("locked", "wrote"):
        return Trial("SQLite", True, "its locks keep a second writer out")
    return Trial("SQLite", False, f"a second writer {locked or 'failed'} while the first one wrote", keep_own)


def _clocks(place: Path, other: _Other) -> Trial:
    path = place / "clock"
    before = time.time()
    path.write_bytes(b"x")
    after = time.time()
    written = path.stat().st_mtime
    skew = max(before - written, written - after, 0.0)
    finding = f"the folder's clock is {skew:.1f} s away from this machine's"
    if skew <= _SKEW:
        return Trial("clocks", True, finding)
    return Trial("clocks", False, finding, "set both by NTP: times in documents would not be in order")


_TRIALS: tuple[Callable[[Path, _Other], Trial], ...] = (
    *(_exclusive, _linked, _locks, _exchange),
    *(_folder_sync, _seen, _sqlite, _clocks),
)


def _create(path: Path) -> bool:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    return True


def _link(path: Path) -> bool:
    try:
        os.link(path.with_name("source"), path)
    except OSError as error:
        if error.errno == errno.EEXIST:
            return False
        raise
    return True


_VERBS: dict[str, Callable[[Path], bool]] = {"create": _create, "link": _link}


def _lock(handle: int) -> bool:
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _obey(words: list[str]) -> str:
    """Do in the other process what a line says."""
    verb, path = words[0], Path(words[1])
    if verb.endswith("-all"):
        take = _VERBS[verb.removesuffix("-all")]
        names = range(_ROUNDS - 1, -1, -1)
        return " ".join(str(number) for number in names if take(path / f"{verb.removesuffix('-all')}.{number}"))
    if verb == "lock":
        handle = os.open(path, os.O_RDWR)
        try:
            return "got" if _lock(handle) else "held"
        finally:
            os.close(handle)
    if verb == "replace":
        new = path.with_name("new")
        new.write_bytes(b"after")
        new.replace(path)
        return "done"
    try:
        with sqlite3.connect(path, timeout=0, isolation_level=None) as connection:
            connection.execute("INSERT INTO a VALUES (1)")
        connection.close()
    except sqlite3.OperationalError:
        return "locked"
    return "wrote"


if __name__ == "__main__":
    for line in sys.stdin:
        answer = ""
        with suppress(OSError):
            answer = _obey(line.rstrip("\n").split("\t"))
        print(answer, flush=True)
