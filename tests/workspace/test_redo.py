from __future__ import annotations

from contextlib import suppress

import pytest

from pandora.check.fsck import fsck
from pandora.errors import PandoraError, RefusedError
from pandora.workspace import redo as redo_module
from pandora.workspace.applied_changes import applied_entries
from pandora.workspace.redo import plan_redo, redo
from pandora.workspace.undo import plan_undo, undo
from tests.engine.runs import Bench
from tests.workspace.test_undo import AT, BOTH, NEW, OLD, TWO, done, fruit, take_back

LATER = "2026-11-22T11:00:00Z"


def write_again(bench: Bench) -> None:
    redo(bench.workspace, plan_redo(bench.workspace, bench.short), LATER)


def test_every_file_is_again_as_the_run_left_it(bench: Bench) -> None:
    done(bench, BOTH)
    take_back(bench)
    assert fruit(bench) == OLD
    write_again(bench)
    assert fruit(bench) == NEW
    assert (bench.root / "deep" / "out" / "a.txt").read_text(encoding="utf-8") == "a"
    assert "undone" not in bench.document().meta
    (entry,) = applied_entries(bench.document("op-python-1"))
    assert ("undone" in entry, entry["history"]) == (False, [f"undone {AT}", f"redone {LATER}"])
    assert plan_redo(bench.workspace, bench.short).applications == ()
    take_back(bench)  # and so on, as often as wanted
    assert fruit(bench) == OLD
    write_again(bench)
    assert fruit(bench) == NEW


def test_it_takes_back_the_last_undo_and_not_the_one_before(bench: Bench) -> None:
    done(bench, *TWO, task="Change data/fruit.csv")
    undo(bench.workspace, plan_undo(bench.workspace, bench.short, "2"), AT)
    undo(bench.workspace, plan_undo(bench.workspace, bench.short), LATER)
    assert fruit(bench) == OLD
    write_again(bench)
    assert fruit(bench) == NEW
    assert bench.document().meta["undone"] == f"{AT}, of op-python-{bench.short}-2"
    write_again(bench)
    assert fruit(bench) == NEW + "fig,1\n"
    assert "undone" not in bench.document().meta


def test_it_refuses_what_a_person_changed_since_the_undo(bench: Bench) -> None:
    done(bench, BOTH)
    take_back(bench)
    (bench.root / "data" / "fruit.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(RefusedError, match=r"data/fruit\.csv: changed since the undo; it stays"):
        write_again(bench)
    assert fruit(bench) == "mine"
    assert not (bench.root / "deep").exists()


def test_what_was_not_kept_is_said(bench: Bench) -> None:
    done(bench, BOTH)
    take_back(bench)
    name = applied_entries(bench.document("op-python-1"))[0]["wrote"][0]
    (bench.workspace.state / name).unlink()
    with pytest.raises(RefusedError, match="was not kept; `pandora resume` makes it again"):
        write_again(bench)


def test_a_redo_that_was_broken_off_is_finished_by_the_next(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(bench, *TWO, task="Change data/fruit.csv")
    take_back(bench)

    class Full(PandoraError):
        pass

    def fail(*_: object) -> str:
        raise Full

    with monkeypatch.context() as patch, suppress(Full):
        patch.setattr(redo_module, "_mark_of_rest", fail)
        write_again(bench)
    assert "undone" in bench.document().meta
    write_again(bench)
    assert "undone" not in bench.document().meta
    assert fruit(bench) == NEW + "fig,1\n"


def test_what_is_kept_for_it_is_named_in_the_documents(bench: Bench) -> None:
    done(bench, BOTH)
    take_back(bench)
    for blob in applied_entries(bench.document("op-python-1"))[0]["wrote"]:
        assert (bench.workspace.state / blob).is_file()
    fsck(bench.workspace, repair=True, now=4e9)
    write_again(bench)
    assert fruit(bench) == NEW
