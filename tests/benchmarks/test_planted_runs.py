from __future__ import annotations

import json
from pathlib import Path

from benchmarks.planted_runs import RUNS, grown_from_run, planted_runs
from pandora.disk.layout import shipped_system


def test_there_are_ten_pairs() -> None:
    assert len(planted_runs()) == 10


def test_an_operation_of_a_run_is_right_on_the_second_one_without_a_call() -> None:
    """Growth 14 and measures: programs of two authors, real runs of both, and no model for the operation."""
    done = grown_from_run("json-value", shipped_system())
    assert (done.kept, done.calls, done.reason) == (True, 0, "")


def test_one_that_gives_something_else_for_the_second_run_is_not_counted(tmp_path: Path) -> None:
    """Growth 14 and measures: the answer that was accepted in the second run decides."""
    entry = json.loads((RUNS / "json-value.json").read_text("utf-8"))
    entry["second"]["code"] = 'import json\nprint(json.loads(text("skua.json"))["owner"])'
    (tmp_path / "wrong.json").write_text(json.dumps(entry), encoding="utf-8")
    done = grown_from_run("wrong", shipped_system(), tmp_path)
    assert not done.kept
    assert "the run's answer is 'Ole'" in done.reason
