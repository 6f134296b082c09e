from __future__ import annotations

from pathlib import Path

from pandora.check.token_costs import CEILINGS
from tests.commands.conftest import Run


def test_a_table_of_every_phase_and_what_up_front_would_cost(pandora: Run, script: str) -> None:
    result = pandora("budget", "--model", script)
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0].split()[:4] == ["PATTERN", "PHASE", "BY", "BASE"]
    rows = {tuple(line.split()[:2]): line.split()[2:] for line in lines[1:]}
    assert rows["table", "plan"] == ["code", *["0"] * 7]
    by, *sizes = rows["system", "plan"]
    base, text, form, together, menu, frame, total = map(int, sizes)
    assert by == "model"
    assert together == base + text + form
    assert total == together + menu + frame
    assert rows["at", "most"] == ["50", "100", "250", "400"]
    assert lines[-1].startswith("Loaded up front")


def test_json(pandora: Run, script: str) -> None:
    told = pandora("budget", "--model", script, "--json").json
    assert told["ceilings"] == vars(CEILINGS)
    assert told["largest"] == max(phase["total"] for phase in told["phases"])
    assert told["upfront"] > told["largest"]
    assert all(phase["over"] == [] for phase in told["phases"])


def test_what_is_over_is_marked_and_what_is_broken_is_told(pandora: Run, workspace: Path, script: str) -> None:
    path = workspace / "system" / "phases" / "check.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("# CHECK\n", "# CHECK\n" + "word " * 99), encoding="utf-8"
    )
    (workspace / "system" / "tools" / "table" / "pattern.md").write_text("broken", encoding="utf-8")
    result = pandora("budget", "--model", script)
    assert result.code == 0
    assert [line.split()[:2] for line in result.out.splitlines() if line.endswith("OVER")] == [
        ["system", "check"]
    ]
    assert "left out: system/tools/table/pattern.md:1:" in result.err


def test_no_model(pandora: Run) -> None:
    result = pandora("budget")
    assert result.code == 2
    assert "pandora models pull" in result.err
