"""`run --plan` stops after PLAN and says what is left."""

from __future__ import annotations

from pathlib import Path

from pandora.budget import Budget
from pandora.commands.plan_report import _estimate_line
from pandora.inspect.plan_estimate import PlanEstimate
from tests.commands.conftest import SCRIPT, TASK, Run, write_replies


def test_a_planned_run_has_made_nothing_and_resume_goes_on(
    pandora: Run, tmp_path: Path, workspace: Path
) -> None:
    model = f"scripted:{tmp_path / 'plan.jsonl'}"
    write_replies(model, *SCRIPT)
    result = pandora("run", TASK, "--plan", "--model", model)
    assert result.code == 0, result
    assert "1. table: print the cheapest fruit of data/fruit.csv\n" in result.out.replace(" (1.00)", "")
    assert "Estimate: about 4 calls, " in result.out
    assert "no earlier step of table, so a guess; at most 120 calls, 120000 tokens, 1800 s in all" in result.out
    assert " edit " in result.err.split("goes on; `pandora -C ")[1]
    assert len(list((workspace / "state").glob("*-*-*.md"))) == 0
    write_replies(model, *SCRIPT[2:])
    assert pandora("resume", "--model", model).out == "plum\n"


def test_the_estimate_rests_on_earlier_steps_of_the_same_model(
    pandora: Run, tmp_path: Path, workspace: Path
) -> None:
    model = f"scripted:{tmp_path / 'plan.jsonl'}"
    write_replies(model, *SCRIPT)
    done = pandora("run", TASK, "--model", model, "--json")
    assert done.code == 0, done
    write_replies(model, *SCRIPT)
    result = pandora("run", TASK, "--plan", "--fresh", "--no-cache", "--model", model, "--json")
    assert result.code == 0, result
    assert result.json["status"] == "running"
    assert "table" in result.json["plan"]
    assert result.json["estimate"]["earlier"] == {"table": 1}
    assert result.json["estimate"]["calls"] == 3  # two tries of the program, and CHECK
    assert result.json["estimate"]["tokens"] > 0


def test_one_call_is_not_calls() -> None:
    line = _estimate_line(PlanEstimate(1, 300, 2.0, {"calc": 0}), Budget(calls=1))
    assert line.startswith("about 1 call, 300 tokens, 2 s (")
    assert "at most 1 call, " in line
