from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.rounds import interleave, workspace_on_disk
from pandora.disk.layout import shipped_system


def test_each_round_begins_with_another_and_medians_leave_the_warm_ones_out() -> None:
    order: list[str] = []
    given: dict[str, Iterator[float]] = {"a": iter([9.0, 1.0, 5.0, 2.0]), "b": iter([0.0, 7.0, 8.0, 9.0])}

    def contender(name: str) -> float:
        order.append(name)
        return next(given[name])

    medians = interleave({"a": lambda: contender("a"), "b": lambda: contender("b")}, rounds=3, warm=1)
    assert medians == {"a": 2.0, "b": 8.0}
    assert "".join(order) == "ba" + "ab" + "ba" + "ab"


def test_a_workspace_that_is_gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with workspace_on_disk(shipped_system()) as workspace:
        assert tmp_path in workspace.root.parents
        assert (workspace.system / "pattern.md").is_file()
        assert list(workspace.state.iterdir()) == []
    assert not workspace.root.exists()
    monkeypatch.delenv("TMPDIR")
    with workspace_on_disk(shipped_system()) as workspace:
        assert workspace.state.is_dir()
