"""Every path and id rule: workspaces, run ids, document names and where derived files live."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pandora.document.ids import ID, order, parse_id
from pandora.errors import UsageError

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
        """What can be made again or done without, such as the engine's text before an edit."""
        return self.root / ".pandora"

    @functools.cached_property
    def system(self) -> Path:
        """The patterns."""
        return self.root / "system"

    @functools.cached_property
    def settings(self) -> Path:
        """The workspace's own settings; may be absent."""
        return self.root / "pandora.toml"

    def document(self, document_id: str) -> Path:
        """The path of a document by its id."""
        return self.state / f"{document_id}.md"

    def relative(self, path: Path) -> str:
        """A path as errors show it: from the workspace where it lies inside."""
        try:
            return str(path.relative_to(self.root))
        except ValueError:
            return str(path)

    @functools.cached_property
    def archive(self) -> Path:
        """Runs that were put away, a folder each."""
        return self.state / "archive"

    def archived(self, run: str) -> Path:
        """The folder of a run that was put away; there is none while the run is in use."""
        return self.archive / run

    def find(self, document_id: str) -> Path:
        """Where a document is read: in `state/`, or in its run's folder of the archive."""
        path = self.document(document_id)
        if os.path.isfile(path) or not (match := ID.match(document_id)):
            return path
        kept = self.archived(match["run1"] or match["run2"]) / path.name
        return kept if os.path.isfile(kept) else path

    def in_use(self, run: str) -> None:
        """Raise UsageError where a run is in the archive, or half on its way there or back."""
        if self.archived(run).is_dir():
            told = f"run {run} is archived; `pandora archive --restore {run}` brings it back"
            raise UsageError(f"{self.relative(self.archived(run))}:1: {told}")

    def runs(self) -> list[str]:
        """The ids of all system documents in use, by one listing of the folder."""
        return sorted(
            each[:-3] for each in _listing(self.state) if each.startswith("system-") and _ROOT.match(each)
        )

    def archived_runs(self) -> list[str]:
        """The roots of all runs in the archive."""
        return [f"system-{each}" for each in self.archived_names()]

    def archived_names(self) -> list[str]:
        """The runs in the archive."""
        return sorted(each for each in _listing(self.archive) if ID.match(f"system-{each}"))

    def names(self) -> list[str]:
        """The names of everything in `state/`, in no order."""
        return _listing(self.state)

    def of_run(self, run: str, names: Sequence[str] | None = None) -> list[str]:
        """The ids of one run's documents, the archive's too: its root first, then by number.

        `names` is the folder's listing, where the caller has it already.
        """
        part = f"-{run}"
        listed = [each for each in (_listing(self.state) if names is None else names) if part in each]
        stems = {each[:-3] for each in (*listed, *_listing(self.archived(run))) if each.endswith(".md")}
        named = [parse_id(each) for each in stems if ID.match(each)]
        return [str(each) for each in sorted(named, key=order) if each.run == run]

    def resolve(self, given: str) -> str:
        """The id of an existing document from an id, a file name, a run, or a unique beginning of one.

        A whole id or run is found without listing the folder.
        """
        stem = given.removesuffix(".md").rsplit("/", 1)[-1]
        for whole in (stem, f"system-{stem}"):
            if ID.match(whole) and self.find(whole).is_file():
                return whole
        beginning = stem.removeprefix("system-")
        if re.fullmatch(r"[a-z0-9]{1,6}", beginning):
            every = {*self.runs(), *self.archived_runs()}
            runs = sorted(each for each in every if each.startswith(f"system-{beginning}"))
            if len(runs) == 1:
                return runs[0]
            if len(runs) > 1:
                raise UsageError(f"{given!r} begins {len(runs)} runs: {', '.join(runs[:5])}; give more of it")
        raise UsageError(f"{given!r} is no document in {self.state}; `pandora ls` lists the runs")


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
