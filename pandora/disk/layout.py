"""The paths of a workspace: documents, runs, the archive, and derived files."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pandora.document.ids import ID, order, parse_id
from pandora.errors import UsageError, did_you_mean

_ROOT = re.compile(r"system-[a-z0-9]{6}\.md\Z")


@dataclass(frozen=True)
class Workspace:
    """A folder with `system/` and `state/`; every path of a run is made here."""

    root: Path

    @functools.cached_property
    def state(self) -> Path:
        """Where the state documents are."""
        return self.root / "state"

    @functools.cached_property
    def blobs(self) -> Path:
        """Results too long to read, each under the digest of its content."""
        return self.state / "blobs"

    @functools.cached_property
    def derived(self) -> Path:
        """The folder of files that can be made again or missed, such as the engine's text before an edit."""
        return self.root / ".pandora"

    def make_derived(self) -> Path:
        """Make the folder of derived files, which git leaves out, unless it is there; raises OSError."""
        self.derived.mkdir(parents=True, exist_ok=True)
        ignore = self.derived / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        return self.derived

    @functools.cached_property
    def system(self) -> Path:
        """The folder of the patterns."""
        return self.root / "system"

    @functools.cached_property
    def settings(self) -> Path:
        """The file of the workspace's own settings; it may be absent."""
        return self.root / "pandora.toml"

    def document(self, document_id: str) -> Path:
        """The path of a document by its id."""
        return _document_path(str(self.state), document_id)

    def relative(self, path: Path) -> str:
        """A path as errors show it: relative to the workspace where it lies inside."""
        shown, root = str(path), f"{self.root}/"
        if shown.startswith(root):  # what relative_to would say, without taking both paths apart
            return shown[len(root) :]
        try:
            return str(path.relative_to(self.root))
        except ValueError:
            return str(path)

    @functools.cached_property
    def archive(self) -> Path:
        """Archived runs, each in a folder of its own."""
        return self.state / "archive"

    def archive_folder(self, run: str) -> Path:
        """The folder of an archived run; it does not exist while the run is in use."""
        return self.archive / run

    def find(self, document_id: str) -> Path:
        """Where a document is read: in `state/`, or in its run's folder of the archive."""
        path = self.document(document_id)
        if os.path.isfile(path) or not (match := ID.match(document_id)):
            return path
        archived = self.archive_folder(match["run1"] or match["run2"]) / path.name
        return archived if os.path.isfile(archived) else path

    def require_unarchived(self, run: str) -> None:
        """Raise UsageError where a run is in the archive, or half on its way there or back."""
        if self.archive_folder(run).is_dir():
            message = f"run {run} is archived; `pandora archive --restore {run}` brings it back"
            raise UsageError(f"{self.relative(self.archive_folder(run))}:1: {message}")

    def staging_folder(self, run: str) -> Path:
        """The folder in which a run tries new files of `system/`; it is a workspace of its own."""
        return self.state / "staging" / run

    def runs(self) -> list[str]:
        """The ids of all system documents in use, by one listing of the folder."""
        return sorted(
            name[:-3] for name in _listing(self.state) if name.startswith("system-") and _ROOT.match(name)
        )

    def archived_runs(self) -> list[str]:
        """The roots of all runs in the archive."""
        return [f"system-{run}" for run in self.archived_run_ids()]

    def archived_run_ids(self) -> list[str]:
        """The runs in the archive."""
        return sorted(name for name in _listing(self.archive) if ID.match(f"system-{name}"))

    def names(self) -> list[str]:
        """The names of everything in `state/`, in no order."""
        return _listing(self.state)

    def run_documents(self, run: str, names: Sequence[str] | None = None) -> list[str]:
        """The ids of one run's documents, the archive's too: its root first, then by number.

        `names` is the folder's listing, where the caller has it already.
        """
        part = f"-{run}"
        listed = [name for name in (_listing(self.state) if names is None else names) if part in name]
        stems = {name[:-3] for name in (*listed, *_listing(self.archive_folder(run))) if name.endswith(".md")}
        named = [parse_id(stem) for stem in stems if ID.match(stem)]
        return [str(parsed) for parsed in sorted(named, key=order) if parsed.run == run]

    def resolve(self, given: str) -> str:
        """The id of an existing document from an id, a file name, a run, or a unique beginning of a run.

        A whole id or run is found without listing the folder. Raises UsageError.
        """
        if ":" in given:
            document = given.partition(":")[0]
            raise UsageError(f"{given!r} names a section, and this takes a whole document; give {document}")
        stem = given.removesuffix(".md").rsplit("/", 1)[-1]
        for whole in (stem, f"system-{stem}"):
            if ID.match(whole) and self.find(whole).is_file():
                return whole
        beginning = stem.removeprefix("system-")
        every = {*self.runs(), *self.archived_runs()}
        if re.fullmatch(r"[a-z0-9]{1,6}", beginning):
            runs = sorted(root for root in every if root.startswith(f"system-{beginning}"))
            if len(runs) == 1:
                return runs[0]
            if len(runs) > 1:
                raise UsageError(f"{given!r} begins {len(runs)} runs: {', '.join(runs[:5])}; give more of it")
        hint = did_you_mean(beginning, sorted(root.removeprefix("system-") for root in every))
        raise UsageError(f"{given!r} is no document in {self.state}{hint or '; `pandora ls` lists the runs'}")


@functools.lru_cache(maxsize=1024)
def _document_path(state: str, document_id: str) -> Path:
    """The path of a document, cached because making a Path is slower than a stat of its file."""
    return Path(state, f"{document_id}.md")


def _listing(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


def shipped_system() -> Path:
    """The patterns that ship with Pandora: the wheel's copy, or the checkout's own folder."""
    packaged = Path(str(files("pandora"))) / "_system"
    if packaged.is_dir():
        return packaged
    return Path(str(files("pandora"))).parent / "system"


def find_workspace(start: Path) -> Workspace:
    """The workspace that holds `start`: the nearest folder upwards with `system/pattern.md`."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / "system" / "pattern.md").is_file():
            return Workspace(folder)
    raise UsageError(f"{here} is in no workspace; `pandora init {start}` makes one")
