"""Committing files by git's plumbing commands, durably, without the person's index, hooks or signatures."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

AUTHOR = ("Pandora", "pandora@localhost")
"""The author of the engine's commits; the committer too, where git is set up for nobody."""
TRIES = 8
_SECONDS = 60
_SETTINGS = (
    *("core.fsync=all", "core.fsyncMethod=fsync", "core.hooksPath=/dev/null", "core.fsmonitor=false"),
    *("i18n.commitEncoding=UTF-8", "core.quotePath=false"),
)
_STRAY = ("DIR", "WORK_TREE", "INDEX_FILE", "OBJECT_DIRECTORY", "COMMON_DIR", "NAMESPACE", "PREFIX")
_UNDER_WAY = {
    **{"rebase-merge": "a rebase", "rebase-apply": "a rebase", "MERGE_HEAD": "a merge"},
    **{"CHERRY_PICK_HEAD": "a cherry-pick", "REVERT_HEAD": "a revert", "BISECT_LOG": "a bisection"},
}


class GitError(Exception):
    """Nothing was committed; the message says why on one line."""


@dataclass(frozen=True)
class Repository:
    """A repository with a work tree: its top folder, this work tree's git folder, and the common git folder."""

    top: Path
    own: Path
    common: Path

    def path_of(self, path: Path) -> str:
        """A file's path as git names it; GitError where it is outside."""
        try:
            return path.relative_to(self.top).as_posix()
        except ValueError:
            raise GitError(f"{path} is not inside the work tree {self.top}") from None

    def head(self) -> str:
        """The commit that is checked out; "" on a branch that has none yet."""
        try:
            return self._git("rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()
        except GitError:
            return ""

    def commit(self, paths: Sequence[str], message: str) -> str:
        """Commit the files as they are on disk, or their removal; returns the commit, "" where nothing changed.

        The commit holds nothing else, whatever is staged, and other staged files stay staged. Where somebody
        commits meanwhile, the commit is made again on top. Raises GitError, with everything as it was.
        """
        for name, what in _UNDER_WAY.items():
            if (self.own / name).exists():
                raise GitError(f"{what} is under way")
        for _ in range(TRIES):
            head = self.head()
            with self._own_index(head) as environment:
                tree = self._tree(paths, environment)
                if head and tree == self._git("rev-parse", f"{head}^{{tree}}").strip():
                    return ""
                entries = self._entries(paths, environment)
            commit = self._git(
                "commit-tree", tree, *(("-p", head) if head else ()), given=message, environment=self._who()
            )
            commit = commit.strip()
            before = self._entries(paths)
            self._enter(paths, entries)
            try:
                subject = message.split("\n", 1)[0]
                self._git("update-ref", "-m", f"commit: {subject}", "HEAD", commit, head or "0" * len(commit))
            except GitError:
                self._enter(paths, before)
                if self.head() == head:
                    raise
                continue
            self._sync(commit, head)
            return commit
        raise GitError("somebody else commits all the time")

    def versions(self, path: str, most: int) -> Iterator[tuple[str, str]]:
        """The commits that changed a file, the newest first, with its text in each."""
        if not self.head():
            return
        listing = self._git("log", f"--max-count={most}", "--format=%H", "--diff-filter=AM", "HEAD", "--", path)
        for commit in listing.split():
            yield commit, self._git("show", f"{commit}:{path}")

    def ignored(self, paths: Sequence[str]) -> list[str]:
        """Those of `paths` that .gitignore leaves out and that are not tracked."""
        listing = self._git("check-ignore", "-z", "--stdin", given=_nul_terminated(paths), fine=(0, 1))
        return [path for path in listing.split("\0") if path]

    @contextlib.contextmanager
    def _own_index(self, head: str) -> Iterator[dict[str, str]]:
        index = self.own / f"pandora-{os.getpid()}-{os.urandom(4).hex()}.index"
        environment = {"GIT_INDEX_FILE": str(index)}
        try:
            self._git("read-tree", head or "--empty", environment=environment)
            yield environment
        finally:
            for path in (index, index.with_name(f"{index.name}.lock")):
                with contextlib.suppress(OSError):
                    path.unlink()

    def _tree(self, paths: Sequence[str], environment: Mapping[str, str]) -> str:
        self._git(
            "update-index",
            "--add",
            "--remove",
            "-z",
            "--stdin",
            given=_nul_terminated(paths),
            environment=environment,
        )
        return self._git("write-tree", environment=environment).strip()

    def _entries(self, paths: Sequence[str], environment: Mapping[str, str] | None = None) -> dict[str, str]:
        """The index's entry, `mode object stage`, for each of `paths`."""
        literal = {"GIT_LITERAL_PATHSPECS": "1", **(environment or {})}
        listing = self._git("ls-files", "-s", "-z", "--", *paths, environment=literal)
        return {
            path: entry for entry, _, path in (line.partition("\t") for line in listing.split("\0")) if path
        }

    def _enter(self, paths: Sequence[str], entries: Mapping[str, str]) -> None:
        """Put entries into the person's index, so that git shows no change of the committed files."""
        no_blob = "0" * 40
        lines = [f"{entries.get(path, f'0 {no_blob} 0')}\t{path}" for path in paths]
        self._git("update-index", "-z", "--index-info", given=_nul_terminated(lines))

    def _who(self) -> dict[str, str]:
        """The variables of a commit: the engine is the author; a person whom git knows is the committer."""
        who = {"GIT_AUTHOR_NAME": AUTHOR[0], "GIT_AUTHOR_EMAIL": AUTHOR[1]}
        for name, number in (("name", 0), ("email", 1)):
            variable = f"GIT_COMMITTER_{name.upper()}"
            value = os.environ.get(variable) or self._git("config", f"user.{name}", fine=(0, 1)).strip()
            who[variable] = value or AUTHOR[number]
        return who

    def _sync(self, commit: str, head: str) -> None:
        """Sync what git does not sync itself: the folders of new objects, of the ref and of its log."""
        listing = self._git("rev-list", "--objects", commit, *((f"^{head}",) if head else ()))
        objects = self.common / "objects"
        folders = {objects, *(objects / line[:2] for line in listing.splitlines())}
        ref = self._git("symbolic-ref", "-q", "HEAD", fine=(0, 1)).strip()
        logs = [self.own / "logs" / "HEAD"]
        folders |= {self.own, self.own / "logs", self.common / "reftable"}
        if ref:
            logs.append(self.common / "logs" / ref)
            for path in (self.common / ref, self.common / "logs" / ref):
                folders |= {
                    parent for parent in path.parents if self.common in parent.parents or parent == self.common
                }
        for path in (*logs, *sorted(folders, reverse=True)):
            _fsync(path)

    def _git(
        self,
        *arguments: str,
        given: str = "",
        environment: Mapping[str, str] | None = None,
        fine: Sequence[int] = (0,),
    ) -> str:
        return _run_git(self.top, arguments, given, environment, fine)


def repository_of(folder: Path) -> Repository:
    """The repository whose work tree `folder` is in; GitError where there is none, or no git."""
    if not folder.is_dir():
        raise GitError(f"{folder} is not there")
    listing = _run_git(
        folder, ("rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
    )
    lines = listing.splitlines()
    if len(lines) != 3:
        raise GitError(f"{folder} is in no git work tree")
    return Repository(*(Path(os.path.realpath(line)) for line in lines))


def _nul_terminated(paths: Sequence[str]) -> str:
    return "".join(f"{path}\0" for path in paths)


def _run_git(
    folder: Path,
    arguments: Sequence[str],
    given: str = "",
    environment: Mapping[str, str] | None = None,
    fine: Sequence[int] = (0,),
) -> str:
    """Git's output; raises GitError with the first line of stderr where the exit code is not in `fine`."""
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    kept = {key: value for key, value in os.environ.items() if key.removeprefix("GIT_") not in _STRAY}
    variables = {**kept, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", **(environment or {})}
    try:
        completed = subprocess.run(
            ["git", *settings, *arguments],
            cwd=folder,
            env=variables,
            input=given.encode("utf-8", "surrogateescape"),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("git is not installed") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GitError(f"git {arguments[0]}: {error}") from None
    if completed.returncode not in fine:
        complaint = completed.stderr.decode("utf-8", "replace").strip().split("\n")[0].removeprefix("fatal: ")
        raise GitError(complaint or f"git {arguments[0]} ended with {completed.returncode}")
    return completed.stdout.decode("utf-8", "surrogateescape")


def _fsync(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
