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
    told = pandora("run", TASK, "--plan", "--model", model)
    assert told.code == 0, told
    assert "1. table: print the cheapest fruit of data/fruit.csv\n" in told.out.replace(" (1.00)", "")
    assert "Estimate: about 4 calls, " in told.out
    assert "no earlier step of table, so a guess; at most 60 calls, 120000 tokens, 1800 s in all" in told.out
    assert " edit " in told.err.split("goes on; `pandora -C ")[1]
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
    told = pandora("run", TASK, "--plan", "--fresh", "--no-cache", "--model", model, "--json")
    assert told.code == 0, told
    assert told.json["status"] == "running"
    assert "table" in told.json["plan"]
    assert told.json["estimate"]["earlier"] == {"table": 1}
    assert told.json["estimate"]["calls"] == 3  # two tries of the program, and CHECK
    assert told.json["estimate"]["tokens"] > 0


def test_one_call_is_not_calls() -> None:
    line = _estimate_line(PlanEstimate(1, 300, 2.0, {"calc": 0}), Budget(calls=1))
    assert line.startswith("about 1 call, 300 tokens, 2 s (")
    assert "at most 1 call, " in line
