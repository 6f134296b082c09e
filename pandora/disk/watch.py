"""Watching a folder for saved documents; each is reported once its save is complete."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import queue
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pandora.document.ids import parse_id
from pandora.errors import DiskError, UsageError

REST_SECONDS = 0.2
"""Seconds without an event after which a save is complete: editors truncate, write and rename in bursts."""
POLL_SECONDS = 1.0
"""Seconds between two polls of a folder for which the system reports no events."""
WATCH_LIMITS = {
    errno.ENOSPC: "no inotify watch is left, raise fs.inotify.max_user_watches",
    errno.EMFILE: "no inotify instance is left, raise fs.inotify.max_user_instances",
}
_KINDS = ("created", "modified", "moved", "deleted", "closed")


@dataclass
class Saves:
    """The documents that were saved; `take` may be called from any thread, `settled` from one."""

    clock: Callable[[], float] = time.monotonic
    rest: float = REST_SECONDS
    _events: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)
    _due: dict[str, float] = field(default_factory=dict)

    def take(self, path: str) -> None:
        """Take an event about `path`; what is no document (a swap file, a backup, a copy) is ignored."""
        name = path.rsplit("/", 1)[-1]
        if name.endswith(".md"):
            with contextlib.suppress(UsageError):
                self._events.put(str(parse_id(name)))

    def look_again(self, document_id: str, seconds: float) -> None:
        """Report a document once more after some seconds, because it was not whole yet."""
        self._due.setdefault(document_id, self.clock() + seconds)

    def settled(self, wait: float) -> list[str]:
        """The documents whose saves are complete, waiting at most `wait` seconds for the first."""
        until = self.clock() + wait
        while True:
            now = self.clock()
            if due := [name for name, when in self._due.items() if when <= now]:
                for name in due:
                    del self._due[name]
                return due
            if now >= until:
                return []
            try:
                name = self._events.get(timeout=max(0.0, min([*self._due.values(), until]) - now))
            except queue.Empty:
                continue
            self._due[name] = self.clock() + self.rest


@contextlib.contextmanager
def watching(folder: Path, saves: Saves) -> Iterator[str]:
    """Pass the events of `folder` to `saves` while the block runs; yields how they are noticed, for people.

    The folder is watched and not its files: editors replace a file, and a watch on the old file sees nothing.
    """
    from watchdog.events import FileSystemEvent, FileSystemEventHandler

    class Handler(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            # Opening and reading are events too; the engine's own reads must not count.
            if event.event_type in _KINDS and not event.is_directory:
                saves.take(_text(event.src_path))
                saves.take(_text(event.dest_path))

    if not folder.is_dir():
        raise DiskError(f"{folder}:1: the folder is gone; `pandora init` makes it again")
    observer, how = _start_observer(Handler(), folder)
    try:
        yield how
    finally:
        with _unlogged("watchdog"):
            observer.stop()
            observer.join()


@contextlib.contextmanager
def _unlogged(name: str) -> Iterator[None]:
    """Keep what a library logs off the terminal while the block runs.

    An emitter that is stopped between two reads logs that it is inactive, as an error.
    """
    handler = logging.NullHandler()
    logging.getLogger(name).addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger(name).removeHandler(handler)


def _start_observer(handler: Any, folder: Path) -> tuple[Any, str]:
    """A started observer, and how it notices: by events of the system, or else by polling every second."""
    from watchdog.observers import Observer
    from watchdog.observers.polling import PollingObserver

    kind = shared_kind(folder)
    why = f"{kind} does not tell of saves on other machines" if kind else ""
    if not why:
        try:
            return _start(Observer(), handler, folder), "events of the system"
        except OSError as error:
            why = WATCH_LIMITS.get(error.errno or 0, str(error.strerror or error))
    try:
        polling = _start(PollingObserver(timeout=POLL_SECONDS), handler, folder)
    except OSError:
        raise DiskError(
            f"{folder}:1: the folder cannot be watched; run `pandora resume` after each edit"
        ) from None
    return polling, f"polled every second: {why}"


def _start(observer: Any, handler: Any, folder: Path) -> Any:
    observer.schedule(handler, str(folder), recursive=False)
    try:
        observer.start()
    except OSError:
        observer.stop()
        raise
    return observer


def _text(path: bytes | str) -> str:
    return path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else path


MOUNTS = Path("/proc/self/mountinfo")
SHARED_KINDS = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gfs2", "ocfs2", "glusterfs"),
    *("davfs", "drvfs", "vboxsf", "prl_fs", "virtiofs", "fakeowner"),
}
"""Kinds on which another machine, or a virtual machine's host, saves files without events of this kernel."""
_LINE = re.compile(r"^\d+ \d+ \S+ \S+ (?P<point>\S+) .*? - (?P<kind>\S+) ")
_ESCAPE = re.compile(r"\\([0-7]{3})")


def file_system_kind(folder: Path, mounts: Path) -> str:
    """The kind of file system that `folder` lies on, as Linux names it; "" where nothing says so."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    real, kind, longest = os.path.realpath(folder), "", -1
    for line in lines:
        if match := _LINE.match(line):
            point = _ESCAPE.sub(lambda octal: chr(int(octal[1], 8)), match["point"])
            inside = real == point or real.startswith(point.rstrip("/") + "/")
            if inside and len(point) >= longest:  # of two on one point the later hides the earlier
                kind, longest = match["kind"], len(point)
    return kind


def shared_kind(folder: Path, mounts: Path = MOUNTS) -> str:
    """The kind of file system where another machine may change `folder`; "" for a local one."""
    kind = file_system_kind(folder, mounts)
    return kind if kind in SHARED_KINDS or kind.startswith("fuse.") else ""
