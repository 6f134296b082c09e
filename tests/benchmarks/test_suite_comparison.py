from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from benchmarks.__main__ import bench
from benchmarks.suite_comparison import comparison


def row(task: str, family: str, solved: bool, status: str, tokens: int) -> dict[str, Any]:
    counts = {"prompt_tokens": tokens - 100, "written_tokens": 100}
    return {"task": task, "family": family, "solved": solved, "status": status, **counts}


ENGINE = {
    "tasks": [
        row("a", "tables", True, "accepted", 1500),
        row("b", "tables", False, "escalated", 2500),
        row("c", "mail", True, "accepted", 800),
        row("d", "mail", True, "accepted", 800),
    ]
}
PLAIN = {
    "tasks": [
        row("a", "tables", False, "accepted", 400),
        row("b", "tables", False, "accepted", 400),
        row("c", "mail", True, "accepted", 300),
    ]
}


def test_each_column_counts_the_tasks_that_all_have() -> None:
    assert comparison({"pandora": ENGINE, "plain": PLAIN}) == [
        "| family | tasks | pandora | plain |",
        "|---|---:|---|---|",
        "| mail | 1 | 1 / 0 / 800 | 1 / 0 / 300 |",
        "| tables | 2 | 1 / 0 / 4,000 | 0 / 2 / – |",
        "| **all** | 3 | 2 / 0 / 2,400 | 1 / 2 / 1,100 |",
        "",
        "Solved / accepted but wrong / tokens a solved task, those of unsolved tasks included.",
        "Prompt tokens a solved task, pandora / plain: 2.81.",
        "Tasks that not every result has, which are left out: 1.",
    ]


def test_the_prompt_tokens_of_a_solved_task_are_compared_with_an_agents_and_have_a_goal() -> None:
    """What speed must reach: at most a fifth of an agent's."""
    agent = {"tasks": [row("c", "mail", True, "accepted", 7100), row("d", "mail", False, "accepted", 4100)]}
    lines = comparison({"pandora": ENGINE, "agent": agent, "none": {"tasks": [{**agent["tasks"][1]}]}})
    assert lines[-3:] == [
        "Prompt tokens a solved task, pandora / agent: not known, since one solved none; "
        "beside an agent, the goal is ≤ 0.2.",
        "Prompt tokens a solved task, pandora / none: not known, since one solved none; "
        "beside an agent, the goal is ≤ 0.2.",
        "Tasks that not every result has, which are left out: 3.",
    ]
    told = comparison({"pandora": ENGINE, "agent": agent})
    assert "Prompt tokens a solved task, pandora / agent: 0.06; beside an agent, the goal is ≤ 0.2." in told


def test_the_command_joins_what_benches_printed(tmp_path: Path) -> None:
    arguments = ["compare"]
    for name, result in (("pandora", ENGINE), ("plain", PLAIN)):
        (tmp_path / name).write_text(json.dumps(result), encoding="utf-8")
        arguments.append(f"{name}={tmp_path / name}")
    told = CliRunner().invoke(bench, arguments, standalone_mode=False)
    assert told.output.splitlines() == comparison({"pandora": ENGINE, "plain": PLAIN})
    wrong = CliRunner().invoke(bench, ["compare", "pandora"], standalone_mode=False)
    assert "'pandora' is no NAME=FILE; write pandora=a.json" in str(wrong.exception)
