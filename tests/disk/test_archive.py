from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pandora.disk.archive import archive_run, remove_documents, restore_run, run_files
from pandora.disk.layout import Workspace
from pandora.errors import DiskError

RUN = "abc234"
NAMES = (
    f"system-{RUN}.md",
    f"system-{RUN}.conflict-plan-1.md",
    f"op-python-{RUN}-1.md",
    f"tool-table-{RUN}-2.md",
    f"op-python-{RUN}-2.1.md",
)
OTHERS = ("system-abd234.md", "op-python-abd234-1.md", "README.md", f"notes-{RUN}.md")


def made(root: Path) -> Workspace:
    (root / "state").mkdir(parents=True)
    for name in (*NAMES, *OTHERS):
        (root / "state" / name).write_text(name, encoding="utf-8")
    return Workspace(root)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return made(tmp_path)


def places(workspace: Workspace) -> dict[str, list[str]]:
    """Where each file of the run is."""
    found: dict[str, list[str]] = {}
    for path in workspace.state.rglob("*.md"):
        found.setdefault(path.name, []).append(path.parent.name)
    return found


def test_a_whole_run_goes_and_comes_back(workspace: Workspace) -> None:
    assert [path.name for path in run_files(workspace.state, RUN)] == [
        *(NAMES[0], NAMES[1], NAMES[2], NAMES[3], NAMES[4])
    ]
    before = places(workspace)
    assert archive_run(workspace, RUN) == len(NAMES)
    assert {name: where for name, where in places(workspace).items() if where == [RUN]}.keys() == set(NAMES)
    assert archive_run(workspace, RUN) == 0
    assert restore_run(workspace, RUN) == len(NAMES)
    assert places(workspace) == before
    assert not workspace.archive_folder(RUN).exists()


class Killed(BaseException):
    """Nothing after it happens, as after SIGKILL."""


CALLS = ("mkdir", "rename", "unlink", "rmdir", "fsync")


@contextmanager
def killed_at(number: int) -> Iterator[list[str]]:
    """Every call that changes the disk, by name; the one with that number (from 0) is never made."""
    made: list[str] = []

    def wrap(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            made.append(name)
            if len(made) > number:  # nor is any other: nobody tidies up after a kill
                raise Killed
            return real(*given, **named)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, wrap(name, getattr(os, name)))
        yield made


def every_kill(make: Callable[[], Workspace], act: Callable[[Workspace], object]) -> Iterator[Workspace]:
    """A workspace of its own for each call at which `act` is killed."""
    workspace = make()
    with killed_at(1000) as calls:
        act(workspace)
    assert len(calls) > len(NAMES)
    for number in range(len(calls)):
        workspace = make()
        with killed_at(number), pytest.raises(Killed):
            act(workspace)
        yield workspace


@pytest.fixture
def fresh(tmp_path: Path) -> Callable[[], Workspace]:
    numbers = count()
    return lambda: made(tmp_path / str(next(numbers)))


@pytest.fixture
def half_copied(fresh: Callable[[], Workspace]) -> Callable[[], Workspace]:
    """Workspaces in which a person copied some of the run's files to the archive themselves."""

    def make() -> Workspace:
        workspace = fresh()
        workspace.archive_folder(RUN).mkdir(parents=True)
        for name in NAMES[1:3]:
            shutil.copy(workspace.state / name, workspace.archive_folder(RUN) / name)
        return workspace

    return make


def whole(workspace: Workspace) -> bool:
    """Every file of the run is somewhere, with its text, and so is every other file."""
    found = {
        path.name for path in workspace.state.rglob("*.md") if path.read_text(encoding="utf-8") == path.name
    }
    return found == {*NAMES, *OTHERS}


def test_put_away_and_killed_anywhere_nothing_is_lost_and_again_ends_it(fresh: Callable[[], Workspace]) -> None:
    for workspace in every_kill(fresh, lambda each: archive_run(each, RUN)):
        assert whole(workspace)
        assert all(len(where) == 1 for where in places(workspace).values())
        moved = [name for name, where in places(workspace).items() if where == [RUN]]
        assert workspace.archive_folder(RUN).is_dir() or not moved  # nothing goes on with half of a run
        assert set(workspace.run_documents(RUN)) == {name[:-3] for name in NAMES if "conflict" not in name}
        archive_run(workspace, RUN)
        assert {where for name, (where,) in places(workspace).items() if name in NAMES} == {RUN}


def test_what_a_person_copied_is_on_the_disk_before_its_other_copy_goes(
    half_copied: Callable[[], Workspace],
) -> None:
    workspace = half_copied()
    with killed_at(1000) as calls:
        archive_run(workspace, RUN)
    gone = [place for place, call in enumerate(calls) if call == "unlink"]
    assert len(gone) == 2
    assert all(calls[place - 2 : place] == ["fsync", "fsync"] for place in gone)  # its text, and its name
    for workspace in every_kill(half_copied, lambda each: archive_run(each, RUN)):
        assert whole(workspace)
        archive_run(workspace, RUN)
        assert {where for name, (where,) in places(workspace).items() if name in NAMES} == {RUN}


def test_its_folders_are_on_the_disk_before_a_file_is_in_them(workspace: Workspace) -> None:
    with killed_at(1000) as calls:
        archive_run(workspace, RUN)
    first = calls.index("rename")
    assert set(calls[: first - 2]) == {"mkdir"}
    assert calls[first - 2 : first] == ["fsync", "fsync"]
    assert calls[first:] == ["rename"] * len(NAMES) + ["fsync", "fsync"]


def test_brought_back_and_killed_anywhere_nothing_is_lost_and_again_ends_it(
    fresh: Callable[[], Workspace],
) -> None:
    def archived() -> Workspace:
        workspace = fresh()
        archive_run(workspace, RUN)
        return workspace

    for workspace in every_kill(archived, lambda each: restore_run(each, RUN)):
        assert whole(workspace)
        in_state = [name for name, where in places(workspace).items() if where == ["state"] and name in NAMES]
        assert workspace.archive_folder(RUN).is_dir() or len(in_state) == len(NAMES)
        if workspace.archive_folder(RUN).is_dir():
            restore_run(workspace, RUN)
        assert {where for name, (where,) in places(workspace).items() if name in NAMES} == {"state"}
        assert not workspace.archive_folder(RUN).exists()


@pytest.mark.parametrize("half", [0, 1, 2], ids=["in use", "archived", "half archived"])
def test_removed_and_killed_anywhere_what_is_left_can_still_be_removed(
    fresh: Callable[[], Workspace], half: int
) -> None:
    def make() -> Workspace:
        workspace = fresh()
        if half:
            archive_run(workspace, RUN)
        if half == 2:  # as a restore that was killed leaves it: the root is back, the others are not
            os.rename(workspace.archive_folder(RUN) / NAMES[0], workspace.state / NAMES[0])
        return workspace

    ended = 0
    for workspace in every_kill(make, lambda each: remove_documents(each, each.run_documents(RUN))):
        left = {name for name in places(workspace) if name in NAMES}
        assert not left or NAMES[0] in left
        if left:
            assert workspace.resolve(RUN) == f"system-{RUN}"
            remove_documents(workspace, workspace.run_documents(RUN))
        ended += not left
        assert sorted(places(workspace)) == sorted(OTHERS)
    assert ended


def test_a_copy_is_no_hindrance_and_another_text_is(workspace: Workspace) -> None:
    folder = workspace.archive_folder(RUN)
    folder.mkdir(parents=True)
    (folder / NAMES[0]).write_text(NAMES[0], encoding="utf-8")
    (folder / NAMES[2]).write_text("another", encoding="utf-8")
    with pytest.raises(DiskError, match="is another such file; keep one of them"):
        archive_run(workspace, RUN)
    (folder / NAMES[2]).unlink()
    archive_run(workspace, RUN)
    assert len(list(folder.iterdir())) == len(NAMES)


def test_removed_the_root_goes_last(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []
    real = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        gone.append(path.name)
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    assert remove_documents(workspace, workspace.run_documents(RUN)) == len(NAMES)
    assert gone[0] == NAMES[4]
    assert gone[-2:] == [NAMES[1], NAMES[0]]
    assert sorted(places(workspace)) == sorted(OTHERS)
