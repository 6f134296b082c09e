from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest

from pandora.budget import Budget
from pandora.engine.host import Host
from pandora.errors import PandoraError, RefusedError, UsageError
from pandora.outcome import Status
from pandora.policy import Policy
from pandora.workspace.applied_changes import applications, applied_entries
from pandora.workspace.undo import plan_undo, undo
from tests.engine.runs import Bench, checked, coded, planned, replaced, saving, understood

OLD = "name,price\npear,3\nplum,2\n"
NEW = "name,price\npear,3\n"
TASK = "Change data/fruit.csv and write deep/out/a.txt"
BOTH = f"{saving('data/fruit.csv', NEW)}\n{saving('deep/out/a.txt', 'a')}"
AT = "2026-11-22T10:00:00Z"
YES = Policy(yes=True)


def done(bench: Bench, *steps: str, task: str = TASK) -> None:
    programs = [coded(code) for code in steps for _ in range(2)]
    plan = planned(*(f"python: step {number}" for number, _ in enumerate(steps, 1)))
    ended = bench.start(understood(), plan, *programs, checked(), text=task, policy=YES)
    assert ended.outcome.status is Status.ACCEPTED, ended.outcome


def take_back(bench: Bench, step: str = "") -> list[str]:
    return undo(bench.workspace, plan_undo(bench.workspace, bench.short, step), AT)


def fruit(bench: Bench) -> str:
    return (bench.root / "data" / "fruit.csv").read_text(encoding="utf-8")


def test_files_come_back_and_what_was_made_goes_with_its_folders(bench: Bench) -> None:
    (bench.root / "data" / "fruit.csv").chmod(0o640)
    done(bench, BOTH)
    assert fruit(bench) == NEW
    assert take_back(bench) == ["deep/out", "deep"]
    assert fruit(bench) == OLD
    assert (bench.root / "data" / "fruit.csv").stat().st_mode & 0o777 == 0o640
    assert not (bench.root / "deep").exists()
    (entry,) = applied_entries(bench.document("op-python-1"))
    assert entry["undone"] == AT
    assert bench.document().meta["undone"] == AT
    again = plan_undo(bench.workspace, bench.short)
    assert (again.changes, again.applications) == ((), ())


def test_a_dry_look_touches_nothing(bench: Bench) -> None:
    done(bench, BOTH)
    before = bench.states()
    plan = plan_undo(bench.workspace, bench.short)
    assert [change.path for change in plan.changes] == ["data/fruit.csv", "deep/out/a.txt"]
    assert bench.states() == before
    assert fruit(bench) == NEW


@pytest.mark.parametrize(
    "change",
    [
        lambda bench: (bench.root / "data" / "fruit.csv").write_text("mine", encoding="utf-8"),
        lambda bench: (bench.root / "data" / "fruit.csv").unlink(),
        lambda bench: (
            (bench.root / "data" / "fruit.csv").unlink(),
            (bench.root / "data" / "fruit.csv").symlink_to(bench.root / "deep" / "out" / "a.txt"),
        ),
    ],
    ids=["edited", "removed", "linked"],
)
def test_where_somebody_changed_one_nothing_is_touched(bench: Bench, change: Callable[[Bench], object]) -> None:
    done(bench, BOTH)
    change(bench)
    before = bench.states()
    with pytest.raises(RefusedError, match=r"data/fruit\.csv: somebody changed it after the run wrote it"):
        take_back(bench)
    assert (bench.root / "deep" / "out" / "a.txt").read_text(encoding="utf-8") == "a"
    assert bench.states() == before


def test_a_folder_that_somebody_uses_stays(bench: Bench) -> None:
    done(bench, BOTH)
    (bench.root / "deep" / "mine.txt").write_text("mine", encoding="utf-8")
    assert take_back(bench) == ["deep/out"]
    assert (bench.root / "deep" / "mine.txt").is_file()


def test_a_folder_behind_a_link_that_somebody_made_stays(bench: Bench) -> None:
    done(bench, BOTH)
    elsewhere = bench.root.parent / "elsewhere"
    (elsewhere / "out").mkdir(parents=True)
    shutil.rmtree(bench.root / "deep")
    (bench.root / "deep").symlink_to(elsewhere)
    assert take_back(bench) == []
    assert (elsewhere / "out").is_dir()
    assert fruit(bench) == OLD


def test_a_file_that_became_a_folder_or_was_moved_behind_a_link_outside_is_told(bench: Bench) -> None:
    done(bench, BOTH)
    path = bench.root / "deep" / "out" / "a.txt"
    path.unlink()
    path.mkdir()
    with pytest.raises(RefusedError, match=r"deep/out/a\.txt: somebody changed it after"):
        take_back(bench)
    path.rmdir()
    path.write_text("a", encoding="utf-8")
    (bench.root / "deep").rename(bench.root.parent / "moved")
    (bench.root / "deep").symlink_to(bench.root.parent / "moved")
    with pytest.raises(RefusedError, match="a link leads outside the workspace"):
        take_back(bench)
    assert (bench.root.parent / "moved" / "out" / "a.txt").is_file()
    assert fruit(bench) == NEW


def test_permissions_that_somebody_changed_since_stay(bench: Bench) -> None:
    done(bench, BOTH)
    (bench.root / "data" / "fruit.csv").chmod(0o600)
    take_back(bench)
    assert fruit(bench) == OLD
    assert (bench.root / "data" / "fruit.csv").stat().st_mode & 0o777 == 0o600


TWO = (saving("data/fruit.csv", NEW), saving("data/fruit.csv", NEW + "fig,1\n"))


def test_a_step_that_a_later_one_wrote_over_waits_for_that_one(bench: Bench) -> None:
    done(bench, *TWO, task="Change data/fruit.csv")
    with pytest.raises(RefusedError, match=r"data/fruit.csv: op-python-\w+-2 changed it later"):
        take_back(bench, "1")
    take_back(bench, "2")
    assert fruit(bench) == NEW
    assert bench.document().meta["undone"] == f"{AT}, of op-python-{bench.short}-2"
    take_back(bench, "1")
    assert fruit(bench) == OLD


def test_the_whole_run_goes_back_to_before_its_first_write(bench: Bench) -> None:
    done(bench, *TWO, task="Change data/fruit.csv")
    take_back(bench)
    assert fruit(bench) == OLD


def test_what_is_back_already_is_left(bench: Bench) -> None:
    """As after an undo that was cut off between two files, or by a person's own hand."""
    done(bench, BOTH)
    (bench.root / "data" / "fruit.csv").write_text(OLD, encoding="utf-8")
    assert [change.path for change in plan_undo(bench.workspace, bench.short).changes] == ["deep/out/a.txt"]
    take_back(bench)
    assert fruit(bench) == OLD


def test_one_that_was_cut_off_is_finished_by_the_next(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    done(bench, *TWO, task="Change data/fruit.csv")

    class Cut(BaseException):
        pass

    saved: list[object] = []

    def cut(self: object, document: object, edit: object) -> object:
        if len(saved) == 3:  # two that name what is kept for a redo, and one that says what is undone
            raise Cut
        saved.append(document)
        return kept(self, document, edit)  # type: ignore[arg-type]

    from pandora.disk.store import Store

    kept = Store.save
    with monkeypatch.context() as patch:
        patch.setattr(Store, "save", cut)
        with pytest.raises(Cut):
            take_back(bench)
    assert fruit(bench) == OLD
    take_back(bench)
    assert fruit(bench) == OLD
    assert all(application.undone for application in applications(bench.workspace, bench.short))


def test_an_undone_run_is_resumed_only_where_its_line_is_deleted_and_then_made_again(bench: Bench) -> None:
    done(bench, BOTH)
    take_back(bench)
    with pytest.raises(UsageError, match=r"state/system-\w+.md:\d+: its changes were undone"):
        bench.resume(policy=YES)
    bench.edit(replaced(f'undone: "{AT}"\n', ""))
    ended = bench.resume(policy=YES)
    assert ended.outcome.status is Status.ACCEPTED
    assert fruit(bench) == NEW
    assert bench.model.asked == []
    take_back(bench)
    assert fruit(bench) == OLD


def test_the_earlier_content_is_kept_before_the_file_is_touched(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def looked(changes: object, workspace: object, protected: object) -> list[str]:
        (application,) = applications(bench.workspace, bench.short)
        write = application.writes[0]
        seen.append((bench.root / "state" / write.earlier).read_bytes() == OLD.encode())
        seen.append(fruit(bench) == OLD)
        raise KeyboardInterrupt

    made = bench.host

    def watched(budget: Budget | None = None, policy: Policy | None = None) -> Host:
        host = made(budget, policy)
        host.apply = looked
        return host

    with monkeypatch.context() as patch:
        patch.setattr(bench, "host", watched)
        with pytest.raises(KeyboardInterrupt):
            done(bench, BOTH)
    assert seen == [True, True]
    assert bench.resume(checked(), policy=YES).outcome.status is Status.ACCEPTED
    assert len(applications(bench.workspace, bench.short)) == 1
    take_back(bench)
    assert fruit(bench) == OLD
    assert os.listdir(bench.root / "data") == ["fruit.csv"]


@pytest.mark.parametrize("broken", ["5", '"blobs/00000000000000000000000000000000"', "null"])
def test_a_broken_record_is_told_with_its_line(bench: Bench, broken: str) -> None:
    done(bench, BOTH)
    what = str(applied_entries(bench.document("op-python-1"))[0]["what"])
    bench.edit(replaced(f"what: {what}}}\n", f"what: {broken}}}\n"), "op-python-1")
    with pytest.raises(PandoraError):
        take_back(bench)
    assert fruit(bench) == NEW
