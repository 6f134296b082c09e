"""A temporary copy of the workspace for a command to run in, and the changes that it made there."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from pandora.errors import DiskError, RefusedError
from pandora.path_spelling import fold_case
from pandora.regular_file import NotRegularError, digest_regular, open_regular, read_whole
from pandora.sandbox import landlock, scratch
from pandora.workspace.change import Change

_GIT = ".git"
_BULKY = frozenset({_GIT, ".venv", "node_modules", "__pycache__", ".pytest_cache", ".mypy_cache"})
_LARGE = 16 << 20
COPIED = 64 << 20
"""The most bytes of a workspace that are copied, and of what a command may change in the copy."""
_MANY = 20_000
_GONE = (errno.EACCES, errno.EPERM, errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
"""What the system says of a file that may not be read, or that was moved since the walk."""


class StagedCopy:
    """A temporary copy of a workspace: run the command in `root`, then ask `changes()` what it changed.

    Protected names, hidden names and bulky folders are not copied. Files too large to copy become links to
    the originals (`linked`; pass `readable` to the sandbox). Only Landlock prevents a command from writing
    through these links; without Landlock such files are left out (`omitted`). Folders that this user may
    not read are empty in the copy (`closed`).
    """

    def __init__(
        self,
        folder: Path,
        workspace: Path,
        protected: Sequence[str],
        limit_bytes: int,
        hides: Callable[[str], bool],
    ) -> None:
        self._folder = folder
        self._workspace = workspace
        self._names = tuple(name.strip("/") for name in protected)
        self._protected = tuple(fold_case(name) for name in self._names)
        self._limit = limit_bytes
        self._hides = hides
        self._digests: dict[str, str] = {}
        self.root = folder / "workspace"
        self.linked: list[str] = []
        self.omitted: list[str] = []
        self.closed: list[str] = []

    @classmethod
    def of(
        cls,
        workspace: Path,
        protected: Sequence[str],
        limit_bytes: int = COPIED,
        links: bool | None = None,
        hides: Callable[[str], bool] | None = None,
    ) -> StagedCopy:
        """Copy at most `limit_bytes` of `workspace`, without the paths for which `hides` is true.

        `links` says whether large files become links; None asks whether this machine has Landlock. Only
        tests set it. Raises DiskError if the workspace cannot be copied.
        """
        folder = scratch.make("stage", workspace)
        try:
            stage = cls(folder, Path(os.path.realpath(workspace)), protected, limit_bytes, hides or _nothing)
            stage._fill(landlock.abi() > 0 if links is None else links)
        except OSError as error:
            scratch.discard(folder)
            raise DiskError(
                f"the workspace cannot be copied: {error}; make it readable, with room for the copy"
            ) from error
        except BaseException:
            scratch.discard(folder)
            raise
        return stage

    def __enter__(self) -> StagedCopy:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Delete the copy."""
        scratch.discard(self._folder)

    @property
    def readable(self) -> tuple[Path, ...]:
        """The original files that links in the copy lead to."""
        return tuple(self._workspace / path for path in self.linked)

    @property
    def note(self) -> str:
        """The files that a command could not see or change here, as text; "" if there are none."""
        closed = [f"{path}/" for path in self.closed]
        parts = (("large, read-only", self.linked), ("left out", self.omitted), ("may not be read", closed))
        return "; ".join(f"{what}: {_first_few(paths)}" for what, paths in parts if paths)

    def changes(self) -> tuple[Change, ...]:
        """Return the files that were created, changed or removed since the copy was made, sorted by path.

        Raises RefusedError for a write to a protected or hidden path or into a `.git` anywhere, for a change
        that is not one of plain files, and for more new content than the copy may have.
        """
        scratch.regain(self.root)
        originals = {str(self._workspace / path) for path in self.linked}
        changes: list[Change] = []
        kept: set[str] = set()
        size = 0
        for path, status in self._left():
            if path.split("/")[-1] == _GIT:  # the copy has none at its beginning
                self._check(path, 0, 0)
            if stat.S_ISLNK(status.st_mode) and os.readlink(self.root / path) in originals:
                if path not in self.linked:
                    raise RefusedError(f"{path}: the file behind it is too large to be moved by a command")
                kept.add(path)
            elif not stat.S_ISREG(status.st_mode):
                if path in self._digests:
                    raise RefusedError(f"{path}: the command put something that is not a file in its place")
            else:
                kept.add(path)
                digest = digest_regular(path, self.root, links=False)
                if digest != self._digests.get(path):
                    size += status.st_size
                    self._check(path, len(changes), size)
                    content = read_whole(path, self._limit, self.root, links=False)
                    changes.append(Change(path, self._before(path), content))
        for path in (*self._digests, *self.linked):
            if path not in kept:
                changes.append(Change(path, self._before(path), None))
        return tuple(sorted(changes, key=lambda change: change.path))

    def _left(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield what is in the copy now; RefusedError if it cannot be listed, e.g. is nested too deeply."""
        try:
            yield from _walk(self.root, git=True)
        except OSError as error:
            raise RefusedError(f"what the command left cannot be looked at: {error.strerror}") from error

    def _check(self, path: str, count: int, size: int) -> None:
        if self._is_protected(path):
            raise RefusedError(f"{path}: protected, and the command wrote it")
        if self._hides(path):
            raise RefusedError(f"{path}: policy hides it, and the command wrote it")
        if path in self.omitted:
            raise RefusedError(f"{path}: left out of the copy, so a command cannot replace it")
        if any(path.startswith(f"{folder}/") for folder in self.closed):
            raise RefusedError(f"{path}: its folder may not be read, so a command cannot change what is in it")
        if size > self._limit or count >= _MANY:
            raise RefusedError(f"{path}: the command wrote more than {self._limit >> 20} MiB or {_MANY} files")

    def _before(self, path: str) -> str:
        """Return the digest of the original file; one that was too large to copy is read now."""
        if path not in self.linked:
            return self._digests.get(path, "")
        try:
            return digest_regular(path, self._workspace, links=False)
        except OSError as error:
            raise RefusedError(f"{path}: somebody changed it while the run worked: {error.strerror}") from error

    def _fill(self, links: bool) -> None:
        self.root.mkdir()
        files: list[tuple[int, str]] = []
        symlinks: list[str] = []
        for path, status in _walk(self._workspace, self._is_absent, self.closed.append):
            if stat.S_ISDIR(status.st_mode):
                (self.root / path).mkdir(exist_ok=True)
            elif stat.S_ISLNK(status.st_mode):
                symlinks.append(path)
            elif stat.S_ISREG(status.st_mode):
                files.append((status.st_size, path))
        room = self._limit
        for size, path in sorted(files):  # small files first: programs matter more than data
            if size <= min(room, _LARGE) and len(self._digests) < _MANY:
                room -= size
                self._copy(path)
            elif links and len(self.linked) < _MANY:
                (self.root / path).symlink_to(self._workspace / path)
                self.linked.append(path)
            else:
                self.omitted.append(path)
        for path in symlinks:
            self._copy_link(path)

    def _copy(self, path: str) -> None:
        try:
            original = open_regular(path, self._workspace, links=False)
        except NotRegularError:  # swapped since the walk
            return
        except OSError as error:
            if error.errno not in _GONE:
                raise
            self.omitted.append(path)
            return
        with original:
            status = os.fstat(original.fileno())
            target = self.root / path
            digest = hashlib.sha256()
            with open(target, "xb") as copy:
                while block := original.read(1 << 20):
                    digest.update(block)
                    copy.write(block)
            os.chmod(target, stat.S_IMODE(status.st_mode) & 0o777 | 0o600)
            os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
        self._digests[path] = digest.hexdigest()

    def _copy_link(self, path: str) -> None:
        """Copy a symbolic link, but only if its target is in the copy, too."""
        leads_to = Path(os.path.realpath(self._workspace / path))
        if leads_to.is_relative_to(self._workspace):
            inside = self.root / leads_to.relative_to(self._workspace)
            if os.path.lexists(inside):
                (self.root / path).symlink_to(os.path.relpath(inside, (self.root / path).parent))

    def _is_absent(self, path: str) -> bool:
        return (self._is_protected(path) and self._is_the_same(path)) or self._hides(path)

    def _is_protected(self, path: str) -> bool:
        folded = fold_case(path)
        if _GIT in folded.split("/"):
            return True
        return any(folded == name or folded.startswith(name + "/") for name in self._protected)

    def _is_the_same(self, path: str) -> bool:
        """Return whether `path`, which reads like a protected name, is that very file on this disk.

        On a case-sensitive disk `State/` is another folder than `state/`.
        """
        if any(path == name or path.startswith(name + "/") for name in self._names):
            return True
        for name in self._names:
            spelled = "/".join(path.split("/")[: name.count("/") + 1])
            if fold_case(spelled) == fold_case(name):
                with suppress(OSError):
                    return os.path.samefile(self._workspace / spelled, self._workspace / name)
        return False


def _first_few(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - 5} more" if len(paths) > 5 else ""
    return ", ".join(paths[:5]) + more


def _nothing(path: str) -> bool:
    return False


def _ignore(path: str) -> None:
    """Do nothing: the default for a caller that does not need to know the unreadable folders."""


def _walk(
    root: Path,
    skip: Callable[[str], bool] = _nothing,
    shut: Callable[[str], None] = _ignore,
    *,
    git: bool = False,
) -> Iterator[tuple[str, os.stat_result]]:
    """Yield path and status of everything below `root`, parents first; links are not followed.

    Bulky folders, and paths for which `skip` is true, are left out. `shut` is called with each folder that
    this user may not read, or not fully. With `git` each `.git` is yielded, too, but not what is in it.
    """
    left_out = _BULKY - {_GIT} if git else _BULKY
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(root / folder) as entries:
                names = sorted(entry.name for entry in entries if entry.name not in left_out)
        except PermissionError:
            shut(folder)
            continue
        except FileNotFoundError:
            continue
        inner: list[str] = []
        for name in names:
            path = f"{folder}/{name}" if folder else name
            if skip(path):
                continue
            try:
                status = os.lstat(root / path)
            except PermissionError:  # the folder's names may be read, but not the status of its files
                shut(folder)
                break
            except FileNotFoundError:
                continue
            yield path, status
            if stat.S_ISDIR(status.st_mode) and name not in _BULKY:
                inner.append(path)
        folders += reversed(inner)
