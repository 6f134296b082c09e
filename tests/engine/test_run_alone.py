from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pandora.disk import temporary_files as aside
from pandora.disk.layout import Workspace
from pandora.disk.lease import hold, lease_path
from pandora.engine.events import Event
from pandora.errors import HeldError, UsageError
from tests.engine.runs import THROUGH_TABLE, Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    root = tmp_path / "work"
    root.mkdir()
    return Bench(root)


def test_a_run_that_another_engine_works_on_is_not_resumed(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    before = bench.states()
    with hold(bench.workspace.document(bench.run)), pytest.raises(HeldError, match="held by process") as raised:
        bench.resume()
    assert raised.value.exit_code == 2
    assert bench.states() == before
    assert bench.resume().outcome.output == "plum"


def test_a_run_holds_its_lease_while_it_works_and_not_after(bench: Bench) -> None:
    seen = set()

    def watch(event: Event) -> None:
        seen.add(bool(list((bench.root / "state").glob(".system-*.lease"))))

    bench.watch = watch  # type: ignore[method-assign]
    bench.start(*THROUGH_TABLE)
    assert seen == {True}
    assert not lease_path(bench.workspace.document(bench.run)).exists()


def test_no_lease_is_made_for_a_run_that_is_not_there(bench: Bench) -> None:
    from pandora.engine.run import resume

    with pytest.raises(UsageError, match="does not exist"):
        resume("system-zzz234", bench.host())
    assert bench.states() == {}


def test_a_save_that_an_interrupted_exchange_took_out_is_told_and_followed(bench: Bench) -> None:
    bench.start(*THROUGH_TABLE)
    path = Workspace(bench.root).document(bench.run)
    stands = path.read_bytes()
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    torn = aside.finished_name(aside.unfinished_name(path), b"what it had read", stands)
    torn.with_name(torn.name.replace(f".{os.getpid()}-", f".{process.pid}-")).write_bytes(
        stands.replace(b"is the cheapest?", b"is cheapest?")
    )
    bench.events.clear()
    bench.resume(*THROUGH_TABLE)
    notes = [event for event in bench.events if event.what == "note"]
    assert [event.document for event in notes] == [bench.run]
    assert "your last save is the document again" in notes[0].detail
    assert "is cheapest?" in bench.document().body(1)
    assert sorted(bench.states())[-1].startswith("tool")
    assert f"{bench.run}.conflict-interrupted-1.md" in bench.states()
