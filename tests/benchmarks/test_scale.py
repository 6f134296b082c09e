from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.rounds import workspace_on_disk
from benchmarks.scale import Place, _of_command, _of_memory
from pandora.check.lint import lint
from pandora.disk.layout import shipped_system
from pandora.errors import PandoraError


def test_a_place_has_so_many_whole_documents_and_commands_run_in_it(tmp_path: Path) -> None:
    with workspace_on_disk(shipped_system()) as workspace:
        place = Place(workspace, 11, tmp_path / "script.jsonl")
        assert len(list(workspace.state.glob("*-*.md"))) in (10, 11)
        assert lint(workspace) == []
        assert place.seconds("show") > 0
        memory = _of_memory([place])
        assert memory.ratio is not None
        assert 1 < memory.ratio < 200
        workspace.state.rename(workspace.root / "gone")
        with pytest.raises(PandoraError, match="`pandora show` ended with 2"):
            place.seconds("show")


def test_the_ratio_is_the_largests_to_the_smallests() -> None:
    measure = _of_command("ls", {"1000": 0.2, "10000": 0.25, "100000": 0.32})
    assert measure.ratio == pytest.approx(1.6)
    assert measure.met is False
    assert [row.ratio for row in measure.rows] == pytest.approx([1.0, 1.25, 1.6])
