from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandora.disk.archive import bring_back, files_of, put_away, remove
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


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "state").mkdir()
    for name in (*NAMES, *OTHERS):
        (tmp_path / "state" / name).write_text(name, encoding="utf-8")
    return Workspace(tmp_path)


def places(workspace: Workspace) -> dict[str, list[str]]:
    """Where each file of the run is."""
    found: dict[str, list[str]] = {}
    for path in workspace.state.rglob("*.md"):
        found.setdefault(path.name, []).append(path.parent.name)
    return found


def test_a_whole_run_goes_and_comes_back(workspace: Workspace) -> None:
    assert [path.name for path in files_of(workspace.state, RUN)] == [
        *(NAMES[1], NAMES[0], NAMES[2], NAMES[3], NAMES[4])
    ]
    before = places(workspace)
    assert put_away(workspace, RUN) == len(NAMES)
    assert {name: where for name, where in places(workspace).items() if where == [RUN]}.keys() == set(NAMES)
    assert put_away(workspace, RUN) == 0
    assert bring_back(workspace, RUN) == len(NAMES)
    assert places(workspace) == before
    assert not workspace.archived(RUN).exists()


@pytest.mark.parametrize("back", [False, True], ids=["away", "back"])
@pytest.mark.parametrize("after", range(len(NAMES)))
def test_killed_at_any_rename_each_file_is_in_one_place_and_again_ends_it(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, after: int, back: bool
) -> None:
    if back:
        put_away(workspace, RUN)
    move = bring_back if back else put_away
    left, real = [after], os.rename

    def dies(source: Path, target: Path) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", dies)
        with pytest.raises(KeyboardInterrupt):
            move(workspace, RUN)
    assert all(len(where) == 1 for where in places(workspace).values())
    assert workspace.archived(RUN).is_dir()  # nothing goes on with half of a run
    assert set(workspace.of_run(RUN)) == {name[:-3] for name in NAMES if "conflict" not in name}
    move(workspace, RUN)
    assert {where for name, (where,) in places(workspace).items() if name in NAMES} == {
        "state" if back else RUN
    }


def test_a_copy_is_no_hindrance_and_another_text_is(workspace: Workspace) -> None:
    folder = workspace.archived(RUN)
    folder.mkdir(parents=True)
    (folder / NAMES[0]).write_text(NAMES[0], encoding="utf-8")
    (folder / NAMES[2]).write_text("another", encoding="utf-8")
    with pytest.raises(DiskError, match="is another such file; keep one of them"):
        put_away(workspace, RUN)
    (folder / NAMES[2]).unlink()
    put_away(workspace, RUN)
    assert len(list(folder.iterdir())) == len(NAMES)


def test_removed_the_root_goes_last(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []
    real = Path.unlink

    def unlink(path: Path, missing_ok: bool = False) -> None:
        gone.append(path.name)
        real(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", unlink)
    assert remove(workspace, workspace.of_run(RUN)) == len(NAMES)
    assert gone[0] == NAMES[4]
    assert set(gone[-2:]) == {NAMES[0], NAMES[1]}
    assert sorted(places(workspace)) == sorted(OTHERS)
